"""Tables in memory: data frames, datasets of Hugging Face, lists of mappings.

Narwhals reads data frames of pandas, polars, PyArrow and others alike; none of them is imported
here. Values are those that JSON has, as if the table had been written to a file.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rte_baselines.errors import InputError
from rte_baselines.pairs.columns import Columns, check_columns, find_columns
from rte_baselines.pairs.labels import Label, label_called, parse_label, plain
from rte_baselines.pairs.objects import ObjectReader
from rte_baselines.pairs.pair import is_missing
from rte_baselines.pairs.stream import CheckedPairs
from rte_baselines.quoting import listed, quoted
from rte_baselines.representing import named

_PACKAGE = __name__.partition(".")[0]
_NO_CLASS = -1
_NO_AGREEMENT = "-"


class Rows(Iterable[dict[str, Any]]):
    """The rows of a table, as mappings of the names of columns to values.

    Missing values, such as NaN, are None. Numbers of classes that a dataset defines
    (``ClassLabel``) are the names of these classes; -1, which means none, is ``-``.

    Parameters
    ----------
    table : data frame, dataset, or iterable of mapping
        Anything for which `is_table` is true.

    Attributes
    ----------
    name : str
        What the table is, for messages.
    classes : mapping of str to sequence of str
        The names of the classes in each column that has any.

    Raises
    ------
    InputError
        If the rows of the table are not in memory, as those of a lazy frame, or two of its columns
        have the same name.
    """

    def __init__(self, table: Any) -> None:
        self.classes: Mapping[str, Sequence[str]] = {}
        if isinstance(table, Mapping):
            raise InputError(
                f"a dictionary of datasets has the parts {listed(map(str, table))}; choose one of "
                f"them, as in datasets[{next(iter(table), 'validation')!r}]"
            )
        if _is_dataset(table):
            self.name = "dataset"
            self.classes = _classes_of(table)
            self._rows: Iterable[Mapping[Any, Any]] = table.with_format(None)
        elif _is_like_frame(table):
            self.name = "data frame"
            self._rows = _FrameRows(table)
        else:
            self.name = "records"
            self._rows = table

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for number, row in enumerate(self._rows, start=1):
            if not isinstance(row, Mapping):
                raise InputError(
                    f"row {number}: {quoted(row)} is not a dictionary; expected one for each pair"
                )
            record = json_record(row)
            for column, names in self.classes.items():
                if isinstance(record.get(column), int):
                    record[column] = _class_name(column, names, record[column])
            yield record


class _FrameRows(Iterable[Mapping[Any, Any]]):
    """The rows of a data frame."""

    def __init__(self, frame: Any) -> None:
        import narwhals

        arrow = narwhals.dependencies.get_pyarrow()
        if arrow is not None and isinstance(frame, arrow.RecordBatch):
            frame = arrow.Table.from_batches([frame])
        if not narwhals.dependencies.is_into_dataframe(frame):
            raise InputError(
                f"a {type(frame).__module__.partition('.')[0]} {type(frame).__name__} has no rows "
                "in memory; expected a data frame of pandas, polars or PyArrow, as of "
                "frame.collect() or frame.compute()"
            )
        _refuse_repeated_columns(frame)
        if narwhals.dependencies.is_pandas_dataframe(frame):
            frame = _with_named_index(frame)
        self._frame = narwhals.from_native(frame, eager_only=True)

    def __iter__(self) -> Iterator[Mapping[Any, Any]]:
        rows: Iterator[Mapping[Any, Any]] = self._frame.iter_rows(named=True)
        return rows


def _with_named_index(frame: Any) -> Any:
    """Return a data frame of pandas with the levels of its index that have names as columns.

    The ids may be there, as in files of Parquet that pandas writes.
    """
    names = [name for name in frame.index.names if name is not None]
    missing = [name for name in names if name not in frame.columns]
    return frame.reset_index(level=missing) if missing else frame


def _class_name(column: str, names: Sequence[str], number: int) -> str:
    if number == _NO_CLASS:
        return _NO_AGREEMENT
    if not 0 <= number < len(names):
        raise InputError(f"{quoted(column)} is {number}; expected the number of one of its classes")
    return names[number]


def is_table(given: object) -> bool:
    """Whether this is a data frame, a dataset, or a list or tuple of mappings.

    Frames without rows in memory, and dictionaries of datasets, count: `Rows` says what to do.
    """
    if isinstance(given, (list, tuple)):
        return bool(given) and isinstance(given[0], Mapping)
    return _is_dataset(given) or _is_like_frame(given)


def is_frame(given: object) -> bool:
    """Whether this is a table other than a list of mappings."""
    return not isinstance(given, (list, tuple)) and is_table(given)


def _is_like_frame(given: object) -> bool:
    # Frames are recognized by an attribute, since importing a library only for its classes takes
    # long. The attribute of the class is used: lazy frames compute that of the object. Runs, which
    # also have columns, are excluded.
    return hasattr(type(given), "columns") and type(given).__module__.split(".")[0] != _PACKAGE


def _is_dataset(given: object) -> bool:
    return hasattr(type(given), "column_names") and hasattr(type(given), "with_format")


def _classes_of(dataset: Any) -> dict[str, Sequence[str]]:
    """Return the names of classes by column; streamed datasets may not know their columns."""
    features = dataset.features or {}
    named = {str(column): getattr(kind, "names", None) for column, kind in features.items()}
    return {column: names for column, names in named.items() if isinstance(names, list)}


def _refuse_repeated_columns(frame: Any) -> None:
    columns = frame.column_names if hasattr(frame, "column_names") else frame.columns
    names = list(map(str, columns))
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"two columns are called {quoted(twice)}; expected each name once")


def json_record(record: Any) -> Any:
    """Return a mapping, or a list of mappings, with the values that JSON has.

    Missing values of the mapping itself are None, those within its values are left out.
    """
    if not isinstance(record, Mapping):
        return _json_value(record)
    # Most values are strings, which need nothing.
    return {
        str(name): value if type(value) is str else _json_value(value)
        for name, value in record.items()
    }


def _json_value(value: Any) -> Any:
    """Return a value as JSON has it; what JSON has no type for is text, as in Parquet files."""
    if value is None or type(value) in (str, int, bool):
        return value
    if type(value) is float:
        # NaN is not equal to itself.
        return value if value == value else None
    if isinstance(value, Mapping):
        return {
            str(name): item
            for name, of_name in value.items()
            if (item := _json_value(of_name)) is not None
        }
    if isinstance(value, (list, tuple)):
        return [_json_value(item) for item in value]
    if is_missing(value):
        return None
    held = plain(value)
    if isinstance(held, str):
        return str.__str__(held)
    if isinstance(held, (bool, int, float)):
        return held
    if hasattr(held, "tolist"):
        return _json_value(held.tolist())
    return str(held)


class RowReader(ObjectReader):
    """Makes a record of each row; see `ObjectReader`.

    Parameters
    ----------
    given : mapping of str to str, optional
        The columns that the user names.
    classes : mapping of str to sequence of str
        As in `Rows`.
    label_order : sequence of Label
        The labels that the user states that numbers stand for.
    """

    unit = "row"
    takes_columns: ClassVar[bool] = True
    settles_no: ClassVar[bool] = False

    def __init__(
        self,
        given: Columns | None,
        classes: Mapping[str, Sequence[str]],
        label_order: Sequence[Label],
    ) -> None:
        self.columns = {}
        self.given_columns = check_columns(given or {})
        self._classes = classes
        self._label_order = label_order

    def _columns_in(self, names: list[str]) -> Columns:
        found = find_columns(names, self.given_columns)
        self._check_order(found.get("label"))
        return found

    def _label(self, value: Any) -> str | bool | None:
        names = self._classes.get(self.columns.get("label", ""))
        if names and self._label_order and value in names and not _are_labels(names):
            return str(names.index(value))
        return super()._label(value)

    def _check_order(self, column: str | None) -> None:
        """Refuse an order of labels that contradicts the names of the dataset's classes."""
        names = self._classes.get(column or "")
        if not (names and self._label_order and _are_labels(names)):
            return
        meant = tuple(map(parse_label, names))
        if meant != tuple(self._label_order):
            raise InputError(
                f"the dataset calls the classes of {quoted(column)} {', '.join(names)}, and the "
                f"order stated is {', '.join(self._label_order)}; expected the same, or no order"
            )


