"""Pairs from tables in memory: data frames, datasets and lists of dictionaries."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

from rte_baselines import load_pairs
from rte_baselines.core.errors import InputError
from rte_baselines.features.samples import as_pairs
from rte_baselines.pairs import Label, Pair

COLUMNS = {
    "pairID": ["a", "b", "c"],
    "premise": ["Two ferries sank.", " It rained. ", "Rex barked."],
    "hypothesis": ["A ferry sank.", "It snowed.", "A dog barked."],
    "gold_label": ["entailment", None, "neutral"],
    "task": ["IE", None, "QA"],
    "votes": [3, 5, 4],
}
PAIRS = [
    Pair("a", "Two ferries sank.", "A ferry sank.", "IE", Label.ENTAILMENT, {"votes": "3"}),
    Pair("b", "It rained.", "It snowed.", None, None, {"votes": "5"}),
    Pair("c", "Rex barked.", "A dog barked.", "QA", Label.UNKNOWN, {"votes": "4"}),
]


def as_records(columns):
    return [
        dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)
    ]


MAKERS = {
    "pandas": pd.DataFrame,
    "indexed": lambda columns: pd.DataFrame(columns).set_index(next(iter(columns))),
    "polars": pl.DataFrame,
    "arrow": pa.table,
    "batch": pa.RecordBatch.from_pydict,
    "records": as_records,
}


@pytest.fixture(scope="module")
def datasets():
    return pytest.importorskip("datasets")


@pytest.fixture(scope="module")
def classes(datasets):
    """A dataset whose labels are numbers with names, in an order of its own."""

    def made(labels, names=("contradiction", "neutral", "entailment")):
        features = {
            "premise": datasets.Value("string"),
            "hypothesis": datasets.Value("string"),
            "label": datasets.ClassLabel(names=list(names)),
        }
        rows = {"premise": ["a"] * len(labels), "hypothesis": ["b"] * len(labels), "label": labels}
        return datasets.Dataset.from_dict(rows, features=datasets.Features(features))

    return made


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_the_same_pairs_of_every_table(make, tmp_path):
    assert load_pairs(make(COLUMNS)) == PAIRS
    samples = list(as_pairs(make(COLUMNS)))
    assert [(pair.id, pair.task) for pair in samples] == [("a", "IE"), ("b", None), ("c", "QA")]
    columns = {"text": "source", "label": "verdict"}
    table = make({"source": ["a"], "claim": ["b"], "verdict": ["yes"]})
    assert load_pairs(table, columns=columns) == [Pair("1", "a", "b", label=Label.ENTAILMENT)]


@pytest.mark.parametrize("missing", [None, float("nan"), np.float32("nan"), pd.NA, pd.NaT])
def test_missing_values_are_no_labels_and_no_texts(missing):
    row = {"text": "a", "hypothesis": "b", "label": missing, "task": missing, "other": missing}
    assert load_pairs([row]) == [Pair("1", "a", "b")]
    with pytest.raises(InputError, match=r"^records: row 1: pair '1' has no hypothesis$"):
        load_pairs([{**row, "hypothesis": missing}])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"premise": ["a", None]}, "row 2: pair '2' has no premise"),
        ({"id": ["x", None]}, "row 2: the pair has no id"),
        ({"label": [0, 1]}, "row 1: pair '1': label 0 is a number of no stated label"),
        ({"text": ["a", "b"]}, "row 1: columns 'premise', 'text' may each hold the text"),
    ],
)
def test_errors_name_row_and_column(change, message):
    frame = pd.DataFrame({"premise": ["a", "b"], "hypothesis": ["c", "d"], **change})
    with pytest.raises(InputError, match=f"^data frame: {message}"):
        load_pairs(frame)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (pd.DataFrame({"text": [], "hypothesis": []}), "^data frame: holds no pair$"),
        (pl.LazyFrame({"text": ["a"]}), r"^a polars LazyFrame has no rows .*collect\(\)"),
        (pd.DataFrame([["a", "b"]], columns=["text", "text"]), "^two columns are called 'text'"),
        ([{"text": "a", "hypothesis": "b"}, 5], "^records: row 2: '?5'? is not a dictionary"),
        ([], r"^\[\] is no source; expected a path"),
        (5, "^5 is no source; expected a path"),
    ],
)
def test_what_is_no_table_of_pairs(source, message):
    with pytest.raises(InputError, match=message):
        load_pairs(source)


def test_a_folder_of_datasets_is_not_for_tables():
    with pytest.raises(InputError, match=r"^data_dir is for named datasets; a table in memory has"):
        load_pairs(as_records(COLUMNS), data_dir="here")


@pytest.mark.slow
def test_classes_are_read_by_the_names_of_the_dataset(classes):
    labels = [Label.ENTAILMENT, Label.CONTRADICTION, None]
    dataset = classes([2, 0, -1])
    for same in (dataset, dataset.with_format("numpy"), dataset.to_iterable_dataset()):
        assert [pair.label for pair in load_pairs(same)] == labels
    unnamed = classes([1], names=["x", "y"])
    with pytest.raises(InputError, match=r"^dataset: row 1: pair '1': 'y' is no label"):
        load_pairs(unnamed)
    assert load_pairs(unnamed, labels="x=neutral,y=entailment")[0].label is Label.ENTAILMENT
    numbered = classes([1], names=["0", "1"])
    with pytest.raises(InputError, match="label 1 is a number of no stated label"):
        load_pairs(numbered)
    assert load_pairs(numbered, labels="no,yes")[0].label is Label.ENTAILMENT


@pytest.mark.slow
def test_a_dictionary_of_datasets_is_refused(datasets, classes):
    parts = datasets.DatasetDict({"train": classes([0]), "test": classes([1])})
    message = r"has the parts 'train', 'test'; choose one of them, as in datasets\['train'\]"
    with pytest.raises(InputError, match=message):
        load_pairs(parts)
    with pytest.raises(InputError, match=message):
        list(as_pairs(parts))
