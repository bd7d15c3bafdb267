"""A run checked against its pairs."""

import pytest

from rte_baselines.errors import RunError
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run, check_run

YES, NO, UNKNOWN = Label.ENTAILMENT, Label.NO_ENTAILMENT, Label.UNKNOWN
PAIRS = [Pair(pair_id, "text", "hypothesis") for pair_id in "abcde"]


def test_a_run_is_aligned_with_the_pairs_and_keeps_its_ranking():
    run = check_run(Run([Prediction(pair_id, YES) for pair_id in "edcba"], ranked=True), PAIRS)
    assert run.ids == tuple("abcde")
    assert run.ranking.tolist() == [5, 4, 3, 2, 1]


def test_all_wrong_ids_are_told_at_once():
    run = Run([Prediction(pair_id, YES) for pair_id in "aaxyzw"], name="mine")
    with pytest.raises(RunError) as caught:
        check_run(run, PAIRS)
    assert str(caught.value) == (
        "mine: missing id: 4 ('b', 'c', 'd', ...); unknown id: 4 ('x', 'y', 'z', ...); "
        "repeated id: 1 ('a'); expected one sound judgment for each of the 5 pairs"
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
        "three-way label beside it: 1 ('b')",
        "score that is not finite: 2 ('a', 'c')",
        "confidence outside [0, 1]: 2 ('b', 'c')",
        "probability outside [0, 1]: 1 ('d')",
    ):
        assert part in str(caught.value)
    assert "missing" not in str(caught.value)


def test_pairs_that_come_one_by_one():
    run = Run([Prediction(pair_id, NO) for pair_id in "abcde"])
    assert check_run(run, iter(PAIRS)) is run
