"""Coverage, and the scores of runs that leave pairs out."""

import pytest

from rte_baselines.evaluation import available_measures, evaluate
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.runs import Prediction, Run


def run_of(letters, labels, ids):
    return Run(map(Prediction, ids, labels(letters)), name="mine")


def scores_of(report):
    return {name: found.value for name, found in report.runs[0].overall.measures.items()}


def test_by_hand(pairs, labels):
    gold = pairs("ENENE", tasks=["IE", "IE", "IE", "QA", "QA"])
    # In another order than the pairs; 2 and 5 are left out; 1 and 4 are right, 3 is not.
    run = run_of("NNE", labels, ["3", "4", "1"])
    report = evaluate(gold, run, measures=["coverage", "accuracy_2way"], partial=True)
    assert scores_of(report) == pytest.approx({"coverage": 3 / 5, "accuracy_2way": 2 / 3})
    tasks = report.runs[0].tasks
    assert {task: found.pairs for task, found in tasks.items()} == {"IE": 2, "QA": 1}
    assert tasks["IE"].measures["coverage"].value == pytest.approx(2 / 3)
    assert tasks["IE"].measures["accuracy_2way"].value == 1 / 2
    assert tasks["QA"].measures["coverage"].value == 1 / 2
    assert tasks["QA"].measures["accuracy_2way"].value == 1


@pytest.mark.slow
def test_a_task_without_labelled_pairs_has_no_scores(pairs, labels):
    gold = pairs("ENE", tasks=["IE", "IE", "QA"])
    report = evaluate(gold, run_of("EN", labels, ["1", "2"]), partial=True)
    assert report.runs[0].tasks.keys() == {"IE"}
    assert "coverage" in report.to_text()
    whole = run_of("ENE", labels, ["1", "2", "3"])
    both = evaluate(gold, [run_of("EN", labels, ["1", "2"]), whole], partial=True)
    rows = [line.split()[:5] for line in both.to_text().splitlines()]
    assert ["QA", "1", "of", "1", "mine"] in rows


def test_its_interval_is_wilsons():
    judged = Judgments.from_arrays(["YES"] * 4, ["YES"] * 4)
    half = judged.select(slice(None), unanswered=4)
    # z^2 = 3.8415: centre (4 + 1.9207) / 11.8415 = 1/2, spread sqrt(3.8415 (2 + 0.9604)) / 11.8415.
    assert available_measures()["coverage"].interval(half) == pytest.approx(
        (0.5 - 0.2848, 0.5 + 0.2848), abs=1e-4
    )