def _are_labels(names: Sequence[str]) -> bool:
    return all(label_called(name) is not None for name in names)


class TablePairs(CheckedPairs):
    """An iterator of the pairs of a table in memory.

    Rows are numbered from 1 in messages. Iterating raises `InputError` as `CheckedPairs` says.

    Parameters
    ----------
    table : data frame, dataset, or list of mapping
        See `Rows`.
    columns : mapping of str to str, optional
        The columns of the parts of a pair; see `read_pairs`.
    label_order : sequence of Label
        What the numbers 0, 1, 2 stand for.

    Attributes
    ----------
    skipped_ids : list of str
        The ids of the pairs left out so far because their annotators did not agree.
    """

    no_pairs_advice = "; for pairs without labels, give columns={'label': ''}"

    def __init__(
        self, table: Any, *, columns: Columns | None = None, label_order: Sequence[Label] = ()
    ) -> None:
        rows = Rows(table)
        reader = RowReader(columns, rows.classes, label_order)
        super().__init__(reader, rows.name, unit=reader.unit, label_order=label_order)
        self._table = table
        self._pairs = self._checked_pairs(lambda: reader.records(enumerate(rows, start=1)))

    def count(self) -> int | None:
        """Return the number of rows, or None for a streamed dataset, which does not know it."""
        return len(self._table) if hasattr(self._table, "__len__") else None

    def __repr__(self) -> str:
        return named(self, self._name)
