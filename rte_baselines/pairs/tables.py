"""Tables separated by commas, semicolons or tabs: those of GLUE, SICK and e-SNLI, and others."""

import csv
import io
import re
import warnings
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, islice
from typing import ClassVar, Literal, TextIO

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.pairs.columns import (
    PARTS,
    Columns,
    are_numbers,
    are_pairs,
    are_those_of,
    find_columns,
    how_to_give,
    how_to_name,
    how_to_name_numbered,
    is_attribute,
    warning_of_header,
)
from rte_baselines.pairs.format import PairFormat, Record, WritableFormat
from rte_baselines.pairs.labels import Label
from rte_baselines.pairs.pair import Pair
from rte_baselines.quoting import counted, listed, quoted
from rte_baselines.registry import registry

# The csv module's limit of 131072 characters is too low for a long document as a text;
# without any, an unclosed quotation mark would read the whole file into memory.
_LONGEST_FIELD = 1 << 24
csv.field_size_limit(max(_LONGEST_FIELD, csv.field_size_limit()))

# The number of characters that the separator is found by.
_HEAD_SIZE = 1 << 16
_NOT_A_TABLE = re.compile(r"[<{]|\[\s*(\{|$)")
_QUOTE = '"'
_IN_QUOTATION_MARKS = re.compile(r'[",;\t\r\n]')

_Row = tuple[int, list[str]]  # the line it starts on, from 1, and its fields


class _Table(PairFormat):
    """A header and rows; blank lines are skipped.

    Columns that are not part of the pair become attributes; columns without a name are
    ignored. Without a column of ids, the id is the row's number, from 1, not counting the
    header.

    Attributes
    ----------
    separators : tuple of str
        The possible separators of fields.
    """

    separators: ClassVar[tuple[str, ...]]

    @abstractmethod
    def _header(self, first_row: Sequence[str]) -> Sequence[str]:
        """Return the names of the columns, and set `columns` where they may have any name."""

    def _separator(self, head: str) -> str:
        return self.separators[0]

    @property
    def _has_header(self) -> bool:
        return not are_numbers(self.given_columns)

    def read(self, text: TextIO) -> Iterator[Record]:
        """Read a record from each row; see `PairFormat.read`."""
        rows = self._rows(text)
        for line, first in islice(rows, 1):
            try:
                header = self._header(first)
            except InputError as error:
                raise InputError(f"line {line}: {error}") from None
            first_pair = () if self._has_header else [(line, first)]
            yield from self._records(header, chain(first_pair, rows))

    def count(self, text: TextIO) -> int:
        """Return the number of rows; see `PairFormat.count`."""
        return sum(1 for _ in self._rows(text)) - self._has_header

    def _rows(self, text: TextIO) -> Iterator[_Row]:
        separator = self._separator(text.read(_HEAD_SIZE))
        text.seek(0)
        return _rows(text, separator)

    def _records(self, header: Sequence[str], rows: Iterable[_Row]) -> Iterator[Record]:
        parts = {part: header.index(name) for part, name in self.columns.items() if name in header}
        text, hypothesis = parts["text"], parts["hypothesis"]
        is_attribute_column = list(map(bool, header)) if self._has_header else [False] * len(header)
        for column in parts.values():
            is_attribute_column[column] = False
        further = list(compress(header, is_attribute_column))
        for number, (line, fields) in enumerate(rows, start=1):
            if len(fields) != len(header):
                raise InputError(
                    f"line {line}: {counted(len(fields), 'column')} instead of {len(header)}"
                )
            label = fields[parts["label"]].strip() if "label" in parts else ""
            yield Record(
                line,
                id=fields[parts["id"]] if "id" in parts else str(number),
                text=fields[text],
                hypothesis=fields[hypothesis],
                task=fields[parts["task"]] if "task" in parts else None,
                label=label,
                attributes=dict(zip(further, compress(fields, is_attribute_column), strict=True)),
            )


class _OwnTable(_Table):
    """A table whose columns always have the same names.

    Attributes
    ----------
    other_names : mapping of str to str
        Column names of some editions of the data, and the names used here.
    """

    other_names: ClassVar[Mapping[str, str]] = {}

    def recognizes(self, head: str) -> bool:
        """Whether the first line is a header with this format's columns."""
        names = self._renamed(_first_fields(head, self._separator(head)))
        return self.own_columns["id"] in names and are_those_of(self.own_columns, names)

    def _header(self, first_row: Sequence[str]) -> Sequence[str]:
        header = self._renamed(first_row)
        _refuse_repeated_names(header)
        for part, name in self.own_columns.items():
            if name not in header and part != "label":
                raise InputError(f"no column {quoted(name)}; it has {listed(header)}")
        return header

    def _renamed(self, header: Sequence[str]) -> list[str]:
        return [self.other_names.get(name, name) for name in header]


