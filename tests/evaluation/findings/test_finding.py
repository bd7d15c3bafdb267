"""What is found out about runs: exchanged labels, degradation, soundness and ties."""

import json
import re
from collections import Counter
from itertools import permutations
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.evaluation import available_measures, evaluate
from rte_baselines.evaluation.findings.finding import (
    check_soundness,
    find_degradation,
    find_exchange,
    find_ties,
)
from rte_baselines.evaluation.inputs.arrays import judgments_of_arrays
from rte_baselines.evaluation.page import build_page
from rte_baselines.pairs import Label, Scheme
from tests.evaluation.figure_2 import GOLD, LABELS

MEASURES = available_measures()
EXCHANGED = str.maketrans("EC", "CE")
OF_TWO = {"ENTAILMENT": "CONTRADICTION", "CONTRADICTION": "ENTAILMENT"}


def accuracies(found):
    return tuple(found.details[name] for name in ("before", "after", "best_trivial"))


def test_an_exchange_of_two_labels(labels):
    """Of 40 labels, 36 are right with E and C exchanged; else the four wrong ones are, and U."""
    gold = "E" * 20 + "C" * 12 + "U" * 8
    right = "E" * 18 + "C" * 2 + "C" * 10 + "E" * 2 + "U" * 8
    found = find_exchange(judgments_of_arrays(labels(gold), labels(right.translate(EXCHANGED))))
    assert found.text.startswith("exchanging ENTAILMENT and CONTRADICTION in the whole run would ")
    assert " from 0.300 to 0.900, above the best trivial system (0.500); if" in found.text
    assert found.text.endswith("state it: run_labels= or run_columns=")
    expected = {"meant": OF_TWO, "before": 12 / 40, "after": 36 / 40, "best_trivial": 20 / 40}
    assert json.loads(json.dumps(found.details)) == expected
    assert find_exchange(judgments_of_arrays(labels(gold), labels(right))) is None


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
    found = find_exchange(judgments_of_arrays(labels(gold), labels(read)))
    assert found.details["meant"] == dict(zip(labels(read_as), labels("EUC"), strict=True))
    assert accuracies(found) == (2 / 40, 36 / 40, 14 / 40)
    assert found.text.startswith(f"reading {described} in the whole run would raise ")


@pytest.mark.parametrize(
    ("gold", "right", "expected"),
    [
        # A run without U, whatever U may mean.
        ("E" * 10 + "C" * 10, "E" * 10 + "C" * 10, (0, 1, 1 / 2)),
        # With E and NO ENTAILMENT exchanged, which the run does not have, only 30 would be right.
        ("E" * 20 + "N" * 20, "E" * 19 + "C" * 12 + "E" * 2 + "U" * 7, (0.25, 37 / 40, 0.5)),
    ],
)
def test_as_few_labels_are_exchanged_as_explain_it(labels, gold, right, expected):
    found = find_exchange(judgments_of_arrays(labels(gold), labels(right.translate(EXCHANGED))))
    assert found.details["meant"] == OF_TWO
    assert accuracies(found) == expected


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
def test_small_differences_and_constant_labels_are_no_exchange(labels, gold, said):
    assert find_exchange(judgments_of_arrays(labels(gold), labels(said))) is None


@pytest.mark.parametrize(("right", "is_found"), [(15, False), (14, True), (13, True)])
def test_a_fifth_of_the_pairs_is_enough(labels, right, is_found):
    """Of 35 pairs, 14 are right, and 21 with labels exchanged: 7 more, which are a fifth."""
    gold = "EN" * 17 + "E"
    said = gold[:right] + gold[right:].translate(str.maketrans("EN", "NE"))
    found = find_exchange(judgments_of_arrays(labels(gold), labels(said)))
    assert (found is not None) is is_found


