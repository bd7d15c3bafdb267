"""Rows of tables in memory (data frames, datasets, lists of mappings) and of arrays of NumPy.

Narwhals reads data frames of pandas, polars, PyArrow and others alike; none of them is imported
here. Values are those that JSON has, as if the table had been written to a file.
"""

import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.parquet import as_text
from rte_baselines.core.limits import check_unpacked_size
from rte_baselines.core.quoting import listed, quoted
from rte_baselines.records.rows import Row, is_dataset, is_like_frame, is_missing, plain

_NO_CLASS = -1
_NO_LABEL = "-"


class MemoryRows(Iterable[Row]):
    """The rows of a table in memory, from the first each time; `name` says what it is in messages.

    Missing values, such as NaN, are None. Numbers of classes that a dataset defines
    (``ClassLabel``) are the names of these classes; -1, which means none, is ``-``. Lazy frames and
    repeated names of columns are refused.
    """

    def __init__(self, table: Any) -> None:
        self._classes: Mapping[str, Sequence[str]] = {}
        self._table = table
        if isinstance(table, Mapping):
            raise InputError(
                f"a dictionary of datasets has the parts {listed(map(str, table))}; choose one of "
                f"them, as in datasets[{next(iter(table), 'validation')!r}]"
            )
        if is_dataset(table):
            self.name = "dataset"
            # Streamed datasets may not know their columns.
            kinds = (table.features or {}).items()
            named = {str(column): getattr(kind, "names", None) for column, kind in kinds}
            self._classes = {key: names for key, names in named.items() if isinstance(names, list)}
            self._rows: Any = table.with_format(None)
        elif is_like_frame(table):
            self.name = "data frame"
            self._rows = _frame_of(table)
        else:
            self.name = "records"
            self._rows = table

    def count(self) -> int | None:
        """Return the number of rows; None of a stream."""
        return len(self._table) if hasattr(self._table, "__len__") else None

    def __iter__(self) -> Iterator[Row]:
        for number, row in enumerate(self._plain_rows(), start=1):
            if not isinstance(row, Mapping):
                raise InputError(
                    f"row {number}: {quoted(row)} is not a dictionary; expected one for each pair"
                )
            fields = _json_record(row)
            for column, names in self._classes.items():
                if not isinstance(place := fields.get(column), int):
                    continue
                if not _NO_CLASS <= place < len(names):
                    raise InputError(
                        f"{quoted(column)} is {place}; expected the number of one of its classes"
                    )
                fields[column] = _NO_LABEL if place == _NO_CLASS else names[place]
            yield Row(number, fields)

    def _plain_rows(self) -> Iterator[Any]:
        """Yield the rows as they are; values that Python cannot hold are refused."""
        if self.name != "data frame":
            yield from self._rows
            return
        try:
            yield from self._rows.iter_rows(named=True)
        except UnicodeDecodeError:
            raise InputError("a column holds bytes; expected text") from None
        except OverflowError as error:
            raise InputError(f"a column holds a value out of range ({error})") from None


def _frame_of(frame: Any) -> Any:
    """Return a data frame of any library as one of Narwhals."""
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
    columns = frame.column_names if hasattr(frame, "column_names") else frame.columns
    name, times = Counter(map(str, columns)).most_common(1)[0] if len(columns) else ("", 0)
    if times > 1:
        raise InputError(f"two columns are called {quoted(name)}; expected each name once")
    if narwhals.dependencies.is_pandas_dataframe(frame):
        # Levels of the index that have names may be the ids, as in Parquet that pandas writes.
        names = [name for name in frame.index.names if name not in (None, *frame.columns)]
        frame = frame.reset_index(level=names) if names else frame
    return narwhals.from_native(frame)


def array_rows(stream: BinaryIO) -> Iterator[Row]:
    """Yield a row for each pair of an ``.npy`` or ``.npz`` file; arrays of objects are refused.

    The columns of an ``.npy`` are numbered from 1; those of an ``.npz`` have the names of its
    arrays, and a list where an array has two dimensions.
    """
    import numpy as np

    try:
        check_unpacked_size(stream)
        loaded = np.load(stream, allow_pickle=False)
        is_named = not isinstance(loaded, np.ndarray)
        arrays = {name: loaded[name] for name in loaded.files} if is_named else {"it": loaded}
    except (ValueError, OSError, EOFError, MemoryError, zipfile.BadZipFile, zlib.error) as error:
        raise InputError(f"is no array that can be read ({error})") from None
    for name, array in arrays.items():
        if array.ndim not in (1, 2):
            raise InputError(f"{name} has {array.ndim} dimensions; expected (pairs, labels)")
    if len({len(array) for array in arrays.values()}) != 1:
        raise InputError(
            "has no arrays of one length; expected a row for each pair in all of "
            f"{', '.join(arrays) or 'its arrays'}"
        )
    if not is_named:
        columns = loaded.reshape(len(loaded), -1).T
        arrays = {str(number): column for number, column in enumerate(columns, start=1)}
    rows = zip(*(array.tolist() for array in arrays.values()), strict=True)
    for line, values in enumerate(rows, start=1):
        yield Row(line, dict(zip(arrays, values, strict=True)))


def _json_record(record: Any) -> Any:
    """Return a record with the values that JSON has; missing ones within values are left out."""
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
            for name, inner in value.items()
            if (item := _json_value(inner)) is not None
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
    return as_text(held)
