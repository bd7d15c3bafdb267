"""The reader of runs, which takes the class that they are made of, as that class uses it, too."""

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError, InputWarning, naming
from rte_baselines.core.files.reading import input_name, without_compression
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.pairs import Columns, LabelMeanings, LabelReader, Scheme
from rte_baselines.pairs.xml_formats import LABEL_ATTRIBUTES
from rte_baselines.records.columns import RUN_NAMES, are_numbers, parse_columns
from rte_baselines.records.json_rows import ALL_LABELS
from rte_baselines.records.rows import Faults, is_frame
from rte_baselines.records.sources import Source, SourcePart
from rte_baselines.runs.columns import LABELS, Column, RunColumns
from rte_baselines.runs.prediction import (
    RunRecord,
    Withheld,
    WithheldAnswers,
    withheld_counts,
    withheld_text,
)
from rte_baselines.runs.rows import RunRows

if TYPE_CHECKING:
    from rte_baselines.runs.tac import TacLines

ENDINGS = frozenset(".jsonl .json .csv .tsv .txt .parquet .npy .npz .xml .run .tac".split())
"""What the names of run files end in."""

_PATTERN = r"'(?i)answer is: (\w+)'"

_ENTAILMENT, _NO_ENTAILMENT = map(LABELS.index, Scheme.TWO_WAY.labels)
_THREE_WAY = [LABELS.index(label) for label in Scheme.THREE_WAY.labels]
_THREE_WAY_ONLY = [label for label in _THREE_WAY if label != _ENTAILMENT]


@dataclass(frozen=True)
class Collected:
    """The predictions of a source, and a note on how they were read.

    Without labels, and probabilities that give them, all labels are ENTAILMENT.
    """

    columns: RunColumns
    withheld: WithheldAnswers
    has_labels: bool = True
    note: str | None = None


def collect(records: Iterable[RunRecord], *, threshold: float | None = None) -> Collected:
    """Return the predictions of all records.

    Without labels, the most probable ones are used, or those with scores from `threshold` on; a
    threshold beside labels is refused.
    """
    if threshold is not None and not isfinite(threshold):
        raise InputError(f"threshold {threshold} is not finite; expected a score")
    given: list[RunRecord] = []
    withheld: dict[str, Withheld] = {}
    for record in records:
        if not isinstance(record.label, Withheld):
            given.append(record)
        elif record.id in withheld:
            raise InputError(f"id {quoted(record.id)} is repeated; expected one answer a pair")
        else:
            withheld[record.id] = record.label
    if not given:
        only = f" but {counted(len(withheld), 'withheld answer')}" if withheld else ""
        raise InputError(f"holds no predictions{only}")
    without = [record.id for record in given if record.label is None]
    has_labels = not without
    if 0 < len(without) < len(given):
        raise InputError(f"pair {quoted(without[0])} has no label, and others have one")
    columns = RunColumns.of_records(given)
    columns = _with_complete_probabilities(columns, are_labelled=has_labels)
    has_probabilities = bool(columns.probabilities.given.any())
    if threshold is not None and (has_labels or has_probabilities):
        what = "labels" if has_labels else "probabilities"
        raise InputError(f"has {what}, and needs no threshold; leave it out")
    if has_labels:
        return Collected(columns, withheld)
    if has_probabilities:
        return _with_most_probable_labels(columns, withheld)
    if not columns.scores.given.all():
        pair_id = quoted(columns.ids[int(np.argmin(columns.scores.given))])
        raise InputError(f"pair {pair_id} has no score; expected one for each pair")
    if threshold is None:
        return Collected(columns, withheld, has_labels=False)
    codes = np.where(columns.scores.values >= threshold, _ENTAILMENT, _NO_ENTAILMENT)
    return Collected(replace(columns, codes=codes.astype(np.int8)), withheld)


def _with_complete_probabilities(columns: RunColumns, *, are_labelled: bool) -> RunColumns:
    """Return the columns with both probabilities, if only one of two labels has any.

    Those of one or two labels that do not say what a third one has are an error.
    """
    probabilities = columns.probabilities
    labels = np.flatnonzero(probabilities.given.any(axis=0)).tolist()
    codes = set(columns.codes.tolist()) if are_labelled else set()
    missing = [label for label in _THREE_WAY if label not in labels]
    is_one = len(labels) == 1 and bool({*labels, *codes} & {*_THREE_WAY_ONLY})
    is_two = len(labels) == 2 and len(missing) == 1 and missing[0] in codes
    if is_one or is_two:
        alone, others = (" and ".join(LABELS[code] for code in part) for part in (labels, missing))
        raise InputError(f"probabilities of {alone} alone; expected those of {others}, too")
    if len(labels) != 1:
        return columns
    (label,) = labels
    other = _NO_ENTAILMENT if label == _ENTAILMENT else _ENTAILMENT
    values, given = probabilities.values.copy(), probabilities.given.copy()
    is_given = given[:, label]
    values[is_given, other] = 1 - values[is_given, label]
    given[:, other] = is_given
    return replace(columns, probabilities=Column(values, given))


