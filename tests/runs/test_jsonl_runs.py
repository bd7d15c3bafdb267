"""Run files as JSON Lines."""

import json

import numpy as np
import pytest

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction, read_run, write_run

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT


def test_all_fields_are_read(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text(
        '{"id": "x y", "label": "ENTAILMENT", "confidence": 0.5, "score": -2,'
        ' "probabilities": {"ENTAILMENT": 0.75, "NO_ENTAILMENT": 0.25}}\n'
        '\n{"id": 2, "label": "not_entailment", "confidence": null, "more": []}\n'
    )
    first, second = read_run(path)
    assert first == Prediction("x y", YES, 0.5, -2.0, {YES: 0.75, NO: 0.25})
    assert second == Prediction("2", NO)


def test_no_beside_unknown_is_contradiction_in_probabilities_too(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text(
        '{"id": "1", "label": "NO", "probabilities": {"YES": 0.1, "NO": 0.6, "UNKNOWN": 0.3}}\n'
    )
    (prediction,) = read_run(path)
    assert prediction.label is Label.CONTRADICTION
    assert prediction.probabilities == {YES: 0.1, Label.CONTRADICTION: 0.6, Label.UNKNOWN: 0.3}


def test_what_is_not_known_is_not_written(tmp_path):
    path = tmp_path / "run.jsonl"
    predictions = [
        Prediction("1", YES),
        Prediction("2", NO, confidence=np.float32(0.5), probabilities={YES: 0.0, NO: 1.0}),
    ]
    write_run(iter(predictions), path, format="jsonl")
    assert [json.loads(line) for line in path.read_text().splitlines()] == [
        {"id": "1", "label": "ENTAILMENT"},
        {
            "id": "2",
            "label": "NO_ENTAILMENT",
            "confidence": 0.5,
            "probabilities": {"ENTAILMENT": 0.0, "NO_ENTAILMENT": 1.0},
        },
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "2", "label": "ENTAIL', "malformed JSON"),
        ("[]", "is not a JSON object"),
        ('{"label": "ENTAILMENT"}', "field 'id' is missing"),
        ('{"id": true, "label": "ENTAILMENT"}', "field 'id' is True"),
        ('{"id": "2"}', "field 'label' is missing"),
        ('{"id": "2", "label": 1.5}', "field 'label' is 1.5; expected a string or a whole"),
        ('{"id": "2", "label": true}', "label True is a boolean, which has no fixed meaning"),
        ('{"id": "2", "label": 1}', "label 1 is a number; state the order of the labels: label_"),
        ('{"id": "2", "label": "MAYBE"}', "unknown label 'MAYBE'"),
        ('{"id": "2", "label": "ENTAILMENT", "score": "high"}', "field 'score' is 'high'"),
        ('{"id": "2", "label": "ENTAILMENT", "score": true}', "field 'score' is True"),
        ('{"id": "2", "label": "ENTAILMENT", "score": 1' + "0" * 400 + "}", "too large"),
        ('{"id": "2", "label": "ENTAILMENT", "probabilities": {}}', "'probabilities' is {}"),
        ('{"id": "2", "label": "ENTAILMENT", "probabilities": [1]}', "probabilities without lab"),
        ('{"id": "2", "label": "ENTAILMENT", "probabilities": ["1"]}', "'probabilities' is '1'"),
        (
            '{"id": "2", "label": "ENTAILMENT"} {"id": "3"}',
            "more than one JSON value, from column 35",
        ),
        (
            '{"id": "2", "label": "ENTAILMENT", "probabilities": {"ENTAILMENT": null}}',
            "field 'ENTAILMENT' is None",
        ),
        ('{"id": " ", "label": "YES"}', "field 'id' is empty; expected the pair's id"),
        ("2 ENTAILMENT", "'2 ENTAILMENT' is not a JSON object; expected one object per line"),
    ],
)
def test_damaged_lines_are_refused(tmp_path, line, message):
    path = tmp_path / "run.jsonl"
    path.write_text('{"id": "1", "label": "ENTAILMENT"}\n' + line)
    with pytest.raises(InputError, match=r"run\.jsonl: line 2[:,] ") as caught:
        read_run(path)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["id", "pairID", "pair_id", "uid", "idx", "index", "PairId"])
def test_ids_by_other_names(read, name):
    run = read(f'{{"{name}": "a", "label": "neutral"}}\n{{"{name}": 7, "label": "neutral"}}\n')
    assert run.ids == ("a", "7")


def test_white_space_around_ids_and_labels_is_dropped(read):
    assert list(read('{"id": " a b\\t", "label": " neutral "}\n')) == [
        Prediction("a b", Label.UNKNOWN)
    ]


@pytest.mark.parametrize("name", ["label", "prediction", "predicted_label", "pred"])
def test_predictions_win_over_gold_labels(read, name):
    (prediction,) = read(f'{{"gold_label": "neutral", "{name}": "entailment", "id": 1}}\n')
    assert prediction.label is YES


def test_the_first_line_says_what_fields_are_called(read):
    with pytest.raises(InputError, match=r"line 2: field 'prediction' is missing; expected one of"):
        read('{"id": 1, "prediction": "neutral"}\n{"id": 2, "label": "neutral"}\n')
    with pytest.raises(
        InputError, match=r"line 1: field 'id' is missing; expected one of 'id', 'pair_id'"
    ):
        read('{"sentence": "x", "label": "neutral"}\n')


@pytest.mark.parametrize("name", ["probabilities", "probs", "label_probs"])
def test_probabilities_in_a_stated_order(read, name):
    content = f'{{"id": 1, "label": 2, "{name}": [0.5, 0.25, 0.25]}}\n'
    (prediction,) = read(content, label_order=["contradiction", "entailment", "neutral"])
    assert prediction.label is Label.UNKNOWN
    assert prediction.probabilities == {Label.CONTRADICTION: 0.5, YES: 0.25, Label.UNKNOWN: 0.25}
    with pytest.raises(InputError, match="line 1: 3 probabilities for the 2 labels of the stated"):
        read(content.replace("2", "0", 1), label_order=["entailment", "not_entailment"])


def test_booleans_need_an_order_that_agrees_with_the_words(read):
    content = '{"id": 1, "label": true}\n{"id": 2, "label": false}\n'
    run = read(content, label_order=["not_entailment", "entailment"])
    assert run.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT"]
    with pytest.raises(InputError, match="line 1: label True is a boolean, and the stated order"):
        read(content, label_order=["entailment", "not_entailment"])


def test_labels_of_probabilities_may_be_spelled_otherwise_than_labels(read):
    (prediction,) = read('{"id": 1, "label": "YES", "probs": {"entailment": 1, "neutral": 0}}\n')
    assert prediction.probabilities == {YES: 1.0, Label.UNKNOWN: 0.0}


def test_numbers_that_json_cannot_hold_leave_no_file(tmp_path):
    with pytest.raises(InputError, match="pair '1' has a confidence, score or probability"):
        write_run(
            [Prediction("1", YES, score=float("nan"))], tmp_path / "run.jsonl", format="jsonl"
        )
    assert list(tmp_path.iterdir()) == []


def test_two_fields_of_one_name_are_refused(read):
    content = '{"id": 1, "label": "YES"}\n{"id": 2, "label": "YES", "label": "NO"}\n'
    with pytest.raises(InputError, match="line 2: two fields have the same name, 'label'"):
        read(content)