@pytest.mark.parametrize("size", [6, 800])
@pytest.mark.parametrize(
    ("letters", "read_as"), [("ECU", "CEU"), ("ECU", "EUC"), ("ECU", "UEC"), ("EN", "NE")]
)
def test_reports_begin_with_an_exchange_at_every_size(pairs, run_of, size, letters, read_as):
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
def test_the_page_begins_with_an_exchange(pairs, run_of):
    gold, run = pairs("ENENEN"), run_of("NENENE")
    page = build_page(evaluate(gold, run), gold, [run])
    assert page.index("exchanging ENTAILMENT and NO") < page.index("The two-way accuracy of run is")


def test_degradation_in_bergmairs_example():
    found = find_degradation(judgments_of_arrays(GOLD, LABELS))
    # Of the others, only UNKNOWN for CONTRADICTION gains, 9 right ones for 6; ENTAILMENT
    # for it loses 6 and gains 5.
    assert [(of.details["given"], of.details["instead"]) for of in found] == [
        ("UNKNOWN", "ENTAILMENT"),
        ("CONTRADICTION", "UNKNOWN"),
    ]
    before, after = found[0].details["before"], found[0].details["after"]
    assert (before["accuracy"], after["accuracy"]) == (0.44, 0.51)
    assert before["kappa"] == pytest.approx(0.1277, abs=5e-5)
    assert after["kappa"] == pytest.approx(0.1433, abs=1e-4)
    # To 1.4277 - 1.3703: the paper's 0.0262 is what is lost.
    assert before["mutual_information"] == pytest.approx(0.0836, abs=5e-5)
    assert after["mutual_information"] == pytest.approx(0.0574, abs=5e-5)
    assert found[0].text.startswith("labelling every UNKNOWN as ENTAILMENT would raise accuracy ")
    assert " 0.440 to 0.510, but lose 0.026 of 0.084 bits of mutual information" in found[0].text
    assert found[1].details["after"]["accuracy"] == pytest.approx(0.47)
    as_json = found[0].to_dict()
    assert json.loads(json.dumps(as_json)) == as_json


def test_a_two_way_run_with_more_information_than_a_more_accurate_constant(labels):
    # NO ENTAILMENT is right once in three times; yet where it is not said, none is wrong.
    gold, said = labels("EEEEN"), labels("EENNN")
    (found,) = find_degradation(judgments_of_arrays(gold, said))
    assert "NO ENTAILMENT as ENTAILMENT would raise accuracy from 0.600 to 0.800" in found.text
    after = found.details["after"]
    assert after["kappa"] == after["mutual_information"] == 0


@pytest.mark.parametrize(
    ("gold", "said"),
    # In the last one, gold labels are shared out alike where it says UNKNOWN or ENTAILMENT.
    [("EEE", "EEE"), ("EEE", "ECU"), ("ECU", "ECU"), ("EEUEEUC", "EEEUUUC")],
)
def test_without_gain_or_loss_there_is_no_degradation(labels, gold, said):
    assert find_degradation(judgments_of_arrays(labels(gold), labels(said))) == []


@pytest.mark.slow
@given(st.data())
def test_degradation_is_that_of_the_conflated_run(data):
    scheme = data.draw(st.sampled_from(Scheme))
    label = st.sampled_from(scheme.labels)
    judged = data.draw(st.lists(st.tuples(label, label), min_size=1, max_size=25))
    gold, said = zip(*judged, strict=True)
    accuracy = MEASURES["accuracy_3way" if scheme is Scheme.THREE_WAY else "accuracy_2way"]
    for found in find_degradation(judgments_of_arrays(gold, said)):
        given_label, instead, before, after = found.details.values()
        conflated = [Label[instead] if label is Label[given_label] else label for label in said]
        for standing, labels in ((before, said), (after, conflated)):
            assert standing["accuracy"] == pytest.approx(accuracy(gold, labels))
            for name in ("kappa", "mutual_information"):
                expected = MEASURES[name](gold, labels)
                assert standing[name] == pytest.approx(expected, abs=1e-12)
        assert after["accuracy"] > before["accuracy"]
        assert after["mutual_information"] < before["mutual_information"]


