"""Runs whose labels may be exchanged."""

import json
import re

import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.findings.finding import find_exchange
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.page import build_page

EXCHANGED = str.maketrans("EC", "CE")
OF_TWO = {"ENTAILMENT": "CONTRADICTION", "CONTRADICTION": "ENTAILMENT"}


def accuracies(found):
    return tuple(found.details[name] for name in ("before", "after", "best_trivial"))


def test_a_three_way_run(labels):
    """Of 40 labels, 36 are right with E and C exchanged; else the four wrong ones are, and U."""
    gold = "E" * 20 + "C" * 12 + "U" * 8
    right = "E" * 18 + "C" * 2 + "C" * 10 + "E" * 2 + "U" * 8
    found = find_exchange(Judgments.from_arrays(labels(gold), labels(right.translate(EXCHANGED))))
    assert found.text.startswith("exchanging ENTAILMENT and CONTRADICTION in the whole run would ")
    assert " from 0.300 to 0.900, above the best trivial system (0.500); if" in found.text
    assert found.text.endswith("state it: run_labels= or run_columns=")
    expected = {"meant": OF_TWO, "before": 12 / 40, "after": 36 / 40, "best_trivial": 20 / 40}
    assert json.loads(json.dumps(found.details)) == expected
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
    assert found.details["meant"] == dict(zip(labels(read_as), labels("EUC"), strict=True))
    assert accuracies(found) == (2 / 40, 36 / 40, 14 / 40)
    assert found.text.startswith(f"reading {described} in the whole run would raise ")


def test_as_few_labels_are_exchanged_as_explain_it(labels):
    """A run without U is right with E and C exchanged, whatever U may mean."""
    gold = labels("E" * 10 + "C" * 10)
    found = find_exchange(Judgments.from_arrays(gold, gold[::-1]))
    assert found.details["meant"] == OF_TWO


def test_a_three_way_run_on_two_way_gold_labels(labels):
    """Of 40 labels, 37 are right with E and C exchanged; else the three wrong ones are, and U.

    With E and NO ENTAILMENT exchanged, which the run does not have, only 30 would be.
    """
    gold = "E" * 20 + "N" * 20
    right = "E" * 19 + "C" * 1 + "C" * 11 + "E" * 2 + "U" * 7
    judged = Judgments.from_arrays(labels(gold), labels(right.translate(EXCHANGED)))
    found = find_exchange(judged)
    assert found.details["meant"] == OF_TWO
    assert accuracies(found) == (10 / 40, 37 / 40, 20 / 40)


@pytest.mark.parametrize(
    ("gold", "said"),
    [
        # Higher by 1 of 6 pairs only.
        ("EEENNN", "EENENN"),
        # Worse than always E, and with labels exchanged as good as that.
        ("E" * 30 + "N" * 10, "N" * 40),
        # As good as always E as it is.
        ("E" * 20 + "C" * 20, "E" * 40),
        ("E", "N"),
    ],
)
def test_small_differences_and_constant_labels_say_nothing(labels, gold, said):
    assert find_exchange(Judgments.from_arrays(labels(gold), labels(said))) is None


@pytest.mark.parametrize(("right", "is_found"), [(15, False), (14, True), (13, True)])
def test_a_fifth_of_the_pairs_is_enough(labels, right, is_found):
    """Of 35 pairs, 14 are right, and 21 with labels exchanged: 7 more, which are a fifth."""
    gold = "EN" * 17 + "E"
    said = gold[:right] + gold[right:].translate(str.maketrans("EN", "NE"))
    found = find_exchange(Judgments.from_arrays(labels(gold), labels(said)))
    assert (found is not None) is is_found


@pytest.mark.parametrize("size", [6, 800])
@pytest.mark.parametrize(
    ("letters", "read_as"), [("ECU", "CEU"), ("ECU", "EUC"), ("ECU", "UEC"), ("EN", "NE")]
)
def test_reports_begin_with_it_at_every_size(pairs, run_of, size, letters, read_as):
    gold = (letters * size)[:size]
    said = gold.translate(str.maketrans(letters, read_as))
    report = evaluate(pairs(gold), run_of(said), measures=["accuracy_2way"])
    (doubt,) = report.doubts()
    assert re.search("in the whole run would raise accuracy from .* to 1.000", doubt)
    assert report.to_text(10_000).startswith(doubt)
    assert report.to_markdown().startswith(f"- {doubt[:20]}")
    assert report.to_text(10_000).count(doubt) == 1
    found = report.to_dict()
    assert next(iter(found.items())) == ("doubts", [doubt])
    # It changes nothing.
    right = [(a == "E") == (b == "E") for a, b in zip(gold, said, strict=True)]
    value = found["runs"][0]["measures"]["accuracy_2way"]["value"]
    assert value == pytest.approx(sum(right) / size)


@pytest.mark.usefixtures("few_resamples", "blank_plots")
def test_the_page_begins_with_it(pairs, run_of):
    gold, run = pairs("ENENEN"), run_of("NENENE")
    page = build_page(evaluate(gold, run), gold, [run])
    assert page.index("exchanging ENTAILMENT and NO") < page.index("The two-way accuracy of run is")