class _AnyTable(_Table):
    """A table whose columns may have any name.

    If the user gives columns by number, there is no header; the other columns then have no
    name and are ignored.
    """

    takes_columns = True
    own_columns: ClassVar[Columns] = {part: part for part in PARTS}

    def recognizes(self, head: str) -> bool:
        """Whether it looks like a table, with columns that are known or named by the user."""
        if self.given_columns:
            return self._looks_like_one(head)
        return are_pairs(_first_fields(head, self._separator(head)))

    def advice(self, head: str) -> str | None:
        """Return how to name the columns; see `PairFormat.advice`."""
        if not self._looks_like_one(head):
            return None
        names = _first_fields(head, self._separator(head))
        return f"{how_to_name(names)}, {_or_number_columns()}" if names else None

    def _looks_like_one(self, head: str) -> bool:
        """Whether the first line looks like a row of this table, whatever its names."""
        line = next(filter(str.strip, io.StringIO(head, newline="\n")), "")
        if _NOT_A_TABLE.match(line.strip()) or ("\t" in line and "\t" not in self.separators):
            return False
        return any(separator in line for separator in self.separators)

    def _separator(self, head: str) -> str:
        if not self._has_header:
            return self._separator_of_rows(head)
        first = {separator: _first_fields(head, separator) for separator in self.separators}
        return max(
            first, key=lambda separator: (self._has_pairs(first[separator]), len(first[separator]))
        )

    def _separator_of_rows(self, head: str) -> str:
        """Return the separator that gives rows of one length, with all numbered columns."""
        highest = max(int(column or 0) for column in self.given_columns.values())
        # The last row may be cut off.
        whole = head if len(head) < _HEAD_SIZE else head[: head.rfind("\n") + 1]
        fitting = [
            separator
            for separator in self.separators
            if (widths := _widths(whole, separator)) and len(widths) == 1 and max(widths) >= highest
        ]
        if len(fitting) > 1:
            raise InputError(
                "the columns may be separated by commas or by semicolons; add a header, or "
                "separate them by tabs"
            )
        return [*fitting, self.separators[0]][0]

    def _has_pairs(self, header: Sequence[str]) -> bool:
        try:
            find_columns(header, self.given_columns)
        except InputError:
            return False
        return True

    def _header(self, first_row: Sequence[str]) -> Sequence[str]:
        if self._has_header:
            _refuse_repeated_names(first_row)
            self.columns = self._found(first_row)
            return first_row
        header = [str(number) for number in range(1, len(first_row) + 1)]
        self.columns = find_columns(header, self.given_columns)
        if advice := how_to_name_numbered(first_row, self.columns):
            raise InputError(advice)
        if warning := warning_of_header(first_row, self.columns):
            warnings.warn(f"the first row {warning}", InputWarning, stacklevel=2)
        return header

    def _found(self, header: Sequence[str]) -> Columns:
        try:
            return find_columns(header, self.given_columns)
        except InputError as error:
            hint = "" if self.given_columns or are_pairs(header) else f", {_or_number_columns()}"
            raise InputError(f"{error}{hint}") from None


def _or_number_columns() -> str:
    numbered = how_to_give({"text": "1", "hypothesis": "2"})
    return f"or number those of a table without header: {numbered}"


def _rows(text: TextIO, separator: str) -> Iterator[_Row]:
    """Split into rows of fields, blank lines left out."""
    return _tab_separated(text) if separator == "\t" else csv_rows(text, separator)


def _tab_separated(text: TextIO) -> Iterator[_Row]:
    """Yield rows of fields without tabs and line breaks; quotation marks are part of the text."""
    for line, content in enumerate(text, start=1):
        if content.strip(" \r\n"):
            yield line, content.rstrip("\r\n").split("\t")


def csv_rows(lines: Iterable[str], separator: str, quotation_marks: bool = True) -> Iterator[_Row]:
    """Yield the line that each row starts on, from 1, and its fields; blank rows are skipped.

    Parameters
    ----------
    lines : iterable of str
    separator : str
        The character between two fields.
    quotation_marks : bool
        Whether a field can be in quotation marks; otherwise they are ordinary characters.

    Raises
    ------
    InputError
        If a quotation mark is out of place or not closed; the message starts with the line.
    """
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if quotation_marks else csv.QUOTE_NONE
    reader = csv.reader(lines, delimiter=separator, quoting=quoting, strict=True)
    line = 1
    try:
        for fields in reader:
            if len(fields) > 1 or "".join(fields).strip():
                yield line, fields
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"line {line}: malformed CSV ({error})") from None