@pytest.fixture(scope="session")
def check(labels):
    """Check labels, by their first letters, against ranks, of pairs a, b, c and so on."""

    def build(letters, ranking):
        judgments = judgments_of_arrays(labels(letters), labels(letters), ranking)
        return list(check_soundness(judgments, ascii_lowercase[: len(letters)]))

    return build


def test_a_contradiction_of_labels_and_ranking(check):
    # From the best: E, N, N, E, E. The second pair contradicts the fourth.
    (found,) = check("ENENE", [1, 3, 5, 2, 4])
    assert "pair 'd', not labelled ENTAILMENT, ranks above pair 'e', labelled" in found.text
    assert json.loads(json.dumps(found.details)) == {"contradiction": ["d", "e"]}


@pytest.mark.parametrize(
    ("letters", "ranking"),
    # The third is sound if the tied pairs are put in that order.
    [("NEUEC", [3, 1, 4, 2, 5]), ("EENN", [1, 1, 2, 2]), ("ENE", [1, 2, 2]), ("EN", None)],
)
def test_sound_runs_and_those_without_a_ranking_have_no_finding(check, letters, ranking):
    assert check(letters, ranking) == []


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from("EN"), st.integers(0, 3)), min_size=1, max_size=6))
def test_soundness_as_all_orders_show(check, pairs):
    letters, ranking = "".join(label for label, _ in pairs), [rank for _, rank in pairs]
    orders = [order for order in permutations(pairs) if [r for _, r in order] == sorted(ranking)]
    sound = ["NE" not in "".join(label for label, _ in order) for order in orders]
    found = check(letters, ranking)
    assert len(found) == (not any(sound))
    for finding in found:
        above, below = map(ascii_lowercase.index, finding.details["contradiction"])
        assert (letters[above], letters[below]) == ("N", "E")
        assert ranking[above] == min(r for label, r in pairs if label == "N")
        assert ranking[below] == min(r for label, r in pairs if label == "E" and r > ranking[above])


@pytest.mark.parametrize(
    ("confidences", "said"),
    [
        ([3, 1, 3, 2, 1, 3, 4, 1], "6 of 8 pairs are tied in confidence, in 2 ties (the largest"),
        ([3, 1, 3], "2 of 3 pairs are tied in confidence, in 1 tie of 2; they count by their exp"),
        ([3, 1, 2], None),
    ],
)
def test_ties_in_the_orders_that_measures_use(labels, confidences, said):
    gold = labels("E" * len(confidences))
    judgments = judgments_of_arrays(gold, gold, confidences=confidences)
    assert list(find_ties(judgments, [MEASURES["accuracy_2way"]])) == []
    found = list(find_ties(judgments, [MEASURES["cws"]]))
    assert len(found) == (said is not None)
    for finding in found:
        assert finding.text.startswith(f"cws: {said}")
        pairs = int(said.partition(" ")[0])
        assert (finding.details["pairs"], finding.details["order"]) == (pairs, "confidence")


def test_ties_of_measures_that_keep_them_together(labels):
    gold = labels("EN")
    judgments = judgments_of_arrays(gold, gold, probabilities=[0.5, 0.5])
    (found,) = find_ties(judgments, [m for m in MEASURES.values() if m.ties_together])
    assert found.text.endswith("in 1 tie of 2; they are on the same side of each threshold")


@pytest.mark.slow
@given(st.lists(st.integers(0, 9), min_size=1, max_size=30))
def test_ties_as_counted_one_by_one(confidences):
    judgments = judgments_of_arrays(*[["YES"] * len(confidences)] * 2, confidences=confidences)
    sizes = [size for size in Counter(confidences).values() if size > 1]
    found = [finding.details for finding in find_ties(judgments, [MEASURES["cws"]])]
    numbers = {"pairs": sum(sizes), "ties": len(sizes), "largest": max(sizes, default=0)}
    assert found == ([{"order": "confidence", **numbers}] if sizes else [])
