"""Parquet files, read and written as JSON Lines with the same names.

Each row is an object and each column a field, so that the readers and writers of JSON Lines serve.
Needs pyarrow, the extra ``parquet``.
"""

import io
import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import IO, Any, BinaryIO

from rte_baselines.core.errors import InputError
from rte_baselines.core.limits import LARGEST_UNPACKED, most_unpacked
from rte_baselines.core.quoting import quoted

_ROWS = 10_000
"""The maximum number of rows in memory at a time, and the number in a row group."""

_NESTED_ROWS = 100
_MOST_TEXT = 1 << 26  # bytes of strings in memory at a time


def pyarrow_installed() -> Any:
    """Return pyarrow with what is used of it; an error if it is not installed."""
    try:
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise InputError(
            "a Parquet file needs the package pyarrow: pip install 'rte-baselines[parquet]'"
        ) from None
    return pyarrow


def json_lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the rows of a Parquet file as JSON Lines, without missing values in structures."""
    arrow = pyarrow_installed()
    try:
        for row in _rows(arrow, stream):
            present = {name: _present(value) for name, value in row.items()}
            fields = json.dumps(present, ensure_ascii=False, default=as_text)
            yield fields.encode("utf-8", "backslashreplace") + b"\n"
    except (arrow.ArrowException, OSError, ValueError, OverflowError) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"the Parquet file is damaged or cut short ({reason})") from None


def _rows(arrow: Any, stream: BinaryIO) -> Iterator[dict[str, Any]]:
    """Yield the rows; the strings of `_MOST_TEXT` bytes, or of one row, are in memory at a time."""
    about = arrow.parquet.read_metadata(stream)
    groups = [about.row_group(number).total_byte_size for number in range(about.num_row_groups)]
    if sum(groups) > most_unpacked(stream.seek(0, io.SEEK_END)):
        raise LARGEST_UNPACKED.exceeded("holds, once it is unpacked,")
    schema = about.schema
    names = schema.to_arrow_schema().names
    name, times = Counter(names).most_common(1)[0] if names else ("", 0)
    if times > 1:
        raise InputError(f"two columns are called {quoted(name)}; expected each name once")
    columns = [schema.column(number) for number in range(about.num_columns)]
    flat = [column.path for column in columns if column.path == column.name]
    strings = [column.path for column in columns if column.physical_type == "BYTE_ARRAY"]
    file = arrow.parquet.ParquetFile(
        # A string that many rows share is kept once, until their sizes are known.
        stream,
        metadata=about,
        read_dictionary=[path for path in strings if path in flat],
    )
    count = _ROWS if len(flat) == len(columns) else _NESTED_ROWS
    number = 1
    for batch in file.iter_batches(batch_size=count, use_threads=False):
        yield from _rows_of(arrow, batch, number)
        number += len(batch)


def _rows_of(arrow: Any, batch: Any, number: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of a batch, whose first has a number, half by half if they are large."""
    size = sum(_size(arrow, column) for column in batch.columns)
    if size > _MOST_TEXT and len(batch) > 1:
        half = len(batch) // 2
        yield from _rows_of(arrow, batch.slice(0, half), number)
        yield from _rows_of(arrow, batch.slice(half), number + half)
        return
    columns = [
        column.dictionary_decode() if arrow.types.is_dictionary(column.type) else column
        for column in batch.columns
    ]
    try:
        yield from arrow.RecordBatch.from_arrays(columns, batch.schema.names).to_pylist()
    except UnicodeDecodeError:
        for name, column in zip(batch.schema.names, columns, strict=True):
            for row, value in enumerate(column, start=number):
                try:
                    value.as_py()
                except UnicodeDecodeError:
                    problem = f"row {row}: {quoted(name)} is not UTF-8; save it as text"
                    raise InputError(problem) from None
        raise


def _size(arrow: Any, column: Any) -> int:
    """Return the bytes of the strings of a column that are kept once, each time that they occur."""
    if not arrow.types.is_dictionary(column.type):
        return 0
    sizes = arrow.compute.binary_length(column.dictionary)
    return arrow.compute.sum(arrow.compute.take(sizes, column.indices)).as_py() or 0


def _present(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _present(inner) for name, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [_present(inner) for inner in value]
    # NaN, which is not equal to itself, is missing.
    return value if value == value else None


def as_text(value: Any) -> str:
    """Return a value that JSON has no type for: bytes are UTF-8, as older writers store text."""
    if not isinstance(value, bytes):
        return str(value)
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise InputError("a column holds bytes; expected text") from None


def write_json_lines(lines: IO[bytes], target: IO[bytes]) -> None:
    """Write JSON Lines, a seekable stream at its start, as a Parquet file.

    It is read twice, as a column needs a type before it is written. The values of a field are
    strings, booleans, numbers, or objects with numbers.
    """
    arrow = pyarrow_installed()
    number = arrow.float64()
    types: dict[str, Any] = {}
    for row in map(json.loads, lines):
        for name, value in row.items():
            if isinstance(value, dict):
                types.setdefault(name, {}).update(dict.fromkeys(value, number))
            elif name not in types:
                types[name] = {str: arrow.string(), bool: arrow.bool_()}.get(type(value), number)
    structs = {name: arrow.struct(kind) for name, kind in types.items() if isinstance(kind, dict)}
    schema = arrow.schema({**types, **structs})
    lines.seek(0)
    rows = map(json.loads, lines)
    with arrow.parquet.ParquetWriter(target, schema, compression="zstd") as writer:
        while chunk := list(islice(rows, _ROWS)):
            writer.write_table(arrow.Table.from_pylist(chunk, schema))
