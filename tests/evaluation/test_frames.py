"""Reports and comparisons as data frames."""

from dataclasses import replace

import numpy as np
import pytest

from rte_baselines import Prediction, Run, compare, evaluate
from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.disagreement import evaluate_disagreement
from rte_baselines.evaluation.seeds import DatasetRuns, System, tabulate_systems
from rte_baselines.evaluation.temperature import CalibrationPart, calibrate

pytestmark = pytest.mark.slow
MEASURES = ["accuracy_2way", "cws", "coverage"]


@pytest.fixture(scope="module")
def gold(pairs):
    return pairs("ENEN", ["IE", "IE", "QA", "QA"])


@pytest.fixture(scope="module")
def runs(run_of):
    return [run_of(of, name, [0.5] * 4) for name, of in (("one", "ENEE"), ("two", "NNNN"))]


def test_a_report_has_a_row_for_each_value(gold, runs):
    report = evaluate(gold, runs, measures=MEASURES, slices={"half": ["a", "a", "b", None]})
    frame = report.to_pandas()
    systems = [*report.runs, *report.trivial]
    parts = [(of.overall, *of.tasks.values(), *of.slices.values()) for of in systems]
    found = sum(len(scores.measures) for of_system in parts for scores in of_system)
    assert frame["value"].notna().sum() == found
    assert (frame["value"].isna() == frame["reason"].notna()).all()
    assert set(frame.query("is_reference")["system"]) == {system.name for system in report.trivial}
    accuracy = frame.query("system == 'one' and measure == 'accuracy_2way'")
    (row,) = accuracy.query("task.isna() and half.isna()").itertuples()
    estimate = report.runs[0].overall.measures["accuracy_2way"]
    assert (row.value, row.low, row.high, row.pairs) == (0.75, estimate.low, estimate.high, 4)
    by_task = accuracy.query("task.notna()")
    assert dict(zip(by_task["task"], by_task["value"], strict=True)) == {"IE": 1.0, "QA": 0.5}
    by_half = frame.query("system == 'two' and half.notna() and measure == 'accuracy_2way'")
    assert by_half["half"].tolist() == ["a", "b"]


def test_pairs_that_a_run_leaves_out_are_counted(gold, runs):
    """A value that counts them is of all four pairs."""
    first = runs[0][:1].called("first")
    scored = evaluate(gold, first, measures="accuracy_2way", by_task=False, partial=True)
    dataset = DatasetRuns("one", gold, [System("first", (first,), ("1",))])
    table = tabulate_systems([dataset], measures=["accuracy_2way"], partial=True)
    expected = {"accuracy_2way_of_all": (4, 3, 0.25), "accuracy_2way": (1, 3, 1.0)}
    for report, measures in ((scored, expected | {"coverage": (4, 3, 0.25)}), (table, expected)):
        rows = report.to_pandas().query("system == 'first'").itertuples()
        assert {row.measure: (row.pairs, row.unlabelled, row.value) for row in rows} == measures


def test_a_property_is_not_called_as_another_column(gold, runs):
    report = evaluate(gold, runs, measures=MEASURES, slices={"value": ["a", "a", "b", None]})
    with pytest.raises(InputError, match="'value' is a column of scores"):
        report.to_pandas()


@pytest.fixture(scope="module")
def systems(runs):
    one, two = runs
    return [System("seeded", (one, two), ("1", "2")), System("single", (two,), ("two",))]


def test_scores_over_seeds_have_rows_of_each_seed(gold, systems):
    datasets = [DatasetRuns("one", gold, systems)]
    frame = tabulate_systems(datasets, measures=["accuracy_2way"]).to_pandas()
    by_seed = frame.query("seed.notna()")
    assert dict(zip(by_seed["seed"], by_seed["value"], strict=True)) == {"1": 0.75, "2": 0.5}
    (mean,) = frame.query("system == 'seeded' and seed.isna()").itertuples()
    # Of .75 and .5.
    assert (mean.value, mean.sd) == (0.625, pytest.approx(0.125 * 2**0.5))
    (single,) = frame.query("system == 'single'").itertuples()
    assert (single.value, np.isnan(single.sd)) == (0.5, True)


def test_datasets_are_a_column(gold, systems):
    (first, second) = (DatasetRuns(name, gold, systems) for name in ("first", "second"))
    frame = tabulate_systems([first, second], measures=["accuracy_2way", "cws"]).to_pandas()
    accuracy = frame.query("system == 'single' and measure == 'accuracy_2way' and seed.isna()")
    pairs = {"first": 4, "second": 4, "macro average": 8, "micro average": 8}
    assert dict(zip(accuracy["dataset"], accuracy["pairs"], strict=True)) == pairs
    assert set(accuracy["value"]) == {0.5}


def test_annotators_are_references(gold, runs):
    attributes = {"annotator_labels": '["YES", "YES", "NO"]'}
    annotated = [replace(pair, attributes=attributes) for pair in gold]
    frame = evaluate_disagreement(annotated, runs[0]).to_pandas()
    expected = frame.query("measure == 'expected_accuracy'").set_index("system")
    # Two of three annotators say YES, as the run does for three of four pairs; two of three
    # annotators agree with each other once in three times.
    assert expected.loc["one", "value"] == pytest.approx((3 * 2 / 3 + 1 / 3) / 4)
    assert expected.loc["one annotator", "value"] == pytest.approx(1 / 3)
    assert expected["is_reference"].tolist() == [False, True, True]
    assert "no probabilities" in frame.query("system == 'one'")["reason"].dropna().iloc[0]


def test_losses_before_and_after_scaling_are_rows(gold):
    shares = {"YES": 0.9, "NO": 0.1}
    fitted = Run(Prediction(pair.id, "YES", probabilities=shares) for pair in gold)
    other = [replace(pair, text="c") for pair in gold]
    frame = calibrate(CalibrationPart(gold, fitted), CalibrationPart(other, fitted)).to_pandas()
    assert frame.query("measure == 'nll'")["scaling"].tolist() == ["before", "after", "change"]
    before = frame.query("measure == 'nll' and scaling == 'before'")["value"]
    # Two pairs of each label.
    assert before.item() == pytest.approx(-(np.log(0.9) + np.log(0.1)) / 2)


def test_a_comparison_has_a_row_for_each_measure(gold, runs):
    comparison = compare(gold, runs, measures=MEASURES)
    frame = comparison.to_pandas()
    (found,) = comparison.comparisons
    assert frame["measure"].tolist() == list(found.measures)
    first = frame.set_index("measure").loc["accuracy_2way"]
    values = found.measures["accuracy_2way"]
    assert (first["a"], first["b"], first["difference"]) == ("one", "two", 0.25)
    p_values = {**values.p_values, "holm": values.p_holm}
    assert {name: first[f"p_{name}"] for name in p_values} == p_values
    assert np.isnan(frame.set_index("measure").loc["cws", "p_mcnemar"])
