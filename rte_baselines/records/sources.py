"""Sources of rows: files, by path, URL, folder or pattern, and tables in memory."""

import csv
import glob
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, TextIO

from rte_baselines.core.errors import InputError, naming
from rte_baselines.core.files.paths import is_url, name_of
from rte_baselines.core.files.reading import (
    head_of_text,
    input_name,
    is_there,
    lines_of,
    open_input,
    utf8_text,
)
from rte_baselines.core.limits import LARGEST_ROW
from rte_baselines.core.quoting import counted, path_name, quoted
from rte_baselines.records.json_rows import array_of_objects, lines_of_objects
from rte_baselines.records.rows import Row, is_table

if TYPE_CHECKING:
    from rte_baselines.records.memory import MemoryRows

Kind = Literal["table", "jsonl", "json", "array", "xml", "memory"]

# The number of characters that formats are recognized by: enough for a long first document.
_HEAD_SIZE = 1 << 20
_EXCEL = "a workbook of Excel; save the sheet as CSV"
_UNPACK = "unpack it, and name a file in it"
_OTHERS = {
    b"\xd0\xcf\x11\xe0": _EXCEL,
    b"BZh": "compressed with bzip2; expected gzip or zstandard",
    b"\xfd7zXZ": "compressed with xz; expected gzip or zstandard",
}
_NPY, _ZIP, _TAR, _TAR_OFFSET = b"\x93NUMPY", b"PK\x03\x04", b"ustar", 257
_NO_ROWS = "expected a file of pairs or of predictions"
_MODEL_FILES = {"config.cfg", "config.json"}
# The first characters of the names of files in folders that are not read.
_IGNORED = (".", "_")
_CONFIG_SECTION = re.compile(r"\s*\[[a-z][\w.]*\]\s*\n")

_SEPARATOR = re.compile(r"sep=([^\r\n])", re.IGNORECASE)
_Fields = tuple[int, list[str]]


@dataclass
class SourcePart:
    """A file, with the `head` of its text, or a table in memory; its `name` is for messages."""

    name: str
    kind: Kind
    head: str = ""
    file: BinaryIO | None = None
    rows_in_memory: "MemoryRows | None" = None

    @classmethod
    def of_file(cls, path: str | Path) -> "SourcePart":
        """Open a file; errors name it."""
        name, stream = input_name(path), open_input(path)
        with ExitStack() as unless_read, naming(name):
            unless_read.enter_context(stream)
            part = cls(name, *_kind_and_head(stream), file=stream)
            unless_read.pop_all()
            return part

    @property
    def unit(self) -> str:
        """What the position of a row is called in messages."""
        return "row" if self.kind in ("memory", "array") else "line"

    @property
    def stream(self) -> BinaryIO:
        """The open file."""
        assert self.file is not None
        return self.file

    def text(self) -> AbstractContextManager[TextIO]:
        """Read the file as text, from its start."""
        return utf8_text(self.stream, self.name)

    def rows(self, *, has_header: bool = True, quotes: bool = False) -> Iterator[Row]:
        """Yield the rows, from the first; the parameters are for tables, as in `table_rows`."""
        if self.rows_in_memory is not None:
            yield from self.rows_in_memory
        elif self.kind == "array":
            from rte_baselines.records.memory import array_rows

            self.stream.seek(0)
            yield from array_rows(self.stream)
        else:
            with self.text() as text:
                if self.kind == "table":
                    yield from table_rows(text, has_header=has_header, quotes=quotes)
                elif self.kind == "jsonl":
                    yield from lines_of_objects(text)
                else:
                    yield from array_of_objects(text)

    def close(self) -> None:
        """Close the file."""
        if self.file is not None:
            self.file.close()


class Source:
    """What a user names as the source of pairs or predictions.

    That is a path, a URL, ``-`` for standard input, a folder, a pattern, or a table in memory.
    `name` is for messages. A model, and a single file that cannot be read, are refused.
    """

    def __init__(self, source: str | Path | Any) -> None:
        self.single: SourcePart | None = None
        """The only file, which is open, or the table; None for several files."""
        self.paths: list[str | Path] = []
        """The files, sorted by their names; none for a table in memory."""
        if is_table(source):
            from rte_baselines.records.memory import MemoryRows

            rows = MemoryRows(source)
            self.name = rows.name
            self.single = SourcePart(rows.name, "memory", rows_in_memory=rows)
        elif isinstance(source, (str, Path)):
            self.name = input_name(source)
            self.paths = list(shard_paths(source) or [source])
            if len(self.paths) == 1:
                self.single = SourcePart.of_file(self.paths[0])
            elif not _MODEL_FILES.isdisjoint(map(name_of, self.paths)):
                raise InputError(f"{self.name}: is the folder of a model; {_NO_ROWS}")
        else:
            expected = "a path, a data frame, a dataset or a list of dictionaries"
            raise InputError(f"{quoted(source)} is no source; expected {expected}")

    @property
    def parts(self) -> Iterator[SourcePart]:
        """Each file, open while it is read, or the table."""
        if self.single is not None:
            yield self.single
            return
        for path in self.paths:
            with closing(SourcePart.of_file(path)) as part:
                yield part

    def close(self) -> None:
        """Close the file that is open."""
        if self.single is not None:
            self.single.close()