def _with_most_probable_labels(columns: RunColumns, withheld: WithheldAnswers) -> Collected:
    without = np.flatnonzero(~columns.probabilities.has_number)
    if len(without):
        pair_id = quoted(columns.ids[without[0]])
        raise InputError(
            f"pair {pair_id} has neither a label nor probabilities; leave out its row, or "
            "label it ABSTAIN"
        )
    values = np.where(columns.probabilities.given, columns.probabilities.values, -np.inf)
    is_highest = values == values.max(axis=1, keepdims=True)
    labelled = replace(columns, codes=np.argmax(values, axis=1).astype(np.int8))
    tied = int((is_highest.sum(axis=1) > 1).sum())
    note = (
        f"in {counted(tied, 'prediction')} several labels are most probable; the first of "
        f"{', '.join(LABELS)} is used"
    )
    return Collected(labelled, withheld, note=note if tied else None)


def read_as(
    run_class: Any,
    source: str | Path | Any,
    *,
    ranked: bool | None = None,
    name: str | None = None,
    threshold: float | None = None,
    **options: Any,
) -> Any:
    """Return a run of this class; the other parameters are those of `read_run`."""
    is_records = isinstance(source, Iterable) and not isinstance(source, (str, bytes, Mapping))
    if is_records and not is_frame(source):
        # They may be lists, as pipelines return for all labels.
        records: Any = source
        source = [{ALL_LABELS: r} if isinstance(r, (list, tuple)) else r for r in records]
    reader = _RunReader(Source(source), **options)
    run_name = name or (name_of_file(source) if reader.source.paths else "records")
    return reader.read(run_class, ranked=ranked, name=run_name, threshold=threshold)


def name_of_file(source: str | Path) -> str:
    """Return the name of a run in tables: that of its file without `ENDINGS` and compression."""
    file = Path(Path(input_name(source)).name)
    plain = without_compression(file)
    return plain.stem if plain.suffix in ENDINGS else file.name


