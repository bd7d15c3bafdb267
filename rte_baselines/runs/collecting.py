"""Conversion of the records of a source to predictions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.pairs import Scheme
from rte_baselines.runs.columns import LABELS, Column, RunColumns
from rte_baselines.runs.record import RunRecord
from rte_baselines.runs.withheld import Withheld, WithheldAnswers

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

    Without labels, the most probable ones are used, or those that a threshold, the lowest score of
    ENTAILMENT, gives.
    """
    if threshold is not None and not isfinite(threshold):
        raise InputError(f"threshold {threshold} is not finite; expected a score")
    given: list[RunRecord] = []
    withheld: dict[str, Withheld] = {}
    for record in records:
        if isinstance(record.label, Withheld):
            _withhold(record.id, record.label, withheld)
        else:
            given.append(record)
    if not given:
        only = f" but {len(withheld)} withheld ones" if withheld else ""
        raise InputError(f"holds no predictions{only}")
    without = [record.id for record in given if record.label is None]
    has_labels = not without
    if 0 < len(without) < len(given):
        raise InputError(f"pair {quoted(without[0])} has no label, and others have one")
    columns = RunColumns.of_records(given)
    columns = _with_complete_probabilities(columns, are_labelled=has_labels)
    has_probabilities = bool(columns.probabilities.given.any())
    if threshold is not None and (has_labels or has_probabilities):
        raise InputError(
            f"has {'labels' if has_labels else 'probabilities'}, and needs no threshold; leave it "
            "out"
        )
    if has_labels:
        return Collected(columns, withheld)
    if has_probabilities:
        return _with_most_probable_labels(columns, withheld)
    return _with_labels_above(threshold, columns, withheld)


def _withhold(pair_id: str, kind: Withheld, withheld: dict[str, Withheld]) -> None:
    if pair_id in withheld:
        raise InputError(f"id {quoted(pair_id)} is repeated; expected one answer for each pair")
    withheld[pair_id] = kind


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
        raise InputError(
            f"probabilities of {_names(labels)} alone; expected those of {_names(missing)}, too, "
            "or a run without them"
        )
    if len(labels) != 1:
        return columns
    (label,) = labels
    other = _NO_ENTAILMENT if label == _ENTAILMENT else _ENTAILMENT
    values, given = probabilities.values.copy(), probabilities.given.copy()
    is_given = given[:, label]
    values[is_given, other] = 1 - values[is_given, label]
    given[:, other] = is_given
    return replace(columns, probabilities=Column(values, given))


def _names(labels: Sequence[int]) -> str:
    return " and ".join(LABELS[label] for label in labels)


def _with_most_probable_labels(columns: RunColumns, withheld: WithheldAnswers) -> Collected:
    without = np.flatnonzero(~columns.probabilities.has_number)
    if len(without):
        raise InputError(
            f"pair {quoted(columns.ids[without[0]])} has neither a label nor probabilities"
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


def _with_labels_above(
    threshold: float | None, columns: RunColumns, withheld: WithheldAnswers
) -> Collected:
    if not columns.scores.given.all():
        without = columns.ids[int(np.argmin(columns.scores.given))]
        raise InputError(f"pair {quoted(without)} has no score; expected one for each pair")
    if threshold is None:
        return Collected(columns, withheld, has_labels=False)
    entailed = columns.scores.values >= threshold
    codes = np.where(entailed, _ENTAILMENT, _NO_ENTAILMENT).astype(np.int8)
    return Collected(replace(columns, codes=codes), withheld)
