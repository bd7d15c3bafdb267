"""Conversion of the records of a run file to predictions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme
from rte_baselines.pairs.judgments import FILE, JudgmentParser
from rte_baselines.pairs.labels import how_to_state_an_order
from rte_baselines.quoting import counted, quoted
from rte_baselines.runs.columns import LABELS, Codes, Column, ColumnCollector, RunColumns
from rte_baselines.runs.format import RunRecord
from rte_baselines.runs.withheld import Withheld, WithheldAnswers, withheld_called

# NO is first read as NO_ENTAILMENT. If it means CONTRADICTION, this label has no other name in the
# file, so that the two codes can be exchanged.
_SWAP = {Label.NO_ENTAILMENT: Label.CONTRADICTION, Label.CONTRADICTION: Label.NO_ENTAILMENT}
_ENTAILMENT, _NO_ENTAILMENT = map(LABELS.index, Scheme.TWO_WAY.labels)
_THREE_WAY_ONLY = [LABELS.index(label) for label in (Label.CONTRADICTION, Label.UNKNOWN)]
_SWAPPED = np.array([LABELS.index(_SWAP.get(label, label)) for label in LABELS], dtype=np.int8)


@dataclass(frozen=True)
class Collected:
    """The predictions of a file.

    Parameters
    ----------
    columns : RunColumns
    warning : str or None
        A warning about how they were read.
    withheld : mapping of str to Withheld
        Where there is no label, by the id of the pair.
    """

    columns: RunColumns
    warning: str | None = None
    withheld: WithheldAnswers = field(default_factory=dict)


def collect(
    records: Iterable[RunRecord],
    label_order: Sequence[Label],
    *,
    may_withhold: bool = False,
    source: str = FILE,
) -> Collected:
    """Return the predictions of all records of a file.

    If the file has no labels, the most probable ones are used.

    Parameters
    ----------
    records : iterable of RunRecord
    label_order : sequence of Label
        The labels that numbers stand for; empty if no order is stated.
    may_withhold : bool
        Whether ABSTAIN and UNPARSEABLE may stand in the place of labels.
    source : str
        The source of the records, for messages: "a file", "a data frame".

    Raises
    ------
    InputError
        If there is no record with a label, a judgment is not a label, the spelling of labels
        changes, or numbers do not fit the order of labels; the message starts with the line.
        Also if three-way labels have probabilities of ENTAILMENT only, or of two labels.
    """
    collector = ColumnCollector()
    judgments, label_names = (JudgmentParser(label_order, source=source) for _ in range(2))
    has_labels = True
    withheld: dict[str, Withheld] = {}
    for record in records:
        try:
            kind = withheld_called(record.judgment or "") if may_withhold else None
            if kind is not None:
                _withhold(record.id, kind, withheld)
                continue
            has_labels = record.judgment is not None
            label = judgments.parse(record.judgment) if record.judgment is not None else LABELS[0]
            collector.add(
                record.id,
                label,
                record.confidence,
                record.score,
                record.digest,
                record.beginnings,
            )
            collector.add_training(record.trained_model, record.in_training)
            if record.probabilities is not None:
                labels, probabilities = _labels_and_probabilities(
                    record.probabilities, label_names, label_order
                )
                collector.add_probabilities(labels, probabilities)
            elif not has_labels:
                raise InputError(f"pair {quoted(record.id)} has neither a label nor probabilities")
        except InputError as error:
            raise InputError(f"line {record.line}: {error}") from None
    columns = collector.columns()
    if not columns.ids:
        only = f" but {len(withheld)} withheld ones" if withheld else ""
        raise InputError(f"holds no judgments{only}")
    columns = _with_complete_probabilities(_with_resolved_no(columns, judgments, label_names))
    found = Collected(columns) if has_labels else _with_most_probable_labels(columns)
    return replace(found, withheld=withheld)


def _withhold(pair_id: str, kind: Withheld, withheld: dict[str, Withheld]) -> None:
    if not pair_id:
        raise InputError(f"{kind} without an id; expected ids where answers are withheld")
    if pair_id in withheld:
        raise InputError(f"id {quoted(pair_id)} is repeated; expected one answer for each pair")
    withheld[pair_id] = kind


def _labels_and_probabilities(
    given: Mapping[str, float] | Sequence[float],
    label_names: JudgmentParser,
    label_order: Sequence[Label],
) -> tuple[Sequence[Label], Iterable[float]]:
    """Return which labels have a probability, and the probabilities."""
    if isinstance(given, Mapping):
        labels = [label_names.parse(name) for name in given]
        if len(set(labels)) < len(labels):
            raise InputError(
                f"two of {', '.join(map(quoted, given))} stand for one label; expected a "
                "probability of each label once"
            )
        return labels, given.values()
    if not label_order:
        raise InputError(f"probabilities without labels; {how_to_state_an_order()}")
    if len(given) != len(label_order):
        raise InputError(
            f"{len(given)} probabilities for the {len(label_order)} labels of the stated order; "
            "expected one for each"
        )
    return label_order, given


def _with_resolved_no(
    columns: RunColumns, judgments: JudgmentParser, label_names: JudgmentParser
) -> RunColumns:
    """Return the columns with NO read as the whole file uses it; see `JudgmentParser`."""
    if not (judgments.has_unknown or label_names.has_unknown):
        return columns
    if judgments.says_no:
        columns = replace(columns, codes=_SWAPPED[columns.codes])
    if label_names.says_no:
        values, given = columns.probabilities.values, columns.probabilities.given
        columns = replace(columns, probabilities=Column(values[:, _SWAPPED], given[:, _SWAPPED]))
    return columns


def _with_complete_probabilities(columns: RunColumns) -> RunColumns:
    """Return the columns with both probabilities, if only one of the two labels has any."""
    probabilities = columns.probabilities
    labels = np.flatnonzero(probabilities.given.any(axis=0)).tolist()
    if len(labels) != 1:
        _refuse_two_of_three(labels, columns.codes)
        return columns
    (label,) = labels
    _refuse_one_of_three(label, columns.codes)
    other = _NO_ENTAILMENT if label == _ENTAILMENT else _ENTAILMENT
    values, given = probabilities.values.copy(), probabilities.given.copy()
    is_given = given[:, label]
    values[is_given, other] = 1 - values[is_given, label]
    given[:, other] = is_given
    return replace(columns, probabilities=Column(values, given))


def _refuse_one_of_three(label: int, codes: Codes) -> None:
    """Refuse the probabilities of one label that do not say what the others have."""
    is_three_way = np.isin(codes, _THREE_WAY_ONLY).any()
    if not is_three_way and label not in _THREE_WAY_ONLY:
        return
    others = [LABELS[other] for other in (_ENTAILMENT, *_THREE_WAY_ONLY) if other != label]
    raise InputError(
        f"probabilities of {LABELS[label]} alone{' with three-way labels' if is_three_way else ''}"
        f"; expected those of {', '.join(others[:-1])} and {others[-1]}, too, or a file without "
        "them"
    )


def _refuse_two_of_three(labels: Sequence[int], codes: Codes) -> None:
    """Refuse the probabilities of two labels if the third one is a label of the run."""
    three = [LABELS.index(label) for label in Scheme.THREE_WAY.labels]
    missing = [label for label in three if label not in labels]
    if len(labels) != 2 or len(missing) != 1 or missing[0] not in codes:
        return
    name = LABELS[missing[0]]
    raise InputError(
        f"probabilities of {LABELS[labels[0]]} and {LABELS[labels[1]]}, and none of {name}, which "
        f"some pairs are labelled; expected those of {name}, too, or a file without them"
    )


def _with_most_probable_labels(columns: RunColumns) -> Collected:
    """Return the predictions with the most probable labels."""
    values = np.where(columns.probabilities.given, columns.probabilities.values, -np.inf)
    is_highest = values == values.max(axis=1, keepdims=True)
    labelled = replace(columns, codes=np.argmax(values, axis=1).astype(np.int8))
    tied = np.flatnonzero(is_highest.sum(axis=1) > 1)
    if not len(tied):
        return Collected(labelled)
    example = LABELS[labelled.codes[tied[0]]]
    return Collected(
        labelled,
        f"the label is the most probable one; in {counted(len(tied), 'prediction')} several labels "
        f"are most probable, and one of them is used (in prediction {tied[0] + 1}, {example})",
    )
