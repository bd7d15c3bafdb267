"""From the records of a run file to its predictions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme
from rte_baselines.pairs.labels import HOW_TO_STATE_AN_ORDER
from rte_baselines.runs.columns import LABELS, Column, ColumnCollector, RunColumns
from rte_baselines.runs.format import RunRecord
from rte_baselines.runs.judgments import JudgmentParser

# The code of each label where NO means CONTRADICTION, which then has no other name.
_SWAP = {Label.NO_ENTAILMENT: Label.CONTRADICTION, Label.CONTRADICTION: Label.NO_ENTAILMENT}
_ENTAILMENT, _NO_ENTAILMENT = map(LABELS.index, Scheme.TWO_WAY.labels)
_THREE_WAY_ONLY = [LABELS.index(label) for label in (Label.CONTRADICTION, Label.UNKNOWN)]
_SWAPPED = np.array([LABELS.index(_SWAP.get(label, label)) for label in LABELS], dtype=np.int8)


def collect(records: Iterable[RunRecord], label_order: Sequence[Label]) -> RunColumns:
    """Return the predictions of all records of a file.

    Parameters
    ----------
    records : iterable of RunRecord
    label_order : sequence of Label
        What numbers stand for; empty if no order is stated.

    Raises
    ------
    InputError
        If there is no record, a judgment is no label, their spelling changes, or numbers
        do not fit the order of labels; the message starts with the line. Also if there
        are probabilities of ENTAILMENT alone beside three-way labels.
    """
    collector = ColumnCollector()
    judgments, label_names = JudgmentParser(label_order), JudgmentParser(label_order)
    for record in records:
        try:
            label = judgments.parse(record.judgment)
            collector.add(record.id, label, record.confidence, record.score)
            if record.probabilities is not None:
                labels, shares = _by_label(record.probabilities, label_names, label_order)
                collector.add_probabilities(labels, shares)
        except InputError as error:
            raise InputError(f"line {record.line}: {error}") from None
    columns = collector.columns()
    if not columns.ids:
        raise InputError("holds no judgments")
    return _completed(_settled(columns, judgments, label_names))


def _by_label(
    given: Mapping[str, float] | Sequence[float],
    label_names: JudgmentParser,
    label_order: Sequence[Label],
) -> tuple[Sequence[Label], Iterable[float]]:
    """Return which labels have a probability, and the probabilities."""
    if isinstance(given, Mapping):
        return [label_names.parse(name) for name in given], given.values()
    if not label_order:
        raise InputError(f"probabilities without labels; {HOW_TO_STATE_AN_ORDER}")
    if len(given) != len(label_order):
        raise InputError(
            f"{len(given)} probabilities for the {len(label_order)} labels of the stated order; "
            "expected one for each"
        )
    return label_order, given


def _settled(
    columns: RunColumns, judgments: JudgmentParser, label_names: JudgmentParser
) -> RunColumns:
    """Return the columns with NO as the whole file means it; see `JudgmentParser`."""
    if not (judgments.has_unknown or label_names.has_unknown):
        return columns
    if judgments.says_no:
        columns = replace(columns, codes=_SWAPPED[columns.codes])
    if label_names.says_no:
        values, given = columns.probabilities.values, columns.probabilities.given
        columns = replace(columns, probabilities=Column(values[:, _SWAPPED], given[:, _SWAPPED]))
    return columns


def _completed(columns: RunColumns) -> RunColumns:
    """Return the columns with the rest of the probabilities where only ENTAILMENT has any."""
    shares = columns.probabilities
    if np.flatnonzero(shares.given.any(axis=0)).tolist() != [_ENTAILMENT]:
        return columns
    if np.isin(columns.codes, _THREE_WAY_ONLY).any():
        raise InputError(
            "probabilities of ENTAILMENT alone beside three-way labels; expected those of "
            "CONTRADICTION and UNKNOWN, too"
        )
    values, given = shares.values.copy(), shares.given.copy()
    is_given = given[:, _ENTAILMENT]
    values[is_given, _NO_ENTAILMENT] = 1 - values[is_given, _ENTAILMENT]
    given[:, _NO_ENTAILMENT] = is_given
    return replace(columns, probabilities=Column(values, given))
