"""What the page's script is given."""

import json
from dataclasses import replace

import pytest

from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.inputs.parts import Parts
from rte_baselines.evaluation.page.pair_records import pairs_json
from rte_baselines.evaluation.page.scored_runs import ScoredRun
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run


@pytest.fixture
def written(few_pairs, scored_run, bare_run, alignments):
    gold = Gold.from_pairs(few_pairs)
    runs = [ScoredRun.of(run, gold) for run in (scored_run, bare_run)]
    return pairs_json(few_pairs, runs, alignments, Parts(gold.tasks(), {}))


def test_no_text_closes_its_script_element(written):
    assert "<" not in written


def test_pairs_are_written_unchanged(written, few_pairs, scored_run, bare_run):
    found = json.loads(written)
    assert found["runs"] == [scored_run.name, bare_run.name]
    for record, pair in zip(found["pairs"], few_pairs, strict=True):
        assert (record["id"], record["task"], record["gold"]) == (pair.id, pair.task, pair.label)
        assert (record["text"], record["hypothesis"]) == (pair.text, pair.hypothesis)


def test_verdicts(written):
    second = json.loads(written)["pairs"][1]["verdicts"]
    assert second["0"] == {"label": "ENTAILMENT", "right": False, "confidence": 0.6, "score": 0.8}
    assert second["1"] == {"label": "ENTAILMENT", "right": False, "confidence": None, "score": None}


def test_links(written):
    first, second = json.loads(written)["pairs"][:2]
    links = [[[0, 10], [4, 8], "same sense"], [[11, 12], None, "missing"]]
    assert first["links"] == {"0": links}
    assert second["links"] == {}


def test_what_a_partial_run_leaves_out_has_no_verdict(few_pairs):
    run = Run([Prediction("3", Label.ENTAILMENT)], name="partial")
    scored = ScoredRun.of(run, Gold.from_pairs(few_pairs))
    records = json.loads(pairs_json(few_pairs, [scored], {}, Parts({}, {})))["pairs"]
    assert [list(record["verdicts"]) for record in records] == [[], [], ["0"], [], [], []]


def test_pairs_without_a_task_beside_others(few_pairs, scored_run):
    pairs = [replace(few_pairs[0], task=None), *few_pairs[1:]]
    gold = Gold.from_pairs(pairs)
    written = pairs_json(pairs, [ScoredRun.of(scored_run, gold)], {}, Parts(gold.tasks(), {}))
    tasks = [record["task"] for record in json.loads(written)["pairs"]]
    assert tasks == ["(no task)", "IE", "IE", "QA", "QA", "QA"]


@pytest.mark.parametrize(
    ("gold", "label", "is_right"),
    [
        (Label.UNKNOWN, Label.CONTRADICTION, False),
        (Label.UNKNOWN, Label.NO_ENTAILMENT, True),
        (Label.UNKNOWN, Label.UNKNOWN, True),
    ],
)
def test_correctness_depends_on_the_scheme(gold, label, is_right):
    pairs = [Pair("1", "", "", None, gold)]
    scored = ScoredRun.of(Run([Prediction("1", label)]), Gold.from_pairs(pairs))
    assert scored.right.tolist() == [is_right]
