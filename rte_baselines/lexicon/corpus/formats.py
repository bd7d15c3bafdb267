"""Readers of corpus files: from lines to documents."""

import csv
import html
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO, TypeAlias

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.reading import without_compression
from rte_baselines.core.limits import LARGEST_ROW
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import brief

LONGEST = LARGEST_ROW.default
"""The maximum length of a line in bytes and of a document in characters."""

csv.field_size_limit(max(LONGEST, csv.field_size_limit()))


@brief
@dataclass(frozen=True)
class Document:
    """A document of a corpus.

    Parameters
    ----------
    title : str
        The headline; empty if there is none.
    text : str
        The body.
    """

    title: str
    text: str

    @property
    def parts(self) -> tuple[str, ...]:
        """Title and text if they are not empty; they are parsed separately."""
        return tuple(part for part in (self.title, self.text) if part)


@dataclass(frozen=True)
class ColumnNames:
    """The columns of text and title in tables and JSON Lines; see `Corpus`."""

    text: str
    title: str | None

    @property
    def are_numbers(self) -> bool:
        """Whether columns are given by number, in a table without a header."""
        return self.text.isdecimal()


class TextLines:
    """The lines of a binary stream as text.

    `number` counts the lines read so far, `broken` the replacements of bytes that are not UTF-8 by
    U+FFFD.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.number = self.broken = 0

    def __iter__(self) -> Iterator[str]:
        while line := self._stream.readline(LONGEST):
            self.number += 1
            if len(line) == LONGEST:
                raise InputError(f"line {self.number}: is longer than {LONGEST >> 20} MB")
            if b"\0" in line:
                raise InputError(f"line {self.number}: is not text (it has a zero byte)")
            text = line.decode("utf-8", errors="replace")
            if "\ufffd" in text:
                self.broken += text.count("\ufffd") - line.count("\ufffd".encode())
            yield text.removeprefix("\ufeff") if self.number == 1 else text


Reader: TypeAlias = Callable[[TextLines, ColumnNames], Iterator[Document]]
"""Yields the documents in the lines of a file; raises an InputError with the line."""


def _read_plain(lines: TextLines, columns: ColumnNames) -> Iterator[Document]:
    """Read the file as one document."""
    gathered = _Gathered(1)
    for line in lines:
        gathered.add(line)
    yield Document("", _clean(gathered.text))


def _read_sgml(lines: TextLines, columns: ColumnNames) -> Iterator[Document]:
    """Read the elements that are documents; anything between them is ignored."""
    gathered = None
    for line in lines:
        if "<" not in line:
            # Most lines, in which no document starts or ends.
            if gathered is not None:
                gathered.add(line)
            continue
        for piece in _AFTER_DOCUMENT.split(line):
            if gathered is None and _DOCUMENT_START.search(piece):
                gathered = _Gathered(lines.number)
            if gathered is None:
                continue
            gathered.add(piece)
            if _DOCUMENT_END.search(piece):
                yield _sgml_document(gathered.text)
                gathered = None
    if gathered is not None:
        raise InputError(f"line {gathered.line}: the document that starts here has no end")


class _Gathered:
    """The lines of a document, up to the maximum length."""

    def __init__(self, line: int) -> None:
        self.line = line
        self._lines: list[str] = []
        self._length = 0

    def add(self, line: str) -> None:
        self._length += len(line)
        if self._length > LONGEST:
            raise InputError(
                f"line {self.line}: the document that starts here is longer than "
                f"{LONGEST >> 20} MB; split it into documents"
            )
        self._lines.append(line)

    @property
    def text(self) -> str:
        return "".join(self._lines)


_DOCUMENT_START = re.compile(r"<(?:REUTERS|DOC)\b", re.IGNORECASE)
_DOCUMENT_END = re.compile(r"</(?:REUTERS|DOC)>", re.IGNORECASE)
_AFTER_DOCUMENT = re.compile(r"(?<=</REUTERS>)|(?<=</DOC>)", re.IGNORECASE)
_TITLE = re.compile(r"<(TITLE|HEADLINE)>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_BODY = re.compile(r"<(BODY|TEXT)\b[^<>]*>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_NO_BODY = re.compile(
    r"<(TITLE|HEADLINE|AUTHOR|DATELINE|BYLINE)>.*?</\1>", re.DOTALL | re.IGNORECASE
)
_TAG = re.compile(r"</?[A-Z][^<>]*>", re.IGNORECASE)
# The end of every story in Reuters-21578, and the text of missing stories.
_BOILERPLATE = re.compile(r"(\bReuters?|Blah blah blah\.)\s*\Z", re.IGNORECASE)


def _sgml_document(record: str) -> Document:
    title = _TITLE.search(record)
    bodies = _BODY.findall(_NO_BODY.sub(" ", record))
    text = _clean(_TAG.sub(" ", " ".join(body for _, body in bodies)))
    return Document(
        _clean(_TAG.sub(" ", title[2])) if title else "", _BOILERPLATE.sub("", text).rstrip()
    )


def _read_csv(lines: TextLines, columns: ColumnNames) -> Iterator[Document]:
    """Read rows of comma-separated fields, which may be quoted."""
    return _read_rows(_csv_rows(lines), columns)


def _csv_rows(lines: TextLines) -> Iterator[tuple[int, list[str]]]:
    line = 1
    try:
        for fields in csv.reader(iter(lines), strict=True):
            if fields:
                yield line, fields
            line = lines.number + 1
    except csv.Error as error:
        raise InputError(f"line {line}: malformed CSV ({error})") from None


def _read_tsv(lines: TextLines, columns: ColumnNames) -> Iterator[Document]:
    """Read rows of tab-separated fields; quotation marks are part of the text."""
    rows = ((lines.number, line.rstrip("\r\n").split("\t")) for line in lines if line.strip())
    return _read_rows(rows, columns)


def _read_rows(rows: Iterator[tuple[int, list[str]]], columns: ColumnNames) -> Iterator[Document]:
    first = next(rows, None)
    if first is None:
        return
    line, header = first
    if columns.are_numbers:
        header = [str(number) for number in range(1, len(header) + 1)]
        rows = chain([first], rows)
    _required(dict.fromkeys(header, ""), columns.text, line)
    for line, fields in rows:
        if len(fields) != len(header):
            raise InputError(
                f"line {line}: {counted(len(fields), 'column')} instead of {len(header)}"
            )
        yield _columns_document(dict(zip(header, fields, strict=True)), line, columns)


def _read_json_lines(lines: TextLines, columns: ColumnNames) -> Iterator[Document]:
    """Read one object per line; blank lines are skipped."""
    for content in lines:
        if content.strip():
            yield _columns_document(_parse(content, lines.number), lines.number, columns)


def _parse(content: str, line: int) -> dict[str, object]:
    try:
        fields = json.loads(content)
    except json.JSONDecodeError as error:
        raise InputError(f"line {line}: malformed JSON ({error.msg})") from None
    except (ValueError, RecursionError):
        raise InputError(f"line {line}: JSON that is too deep or too long") from None
    if not isinstance(fields, dict):
        raise InputError(f"line {line}: is not a JSON object")
    return fields


def _columns_document(fields: Mapping[str, object], line: int, columns: ColumnNames) -> Document:
    title = ""
    if columns.title is not None or (not columns.are_numbers and "title" in fields):
        title = _required(fields, columns.title or "title", line)
    return Document(_clean(title), _clean(_required(fields, columns.text, line)))


def _required(fields: Mapping[str, object], column: str, line: int) -> str:
    value = fields.get(column)
    if isinstance(value, str):
        return value
    if column in fields:
        raise InputError(f"line {line}: {column!r} is not a string")
    known = ", ".join(fields)
    raise InputError(f"line {line}: no column or field {column!r}; it has {known}")


# Artifacts of web news in corpora: character references without their ampersand, markup, and
# backslashes for line breaks and before dollar signs.
_LOST_AMPERSAND = re.compile(r" ?#(\d{2,4});")
_HTML_TAG = re.compile(
    r"</?(?:a|b|br|center|div|em|font|h\d|hr|i|img|li|ol|p|span|strong|table|td|tr|u|ul)"
    r"(?:\s+[\w-]+\s*=[^<>]*)?\s*/?>",
    re.IGNORECASE,
)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def _clean(text: str) -> str:
    """Return a text without character references, markup and other artifacts."""
    text = html.unescape(_LOST_AMPERSAND.sub(r"&#\1;", text))
    text = _HTML_TAG.sub(" ", text).replace("\\$", "$").replace("\\", " ")
    return _LONE_SURROGATE.sub("\ufffd", text).strip()


FORMATS: Mapping[str, Reader] = {
    ".txt": _read_plain,
    ".sgm": _read_sgml,
    ".sgml": _read_sgml,
    ".csv": _read_csv,
    ".tsv": _read_tsv,
    ".jsonl": _read_json_lines,
}
"""Readers by file extension."""


def ending_of(file: Path) -> str:
    """Return the extension of a file in lower case, without that of compression."""
    return without_compression(file).suffix.lower()


def reader_of(file: Path) -> Reader:
    """Return the reader of a file; files with an unknown extension are plain text."""
    return FORMATS.get(ending_of(file), _read_plain)
