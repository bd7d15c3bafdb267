"""Columns that are not read and may hold the ids."""

import warnings

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines import evaluate, load_pairs, read_run
from rte_baselines.errors import InputError, InputWarning, RunError
from rte_baselines.pairs.unread_ids import ColumnOfIds
from tests.table_formats import TABLE_FORMATS

TEXTS = {"premise": ["a", "b", "c"], "hypothesis": ["x", "y", "z"]}
LABELS = ["entailment", "contradiction", "neutral"]


@pytest.fixture(params=TABLE_FORMATS)
def pairs_of(request, tmp_path):
    def read(further, **options):
        frame = pd.DataFrame({**TEXTS, **further})
        return list(load_pairs(request.param(frame, tmp_path), **options))

    return read


@pytest.mark.parametrize("values", [[3, 1, 2], ["q7", "q8", "q9"], [1, 2, 4]])
def test_pairs_that_are_numbered_beside_a_column_of_ids(pairs_of, values):
    with pytest.warns(InputWarning, match="pairs are numbered from 1, .* 'example_id' may hold"):
        pairs = pairs_of({"example_id": values})
    assert [pair.id for pair in pairs] == ["1", "2", "3"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        named = pairs_of({"example_id": values}, columns={"id": "example_id"})
        assert [pair.id for pair in named] == list(map(str, values))
        assert pairs_of({"example_id": values}, columns={"id": ""}) == pairs


@pytest.mark.parametrize(
    "values",
    [
        [0, 1, 2],
        [1, 2, 3],
        ["news", "news", "web"],
        ["It sank.", "It was old.", "It rained."],
        [0.75, 0.5, 0.25],
        ["x1", "", "x3"],
    ],
    ids=str,
)
def test_other_columns_are_no_ids(pairs_of, values):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [pair.id for pair in pairs_of({"note": values})] == ["1", "2", "3"]


def test_two_columns_with_the_ids_in_different_orders_are_refused(pairs_of):
    columns = {"idx": [0, 1, 2], "example_id": [2, 0, 1]}
    message = r"'idx' and 'example_id' have the same values in different orders, .*'example_id'"
    with pytest.raises(InputError, match=message):
        pairs_of(columns)
    by_example = pairs_of(columns, columns={"id": "example_id"})
    assert [pair.id for pair in by_example] == ["2", "0", "1"]
    by_index = pairs_of(columns, columns={"id": "idx"})
    assert [pair.id for pair in by_index] == ["0", "1", "2"]


def test_row_numbers_beside_ids_are_no_ids(pairs_of):
    shuffled = pairs_of({"id": [2, 0, 1], "row": [0, 1, 2], "number": [1, 2, 3]})
    assert [pair.id for pair in shuffled] == ["2", "0", "1"]


def test_several_files_without_ids_are_refused(tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("premise,hypothesis\nIt sank.,It sank.\n", "utf-8")
    with pytest.raises(InputError, match=r"b\.csv: has no ids, as earlier files, and the pairs"):
        list(load_pairs(tmp_path))


@pytest.mark.slow
def test_ids_in_the_index_of_a_frame():
    pairs = pd.DataFrame({"id": [3, 1, 2], **TEXTS, "label": LABELS})
    run = read_run(pd.DataFrame({"id": [1, 2, 3], "label": [LABELS[1], LABELS[2], LABELS[0]]}))
    for frame in (pairs, pairs.set_index("id")):
        assert [pair.id for pair in load_pairs(frame)] == ["3", "1", "2"]
        report = evaluate(frame, run, measures=["accuracy_3way"])
        assert "1.000" in str(report.to_lines())
    assert read_run(run.to_pandas().set_index("id")).ids == ("1", "2", "3")


def test_labels_with_the_ids_as_index_in_another_order_are_refused():
    pairs = pd.DataFrame({"id": [1, 2, 3], **TEXTS, "label": LABELS})
    labels = pd.Series(LABELS, index=[1, 2, 3])
    assert "1.000" in str(evaluate(pairs, labels, measures=["accuracy_3way"]).to_lines())
    with pytest.raises(RunError, match=r"in another order, .* at position 1, '3' and '1'"):
        evaluate(pairs, labels[::-1], measures=["accuracy_3way"])


def rows_of(numbers):
    return "".join(f"{number},entailment\n" for number in numbers)


def test_rows_that_are_numbered_in_another_order_are_not_in_order(tmp_path):
    path = tmp_path / "run.csv"
    for name in ("", "Unnamed: 0", "row"):
        path.write_text(f"{name},label\n" + rows_of("1320"), "utf-8")
        with pytest.raises(InputError, match="numbers the rows in another order than theirs"):
            read_run(path, in_order=True)
        path.write_text(f"{name},label\n" + rows_of("0123"), "utf-8")
        assert len(read_run(path, in_order=True)) == 4


def test_a_run_with_the_ids_in_a_column_of_an_unknown_name(tmp_path):
    path = tmp_path / "run.csv"
    rows = [f"{row},{example},entailment\n" for row, example in enumerate("2031")]
    path.write_text("index,example,prediction\n" + "".join(rows), "utf-8")
    with pytest.raises(InputError, match="'index' and 'example' have the same values in different"):
        read_run(path)
    assert read_run(path, id_column="example").ids == tuple("2031")
    assert read_run(path, id_column="index").ids == tuple("0123")


def test_files_in_order_need_numbers_with_leading_zeros(tmp_path):
    for number in (1, 2, 10):
        (tmp_path / f"part-{number}.csv").write_text("label\nentailment\n", "utf-8")
    with pytest.raises(InputError, match=r"part-10\.csv is read before .*part-2\.csv"):
        read_run(tmp_path, in_order=True)
    (tmp_path / "part-10.csv").unlink()
    assert len(read_run(tmp_path, in_order=True)) == 2


@pytest.mark.slow
@given(st.lists(st.integers(0, 50), unique=True, min_size=3), st.randoms())
def test_columns_of_the_same_values_in_another_order(values, random):
    shuffled = random.sample(values, len(values))
    column, other = (column_of(each) for each in (values, shuffled))
    assert column.is_reordered(other) == other.is_reordered(column) == (values != shuffled)
    changed = column_of([*shuffled[:-1], 99])
    assert not column.is_reordered(changed)
    is_permutation = sorted(values) in (
        list(range(len(values))),
        list(range(1, len(values) + 1)),
    )
    assert column.numbers_rows_in_another_order() == (is_permutation and values != sorted(values))


def column_of(values):
    column = ColumnOfIds()
    for value in values:
        column.add(str(value))
    return column
