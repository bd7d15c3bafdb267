"""Runs whose labels may be exchanged."""

import json

import numpy as np
import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.findings.exchange import find_exchange
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.pairs import Label, Scheme

EXCHANGED = str.maketrans("EC", "CE")


def test_a_three_way_run(labels):
    """Of 40 labels, 36 are right with E and C exchanged; else the four wrong ones are, and U."""
    gold = "E" * 20 + "C" * 12 + "U" * 8
    right = "E" * 18 + "C" * 2 + "C" * 10 + "E" * 2 + "U" * 8
    found = find_exchange(Judgments.from_arrays(labels(gold), labels(right.translate(EXCHANGED))))
    assert (found.before, found.after, found.best_trivial) == (12 / 40, 36 / 40, 20 / 40)
    assert {found.first, found.second} == {Label.ENTAILMENT, Label.CONTRADICTION}
    assert found.describe() == (
        "exchanging ENTAILMENT and CONTRADICTION in the whole run would raise accuracy from 0.300 "
        "to 0.900, from below the best trivial system (0.500) to above it; the order of labels or "
        "of columns may be another one"
    )
    assert json.loads(json.dumps(found.to_dict())) == {
        "first": "ENTAILMENT",
        "second": "CONTRADICTION",
        "before": 0.3,
        "after": 0.9,
        "best_trivial": 0.5,
    }
    assert find_exchange(Judgments.from_arrays(labels(gold), labels(right))) is None


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
    assert {found.first, found.second} == {Label.ENTAILMENT, Label.CONTRADICTION}
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
