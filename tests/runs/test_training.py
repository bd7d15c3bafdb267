"""Runs say which trained model made them, and whether it has seen the pairs."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction, Run, read_run, write_run
from rte_baselines.runs.prediction import trained_model

MODEL, OTHER = "word-overlap@5d4f11c6d9ce", "mine/best@0123456789ab"
PREDICTIONS = [
    Prediction("1", Label.ENTAILMENT, 0.9, 0.9, None, 17, MODEL, True),
    Prediction("2", Label.NO_ENTAILMENT, 0.8, 0.2, None, 18, MODEL, False),
    Prediction("3", Label.NO_ENTAILMENT, 0.7, 0.15, None, 19, OTHER, None),
    Prediction("4", Label.NO_ENTAILMENT, 0.6, 0.1),
]


def provenance(run):
    return {found.id: (found.trained_model, found.in_training) for found in run}


@pytest.mark.parametrize("name", ["run.jsonl", "run.csv", "run.tsv", "run.parquet"])
def test_every_format_but_tac_keeps_it(tmp_path, name):
    write_run(PREDICTIONS, tmp_path / name)
    assert provenance(read_run(tmp_path / name)) == provenance(PREDICTIONS)


def test_a_run_keeps_it_in_any_order():
    run = Run(PREDICTIONS)
    assert list(run) == PREDICTIONS
    assert list(run.select([2, 0])) == [PREDICTIONS[2], PREDICTIONS[0]]


@pytest.mark.parametrize(
    ("model", "in_training"), [("gpt-4", "yes"), (5, {}), (None, None), ("best@epoch", 3)]
)
def test_fields_of_other_systems_are_ignored(read, model, in_training):
    fields = {"id": "1", "label": "YES", "trained_model": model, "in_training": in_training}
    assert provenance(read(json.dumps(fields))) == {"1": (None, None)}


def test_damaged_fields_are_refused(read):
    with pytest.raises(InputError, match="line 2: 'in_training' is 'tru'; expected true or false"):
        read(f"id,label,trained_model,in_training\n1,YES,{MODEL},tru")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("trained_model", "best", "trained_model 'best' is not of the form name@digest"),
        ("in_training", "yes", "in_training 'yes' is not a truth value"),
    ],
)
def test_predictions_are_checked(field, value, message):
    with pytest.raises(InputError, match=message):
        Prediction("1", Label.ENTAILMENT, **{field: value})


@given(st.text())
def test_any_name_of_a_recognizer_gives_a_valid_name(name):
    assert Prediction("1", Label.ENTAILMENT, trained_model=trained_model(name, "0" * 12))
