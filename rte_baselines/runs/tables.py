"""Run files as tables with a header, comma-, semicolon- or tab-separated.

Submissions to MultiNLI's competitions (``pairID,gold_label``) and to GLUE
(``index<TAB>prediction``) are such tables. The id and the label stand under one of the
names of `FieldNames`. There may be columns ``confidence``, ``score`` and ``task``, and one
for the probability of each label: ``p_neutral``, ``prob_neutral``, ``prob_1`` in an order
that the user states or, where every label of a scheme has one, ``neutral``; or for its
logit: ``logit_neutral``, ``logit_1``. Beside these, the label may be left out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme, parse_label
from rte_baselines.pairs.digest import beginnings_digest, parse_digest
from rte_baselines.pairs.labels import label_called, label_number
from rte_baselines.pairs.tables import csv_rows
from rte_baselines.quoting import listed, quoted
from rte_baselines.runs.fields import (
    DIGEST_NAME,
    HOW_TO_NAME_LABEL,
    HOW_TO_SAY_IN_ORDER,
    FieldNames,
    LabelDoubt,
    first_present,
    text_fields,
)
from rte_baselines.runs.format import RunFormat, RunRecord
from rte_baselines.runs.logits import Given, softmax
from rte_baselines.suggestions import did_you_mean

_PROBABILITY = re.compile(r"(?:p|prob|probs|probability)_(.+)")
_LOGIT = re.compile(r"logits?_(.+)")


class TableRuns(RunFormat):
    """Rows under a header; blank lines and further columns are skipped."""

    description = "a table whose header names an id and a label"

    def recognizes(self, first_line: str) -> bool:
        """Whether columns are named, of which one is called as ids, labels or their shares are."""
        try:
            header = _tidied(next(_rows([first_line], _separator(first_line)), (1, []))[1])
        except InputError:
            return False
        if len(header) == 1 and not self.names.in_order:
            return False
        # A first line "1<TAB>ENTAILMENT" is a prediction.
        names = [name for name in header if label_called(name) is None]
        if first_present([*self.names.ids, *self.names.labels], names) is not None:
            return True
        patterns = (_PROBABILITY, _LOGIT)
        return any(_shares_named(header, pattern) for pattern in patterns) or (
            self.names.in_order and bool(_bare_shares(header))
        )

    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Read a record from each row; see `RunFormat.read`."""
        first_line = next(filter(str.strip, text), "")
        text.seek(0)
        lines = _Lines(text)
        rows = _rows(lines, _separator(first_line))
        columns = self._columns_under(*next(rows, (1, [])))
        doubt = LabelDoubt(self.names, columns.label, columns.others) if columns.label else None
        self.has_confidences = "confidence" in columns.header
        filled = 0
        for before, (line, fields) in enumerate(rows):
            try:
                row = columns.row(fields)
                record = columns.record(line, row)
                if lines.may_be_cut and columns.end_in_number:
                    self._check_end(line, row, is_always_filled=0 < filled == before)
            except InputError as error:
                raise InputError(f"line {line}: {error}") from None
            if doubt is not None:
                doubt.see(row)
            filled += bool(fields[-1].strip())
            yield record
        if doubt is not None:
            doubt.settle()
            self.doubtful_label = doubt.taken_in_doubt

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
    id, label : str or None
        None if the table does without.
    shares : mapping of str to str
        Those with probabilities or logits, by the names of the labels.
    are_logits : bool
    others : sequence of str
        Those without probabilities or logits.
    texts : tuple of str or None
        Those with the text and the hypothesis, if the table repeats them.
    """

    header: Sequence[str]
    id: str | None
    label: str | None
    shares: Mapping[str, str]
    are_logits: bool
    others: Sequence[str]
    texts: tuple[str, str] | None

    @classmethod
    def of(cls, header: Sequence[str], names: FieldNames) -> "_Columns":
        """Find the columns in a header."""
        if len(set(header)) < len(header):
            raise InputError(f"two columns have the same name in {listed(header)}")
        shares, are_logits = _share_columns(header, names.label_order)
        taken = set(shares.values())
        others = [name for name in header if name not in taken]
        may_lack_label = shares and not names.needs_label
        return cls(
            header,
            id=_present("id", names.ids, others, HOW_TO_SAY_IN_ORDER, names.in_order),
            label=_present("label", names.labels, others, HOW_TO_NAME_LABEL, may_lack_label),
            shares=shares,
            are_logits=are_logits,
            others=others,
            texts=text_fields(others),
        )

    @property
    def end_in_number(self) -> bool:
        """Whether the last column has numbers that are read."""
        return self.header[-1] in ("confidence", "score", *self.shares.values())

    def row(self, fields: Sequence[str]) -> Mapping[str, str]:
        """Return the fields of a row by their columns."""
        if len(fields) != len(self.header):
            raise InputError(f"{len(fields)} columns instead of {len(self.header)}")
        return dict(zip(self.header, fields, strict=True))

    def record(self, line: int, row: Mapping[str, str]) -> RunRecord:
        """Return what a row says."""
        pair_id = "" if self.id is None else row[self.id].strip()
        if not pair_id and self.id is not None:
            raise InputError(f"column {quoted(self.id)} is empty; expected the pair's id")
        digest = row.get(DIGEST_NAME, "").strip()
        return RunRecord(
            line,
            pair_id,
            None if self.label is None else row[self.label].strip(),
            _number(row, "confidence"),
            _number(row, "score"),
            self._probabilities(row) if self.shares else None,
            row.get("task", "").strip() or None,
            parse_digest(digest) if digest else None,
            None if self.texts is None else beginnings_digest(*(row[name] for name in self.texts)),
        )

    def _probabilities(self, row: Mapping[str, str]) -> Given | None:
        numbers = {label: _number(row, name) for label, name in self.shares.items()}
        given = {label: share for label, share in numbers.items() if share is not None}
        if not given:
            return None
        if self.are_logits and len(given) < len(numbers):
            empty = next(name for label, name in self.shares.items() if label not in given)
            raise InputError(f"column {quoted(empty)} is empty; expected a logit of each label")
        return softmax(given) if self.are_logits else given


def _rows(lines: Iterable[str], separator: str) -> Iterator[tuple[int, list[str]]]:
    # Between tabs, as in GLUE's tables, quotation marks are like other characters.
    return csv_rows(lines, separator, quotation_marks=separator != "\t")


def _separator(first_line: str) -> str:
    if "\t" in first_line:
        return "\t"
    return ";" if first_line.count(";") > first_line.count(",") else ","


def _present(
    part: str, names: Sequence[str], header: Sequence[str], advice: str, may_lack: object
) -> str | None:
    name = first_present(names, header)
    if name is None and not may_lack:
        hint = did_you_mean(names[0], header)
        raise InputError(
            f"no column for the {part} among {listed(header)}; {hint}expected one of "
            f"{listed(names)}; {advice}"
        )
    return name


def _tidied(header: Iterable[str]) -> list[str]:
    return [name.strip().casefold() for name in header]


def _share_columns(header: Sequence[str], order: Sequence[Label]) -> tuple[Mapping[str, str], bool]:
    """Return the column with each label's probability or logit, and whether it is the latter.

    Bare names of labels count only where all labels of a scheme have one: a single
    ``entailment`` is where some tables have the label itself.
    """
    for pattern, are_logits in ((_PROBABILITY, False), (_LOGIT, True)):
        if found := _shares_named(header, pattern):
            return _by_label(found, order), are_logits
    return _bare_shares(header), False


def _shares_named(header: Iterable[str], pattern: re.Pattern[str]) -> Mapping[str, str]:
    """Return the columns whose names end in a label or its number, by these."""
    found = {match[1]: name for name in header if (match := pattern.fullmatch(name))}
    return {
        label: name
        for label, name in found.items()
        if label_number(label) is not None or label_called(label)
    }


def _by_label(found: Mapping[str, str], order: Sequence[Label]) -> Mapping[str, str]:
    numbered = {label for label in found if label_number(label) is not None}
    return {
        str(parse_label(label, order)) if label in numbered else label: name
        for label, name in found.items()
    }


def _bare_shares(header: Iterable[str]) -> Mapping[str, str]:
    bare = {label: name for name in header if (label := label_called(name))}
    if set(bare) not in [set(scheme.labels) for scheme in Scheme]:
        return {}
    return {label.value: name for label, name in bare.items()}


def _number(row: Mapping[str, str], column: str) -> float | None:
    field = row.get(column, "").strip()
    if not field:
        return None
    try:
        return float(field)
    except ValueError:
        raise InputError(f"column {quoted(column)} is {quoted(field)}; expected a number") from None
