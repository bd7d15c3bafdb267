"""A run checked against its pairs."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import RunError
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run, check_run, check_run_on_ids

YES, NO, UNKNOWN = Label.ENTAILMENT, Label.NO_ENTAILMENT, Label.UNKNOWN
PAIRS = [Pair(pair_id, "text", "hypothesis") for pair_id in "abcde"]


def test_all_wrong_ids_are_told_at_once():
    run = Run([Prediction(pair_id, YES) for pair_id in "aaxyzw"], name="mine")
    with pytest.raises(RunError) as caught:
        check_run(run, PAIRS)
    assert str(caught.value) == (
        "mine: missing id: 4 ('b', 'c', 'd', ...); unknown id: 4 ('x', 'y', 'z', ...); "
        "repeated id: 1 ('a'); expected one valid prediction for each of the 5 pairs"
    )


def test_all_wrong_labels_and_numbers_are_told_at_once():
    run = Run(
        [
            Prediction("a", NO, score=float("inf")),
            Prediction("b", UNKNOWN, confidence=1.5),
            Prediction("c", YES, confidence=float("nan"), score=float("nan")),
            Prediction("d", YES, probabilities={YES: -0.5, NO: 1.5}),
            Prediction("e", YES, confidence=1.0, score=-7.0, probabilities={YES: 1.0, NO: 0.0}),
        ]
    )
    with pytest.raises(RunError) as caught:
        check_run(run, PAIRS)
    for part in (
        "two-way label NO_ENTAILMENT: 1 ('a')",
        "three-way label in the same run: 1 ('b')",
        "score that is not finite: 2 ('a', 'c')",
        "confidence outside [0, 1]: 2 ('b', 'c')",
        "probability outside [0, 1]: 1 ('d')",
    ):
        assert part in str(caught.value)
    assert "missing" not in str(caught.value)


@pytest.mark.parametrize(
    ("shares", "is_sound"),
    [
        ({YES: 0.25, NO: 0.75}, True),
        ({YES: 0.33, UNKNOWN: 0.33, Label.CONTRADICTION: 0.33}, True),
        ({YES: 0.34, UNKNOWN: 0.34, Label.CONTRADICTION: 0.33}, True),
        ({YES: 0.32, UNKNOWN: 0.33, Label.CONTRADICTION: 0.33}, False),
        ({YES: 0.5, NO: 0.6}, False),
        ({YES: float("inf"), NO: float("-inf")}, False),
    ],
)
def test_probabilities_sum_to_1_but_for_rounding(shares, is_sound):
    run = Run([Prediction("a", YES, probabilities=shares)])
    if is_sound:
        assert check_run(run, PAIRS[:1]) is run
    else:
        with pytest.raises(RunError, match=r"probabilities that do not sum to 1: 1 \('a'\)"):
            check_run(run, PAIRS[:1])


def test_a_partial_run_keeps_the_order_of_the_pairs():
    run = Run([Prediction(pair_id, YES) for pair_id in "db"], ranked=True)
    with pytest.raises(RunError, match=r"missing id: 3 \('a', 'c', 'e'\)"):
        check_run(run, PAIRS)
    checked = check_run(run, PAIRS, partial=True)
    assert checked.ids == ("b", "d")
    assert checked.ranking.tolist() == [2, 1]


def test_repeated_ids_are_refused_though_the_pairs_repeat_them_too():
    run = Run([Prediction(pair_id, YES) for pair_id in "aba"])
    with pytest.raises(RunError, match=r"repeated id: 1 \('a'\)"):
        check_run(run, [PAIRS[0], PAIRS[1], PAIRS[0]])


@given(st.lists(st.sampled_from("abcdefg"), max_size=8), st.booleans())
def test_ids_are_told_apart_as_counting_does(ids, partial):
    run = Run([Prediction(pair_id, YES) for pair_id in ids])
    known = {pair.id for pair in PAIRS}
    counts = Counter(ids)
    problems = {
        "missing": 0 if partial and known & set(ids) else len(known - set(ids)),
        "unknown": len(set(ids) - known),
        "repeated": sum(times > 1 for times in counts.values()),
    }
    try:
        checked, message = check_run(run, PAIRS, partial=partial), ""
    except RunError as error:
        checked, message = None, str(error)
    for problem, number in problems.items():
        assert (f"{problem} id: {number} " in message) == bool(number)
    if checked is not None:
        assert checked.ids == tuple(pair.id for pair in PAIRS if pair.id in counts)


def test_predictions_on_ignored_pairs_are_dropped_and_the_others_keep_their_ranks():
    run = Run(
        [Prediction(pair_id, UNKNOWN if pair_id == "x" else YES) for pair_id in "xcxbay"],
        ranked=True,
    )
    checked = check_run_on_ids(run, ("a", "b", "c"), ignored=["x", "y", "z", "a"])
    assert checked.ids == ("a", "b", "c")
    assert checked.ranking.tolist() == [5, 4, 2]
    with pytest.raises(RunError, match=r"unknown id: 1 \('y'\)"):
        check_run_on_ids(run, ("a", "b", "c"), ignored={"x"})


@pytest.mark.parametrize("size", [6, 800])
@pytest.mark.parametrize("partial", [False, True])
def test_another_column_that_holds_the_ids_is_named(size, partial):
    """As in MNLI of GLUE, whose pairs have an index and a pairID."""
    pairs = [
        Pair(f"{n}c", "t", "h", attributes={"genre": "fiction", "index": str(n)})
        for n in range(size)
    ]
    run = Run([Prediction(str(n), YES) for n in range(size - partial)], name="mine")
    with pytest.raises(RunError) as caught:
        check_run(run, pairs, partial=partial)
    assert str(caught.value).endswith(
        f"for each of the {size} pairs; the run has the ids in the column 'index' of the pairs: "
        "columns={'id': 'index'}"
    )
    with advising_options(), pytest.raises(RunError, match=r"pairs: --columns id=index$"):
        check_run(run, pairs, partial=partial)
    others = Run([Prediction(f"x{n}", YES) for n in range(size)])
    with pytest.raises(RunError, match=rf"for each of the {size} pairs$"):
        check_run(others, pairs)


@given(
    st.sampled_from([(YES, NO), (YES, UNKNOWN, Label.CONTRADICTION)]),
    st.lists(st.floats(0.01, 1), min_size=3, max_size=3),
)
def test_probabilities_rounded_to_two_digits_pass(labels, weights):
    total = sum(weights[: len(labels)])
    shares = {label: round(w / total, 2) for label, w in zip(labels, weights, strict=False)}
    assert check_run(Run([Prediction("a", YES, probabilities=shares)]), PAIRS[:1])
