"""Parquet files, read and written as JSON Lines with the same names.

Each row is an object and each column a field, so that the readers and writers of JSON Lines serve.
Needs pyarrow, the extra ``parquet``.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO, Any, BinaryIO

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.paths import DISK_FULL

_ROWS = 10_000
"""The number of rows in memory at a time, and in a row group."""


def _arrow() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise InputError(
            "a Parquet file needs the package pyarrow: pip install 'rte-baselines[parquet]'"
        ) from None
    return pyarrow


def require() -> None:
    """Check that pyarrow is installed."""
    _arrow()


def copy_as_json_lines(stream: BinaryIO, copy: IO[bytes]) -> None:
    """Write the rows of a Parquet file as JSON Lines.

    Missing values are null, and left out of the structures in rows.
    """
    arrow = _arrow()
    try:
        file = arrow.parquet.ParquetFile(stream)
        for batch in file.iter_batches(batch_size=_ROWS, use_threads=False):
            for row in batch.to_pylist():
                present = {name: _present(value) for name, value in row.items()}
                fields = json.dumps(present, ensure_ascii=False, default=_as_text)
                copy.write(fields.encode("utf-8", "backslashreplace") + b"\n")
    except (arrow.ArrowException, OSError) as error:
        if getattr(error, "errno", None) in DISK_FULL:
            raise
        reason = " ".join(str(error).split())
        raise InputError(f"the Parquet file is damaged or cut short ({reason})") from None


def _present(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: _present(inner) for name, inner in value.items() if inner is not None}


def _as_text(value: Any) -> str:
    """Return a value that JSON has no type for: bytes are UTF-8, as older writers store text."""
    if not isinstance(value, bytes):
        return str(value)
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise InputError("a column of the Parquet file holds bytes; expected text") from None


def write_json_lines(lines: IO[bytes], target: IO[bytes]) -> None:
    """Write JSON Lines, a seekable stream at its start, as a Parquet file.

    It is read twice, as a column needs a type before it is written. The values of a field are
    strings, booleans, numbers, or objects with numbers.
    """
    arrow = _arrow()
    kinds: dict[str, Any] = {}
    for row in map(json.loads, lines):
        for name, value in row.items():
            if name not in kinds or isinstance(value, dict):
                kinds[name] = _merged(kinds.get(name), value)
    schema = arrow.schema([(name, _type(arrow, kind)) for name, kind in kinds.items()])
    lines.seek(0)
    with arrow.parquet.ParquetWriter(target, schema, compression="zstd") as writer:
        for rows in _chunks(map(json.loads, lines)):
            writer.write_table(arrow.Table.from_pylist(rows, schema))


def _merged(kind: Any, value: Any) -> Any:
    """Return the kind of a field, given its kind in earlier rows: a class, or the names inside."""
    return dict.fromkeys([*(kind or ()), *value]) if isinstance(value, dict) else type(value)


def _type(arrow: Any, kind: Any) -> Any:
    if isinstance(kind, dict):
        return arrow.struct([(name, arrow.float64()) for name in kind])
    return {str: arrow.string(), bool: arrow.bool_()}.get(kind, arrow.float64())


def _chunks(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    iterator = iter(rows)
    while chunk := list(islice(iterator, _ROWS)):
        yield chunk