def shard_paths(source: str | Path) -> Sequence[str | Path] | None:
    """Return the files of a folder, pattern or URL, sorted by their names; None for a single file.

    In a folder, files whose names start with a dot or ``_`` do not count, as for Spark, and neither
    do folders. ``**`` in a pattern also means any folders.
    """
    found: Sequence[str | Path] | None = None
    if is_url(source):
        from rte_baselines.core.files.locations import urls_of

        found = urls_of(str(source))
    elif is_there(source):
        path = Path(source)
        found = sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else None
    elif glob.has_magic(str(source)):
        paths = map(Path, glob.glob(str(source), recursive=True))  # noqa: PTH207
        found = sorted(file for file in paths if file.is_file())
    if found is None:
        return None
    shards = [file for file in found if not name_of(file).startswith(_IGNORED)]
    if not shards:
        name = path_name(source)
        raise InputError(f"{name}: there is no file in it or of this pattern; expected one or more")
    return shards


def _kind_and_head(stream: BinaryIO) -> tuple[Kind, str]:
    """Return what a file is, by its first characters, and its beginning."""
    start = stream.read(_TAR_OFFSET + len(_TAR))
    stream.seek(0)
    if start.startswith(_ZIP):
        names = zipfile.ZipFile(stream).namelist() if zipfile.is_zipfile(stream) else []
        stream.seek(0)
        if not names or not all(name.endswith(".npy") for name in names):
            is_workbook = any(name.startswith("xl/") for name in names)
            raise InputError(f"is {_EXCEL if is_workbook else f'a zip archive; {_UNPACK}'}")
    if start.startswith((_NPY, _ZIP)):
        return "array", ""
    for magic, what in _OTHERS.items():
        if start.startswith(magic):
            raise InputError(f"is {what}")
    if start[_TAR_OFFSET:] == _TAR:
        raise InputError(f"is a tar archive; {_UNPACK}")
    head = head_of_text(stream, _HEAD_SIZE)
    if _CONFIG_SECTION.match(head):
        raise InputError(f"is a config of a recognizer; {_NO_ROWS}")
    first = head.lstrip()[:1]
    if not first:
        raise InputError("is empty")
    kinds: dict[str, Kind] = {"<": "xml", "{": "jsonl", "[": "json"}
    return kinds.get(first, "table"), head


def table_rows(text: TextIO, *, has_header: bool, quotes: bool) -> Iterator[Row]:
    """Yield the rows of a table; blank ones are skipped.

    A row with more or fewer fields than the first one has that as its `Row.problem`. Without a
    header, columns are called by their numbers, from 1.

    The separator is a tab if the first line has one, and otherwise a semicolon or a comma, of which
    it has more; Excel's first line ``sep=;`` states it. Quotation marks between tabs are part of
    the text, unless `quotes` reads them as in CSV.
    """
    first = next(filter(str.strip, lines_of(text)), "")
    separator = separator_of(first)
    text.seek(0)
    rows = _split(lines_of(text), separator, is_csv=separator != "\t" or quotes)
    if first.lower().startswith("sep="):
        next(rows, None)
    line, fields = next(rows, (1, []))
    if has_header:
        # pandas writes row numbers under an empty name, and reads it like this.
        header = [name or f"Unnamed: {n}" for n, name in enumerate(fields)]
        repeated = next((name for name, times in Counter(header).items() if times > 1), None)
        if repeated is not None:
            raise InputError(f"line {line}: two columns have the same name, {quoted(repeated)}")
    else:
        header = [str(n) for n in range(1, len(fields) + 1)]
        if fields:
            yield Row(line, dict(zip(header, fields, strict=True)))
    for line, fields in rows:
        if len(fields) == len(header):
            yield Row(line, dict(zip(header, fields, strict=True)))
        else:
            yield Row(line, {}, f"{counted(len(fields), 'column')} instead of {len(header)}")


def separator_of(first_line: str) -> str:
    """Return the separator of a table that starts with a line."""
    if stated := _SEPARATOR.match(first_line):
        return stated[1]
    if "\t" in first_line:
        return "\t"
    return ";" if first_line.count(";") > first_line.count(",") else ","


def first_fields(first_line: str) -> list[str]:
    """Return the fields of the first line of a table; none if it is malformed."""
    try:
        return next(_split([first_line], separator_of(first_line), is_csv=True), (1, [""]))[1]
    except InputError:
        return []


def _split(lines: Iterable[str], separator: str, *, is_csv: bool) -> Iterator[_Fields]:
    """Yield the line that each row starts on, from 1, and its fields."""
    if not is_csv:
        for line, content in enumerate(lines, start=1):
            if content.strip(" \r\n"):
                yield line, content.rstrip("\r\n").split("\t")
        return
    # A row ends with its last field, which an unclosed quotation mark puts off.
    most = LARGEST_ROW.most
    csv.field_size_limit(max(most, csv.field_size_limit()))
    line, size = 1, 0

    def counted_lines() -> Iterator[str]:
        nonlocal size
        for content in lines:
            size += len(content)
            if size > most:
                raise LARGEST_ROW.exceeded(f"line {line}: the row that starts here has")
            yield content

    reader = csv.reader(counted_lines(), delimiter=separator, strict=True)
    try:
        for fields in reader:
            if len(fields) > 1 or "".join(fields).strip():
                yield line, fields
            line, size = reader.line_num + 1, 0
    except csv.Error as error:
        raise InputError(f"line {line}: malformed CSV ({error})") from None
