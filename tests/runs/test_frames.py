"""Runs as data frames, and back."""

from pathlib import Path

import datasets
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines import Label, Prediction, Run
from rte_baselines.core.errors import InputError
from rte_baselines.runs import Withheld, read_run, read_runs
from tests.runs.test_run_files import predictions


@given(
    predictions(st.sampled_from(["id 1", "id 2", "id 3"])),
    st.dictionaries(st.sampled_from("ab"), st.sampled_from(list(Withheld))),
)
def test_a_frame_has_all_that_the_run_has(given_predictions, withheld):
    run = Run(given_predictions, withheld=withheld)
    frame = run.to_pandas()
    assert frame["id"].tolist() == [*run.ids, *run.withheld]
    assert frame["label"].tolist() == [*run.labels, *map(str, run.withheld.values())]
    again = Run.from_records(frame)
    assert list(again) == list(run)
    assert again.withheld == run.withheld


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"id": ["1", None], "label": ["yes", "no"]}, "row 2: 'id' is empty; exp"),
        ({"id": ["1", "2"], "label": ["yes", None]}, "row 2: 'label' has no label"),
        ({"id": ["1"], "label": [0]}, "row 1: label 0 is a number"),
    ],
)
def test_missing_ids_and_labels_are_named(rows, message):
    with pytest.raises(InputError, match=f"^data frame: {message}"):
        Run.from_records(pd.DataFrame(rows))


RECORDS = [{"id": "1", "label": "yes", "score": 0.9}, {"id": "2", "label": "no", "score": 0.1}]
TABLES = [
    *(lambda rows: rows, tuple, pd.DataFrame, pl.DataFrame),
    *(pa.Table.from_pylist, pa.RecordBatch.from_pylist, datasets.Dataset.from_list),
]
OF_ENTAILMENT = {"run_columns": {"score": "score"}}


@pytest.mark.parametrize("table", TABLES)
def test_tables_are_read_as_files_are(table):
    run = read_run(table(RECORDS), name="mine", **OF_ENTAILMENT)
    assert list(run) == list(Run.from_records(RECORDS, **OF_ENTAILMENT))
    assert run.scores.tolist() == [0.9, 0.1]
    assert (run.name, read_run(table(RECORDS), **OF_ENTAILMENT).name) == ("mine", "records")
    ranked = [{"id": "1", "label": "yes"}, {"id": "2", "label": "no"}]
    assert read_run(table(ranked)).ranking is None
    assert read_run(table(ranked), ranked=True).ranking.tolist() == [1, 2]


@pytest.mark.parametrize("source", [None, 5, [], ["run.jsonl"], {"id": "1"}, Run([])])
def test_what_is_no_source_of_a_run(source):
    with pytest.raises(InputError, match=r"is no source( of a run)?; expected a path, a data"):
        read_run(source)


@pytest.mark.parametrize(
    "sources",
    [
        *("run.jsonl", Path("run.jsonl"), pd.DataFrame(RECORDS), None),
        [pd.DataFrame(RECORDS)],
    ],
)
def test_several_runs_are_a_list(sources):
    with pytest.raises(InputError, match="is no list of run files; expected paths, or read_run"):
        read_runs(sources)


@pytest.mark.parametrize("table", [list, pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize(
    "shares", [np.array([0.2, 0.8]), {"no": np.float64(0.2), "yes": np.float64(0.8)}]
)
def test_values_of_numpy_are_read_in_records_as_in_frames(table, shares):
    order = ["not_entailment", "entailment"]
    record = {"id": np.int64(7), "label": np.str_("yes"), "confidence": np.float64("nan")}
    expected = {Label.NO_ENTAILMENT: 0.2, Label.ENTAILMENT: 0.8}
    for read in (read_run, Run.from_records):
        found = read(table([{**record, "probabilities": shares}]), run_labels=order)
        assert list(found) == [Prediction("7", Label.ENTAILMENT, probabilities=expected)]
