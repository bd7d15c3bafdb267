"""Run files as tables with a header, comma- or tab-separated.

Submissions to MultiNLI's competitions (``pairID,gold_label``) and to GLUE
(``index<TAB>prediction``) are such tables. The id and the label stand under one of the
names of `FieldNames`. There may be columns ``confidence``, ``score`` and ``task``, and one
for the probability of each label: ``p_neutral``, ``prob_neutral``, ``prob_1`` in an order
that the user states or, where every label of a scheme has one, ``neutral``.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme, parse_label
from rte_baselines.pairs.labels import label_number
from rte_baselines.quoting import quoted, shortened
from rte_baselines.runs.fields import FieldNames, LabelDoubt, first_present
from rte_baselines.runs.format import RunFormat, RunRecord

_PROBABILITY = re.compile(r"(?:p|prob|probs|probability)_(.+)")
_LONGEST_HEADER = 200


class _TabSeparated(csv.excel_tab):
    """Between tabs, as in GLUE's tables, quotation marks are like other characters."""

    quoting = csv.QUOTE_NONE


class TableRuns(RunFormat):
    """Rows under a header; blank lines and further columns are skipped."""

    description = "a table whose header names an id and a label"

    def recognizes(self, first_line: str) -> bool:
        """Whether several columns are named, of which one is called as ids or labels are."""
        try:
            header = _tidied(next(_rows([first_line], _separator(first_line)), (1, []))[1])
        except InputError:
            return False
        # A first line "1<TAB>ENTAILMENT" is a prediction.
        names = [name for name in header if _label_called(name) is None]
        wanted = [*self.names.ids, *self.names.labels]
        return len(header) > 1 and first_present(wanted, names) is not None

    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Read a record from each row; see `RunFormat.read`."""
        first_line = next(filter(str.strip, text), "")
        text.seek(0)
        lines = _Lines(text)
        rows = _rows(lines, _separator(first_line))
        columns = self._columns_under(*next(rows, (1, [])))
        doubt = LabelDoubt(self.names, columns.label, columns.others)
        filled = 0
        for before, (line, fields) in enumerate(rows):
            try:
                row = columns.row(fields)
                record = columns.record(line, row)
                if lines.may_be_cut and columns.end_in_number:
                    self._check_end(line, row, is_always_filled=0 < filled == before)
            except InputError as error:
                raise InputError(f"line {line}: {error}") from None
            doubt.see(row)
            filled += bool(fields[-1].strip())
            yield record
        doubt.settle()

    def _columns_under(self, line: int, header: Sequence[str]) -> "_Columns":
        try:
            return _Columns.of(_tidied(header), self.names)
        except InputError as error:
            raise InputError(f"line {line}: {error}") from None

    def _check_end(self, line: int, row: Mapping[str, str], *, is_always_filled: bool) -> None:
        """Judge the last number of a file that lacks the end of its last line."""
        name, field = list(row.items())[-1]
        if field.strip():
            self.suspect_cut(line, field.strip())
        elif is_always_filled:
            raise InputError(
                f"column {quoted(name)} is empty, though in no other row, and the end of the line "
                "is missing; expected a number (is the file cut off?)"
            )


class _Lines(Iterable[str]):
    """The lines of a text; `may_be_cut` is whether the last one so far lacks its end."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._last = ""

    def __iter__(self) -> Iterator[str]:
        for line in self._text:
            self._last = line
            yield line

    @property
    def may_be_cut(self) -> bool:
        # What ends in a quotation mark is a whole field.
        return not self._last.endswith(("\n", '"'))


