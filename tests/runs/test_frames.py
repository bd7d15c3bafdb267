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

NUMBERS = st.one_of(st.none(), st.floats(0, 1))


@st.composite
def runs(draw):
    labels = st.sampled_from([Label.ENTAILMENT, Label.NO_ENTAILMENT])
    size = draw(st.integers(1, 4))
    has_probabilities, has_scores = draw(st.booleans()), draw(st.booleans())
    predictions = []
    for number in range(size):
        share = draw(st.floats(0, 1))
        both = {Label.ENTAILMENT: share, Label.NO_ENTAILMENT: 1 - share}
        predictions.append(
            Prediction(
                f"id {number}",
                draw(labels),
                draw(NUMBERS) if has_scores else None,
                draw(NUMBERS) if has_scores else None,
                both if has_probabilities else None,
                draw(st.one_of(st.none(), st.integers(1, 2**64 - 1))),
                draw(st.sampled_from([None, "model@0123456789ab"])),
            )
        )
    answers = st.sampled_from(list(Withheld))
    return Run(predictions, withheld=draw(st.dictionaries(st.sampled_from("ab"), answers)))


@given(runs())
def test_a_frame_has_all_that_the_run_has(run):
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
@pytest.mark.parametrize("shares", [[0.2, 0.8], {"no": 0.2, "yes": 0.8}])
def test_values_of_numpy_are_read_in_records_as_in_frames(table, shares):
    order = ["not_entailment", "entailment"]
    given = (
        np.array(shares)
        if isinstance(shares, list)
        else {label: np.float64(share) for label, share in shares.items()}
    )
    record = {"id": np.int64(7), "label": np.str_("yes"), "confidence": np.float64("nan")}
    expected = [
        Prediction(
            "7",
            Label.ENTAILMENT,
            probabilities=dict(
                zip([Label.NO_ENTAILMENT, Label.ENTAILMENT], [0.2, 0.8], strict=True)
            ),
        )
    ]
    for read in (read_run, Run.from_records):
        assert list(read(table([{**record, "probabilities": given}]), run_labels=order)) == expected
