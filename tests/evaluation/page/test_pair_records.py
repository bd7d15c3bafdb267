"""What the page's script is given."""

import json

import pytest

from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.page.pairs import pairs_json
from rte_baselines.runs import Prediction, Run
from tests.evaluation.page.conftest import scored_runs


def written_of(pairs, *runs):
    return pairs_json(pairs, scored_runs(pairs, *runs), Gold.from_pairs(pairs))


@pytest.fixture
def written(few_pairs, scored_run, bare_run):
    return written_of(few_pairs, scored_run, bare_run)


def test_pairs_and_runs_are_written_unchanged_and_close_no_element(
    written, few_pairs, scored_run, bare_run
):
    assert "<" not in written
    found = json.loads(written)
    assert [run["name"] for run in found["runs"]] == [scored_run.name, bare_run.name]
    assert found["ids"] == [pair.id for pair in few_pairs]
    assert found["texts"] == [pair.text for pair in few_pairs]
    assert found["hypotheses"] == [pair.hypothesis for pair in few_pairs]
    assert found["tasks"] == [pair.task for pair in few_pairs]
    golds = [found["labels"][place] for place in found["gold"]]
    assert golds == [pair.label for pair in few_pairs]
    # Predictions are columns.
    scored, bare = found["runs"]
    for columns, run in ((scored, scored_run), (bare, bare_run)):
        assert [found["labels"][place] for place in columns["labels"]] == run.labels.tolist()
    # The first run is wrong on 2 and 5, the second, which labels all pairs alike, on every other.
    assert (scored["right"], bare["right"]) == ([1, 0, 1, 1, 0, 1], [1, 0, 1, 0, 1, 0])
    assert scored["score"] == [0.9, 0.8, 0.7, 0.4, 0.3, 0.1]
    assert scored["confidence"] == [0.8, 0.6, 0.4, 0.2, 0.4, 0.8]
    assert bare["score"] == bare["confidence"] == [None] * 6


def test_what_a_partial_run_leaves_out_has_no_verdict(few_pairs):
    rows = ("3", "YES", None, 0.123456), ("5", "NO", None, -2.5), ("6", "NO")
    run = Run(Prediction(*row) for row in rows)
    found = json.loads(written_of(few_pairs, run))
    (columns,) = found["runs"]
    yes, no = map(found["labels"].index, ("ENTAILMENT", "NO_ENTAILMENT"))
    assert columns["labels"] == [None, None, yes, None, no, no]
    assert columns["right"] == [None, None, 1, None, 0, 1]
    assert columns["score"] == [None, None, 0.1235, None, -2.5, None]
    assert columns["confidence"] == [None] * 6