@dataclass(frozen=True)
class _Columns:
    """The columns of a table, and those that are called otherwise in others.

    Parameters
    ----------
    header : sequence of str
    id, label : str
    probabilities : mapping of str to str
        By the names of the labels.
    """

    header: Sequence[str]
    id: str
    label: str
    probabilities: Mapping[str, str]

    @classmethod
    def of(cls, header: Sequence[str], names: FieldNames) -> "_Columns":
        """Find the columns in a header."""
        if len(set(header)) < len(header):
            raise InputError(f"two columns have the same name in {_listed(header)}")
        probabilities = _probability_columns(header, names.label_order)
        others = [name for name in header if name not in probabilities.values()]
        return cls(
            header,
            id=_present("id", names.ids, others),
            label=_present("label", names.labels, others),
            probabilities=probabilities,
        )

    @property
    def others(self) -> Sequence[str]:
        """Those without probabilities."""
        return [name for name in self.header if name not in self.probabilities.values()]

    @property
    def end_in_number(self) -> bool:
        """Whether the last column has numbers that are read."""
        return self.header[-1] in ("confidence", "score", *self.probabilities.values())

    def row(self, fields: Sequence[str]) -> Mapping[str, str]:
        """Return the fields of a row by their columns."""
        if len(fields) != len(self.header):
            raise InputError(f"{len(fields)} columns instead of {len(self.header)}")
        return dict(zip(self.header, fields, strict=True))

    def record(self, line: int, row: Mapping[str, str]) -> RunRecord:
        """Return what a row says."""
        pair_id = row[self.id].strip()
        if not pair_id:
            raise InputError(f"column {quoted(self.id)} is empty; expected the pair's id")
        return RunRecord(
            line,
            pair_id,
            row[self.label].strip(),
            _number(row, "confidence"),
            _number(row, "score"),
            self._probabilities(row) if self.probabilities else None,
            row.get("task", "").strip() or None,
        )

    def _probabilities(self, row: Mapping[str, str]) -> Mapping[str, float] | None:
        given = {label: _number(row, name) for label, name in self.probabilities.items()}
        return {label: share for label, share in given.items() if share is not None} or None


def _rows(lines: Iterable[str], separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line that each row starts on, from 1, and its fields; blank lines are skipped."""
    dialect = _TabSeparated if separator == "\t" else csv.excel
    reader = csv.reader(lines, dialect, strict=True)
    line = 1
    try:
        for fields in reader:
            if len(fields) > 1 or "".join(fields).strip():
                yield line, fields
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"line {line}: malformed table ({error})") from None


def _separator(first_line: str) -> str:
    return "\t" if "\t" in first_line else ","


def _present(part: str, names: Sequence[str], header: Sequence[str]) -> str:
    name = first_present(names, header)
    if name is None:
        raise InputError(
            f"no column for the {part} among {_listed(header)}; expected one of {', '.join(names)}"
        )
    return name


def _listed(header: Sequence[str]) -> str:
    return shortened(", ".join(header), _LONGEST_HEADER)


def _tidied(header: Iterable[str]) -> list[str]:
    return [name.strip().casefold() for name in header]


def _probability_columns(header: Sequence[str], order: Sequence[Label]) -> Mapping[str, str]:
    """Return the column with each label's probability, by the label's name.

    Bare names of labels count only where all labels of a scheme have one: a single
    ``entailment`` is where some tables have the label itself.
    """
    found = {name: match[1] for name in header if (match := _PROBABILITY.fullmatch(name))}
    prefixed = {
        str(parse_label(label, order)) if label_number(label) is not None else label: name
        for name, label in found.items()
        if label_number(label) is not None or _label_called(label)
    }
    bare = {label: name for name in header if (label := _label_called(name))}
    if prefixed or set(bare) not in [set(scheme.labels) for scheme in Scheme]:
        return prefixed
    return {label.value: name for label, name in bare.items()}


def _label_called(name: str) -> Label | None:
    try:
        return parse_label(name)
    except InputError:
        return None


def _number(row: Mapping[str, str], column: str) -> float | None:
    field = row.get(column, "").strip()
    if not field:
        return None
    try:
        return float(field)
    except ValueError:
        raise InputError(f"column {quoted(column)} is {quoted(field)}; expected a number") from None
