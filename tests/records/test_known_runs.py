"""Files of predictions as other programs write them, with the options of docs/formats.md."""

import pytest

from rte_baselines import evaluate, read_run
from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError
from rte_baselines.runs import Withheld
from tests.records.known_runs import (
    BY_NAME,
    KNOWN_RUNS,
    expected_confidences,
    expected_probabilities,
    expected_scores,
)
from tests.records.typed import option_names, options_of, rows_under

pytestmark = pytest.mark.usefixtures("few_resamples", "without_data")

every_file = pytest.mark.parametrize("known", KNOWN_RUNS, ids=lambda known: known.name)
with_needed_options = pytest.mark.parametrize(
    "known",
    [known for known in KNOWN_RUNS if known.options and not known.is_read_anyway],
    ids=lambda known: known.name,
)


def read(known, folder, **further):
    return read_run(known.written(folder), **options_of(known.options), **further)


@every_file
def test_labels_are_read(known, tmp_path):
    run = read(known, tmp_path)
    assert run.withheld == dict.fromkeys(known.unread(), Withheld.UNPARSEABLE)
    if not known.labels:
        return
    predictions = list(run)
    if "--in-order" in known.options:
        assert [each.label for each in predictions] == list(known.expected().values())
    else:
        assert {each.id: each.label for each in predictions} == known.expected()


@every_file
def test_numbers_are_read(known, tmp_path):
    run = read(known, tmp_path)
    predictions = list(run)
    if "--in-order" not in known.options:
        predictions.sort(key=lambda each: each.id)
    if "probabilities" in known.has:
        for each, expected in zip(predictions, expected_probabilities(), strict=True):
            assert each.probabilities == pytest.approx(expected, abs=1e-6)
    if "scores" in known.has:
        assert [each.score for each in predictions] == pytest.approx(expected_scores())
    else:
        assert all(each.score is None for each in predictions)
    if "confidences" in known.has:
        assert [each.confidence for each in predictions] == pytest.approx(expected_confidences())
    else:
        assert all(each.confidence is None for each in predictions)


@pytest.mark.slow
@every_file
def test_it_is_scored(known, tmp_path):
    run = read(known, tmp_path)
    measures = evaluate(known.pairs(), run).runs[0].overall.measures
    is_ranked = bool({"scores", "probabilities"} & set(known.has))
    assert ("average_precision" in measures) == is_ranked
    accuracies = {"accuracy_2way", "accuracy_3way"} & measures.keys()
    if not known.labels:
        assert not accuracies
        return
    scheme = "accuracy_2way" if "N" in known.labels else "accuracy_3way"
    assert accuracies == {"accuracy_2way", scheme}
    answered = len(known.expected())
    assert measures[scheme].value == pytest.approx(known.right() / answered)


@with_needed_options
def test_without_the_options_it_is_refused_in_one_line_that_shows_one(known, tmp_path):
    path = known.written(tmp_path)
    with advising_options(), pytest.raises(InputError) as refused:
        read_run(path)
    message = str(refused.value)
    assert known.file in message
    assert "\n" not in message
    assert any(option in message for option in option_names(known.options)), message


@pytest.mark.parametrize(
    ("name", "missing", "advised"),
    [
        ("pipeline", "run_columns", ["score=score", "confidence=score"]),
        ("run_glue, numbers", "run_labels", ["--run-labels"]),
        ("AllenNLP classifier", "in_order", ["--in-order"]),
        ("AllenNLP classifier", "run_labels", ["--run-labels"]),
        ("CrossEncoder", "run_columns", ["--run-columns"]),
        ("CrossEncoder", "run_labels", ["--run-labels"]),
        ("Trainer.predict", "run_columns", ["predictions", "label_ids", "--run-columns"]),
        ("lm-eval multiple_choice", "run_labels", ["--run-labels"]),
        ("MiniCheck jsonl", "run_labels", ["--run-labels"]),
        ("AlignScore csv", "run_columns", ["align_score", "--run-columns"]),
        ("SummaC", "in_order", ["--in-order"]),
        ("MultiNLI on Kaggle", "run_columns", ["gold_label", "--run-columns label="]),
    ],
)
def test_each_option_is_asked_for(name, missing, advised, tmp_path):
    known = BY_NAME[name]
    options = options_of(known.options)
    del options[missing]
    with advising_options(), pytest.raises(InputError) as refused:
        read_run(known.written(tmp_path), **options)
    for part in advised:
        assert part in str(refused.value)


def test_the_order_of_the_labels_decides_what_logits_mean(tmp_path):
    known = BY_NAME["CrossEncoder"]
    options = options_of(known.options) | {"run_labels": "entailment,contradiction,neutral"}
    run = read_run(known.written(tmp_path), **options)
    assert [each.label for each in run][:3] == ["CONTRADICTION", "UNKNOWN", "ENTAILMENT"]


def test_label_ids_are_never_read(tmp_path):
    """They are the gold labels, which the run gets wrong twice."""
    known = BY_NAME["Trainer.predict"]
    run = read(known, tmp_path)
    assert [each.label for each in run] == list(known.expected().values())


def test_the_document_shows_these_files_with_these_options():
    rows = rows_under("Known prediction files")
    shown = {name: (options, read.partition(";")[0]) for name, options, read in rows}
    assert len(shown) == len(rows)
    assert shown == {known.name: (known.options, known.says()) for known in KNOWN_RUNS}
