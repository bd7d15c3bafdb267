"""Rows of tables: fields separated by commas, semicolons or tabs."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TextIO

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.records.rows import Row

# The csv module's limit of 131072 characters is too low for a long document as a text;
# without any, an unclosed quotation mark would read the whole file into memory.
_LONGEST_FIELD = 1 << 24
csv.field_size_limit(max(_LONGEST_FIELD, csv.field_size_limit()))

_STATES_SEPARATOR = "sep="
_Fields = tuple[int, list[str]]


def table_rows(text: TextIO, *, has_header: bool, quotes: bool) -> Iterator[Row]:
    """Yield the rows of a table; blank ones are skipped.

    A row with more or fewer fields than the first one has that as its `Row.problem`. Without a
    header, columns are called by their numbers, from 1.

    The separator is a tab if the first line has one, and otherwise a semicolon or a comma, of which
    it has more; Excel's first line ``sep=;`` states it. Quotation marks between tabs are part of
    the text, unless `quotes` reads them as in CSV.

    Raises
    ------
    InputError
        If two columns have the same name, or a quotation mark is out of place; the message starts
        with the line.
    """
    first = next(filter(str.strip, text), "")
    separator = separator_of(first)
    text.seek(0)
    rows = _split(text, separator, is_csv=separator != "\t" or quotes)
    if first.lower().startswith(_STATES_SEPARATOR):
        next(rows, None)
    header: Sequence[str] = ()
    for line, fields in islice(rows, 1):
        header = [str(n) for n in range(1, len(fields) + 1)]
        if has_header:
            # pandas writes row numbers under an empty name, and reads it like this.
            header = [name or f"Unnamed: {n}" for n, name in enumerate(fields)]
        repeated = [name for name, times in Counter(header).items() if times > 1]
        if repeated:
            raise InputError(f"line {line}: two columns have the same name, {quoted(repeated[0])}")
        if not has_header:
            yield Row(line, dict(zip(header, fields, strict=True)))
    for line, fields in rows:
        if len(fields) == len(header):
            yield Row(line, dict(zip(header, fields, strict=True)))
        else:
            yield Row(line, {}, f"{counted(len(fields), 'column')} instead of {len(header)}")


def separator_of(first_line: str) -> str:
    """Return the separator of a table that starts with a line."""
    if first_line.lower().startswith(_STATES_SEPARATOR) and (
        stated := first_line[len(_STATES_SEPARATOR) :].strip("\r\n")
    ):
        return stated[0]
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
    reader = csv.reader(lines, delimiter=separator, strict=True)
    line = 1
    try:
        for fields in reader:
            if len(fields) > 1 or "".join(fields).strip():
                yield line, fields
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"line {line}: malformed CSV ({error})") from None
