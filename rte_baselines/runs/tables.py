"""Run files as tables with a header, separated by commas, semicolons or tabs.

Submissions to MultiNLI's competitions (``pairID,gold_label``) and to GLUE
(``index<TAB>prediction``) are such tables. The columns of the id and the label have one of the
names of `FieldNames`. Optional columns are ``confidence``, ``score`` and ``task``, and one
for the probability of each label: ``p_neutral``, ``prob_neutral``, ``prob_1`` in an order
that the user states or, if every label of a scheme has one, ``neutral``; or for its
logit: ``logit_neutral``, ``logit_1``. With these, the label is optional.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.pairs.digest import beginnings_digest, parse_digest
from rte_baselines.pairs.labels import label_called
from rte_baselines.pairs.tables import csv_rows
from rte_baselines.quoting import counted, listed, quoted
from rte_baselines.runs.fields import (
    DIGEST_NAME,
    PROBABILITY_NAMES,
    SCORE_NAMES,
    FieldNames,
    LabelCheck,
    first_present,
    how_to_name_label,
    how_to_state_in_order,
    is_probability,
    listed_names,
    names_instead,
    text_fields,
    unread_scores,
)
from rte_baselines.runs.format import RunFormat, RunRecord
from rte_baselines.runs.prediction import number_called
from rte_baselines.runs.probability_fields import (
    ProbabilityFields,
    have_probabilities,
    include_all_labels,
    refuse_missing_label,
)
from rte_baselines.runs.rivals import RivalCheck
from rte_baselines.runs.training import IN_TRAINING_NAME, MODEL_NAME, read_training
from rte_baselines.suggestions import did_you_mean

_TRUTH = {"true": True, "false": False}


class TableRuns(RunFormat):
    """Rows with a header; blank lines and other columns are ignored."""

    description = "a table whose header names an id and a label"

    def recognizes(self, first_line: str) -> bool:
        """Whether a column has a known name of ids, labels or probabilities."""
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
        return have_probabilities(header) or (
            self.names.in_order
            and (include_all_labels(header) or first_present(PROBABILITY_NAMES, header) is not None)
        )

    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Yield a record for each row; see `RunFormat.read`."""
        first_line = next(filter(str.strip, text), "")
        text.seek(0)
        lines = _Lines(text)
        rows = _rows(lines, _separator(first_line))
        columns = self._columns_under(*next(rows, (1, [])))
        label_check = columns.label_check(self.names)
        rival_check = RivalCheck(self.names, columns.label, columns.id, columns.others)
        self.has_confidences = "confidence" in columns.header
        self.scores_are_probabilities = is_probability(columns.score)
        filled = 0
        for rows_before, (line, fields) in enumerate(rows):
            try:
                row = columns.row(fields)
                if not (rows_before or self.names.needs_label):
                    columns.check_label(row)
                record = columns.record(line, row)
                if lines.may_be_truncated and columns.end_in_number:
                    self._check_end(line, row, is_always_filled=0 < filled == rows_before)
            except InputError as error:
                raise InputError(f"line {line}: {error}") from None
            if not rows_before:
                self.unread = columns.unread(row)
            if label_check is not None:
                label_check.add(row)
            rival_check.add(line, row)
            filled += bool(fields[-1].strip())
            yield record
        rival_check.finish()
        if label_check is not None:
            label_check.finish()
            self.ambiguous_label = label_check.ambiguous_name

    def _columns_under(self, line: int, header: Sequence[str]) -> "_Columns":
        try:
            return _Columns.of(_tidied(header), self.names)
        except InputError as error:
            raise InputError(f"line {line}: {error}") from None

    def _check_end(self, line: int, row: Mapping[str, str], *, is_always_filled: bool) -> None:
        """Check the last number of a file without a line end on its last line."""
        name, field = list(row.items())[-1]
        if field.strip():
            self.warn_of_truncation(line, field.strip())
        elif is_always_filled:
            raise InputError(
                f"column {quoted(name)} is empty in this row only, and the line end is missing; "
                "expected a number (is the file truncated?)"
            )