def _first_fields(head: str, separator: str) -> Sequence[str]:
    """Return the fields of the first row, none if it is malformed."""
    try:
        return next(_rows(io.StringIO(head, newline="\n"), separator), (1, []))[1]
    except InputError:
        return []


def _widths(rows: str, separator: str) -> set[int]:
    """Return the numbers of fields that rows have; empty if they are malformed."""
    try:
        return {len(fields) for _, fields in _rows(io.StringIO(rows, newline="\n"), separator)}
    except InputError:
        return set()


def _refuse_repeated_names(header: Sequence[str]) -> None:
    if len(set(header)) == len(header):
        return
    repeated = [name for name, times in Counter(header).items() if name and times > 1]
    if repeated:
        raise InputError(f"two columns have the same name, {quoted(repeated[0])}")


@registry.formats("glue")
class Glue(_OwnTable):
    """The RTE task of GLUE; its test file has no labels."""

    name = "glue"
    description = "GLUE RTE TSV: index, sentence1, sentence2, label"
    separators = ("\t",)
    own_columns: ClassVar[Columns] = {
        "id": "index",
        "text": "sentence1",
        "hypothesis": "sentence2",
        "label": "label",
    }


@registry.formats("sick")
class Sick(_OwnTable):
    """SICK, in its full edition and in that of SemEval-2014."""

    name = "sick"
    description = "SICK TSV: pair_ID, sentence_A, sentence_B, entailment_label or _judgment"
    separators = ("\t",)
    own_columns: ClassVar[Columns] = {
        "id": "pair_ID",
        "text": "sentence_A",
        "hypothesis": "sentence_B",
        "label": "entailment_label",
    }
    other_names: ClassVar[Mapping[str, str]] = {"entailment_judgment": "entailment_label"}


@registry.formats("esnli")
class Esnli(_OwnTable):
    """e-SNLI; its explanations become attributes."""

    name = "esnli"
    description = "e-SNLI CSV: pairID, gold_label, Sentence1, Sentence2, explanations"
    separators = (",",)
    own_columns: ClassVar[Columns] = {
        "id": "pairID",
        "text": "Sentence1",
        "hypothesis": "Sentence2",
        "label": "gold_label",
    }


@registry.formats("tsv")
class Tsv(_AnyTable):
    """Any tab-separated table with a text and a hypothesis."""

    name = "tsv"
    description = "TSV with columns such as id, premise, hypothesis, label, or that you name"
    separators = ("\t",)


@registry.formats("csv")
class Csv(_AnyTable, WritableFormat):
    """Any table with commas or semicolons that has a text and a hypothesis; written with commas."""

    name = "csv"
    description = "CSV with columns such as id, premise, hypothesis, label, or that you name"
    separators = (",", ";")
    label_names: ClassVar[Mapping[Label, str]] = {label: label.value for label in Label}
    # The csv module of Python 3.10 reads no NUL.
    cannot_hold: ClassVar[re.Pattern[str]] = re.compile("[\0\ud800-\udfff]")

    def can_write_attribute(self, name: str) -> bool:
        """Whether a column of that name would be read as an attribute."""
        return bool(name) and is_attribute(name) and not self.cannot_hold.search(name)

    def write(self, pairs: Iterable[Pair], text: TextIO) -> None:
        """Write a header and a row for each pair.

        There is a column for each attribute of the first pair. Other attributes of later
        pairs are left out, and missing ones are empty, both with a warning.
        """
        header: list[str] = []
        warned: set[str] = set()
        for pair in pairs:
            if not header:
                header = [*PARTS, *pair.attributes]
                text.write(_csv_line(header))
            _warn_of_differing(pair, set(header[len(PARTS) :]) ^ set(pair.attributes), warned)
            label = "" if pair.label is None else self.label_names[pair.label]
            parts = [pair.id, pair.text, pair.hypothesis, pair.task or "", label]
            further = [pair.attributes.get(name, "") for name in header[len(PARTS) :]]
            text.write(_csv_line([*parts, *further]))


def _csv_line(fields: Iterable[str]) -> str:
    quoting = (
        f'"{field.replace(_QUOTE, _QUOTE * 2)}"' if _IN_QUOTATION_MARKS.search(field) else field
        for field in fields
    )
    return ",".join(quoting) + "\n"


def _warn_of_differing(pair: Pair, names: set[str], warned: set[str]) -> None:
    """Warn, once for each, of attributes that only the first pair or only another has."""
    for name in sorted(names - warned):
        warned.add(name)
        effect = "is left out" if name in pair.attributes else "is empty"
        warnings.warn(
            f"not all pairs have the attribute {quoted(name)}: in CSV, whose columns are those of "
            f"the first pair, it {effect} for pair {quoted(pair.id)} and others like it",
            InputWarning,
            stacklevel=2,
        )
