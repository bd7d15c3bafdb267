"""Run files as tables with a header, comma- or tab-separated.

Submissions to MultiNLI's competitions (``pairID,gold_label``) and to GLUE
(``index<TAB>prediction``) are such tables. The id and the label stand under one of the
names of `ID_NAMES` and `PREDICTION_FIRST`. There may be columns ``confidence``, ``score``
and ``task``, and one for the probability of each label: ``p_neutral``, ``prob_neutral`` or,
where every label of a scheme has one, ``neutral``.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme, parse_label
from rte_baselines.runs.format import (
    ID_NAMES,
    PREDICTION_FIRST,
    RunFormat,
    RunRecord,
    first_present,
)

_PROBABILITY_PREFIX = re.compile(r"(p|prob|probability)_")


class _TabSeparated(csv.excel_tab):
    """Between tabs, as in GLUE's tables, quotation marks are like other characters."""

    quoting = csv.QUOTE_NONE


class TableRuns(RunFormat):
    """Rows under a header; blank lines and further columns are skipped."""

    description = "a table whose header names an id and a label"

    @staticmethod
    def recognizes(first_line: str) -> bool:
        """Whether several columns are named, of which one is called as ids or labels are."""
        try:
            header = _tidied(next(_rows([first_line], _separator(first_line)), (1, []))[1])
        except InputError:
            return False
        # A first line "1<TAB>ENTAILMENT" is a prediction.
        names = [name for name in header if _label_called(name) is None]
        return len(header) > 1 and first_present([*ID_NAMES, *PREDICTION_FIRST], names) is not None

    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Read a record from each row; see `RunFormat.read`."""
        first_line = next(filter(str.strip, text), "")
        text.seek(0)
        columns: _Columns | None = None
        for line, fields in _rows(text, _separator(first_line)):
            try:
                if columns is None:
                    columns = _Columns.of(_tidied(fields), self.label_names)
                    continue
                record = columns.record(line, fields)
            except InputError as error:
                raise InputError(f"line {line}: {error}") from None
            yield record


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
    def of(cls, header: Sequence[str], label_names: Sequence[str]) -> "_Columns":
        """Find the columns in a header."""
        if len(set(header)) < len(header):
            raise InputError(f"two columns have the same name in {', '.join(header)}")
        probabilities = _probability_columns(header)
        others = [name for name in header if name not in probabilities.values()]
        return cls(
            header,
            id=_present("id", ID_NAMES, others),
            label=_present("label", label_names, others),
            probabilities=probabilities,
        )

    def record(self, line: int, fields: Sequence[str]) -> RunRecord:
        """Return what a row says."""
        if len(fields) != len(self.header):
            raise InputError(f"{len(fields)} columns instead of {len(self.header)}")
        row = dict(zip(self.header, fields, strict=True))
        pair_id = row[self.id].strip()
        if not pair_id:
            raise InputError(f"column {self.id!r} is empty; expected the pair's id")
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
            f"no column for the {part} among {', '.join(header)}; "
            f"expected one of {', '.join(names)}"
        )
    return name


def _tidied(header: Iterable[str]) -> list[str]:
    return [name.strip().casefold() for name in header]


def _probability_columns(header: Sequence[str]) -> Mapping[str, str]:
    """Return the column with each label's probability, by the label's name.

    Bare names of labels count only where all labels of a scheme have one: a single
    ``entailment`` is where some tables have the label itself.
    """
    prefixed = {
        label.value: name
        for name in header
        if _PROBABILITY_PREFIX.match(name)
        and (label := _label_called(_PROBABILITY_PREFIX.sub("", name, count=1)))
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
        raise InputError(f"column {column!r} is {field!r}; expected a number") from None
