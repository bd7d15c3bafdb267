"""Pairs from tables in memory: data frames, datasets and lists of dictionaries."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines import Run, compare, evaluate, load_pairs
from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Pair, read_pairs
from rte_baselines.pairs.judgments import parse_label_order
from rte_baselines.pairs.rows import Rows, is_table
from rte_baselines.pairs.samples import SampleLabels, as_pairs

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


MAKERS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": pa.table, "records": as_records}
every_table = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


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


@every_table
def test_the_same_pairs_of_every_table(make):
    assert load_pairs(make(COLUMNS)) == PAIRS


@every_table
def test_columns_are_named_as_for_files(make):
    table = make({"source": ["a"], "claim": ["b"], "verdict": ["yes"]})
    columns = {"text": "source", "label": "verdict"}
    assert load_pairs(table, columns=columns) == [Pair("1", "a", "b", label=Label.ENTAILMENT)]


@pytest.mark.slow
@given(
    values=st.lists(
        st.tuples(
            st.text(min_size=1).filter(str.strip),
            st.text(min_size=1).filter(str.strip),
            st.sampled_from(["entailment", "neutral", "contradiction", None]),
            st.one_of(st.none(), st.integers(-5, 5)),
            st.one_of(st.none(), st.floats(allow_nan=True, allow_infinity=False)),
        ),
        min_size=1,
        max_size=4,
    ).filter(lambda rows: any(row[2] for row in rows))
)
def test_a_frame_gives_the_pairs_of_its_records(values):
    names = ("text", "hypothesis", "label", "count", "share")
    columns = dict(zip(names, map(list, zip(*values, strict=True)), strict=True))
    expected = load_pairs(as_records(columns))
    assert [(pair.text, pair.label) for pair in expected] == [
        (row[0].strip(), None if row[2] is None else Label[_NAMES[row[2]]]) for row in values
    ]
    assert load_pairs(pl.DataFrame(columns, strict=False)) == expected
    assert load_pairs(pa.table(columns, schema=_SCHEMA)) == expected
    for pair, row in zip(expected, values, strict=True):
        is_given = row[4] is not None and not math.isnan(row[4])
        assert ("share" in pair.attributes) == is_given


_NAMES = {"entailment": "ENTAILMENT", "neutral": "UNKNOWN", "contradiction": "CONTRADICTION"}
_SCHEMA = pa.schema(
    [
        *((name, pa.string()) for name in ("text", "hypothesis", "label")),
        ("count", pa.int64()),
        ("share", pa.float64()),
    ]
)


def test_a_table_is_read_as_the_file_that_it_is_written_to(tmp_path):
    table = pa.table({**COLUMNS, "when": [None, 0.5, 1.5], "sure": [True, False, None]})
    path = tmp_path / "pairs.parquet"
    pa.parquet.write_table(table, path)
    assert load_pairs(table) == load_pairs(path)


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
        ({"premise": ["a", 5]}, "row 2: 'premise' is not a string"),
        ({"id": ["x", None]}, "row 2: the pair has no id"),
        ({"id": ["x", "x"]}, "row 2: id 'x' is repeated"),
        ({"id": [1.5, 2.5]}, "row 1: 'id' is 1.5, which is no id"),
        ({"label": [0, 1]}, "row 1: pair '1': label 0 is a number; state the order"),
        ({"label": ["yes", "maybe"]}, "row 2: pair '2': unknown label 'maybe'.* column 'label'"),
        ({"text": ["a", "b"]}, "row 1: columns 'text', 'premise' may each hold the text"),
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
        (
            pl.LazyFrame({"text": ["a"]}),
            r"^a polars LazyFrame has no rows in memory; .*collect\(\)",
        ),
        (pd.DataFrame([["a", "b"]], columns=["text", "text"]), "^two columns are called 'text'"),
        ([{"text": "a", "hypothesis": "b"}, 5], "^records: row 2: 5 is not a dictionary"),
        ([], r"^\[\] is no source of pairs; expected a path"),
        (5, "^5 is no source of pairs"),
    ],
)
def test_what_is_no_table_of_pairs(source, message):
    with pytest.raises(InputError, match=message):
        load_pairs(source)


def test_advice_is_for_python():
    frame = pd.DataFrame({"source text": ["a"], "hypothesis": ["b"], "label": ["maybe"]})
    advice = r"name it: columns=\{'text': 'source text', 'hypothesis': 'hypothesis'\}$"
    with pytest.raises(InputError, match=advice):
        load_pairs(frame.drop(columns="label"))
    with pytest.raises(InputError, match=r"\(columns=\{'label': 'COLUMN'\}\), .*\{'label': ''\}$"):
        load_pairs(frame, columns={"text": "source text"})


def test_options_of_files_are_refused():
    with pytest.raises(InputError, match=r"^format is for files; a table in memory has none$"):
        load_pairs(as_records(COLUMNS), format="csv")


def test_no_means_contradiction_beside_unknown():
    rows = [{"text": "a", "hypothesis": "b", "label": label} for label in ("NO", "UNKNOWN")]
    assert [pair.label for pair in load_pairs(rows)] == [Label.CONTRADICTION, Label.UNKNOWN]


def test_numbers_have_the_order_that_is_stated():
    frame = pl.DataFrame({"text": ["a"] * 3, "hypothesis": ["b"] * 3, "label": [1, 0, -1]})
    stream = read_pairs(frame, label_order=("entailment", "not_entailment"))
    assert stream.count() == 3
    assert [pair.label for pair in stream] == [Label.NO_ENTAILMENT, Label.ENTAILMENT]
    assert stream.skipped_ids == ["3"]


@pytest.mark.slow
def test_classes_are_read_by_the_names_of_the_dataset(classes):
    labels = [Label.ENTAILMENT, Label.CONTRADICTION]
    dataset = classes([2, 0, -1])
    stream = read_pairs(dataset)
    assert [pair.label for pair in stream] == labels
    assert stream.skipped_ids == ["3"]
    for same in (dataset.with_format("numpy"), dataset.to_iterable_dataset()):
        assert [pair.label for pair in load_pairs(same)] == labels


@pytest.mark.slow
def test_an_order_that_contradicts_the_dataset_is_refused(classes):
    order = ["contradiction", "neutral", "entailment"]
    assert load_pairs(classes([2]), label_order=order)[0].label is Label.ENTAILMENT
    with pytest.raises(InputError, match=r"^dataset: row 1: the dataset calls the classes of 'lab"):
        load_pairs(classes([2]), label_order=order[::-1])


@pytest.mark.slow
def test_classes_without_names_of_labels_need_an_order(classes):
    dataset = classes([1], names=["x", "y"])
    with pytest.raises(InputError, match=r"^dataset: row 1: pair '1': unknown label 'y'"):
        load_pairs(dataset)
    order = ["entailment", "not_entailment"]
    assert load_pairs(dataset, label_order=order)[0].label is Label.NO_ENTAILMENT
    numbered = classes([1], names=["0", "1"])
    with pytest.raises(InputError, match="label 1 is a number; state the order"):
        load_pairs(numbered)
    assert load_pairs(numbered, label_order=order)[0].label is Label.NO_ENTAILMENT


@pytest.mark.slow
def test_hidden_labels_are_not_taken_for_disagreement_in_silence(classes):
    with pytest.raises(InputError, match=r"holds no pair with a label; .* columns=\{'label': ''\}"):
        load_pairs(classes([-1, -1]))
    assert len(load_pairs(classes([-1, -1]), columns={"label": ""})) == 2


@pytest.mark.slow
def test_a_dictionary_of_datasets_is_refused(datasets, classes):
    parts = datasets.DatasetDict({"train": classes([0]), "test": classes([1])})
    message = r"has the parts 'train', 'test'; choose one of them, as in datasets\['train'\]"
    with pytest.raises(InputError, match=message):
        load_pairs(parts)
    with pytest.raises(InputError, match=message):
        list(as_pairs(parts))


@every_table
def test_samples_are_the_rows_of_a_table(make):
    samples = list(as_pairs(make(COLUMNS)))
    assert [(pair.id, pair.task) for pair in samples] == [("a", "IE"), ("b", None), ("c", "QA")]


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, lambda rows: rows])
def test_booleans_need_an_order_that_agrees_with_the_words(frame):
    rows = [{"text": "a", "hypothesis": "b", "label": label} for label in (True, False)]
    agreeing = ("not_entailment", "entailment")
    pairs = load_pairs(frame(rows), label_order=agreeing)
    assert [pair.label for pair in pairs] == [Label.ENTAILMENT, Label.NO_ENTAILMENT]
    samples = as_pairs(frame(rows), labels=SampleLabels(parse_label_order(agreeing)))
    assert [pair.label for pair in samples] == [Label.ENTAILMENT, Label.NO_ENTAILMENT]
    for order, message in (
        (None, "label True is a boolean, which has no fixed meaning; expected a word"),
        (agreeing[::-1], "the stated order says that 1 is NO_ENTAILMENT, which the word true is"),
        (("contradiction", "entailment"), "that 0 is CONTRADICTION, which the word false is not"),
    ):
        with pytest.raises(InputError, match=message):
            load_pairs(frame(rows), label_order=order)
        with pytest.raises(InputError, match=message):
            list(as_pairs(frame(rows), labels=SampleLabels(parse_label_order(order))))


def test_what_is_no_table():
    assert not is_table([("a", "b")])
    assert not is_table([])
    assert not is_table({"text": "a"})
    assert not is_table("sample:test")
    assert not is_table(np.array([["a", "b"]]))
    assert not is_table(Run([]))


def test_values_are_those_of_json():
    frame = pd.DataFrame(
        {
            "when": [pd.Timestamp("2020-01-02")],
            "kind": pd.Categorical(["x"]),
            "count": np.array([3], dtype=np.int8),
            "parts": [{"a": np.array([1, 2]), "b": None}],
            7: [np.bool_(True)],
        }
    )
    assert list(Rows(frame)) == [
        {
            "when": "2020-01-02 00:00:00",
            "kind": "x",
            "count": 3,
            "parts": {"a": [1, 2]},
            "7": True,
        }
    ]


@pytest.mark.slow
def test_gold_pairs_may_be_a_table():
    gold = pl.DataFrame({**COLUMNS, "gold_label": ["entailment", "-", "neutral"]})
    records = [
        {"id": pair_id, "label": label}
        for pair_id, label in zip("abc", ["entailment", "neutral", "neutral"], strict=True)
    ]
    run = Run.from_records(records, name="one")
    other = Run.from_records(pd.DataFrame(records), name="other")
    pairs = [PAIRS[0], PAIRS[2]]
    given = {"measures": ["accuracy_2way"]}
    expected = {**given, "ignored": ["b"]}
    assert evaluate(gold, run, **given).to_dict() == evaluate(pairs, run, **expected).to_dict()
    runs = [run, other]
    assert compare(gold, runs, **given).to_dict() == compare(pairs, runs, **expected).to_dict()