class _RunReader:
    """Reads one run."""

    def __init__(
        self,
        source: Source,
        *,
        run_columns: Columns | str | None = None,
        run_labels: LabelMeanings | None = None,
        in_order: bool = False,
        answer_pattern: str | None = None,
        quotes: bool = False,
        faults: Faults | None = None,
    ) -> None:
        self.source, self.in_order, self.quotes = source, in_order, quotes
        self.given = parse_columns(run_columns, RUN_NAMES)
        self.labels = LabelReader(run_labels, "run_labels", "--run-labels")
        self.faults = faults or Faults()
        self.rows = RunRows(self.given, self.labels, answer_pattern, in_order=in_order)
        self.tac: TacLines | None = None

    def read(
        self, run_class: Any, *, ranked: bool | None, name: str, threshold: float | None
    ) -> Any:
        source, digests, warning = self.source, None, None
        with closing(source):
            records = self._all_records()
            with naming(source.name):
                note = self._note_on_answers(records) if "answer" in self.rows.columns else None
                collected = collect(records, threshold=threshold)
                if self.tac is not None and str(source.paths[0]) != "-":
                    stream = next(source.parts).stream
                    size = len(collected.columns)
                    digests, warning = self.tac.read_sidecar(source.paths[0], stream, size)
        columns = collected.columns
        if digests is not None:
            columns = replace(columns, digests=digests)
        notes = [*filter(None, (note, collected.note, warning))]
        for note in notes:
            warnings.warn(f"{source.name}: {note}", InputWarning, stacklevel=4)
        # Columns that are not read and have a different value for each pair.
        size = len(columns) + len(collected.withheld)
        candidates_of_ids = {
            column: tuple(values)
            for column, values in self.rows.other_columns.items()
            if len(values) == size == len(set(values))
        }
        tac_ranked = self.tac is not None and bool(self.tac.ranked)
        run = run_class(
            columns,
            ranked=tac_ranked if ranked is None else ranked,
            name=name,
            in_order=self.in_order,
            notes=notes,
            withheld=collected.withheld,
            has_labels=collected.has_labels,
            labels_may_be_gold=self.rows.labels_may_be_gold,
            other_columns=candidates_of_ids,
        )
        run.source = source.name
        run.understood = self._understood(run)
        return run

    def _all_records(self) -> list[RunRecord]:
        records = [record for part in self.source.parts for record in self._records_of_part(part)]
        if self.faults.total and not records:
            raise InputError(f"{self.source.name}: {'; '.join(self.faults.lines())}")
        if not self.in_order:
            return records
        if not self.rows.columns:
            self.rows.other_columns["id"] = [record.id for record in records]
        return [record._replace(id=str(n)) for n, record in enumerate(records, start=1)]

    def _note_on_answers(self, records: Sequence[RunRecord]) -> str | None:
        """Return a note on answers that give no label; an error if none gives one."""
        labels = (record.label for record in records)
        withheld = {str(n): label for n, label in enumerate(labels) if isinstance(label, Withheld)}
        if not withheld:
            return None
        counts = withheld_text(withheld_counts(withheld))
        note = f"{len(withheld)} of {counted(len(records), 'answer')} give no label: {counts}"
        if self.rows.answers.examples:
            note += f"; such as {', '.join(self.rows.answers.examples)}"
            words = how_to_state("run_labels={WORD: LABEL}", "--run-labels WORD=LABEL")
            pattern = how_to_state(f"answer_pattern=r{_PATTERN}", f"--answer-pattern {_PATTERN}")
            field = RUN_NAMES.how_to_give({"answer": f"{self.rows.columns['answer']}.FIELD"})
            note += (
                f"; state what words mean: {words}, or where the label is in every answer: "
                f"{pattern}, or, in JSON, {field}; write ABSTAIN in the place of refusals"
            )
        if len(withheld) == len(records):
            raise InputError(note)
        return note

    def _records_of_part(self, part: SourcePart) -> Iterator[RunRecord]:
        is_single = len(self.source.paths) < 2
        with naming(part.name):
            self.tac = self._tac_lines_of(part)
            if part.kind == "xml":
                from rte_baselines.runs.tac import judgments_of_xml

                # The attribute of labels may be that of the gold ones.
                if not self.given:
                    self.rows.labels_may_be_gold = LABEL_ATTRIBUTES[0]
                elif dict(self.given) not in [{"label": name} for name in LABEL_ATTRIBUTES]:
                    given = RUN_NAMES.how_to_give(self.given)
                    raise InputError(f"is XML, which has no columns to name; leave out {given}")
                with part.text() as text:
                    yield from judgments_of_xml(text, self.labels)
            elif not is_single and (self.in_order or self.tac):
                what = "predictions in the order of the pairs" if self.in_order else "TAC run files"
                raise InputError(f"is one of several files; expected a single one for {what}")
            elif self.tac is not None:
                with part.text() as text:
                    yield from self.tac.read(text)
            else:
                yield from self._records_of_rows(part)

    def _tac_lines_of(self, part: SourcePart) -> "TacLines | None":
        """Return what reads lines of TAC, which have no columns that a user could name."""
        if part.kind != "table" or self.given:
            return None
        from rte_baselines.runs.tac import TacLines, are_tac_lines

        first = next(filter(str.strip, part.head.splitlines()), "")
        return TacLines(self.labels) if are_tac_lines(first, self.labels) else None

    def _records_of_rows(self, part: SourcePart) -> Iterator[RunRecord]:
        self.rows.start()
        for row in part.rows(has_header=not are_numbers(self.given), quotes=self.quotes):
            try:
                record = self.rows.record(row)
            except InputError as error:
                if not (row.problem or self.rows.is_readable):
                    raise InputError(f"{part.unit} {row.line}: {error}") from None
                self.faults.add(part.name, f"{part.unit} {row.line}", str(error))
                continue
            yield record

    def _understood(self, run: Any) -> str:
        """Return in one line how the run was understood."""
        rows = self.rows
        columns = [f"{part} = {path}" for part, path in rows.columns.items()]
        if rows.probabilities and "probabilities" not in rows.columns:
            columns.append(f"probabilities = {'+'.join(rows.probabilities.values())}")
        columns = columns or ["id judgment" if self.tac else "XML"]
        if stated := self.labels.describe():
            columns.append(f"where {stated}")
        counts = Counter(LABELS[code] for code in run.columns.codes.tolist())
        labels = [f"{times} {label}" for label, times in counts.items() if run.has_labels]
        labels = labels or ["no labels"]
        if run.withheld:
            labels.append(withheld_text(withheld_counts(run.withheld)))
        number = counted(len(run) + len(run.withheld), "prediction")
        return f"{self.source.name}: {number}; {', '.join(columns)}: {', '.join(labels)}"
