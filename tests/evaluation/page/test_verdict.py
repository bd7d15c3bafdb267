"""By what runs are ranked, which is best, and what the page says of it first."""

import numpy as np
import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.page.verdict import main_measure, ranking_of
from rte_baselines.pairs import Pair
from tests.evaluation.page.conftest import IDS, NO, YES, run_of, scored_runs

PAIRS = 100
GOLD = [Pair(id_, "T.", "H.", None, YES if n < 60 else NO) for n, id_ in enumerate(IDS)]


def wrong_on(places, name, answered=range(PAIRS)):
    """A run that is wrong on the pairs of these places."""
    letters = ["EN"[(n < 60) == (n in places)] for n in range(PAIRS)]
    return run_of(name, letters).select(list(answered))


def opened(runs, measures=("accuracy_2way",), gold=GOLD):
    report = evaluate(gold, runs, measures=measures, partial=True)
    found = ranking_of(report, scored_runs(gold, *runs))
    return found, found.verdict


def said(runs, **options):
    return " ".join(opened(runs, **options)[0].sentences)


# There is none of all pairs: of the 60 entailed ones, it is the share found.
RECALL = ("recall",)
AGAINST = "Against the best trivial system (always ENTAILMENT, 0.600): "


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (10, "better by more than chance: run."),
        (38, "the difference may be chance for run."),
        (42, "the difference may be chance for run."),
        (90, "worse by more than chance: run."),
    ],
)
def test_one_run_is_compared_with_the_best_trivial_system(wrong, expected):
    found = said([wrong_on(range(wrong), "run")])
    value = f"{1 - wrong / PAIRS:.3f}"
    assert found.startswith(f"The two-way accuracy of run is {value} (95% interval ")
    assert found.endswith(AGAINST + expected)


def test_some_differences_are_chance():
    wrong = {"best": 10, "close": 12, "far": 40, "further": 45}
    runs = [wrong_on(range(number), name) for name, number in wrong.items()]
    found, verdict = opened(runs)
    assert found.sentences == [
        verdict.text(),
        f"{AGAINST}better by more than chance: best and close; "
        "the difference may be chance for far and further.",
    ]
    assert verdict.best == ("best",)
    assert verdict.better == {"best": ("far", "further"), "close": ("far", "further")}
    assert "McNemar's exact test, two-sided, with Holm's correction for 6 compar" in found.tests
    assert "exact binomial test, two-sided, with Holm's correction for 4 runs." in found.tests


def test_partial_runs_are_compared_on_common_pairs():
    runs = wrong_on(range(10), "a", range(80)), wrong_on(range(10, 40), "b", range(20, PAIRS))
    found, verdict = opened(runs, measures=RECALL)
    # Of the 40 entailed pairs from 20 to 59, a finds all, and b misses 20.
    assert verdict.differences["a"]["b"].difference == pytest.approx(1 / 2)
    assert "Two runs are compared on the pairs that both label." in found.tests


def test_answering_only_what_is_easy_does_not_win():
    """By hand: "sure" is right on its 50 pairs, "whole" on 80, of which 45 are among the 50."""
    wrong = {*range(5), *range(85, PAIRS)}
    runs = wrong_on((), "sure", range(50)), wrong_on(wrong, "whole")
    found, verdict = opened(runs)
    assert verdict.measure == "accuracy_2way_of_all"
    assert verdict.values == pytest.approx({"sure": 0.5, "whole": 0.8})
    assert verdict.best == ("whole",)
    assert found.sentences[-1] == "Pairs without a label count as wrong."
    assert "McNemar's exact test" in found.tests
    assert "both label" not in found.tests


def test_one_run_that_leaves_pairs_out():
    found = said([wrong_on(range(10), "run", range(50))])
    assert found.startswith("The two-way accuracy of all pairs of run is 0.400 (95% interval ")
    assert found.endswith("Pairs without a label count as wrong.")


