"""Reports and comparisons as data frames."""

import numpy as np
import pytest

from rte_baselines import Pair, Prediction, Run, compare, evaluate

pytestmark = pytest.mark.slow
MEASURES = ["accuracy_2way", "cws", "coverage"]


@pytest.fixture(scope="module")
def gold():
    labels = ["YES", "NO", "YES", "NO"]
    return [
        Pair(str(number), "a", "b", "IE" if number < 2 else "QA", label)
        for number, label in enumerate(labels)
    ]


@pytest.fixture(scope="module")
def runs():
    return [
        Run([Prediction(str(n), label, 0.5) for n, label in enumerate(labels)], name=name)
        for name, labels in (("one", ["YES", "NO", "YES", "YES"]), ("two", ["NO"] * 4))
    ]


def test_a_report_has_a_row_for_each_value(gold, runs):
    report = evaluate(gold, runs, measures=MEASURES, slices={"half": ["a", "a", "b", None]})
    frame = report.to_pandas()
    systems = [*report.runs, *report.trivial]
    parts = [
        scores
        for system in systems
        for scores in (system.overall, *system.tasks.values(), *system.slices.values())
    ]
    assert len(frame) == sum(len(scores.measures) for scores in parts)
    assert frame["is_trivial"].sum() == sum(
        len(scores.measures)
        for system in report.trivial
        for scores in (system.overall, *system.tasks.values(), *system.slices.values())
    )
    accuracy = frame.query("run == 'one' and measure == 'accuracy_2way'")
    (row,) = accuracy.query("part == 'all'").itertuples()
    estimate = report.runs[0].overall.measures["accuracy_2way"]
    assert (row.value, row.low, row.high, row.pairs) == (0.75, estimate.low, estimate.high, 4)
    by_task = accuracy.query("part == 'task'")
    assert dict(zip(by_task["value_of_part"], by_task["value"], strict=True)) == {
        "IE": 1.0,
        "QA": 0.5,
    }
    by_slice = frame.query("run == 'two' and part == 'half' and measure == 'accuracy_2way'")
    assert by_slice["value_of_part"].tolist() == ["a", "b"]
    assert np.isfinite(frame["value"]).all()


def test_a_comparison_has_a_row_for_each_measure(gold, runs):
    comparison = compare(gold, runs, measures=MEASURES)
    frame = comparison.to_pandas()
    (found,) = comparison.comparisons
    assert frame["measure"].tolist() == list(found.measures)
    first = frame.set_index("measure").loc["accuracy_2way"]
    values = found.measures["accuracy_2way"]
    assert (first["a"], first["b"], first["difference"]) == ("one", "two", 0.25)
    for name, p_value in values.p_values.items():
        assert first[f"p_{name}"] == p_value
        assert first[f"p_{name}_holm"] == values.holm[name]
    assert np.isnan(frame.set_index("measure").loc["cws", "p_mcnemar"])
