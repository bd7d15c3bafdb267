"""Runs whose labels may be exchanged."""

import json

import numpy as np
import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.findings.exchange import find_exchange
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.pairs import Label, Scheme

EXCHANGED = str.maketrans("EC", "CE")
OF_TWO = {Label.ENTAILMENT: Label.CONTRADICTION, Label.CONTRADICTION: Label.ENTAILMENT}


def test_a_three_way_run(labels):
    """Of 40 labels, 36 are right with E and C exchanged; else the four wrong ones are, and U."""
    gold = "E" * 20 + "C" * 12 + "U" * 8
    right = "E" * 18 + "C" * 2 + "C" * 10 + "E" * 2 + "U" * 8
    found = find_exchange(Judgments.from_arrays(labels(gold), labels(right.translate(EXCHANGED))))
    assert (found.before, found.after, found.best_trivial) == (12 / 40, 36 / 40, 20 / 40)
    assert found.meant == OF_TWO
    assert found.describe() == (
        "exchanging ENTAILMENT and CONTRADICTION in the whole run would raise accuracy from 0.300 "
        "to 0.900, from below the best trivial system (0.500) to above it; the order of labels or "
        "of columns may be another one"
    )
    assert json.loads(json.dumps(found.to_dict())) == {
        "meant": {"ENTAILMENT": "CONTRADICTION", "CONTRADICTION": "ENTAILMENT"},
        "before": 0.3,
        "after": 0.9,
        "best_trivial": 0.5,
    }
    assert find_exchange(Judgments.from_arrays(labels(gold), labels(right))) is None


@pytest.mark.parametrize(
    ("read_as", "described"),
    [
        ("CEU", "ENTAILMENT as UNKNOWN, CONTRADICTION as ENTAILMENT, UNKNOWN as CONTRADICTION"),
        ("UCE", "ENTAILMENT as CONTRADICTION, CONTRADICTION as UNKNOWN, UNKNOWN as ENTAILMENT"),
    ],
)
def test_three_labels_in_a_circle(labels, read_as, described):
    """Numbers of E, U and C are read in another order. In theirs, 36 of 40 labels are right.

    As they are read, two are: of the wrong ones, those that are moved to the right label.
    """
    gold = "E" * 14 + "U" * 14 + "C" * 12
    right = "E" * 12 + "U" * 2 + "U" * 12 + "E" * 2 + "C" * 12
    read = right.translate(str.maketrans("EUC", read_as))
    found = find_exchange(Judgments.from_arrays(labels(gold), labels(read)))
    assert found.meant == dict(zip(labels(read_as), labels("EUC"), strict=True))
    assert (found.before, found.after, found.best_trivial) == (2 / 40, 36 / 40, 14 / 40)
    assert found.describe().startswith(f"reading {described} in the whole run would raise ")


def test_as_few_labels_are_exchanged_as_explain_it(labels):
    """A run without U is right with E and C exchanged, whatever U may mean."""
    gold = labels("E" * 10 + "C" * 10)
    found = find_exchange(Judgments.from_arrays(gold, gold[::-1]))
    assert found.meant == OF_TWO


def test_a_two_way_run(labels):
    gold = labels("E" * 10 + "N" * 10)
    found = find_exchange(Judgments.from_arrays(gold, gold[::-1]))
    assert (found.before, found.after) == (0, 1)
    assert "exchanging ENTAILMENT and NO ENTAILMENT in the whole run" in found.describe()


def test_a_three_way_run_on_two_way_gold_labels(labels):
    """Of 40 labels, 37 are right with E and C exchanged; else the three wrong ones are, and U.

    With E and NO ENTAILMENT exchanged, which the run does not have, only 30 would be.
    """
    gold = "E" * 20 + "N" * 20
    right = "E" * 19 + "C" * 1 + "C" * 11 + "E" * 2 + "U" * 7
    judged = Judgments.from_arrays(labels(gold), labels(right.translate(EXCHANGED)))
    found = find_exchange(judged)
    assert found.meant == OF_TWO
    assert (found.before, found.after, found.best_trivial) == (10 / 40, 37 / 40, 20 / 40)


@pytest.mark.parametrize(
    ("gold", "said"),
    [
        # By guesses of one half, all six of six are right once in 64 times, above 1%.
        ("EEENNN", "NNNEEE"),
        # Worse than always E, and with labels exchanged as good as that.
        ("E" * 30 + "N" * 10, "N" * 40),
        # As good as always E as it is.
        ("E" * 20 + "C" * 20, "E" * 40),
        ("E", "N"),
    ],
)
def test_few_pairs_and_small_differences_say_nothing(labels, gold, said):
    assert find_exchange(Judgments.from_arrays(labels(gold), labels(said))) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("of_gold", "of_run"),
    [
        (Scheme.TWO_WAY, Scheme.TWO_WAY),
        (Scheme.TWO_WAY, Scheme.THREE_WAY),
        (Scheme.THREE_WAY, Scheme.THREE_WAY),
    ],
)
def test_runs_that_ignore_the_pairs_seldom_have_one(of_gold, of_run):
    """At most 1% of them may, of 500 runs 5 in expectation; 13 or more are 1 in 500."""
    generator = np.random.default_rng(20090731)

    def drawn(scheme):
        shares = generator.dirichlet(np.ones(len(scheme.labels)))
        return generator.choice(scheme.labels, 100, p=shares)

    judged = (Judgments.from_arrays(drawn(of_gold), drawn(of_run)) for _ in range(500))
    found = list(map(find_exchange, judged))
    assert sum(exchange is not None for exchange in found) <= 12


def test_it_is_a_doubt_of_the_report(pairs, labels):
    gold = "E" * 10 + "N" * 10
    report = evaluate(pairs(gold), labels(gold[::-1]), measures=["accuracy_2way"])
    (doubt,) = report.doubts()
    assert "exchanging ENTAILMENT and NO ENTAILMENT" in doubt
    assert doubt in " ".join(str(report).split())
