"""A run as columns, and its ranking."""

import numpy as np
import pytest

from rte_baselines.errors import RunError
from rte_baselines.pairs import Label, Scheme
from rte_baselines.runs import Prediction, Run

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT


def test_scores_rank_and_equal_scores_share_a_rank():
    scores = [0.2, 0.9, 0.2, -3.0]
    run = Run(Prediction(str(i), YES, score=score) for i, score in enumerate(scores))
    assert run.ranking.tolist() == [2, 1, 2, 3]


def test_order_ranks_only_where_said_and_without_scores():
    predictions = [Prediction("a", YES), Prediction("b", NO)]
    assert Run(predictions).ranking is None
    assert Run(predictions, ranked=True).ranking.tolist() == [1, 2]
    scored = [Prediction("a", YES, score=0.1), Prediction("b", NO, score=0.5)]
    assert Run(scored, ranked=True).ranking.tolist() == [2, 1]


def test_a_score_for_some_pairs_only_is_no_ranking():
    run = Run([Prediction("a", YES, score=1.0), Prediction("b", NO)])
    assert run.scores is None
    assert run.ranking is None


def test_selected_predictions_keep_their_ranks():
    run = Run([Prediction(pair_id, YES) for pair_id in "abc"], ranked=True)
    chosen = run.select([2, 0])
    assert chosen.ids == ("c", "a")
    assert chosen.ranking.tolist() == [3, 1]
    assert run[1:].ranking.tolist() == [2, 3]


def test_numpy_sees_the_labels():
    run = Run([Prediction("a", YES), Prediction("b", NO)])
    assert np.asarray(run).tolist() == ["ENTAILMENT", "NO_ENTAILMENT"]


def test_scheme():
    assert Run([Prediction("a", YES)]).scheme is None
    assert Run([Prediction("a", NO)]).scheme is Scheme.TWO_WAY
    mixed = Run([Prediction("a", NO), Prediction("b", Label.UNKNOWN)], name="mixed")
    with pytest.raises(RunError, match="mixed: labels mix two schemes"):
        _ = mixed.scheme


def test_an_empty_run_has_no_columns():
    run = Run([])
    assert len(run) == 0
    assert run.confidences is None
    assert run.select([]).ids == ()
