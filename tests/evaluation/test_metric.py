"""The metric with the methods of `evaluate`."""

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.evaluation import EntailmentMetric, available_measures

LABELS = st.sampled_from(["ENTAILMENT", "CONTRADICTION", "UNKNOWN"])
ROWS = st.lists(st.tuples(LABELS, LABELS, st.floats(0, 1)), min_size=1, max_size=6)


@pytest.mark.slow
@given(ROWS)
def test_batches_count_as_one(rows):
    predictions, references, numbers = map(list, zip(*rows, strict=True))
    metric = EntailmentMetric(["accuracy_3way", "cws"])
    columns = {"predictions": predictions, "references": references, "confidences": numbers}
    whole = metric.compute(**columns)
    metric.add(prediction=predictions[0], reference=references[0], confidence=numbers[0])
    metric.add_batch(**{name: values[1:] for name, values in columns.items()})
    assert metric.compute() == whole
    measures = available_measures()
    assert whole["accuracy_3way"] == measures["accuracy_3way"](references, predictions)
    assert whole["cws"] == measures["cws"](references, predictions, confidences=numbers)


def test_numbers_and_columns_have_the_order_that_is_stated():
    expected = {"average_precision": 1, "brier": 0.025, "accuracy_2way": 1}
    metric = EntailmentMetric(list(expected), label_order="entailment,not_entailment")
    numbers = {"probabilities": [[0.9, 0.1], [0.2, 0.8]], "scores": [0.9, 0.2]}
    found = metric.compute(predictions=[0, 1], references=[0, 1], **numbers)
    assert found == pytest.approx(expected)


def test_measures_without_a_value():
    given_labels = {"predictions": ["yes"], "references": ["yes"]}
    found = EntailmentMetric().compute(**given_labels)
    assert found["accuracy_2way"] == 1
    assert "cws" not in found
    with pytest.raises(RunError, match="cws is undefined: the run has no confidence"):
        EntailmentMetric("cws").compute(**given_labels)


@pytest.mark.parametrize(
    ("further", "message"),
    [
        ({"score": [1]}, "'score' is unknown; expected predictions, references, scores"),
        ({"scores": [1, 2]}, "there are 1 predictions, 1 references, 2 scores"),
    ],
)
def test_what_is_no_batch(further, message):
    with pytest.raises((InputError, RunError), match=message):
        EntailmentMetric().add_batch(predictions=["yes"], references=["yes"], **further)


def test_batches_have_the_same_inputs():
    metric = EntailmentMetric()
    metric.add(prediction="yes", reference="no", score=0.5)
    with pytest.raises(InputError, match="a batch with predictions, references after one with"):
        metric.add(prediction="yes", reference="no")
    with pytest.raises(RunError, match="no pairs to score"):
        EntailmentMetric().compute()


@pytest.mark.slow
def test_the_methods_are_those_of_evaluate():
    evaluate = pytest.importorskip("evaluate")
    for name in ("add", "add_batch", "compute"):
        theirs = inspect.signature(getattr(evaluate.EvaluationModule, name)).parameters
        ours = inspect.signature(getattr(EntailmentMetric, name)).parameters
        named = {key for key, one in theirs.items() if one.kind is not one.VAR_KEYWORD}
        assert named <= set(ours)
    combined = evaluate.combine([EntailmentMetric("accuracy_2way"), EntailmentMetric("f1")])
    found = combined.compute(predictions=["yes", "no"], references=["yes", "yes"])
    assert found == pytest.approx({"accuracy_2way": 0.5, "f1": 2 / 3})