class _Lines(Iterable[str]):
    """The lines of a text; `may_be_truncated` is whether the last line read has no line end."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._last = ""

    def __iter__(self) -> Iterator[str]:
        for line in self._text:
            self._last = line
            yield line

    @property
    def may_be_truncated(self) -> bool:
        # A field that ends in a quotation mark is complete.
        return not self._last.endswith(("\n", '"'))


@dataclass(frozen=True)
class _Columns:
    """The columns of a table.

    Parameters
    ----------
    header : sequence of str
    id, label : str or None
        None if the table does not have it.
    probabilities : ProbabilityFields
        The columns with probabilities or logits of labels.
    score : str or None
        The column with scores, or with one probability, which is read like a score.
    others : sequence of str
        The columns without probabilities or logits.
    texts : tuple of str or None
        The columns with the text and the hypothesis, if the table has them.
    """

    header: Sequence[str]
    id: str | None
    label: str | None
    probabilities: ProbabilityFields
    score: str | None
    others: Sequence[str]
    texts: tuple[str, str] | None

    @classmethod
    def of(cls, header: Sequence[str], names: FieldNames) -> "_Columns":
        """Find the columns in a header."""
        if len(set(header)) < len(header):
            raise InputError(f"two columns have the same name in {listed(header)}")
        probabilities = ProbabilityFields.among(header, names.label_order)
        probability_names = set(probabilities.names.values())
        others = [name for name in header if name not in probability_names]
        score = first_present(SCORE_NAMES, others)
        may_lack_label = (probabilities.names or is_probability(score)) and not names.needs_label
        label = _present("label", names.labels, others, how_to_name_label(), may_lack_label)
        if score is not None and label is None and not probabilities.names:
            probabilities, score = ProbabilityFields({Label.ENTAILMENT.value: score}), None
        return cls(
            header,
            id=_present("id", names.ids, others, how_to_state_in_order(), names.in_order),
            label=label,
            probabilities=probabilities,
            score=score,
            others=others,
            texts=text_fields(others),
        )

    def label_check(self, names: FieldNames) -> LabelCheck | None:
        """Return the check of the label, None if the table has none."""
        if self.label is None:
            return None
        has_probabilities = bool(self.probabilities.names)
        return LabelCheck(names, self.label, self.others, has_probabilities=has_probabilities)

    def check_label(self, first: Mapping[str, str]) -> None:
        """Refuse a probability as the label; see `refuse_missing_label`."""
        numbers = {name: number_called(first[name].strip()) for name in self.others}
        refuse_missing_label(self.label, numbers)

    @property
    def end_in_number(self) -> bool:
        """Whether the last column has confidences, scores or probabilities."""
        return self.header[-1] in ("confidence", self.score, *self.probabilities.names.values())

    @property
    def read_names(self) -> set[str | None]:
        """The columns whose values are used."""
        return {self.id, self.label, "confidence", self.score, *self.probabilities.names.values()}

    def unread(self, first: Mapping[str, str]) -> Sequence[str]:
        """Return the columns that may have numbers of the system, unread; see `unread_scores`."""
        has_probabilities = bool(self.probabilities.names)
        return unread_scores(first, self.read_names, has_probabilities=has_probabilities)

    def row(self, fields: Sequence[str]) -> Mapping[str, str]:
        """Return the fields of a row by their columns."""
        if len(fields) != len(self.header):
            raise InputError(f"{counted(len(fields), 'column')} instead of {len(self.header)}")
        return dict(zip(self.header, fields, strict=True))

    def record(self, line: int, row: Mapping[str, str]) -> RunRecord:
        """Return the record of a row."""
        pair_id = "" if self.id is None else row[self.id].strip()
        if not pair_id and self.id is not None:
            raise InputError(f"column {quoted(self.id)} is empty; expected the pair's id")
        digest = row.get(DIGEST_NAME, "").strip()
        return RunRecord(
            line,
            pair_id,
            None if self.label is None else row[self.label].strip(),
            _number(row, "confidence"),
            None if self.score is None else _number(row, self.score),
            self.probabilities.read(partial(_number, row)) if self.probabilities.names else None,
            row.get("task", "").strip() or None,
            parse_digest(digest) if digest else None,
            None if self.texts is None else beginnings_digest(*(row[name] for name in self.texts)),
            *_training(row),
        )


def _rows(lines: Iterable[str], separator: str) -> Iterator[tuple[int, list[str]]]:
    # In tables with tabs, such as GLUE's, quotation marks are ordinary characters.
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
        if len(names) == 1:
            raise InputError(f"no column {quoted(names[0])}; {names_instead(names[0], header)}")
        hint = did_you_mean(names[0], header)
        raise InputError(
            f"no column for the {part} among {listed(header)}; {hint}expected one of "
            f"{listed_names(names)}; {advice}"
        )
    return name


def _tidied(header: Iterable[str]) -> list[str]:
    return [name.strip().casefold() for name in header]


def _training(row: Mapping[str, str]) -> tuple[str | None, bool | None]:
    if MODEL_NAME not in row:
        return None, None
    model, _ = read_training(row[MODEL_NAME].strip(), None)
    field = row.get(IN_TRAINING_NAME, "").strip()
    if model is None or not field:
        return model, None
    if field.casefold() not in _TRUTH:
        raise InputError(
            f"column {quoted(IN_TRAINING_NAME)} is {quoted(field)}; expected true or false"
        )
    return model, _TRUTH[field.casefold()]


def _number(row: Mapping[str, str], column: str) -> float | None:
    field = row.get(column, "").strip()
    if not field:
        return None
    number = number_called(field)
    if number is None:
        raise InputError(f"column {quoted(column)} is {quoted(field)}; expected a number")
    return number
