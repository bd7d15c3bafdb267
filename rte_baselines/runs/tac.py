"""The run files of the challenges: a line for each pair, with its id and its judgment.

RTE-4 (TAC 2008 guidelines) has lines ``pair_id judgment``; a ranked run starts with the most
certain entailment. RTE-2 and RTE-3 have a header ``ranked: yes`` or ``ranked: no``; RTE-1 adds
a confidence in [0, 1] to each line.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, parse_label
from rte_baselines.quoting import quoted
from rte_baselines.runs.columns import LABELS, RunColumns
from rte_baselines.runs.fields import FieldNames
from rte_baselines.runs.format import RunFormat, RunRecord
from rte_baselines.runs.prediction import Prediction, number_called

_HEADER = re.compile(r"ranked\s*:\s*(?P<answer>yes|no)", re.IGNORECASE)
_ENTAILMENT = LABELS.index(Label.ENTAILMENT)


class TacRuns(RunFormat):
    """Lines of id and judgment, separated by white space."""

    description = "lines 'pair_id judgment'"
    has_sidecar = True

    def __init__(self, names: FieldNames) -> None:
        super().__init__(names)
        self._declared_ranked: bool | None = None

    def recognizes(self, first_line: str) -> bool:
        """Whether the line is an id and a judgment, a header, or a judgment alone if in order."""
        return (
            len(first_line.split()) > 1
            or _HEADER.fullmatch(first_line) is not None
            or (self.names.in_order and _is_judgment(first_line, self.names.label_order))
        )

    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Yield a record for each line except the header; see `RunFormat.read`."""
        first: RunRecord | None = None
        has_ids = True
        for number, line in enumerate(text, start=1):
            fields = line.split()
            header = _HEADER.fullmatch(line.strip())
            if header:
                self._declare(header["answer"], number, is_first=first is None)
            if header or not fields:
                continue
            if first is None and self.names.in_order:
                has_ids = not _is_judgment(line, self.names.label_order)
            record = _record(number, fields, has_ids=has_ids)
            first = first or record
            _check_consistent(record, first)
            yield record
            if record.confidence is not None and not line[-1].isspace():
                self.warn_of_truncation(number, fields[-1])

    def order_is_ranking(self, columns: RunColumns) -> bool:
        """Whether the header states a ranking, or the order looks like one.

        Without a header, the order is a ranking if all pairs labelled ENTAILMENT come
        before all others, as the guidelines expect of a ranked run, and there are some of
        both. RTE-1's files, which have confidences, are not ranked, nor are files in the
        order of the pairs.
        """
        if self._declared_ranked is not None:
            return self._declared_ranked
        if self.names.in_order:
            return False
        return columns.confidences.complete is None and _entailments_lead(columns)

    def _declare(self, answer: str, line: int, *, is_first: bool) -> None:
        if self._declared_ranked is not None or not is_first:
            raise InputError(
                f"line {line}: a header 'ranked: {answer}' after another header or after pairs; "
                "expected at most one, at the top"
            )
        self._declared_ranked = answer.lower() == "yes"


def tac_lines(predictions: Iterable[Prediction]) -> Iterator[str]:
    """Yield the lines of an RTE-4 run file, one for each prediction.

    Raises
    ------
    InputError
        If an id is empty or contains white space or unprintable characters.
    """
    for prediction in predictions:
        if not prediction.id or " " in prediction.id or not prediction.id.isprintable():
            raise InputError(
                f"id {quoted(prediction.id)} is empty or contains white space or unprintable "
                "characters, which is not valid in a TAC run file; write the run as jsonl"
            )
        yield f"{prediction.id} {prediction.label.value.replace('_', ' ')}\n"


def _is_judgment(line: str, label_order: Sequence[Label]) -> bool:
    """Whether a line is a judgment without an id."""
    try:
        parse_label(line, label_order)
    except InputError:
        return False
    return True


def _record(line: int, fields: Sequence[str], *, has_ids: bool) -> RunRecord:
    if not has_ids:
        return RunRecord(line, "", " ".join(fields))
    confidence = _number(fields[-1]) if len(fields) > 2 else None
    pair_id, *judgment = fields if confidence is None else fields[:-1]
    if not judgment:
        raise InputError(
            f"line {line}: no judgment in {quoted(pair_id)}; expected 'pair_id judgment'"
        )
    return RunRecord(line, pair_id, " ".join(judgment), confidence)


def _check_consistent(record: RunRecord, first: RunRecord) -> None:
    if (record.confidence is None) != (first.confidence is None):
        raise InputError(
            f"line {record.line}: pair {quoted(record.id)} has {_with_or_without(record)}, the "
            f"first pair has {_with_or_without(first)}; expected one for all pairs or for none"
        )


def _entailments_lead(columns: RunColumns) -> bool:
    is_entailed = columns.codes == _ENTAILMENT
    leading = int(is_entailed.sum())
    return 0 < leading < len(is_entailed) and bool(is_entailed[:leading].all())


# Most lines end with one of a few words.
_number = lru_cache(maxsize=16)(number_called)


def _with_or_without(record: RunRecord) -> str:
    return "no confidence" if record.confidence is None else "a confidence"
