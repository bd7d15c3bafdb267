"""From the records of a run file to its predictions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.pairs.labels import HOW_TO_STATE_AN_ORDER
from rte_baselines.runs.columns import LABELS, Column, ColumnCollector, RunColumns
from rte_baselines.runs.format import RunRecord
from rte_baselines.runs.judgments import JudgmentParser

# The code of each label where NO means CONTRADICTION, which then has no other name.
_SWAP = {Label.NO_ENTAILMENT: Label.CONTRADICTION, Label.CONTRADICTION: Label.NO_ENTAILMENT}
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
        do not fit the order of labels; the message starts with the line.
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
    return _settled(columns, judgments, label_names)


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