def test_runs_that_label_no_pair_in_common_have_a_verdict_by_all_pairs_only():
    runs = wrong_on(range(10), "a", range(50)), wrong_on((), "b", range(50, PAIRS))
    found, verdict = opened(runs)
    # Only a is right on 40 pairs, only b on 50.
    assert verdict.values == pytest.approx({"a": 0.4, "b": 0.5})
    found, verdict = opened(runs, measures=RECALL)
    assert verdict is None
    assert found.sentences[0] == "No two runs can be compared, as they label no pair in common."
    assert "Differences between runs" not in found.tests


def test_runs_without_common_pairs_are_left_out():
    halves = wrong_on(range(20), "first", range(50)), wrong_on((), "second", range(50, PAIRS))
    _, verdict = opened([wrong_on((), "whole"), *halves], measures=RECALL)
    assert "second" not in verdict.differences["first"]
    assert verdict.best == ()


def test_a_run_of_few_pairs_is_not_best_by_values_on_other_pairs():
    of_all = wrong_on(range(10, 30), "a"), wrong_on(range(10, 20), "b")
    runs = [*of_all, wrong_on((), "few", range(3))]
    found, verdict = opened(runs, measures=RECALL)
    assert "no run is called best, as runs are compared on different pairs" in found.sentences[0]
    assert "Two runs are compared on the pairs that both label." in found.tests
    assert verdict.better == {"b": ("a",)}


def test_two_way_and_three_way_runs_have_a_two_way_opponent(pairs):
    runs = run_of("three", "ECU" * 30), run_of("two", "ENN" * 30)
    assert said(runs, gold=pairs("ECU" * 30)).endswith(
        "(always NO_ENTAILMENT, 0.667): better by more than chance: three and two."
    )


@pytest.mark.parametrize(
    ("measures", "expected", "other"),
    [
        (["cws", "accuracy_2way", "accuracy_3way"], "accuracy_3way", "ECU"),
        (["cws", "accuracy_2way"], "accuracy_2way", "ECU"),
        (["entropy_gold", "conditional_entropy", "kappa"], "conditional_entropy", "ECU"),
        (["cws", "kappa"], "kappa", "ECU"),
        (["entropy_gold"], None, "ECU"),
        (["coverage"], None, "ECU"),
        # Values in different schemes do not rank runs.
        (["kappa", "f1"], "kappa", "ECU"),
        (["kappa", "f1"], "f1", "ENE"),
        (["kappa"], None, "ENE"),
    ],
)
def test_the_main_measure(pairs, measures, expected, other):
    # There are no confidences, so that cws has no value.
    runs = run_of("a", "ECU" * 3), run_of("b", other * 3)
    found = main_measure(evaluate(pairs("ECU" * 3), runs, measures=measures))
    assert (found and found.name) == expected


def test_lower_values_are_better_where_a_measure_says_so():
    runs = run_of("sure", "E" * 20, [0.9] * 20), run_of("unsure", "E" * 20, [0.5] * 20)
    found, verdict = opened(runs, ["brier"], GOLD[:20])
    assert found.names == ["sure", "unsure"]
    assert found.sentences[0].startswith("brier: sure is best (0.010)")
    assert "approximate randomization" in found.tests
    # The difference is the same on each pair, 0.24 in favour of the first.
    assert verdict.differences["sure"]["unsure"].difference == pytest.approx(-0.24)
    assert verdict.better == {"sure": ("unsure",)}


def test_p_values_are_those_of_mcnemar_with_holm_s_correction():
    runs = [wrong_on(range(wrong), str(wrong)) for wrong in (0, 4, 5)]
    _, verdict = opened(runs)
    # On 4, 5 and 1 pairs, only the first of two runs is right: 2/2^4, 2/2^5 and 1, times 2, 3, 1.
    p_values = {(a, b): verdict.differences[a][b].p_holm for a, b in (("0", "4"), ("0", "5"))}
    assert np.allclose([p_values["0", "4"], p_values["0", "5"]], [0.25, 0.1875])
    assert verdict.differences["4"]["5"].p_holm == 1.0
    assert verdict.better == {}
