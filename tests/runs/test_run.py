"""A run as columns, and its ranking."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError, RunError
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


predictions = st.builds(
    Prediction,
    st.text(max_size=2),
    st.sampled_from(Label),
    st.none() | st.floats(0, 1),
    st.none() | st.floats(allow_nan=False),
    st.none() | st.dictionaries(st.sampled_from(Label), st.floats(0, 1), min_size=1),
)


@given(st.lists(predictions, max_size=6), st.data())
def test_predictions_come_back_as_they_were(given_predictions, data):
    run = Run(given_predictions)
    assert list(run) == given_predictions
    places = data.draw(st.lists(st.sampled_from(range(len(run))), max_size=6)) if run else []
    assert list(run.select(places)) == [given_predictions[place] for place in places]
    assert list(run[::-1]) == given_predictions[::-1]
    assert [run[place] for place in range(-len(run), len(run))] == given_predictions * 2
    with pytest.raises(IndexError):
        run[len(run)]


def test_probabilities_are_columns_of_all_labels():
    first = Prediction("a", YES, probabilities={YES: 0.75, NO: 0.25})
    second = Prediction("b", YES, probabilities={Label.UNKNOWN: 0.5, YES: 0.5})
    assert Run([first, second]).probabilities.tolist() == [[0.75, 0, 0, 0.25], [0.5, 0, 0.5, 0]]
    assert Run([first, Prediction("b", YES)]).probabilities is None


def test_numpy_sees_numbers_where_they_stand_for_the_labels():
    run = Run(
        [Prediction("a", YES), Prediction("b", NO)], classes={"ENTAILMENT": 0, "NO_ENTAILMENT": 1}
    )
    assert np.asarray(run).tolist() == [0, 1]
    assert np.asarray(run[1:]).tolist() == [1]
    assert run.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT"]


def test_scheme():
    assert Run([Prediction("a", YES)]).scheme is None
    assert Run([Prediction("a", NO)]).scheme is Scheme.TWO_WAY
    mixed = Run([Prediction("a", NO), Prediction("b", Label.UNKNOWN)], name="mixed")
    with pytest.raises(RunError, match="mixed: labels mix two schemes"):
        _ = mixed.scheme


def test_confidences_of_labels_in_another_scheme_than_probabilities():
    three_way = {Label.ENTAILMENT: 0.25, Label.CONTRADICTION: 0.25, Label.UNKNOWN: 0.5}
    two_way = {Label.ENTAILMENT: 0.25, Label.NO_ENTAILMENT: 0.75}
    for label, probabilities, confidence in (
        (Label.NO_ENTAILMENT, three_way, 0.75),
        (Label.ENTAILMENT, three_way, 0.25),
        (Label.NO_ENTAILMENT, two_way, 0.75),
        (Label.ENTAILMENT, two_way, 0.25),
    ):
        run = Run([Prediction("1", label, probabilities=probabilities)])
        assert run.confidences.tolist() == [confidence]
    unknown = Run([Prediction("1", Label.UNKNOWN, probabilities=two_way)])
    assert unknown.confidences is None
    assert unknown.scores.tolist() == [0.25]


def test_a_path_is_no_records_and_a_threshold_is_a_number():
    with pytest.raises(InputError, match=r"'a\.jsonl' is a path; expected records; see read_run"):
        Run.from_records("a.jsonl")
    with pytest.raises(InputError, match="threshold nan is not finite"):
        Run.from_records([{"id": "1", "score": 0.5}], threshold=float("nan"))
