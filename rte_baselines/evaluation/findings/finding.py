"""Findings on a run: ties, soundness, degradation and symmetry, one line for each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.findings.degradation import find_degradation
from rte_baselines.evaluation.findings.exchange import find_exchange
from rte_baselines.evaluation.findings.soundness import check_soundness
from rte_baselines.evaluation.findings.symmetry import broken_symmetries
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, Judgments
from rte_baselines.evaluation.measures.base import Measure, Need
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Scheme
from rte_baselines.rendering.tables import percentage

if TYPE_CHECKING:
    from rte_baselines.evaluation.findings.other_dataset import OtherDataset

DATASET = "dataset"
"""The topic of the finding that a run may be for another dataset."""

EXCHANGE = "exchange"
"""The topic of the finding that two labels of a run may be exchanged."""

DOUBTS = (DATASET, EXCHANGE)
"""The topics of findings that may make all scores of a run meaningless."""

_ORDER_NAMES: dict[Need, str] = {
    "ranking": "rank",
    "confidences": "confidence",
    "probabilities": "the probability of ENTAILMENT",
}


@brief
@dataclass(frozen=True)
class Finding:
    """A property of a run that matters when its scores are read.

    Parameters
    ----------
    about : str
        The topic: training, reading, dataset, exchange, ranking, ties, soundness,
        degradation or symmetry.
    text : str
        One line.
    details : mapping
        The same as data, for JSON.
    """

    about: str
    text: str
    details: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as a JSON object."""
        return {"about": self.about, "text": self.text, **self.details}


_ORDER_RANKS = Finding(
    "ranking", "the order of its lines is taken as a ranking, the most certain entailment first", {}
)


def find(
    judgments: Judgments,
    ids: Sequence[str],
    measures: Sequence[Measure],
    *,
    notes: Sequence[str] = (),
    others: Sequence["OtherDataset"] = (),
    is_ranked_by_order: bool = False,
) -> tuple[Finding, ...]:
    """Return all findings on a run.

    Parameters
    ----------
    judgments : Judgments
        The run's judgments of all pairs that it labels.
    ids : sequence of str
        The ids of these pairs.
    measures : sequence of Measure
        The measures that are shown.
    notes : sequence of str
        Notes on how the run was read; see `Run`.
    others : sequence of OtherDataset
        Other datasets with the same ids, which the run may be for.
    is_ranked_by_order : bool
        Whether the ranking is the order in which the predictions were given.
    """
    return (
        *(Finding("reading", note, {}) for note in notes),
        *doubt_findings(judgments, others),
        *([_ORDER_RANKS] if is_ranked_by_order else []),
        *_ties(judgments, measures),
        *(_of_labels(judgments, ids, measures) if judgments.has_labels else ()),
    )


def _of_labels(
    judgments: Judgments, ids: Sequence[str], measures: Sequence[Measure]
) -> Iterator[Finding]:
    """Yield the findings that depend on labels."""
    yield from _soundness(judgments, ids)
    for degradation in find_degradation(judgments):
        yield Finding("degradation", degradation.describe(), degradation.to_dict())
    yield from _symmetries(judgments, measures)


def doubt_findings(judgments: Judgments, others: Sequence["OtherDataset"]) -> Sequence[Finding]:
    """Return the findings of `DOUBTS`: another dataset, exchanged labels; none without labels."""
    if not judgments.has_labels:
        return ()
    return *_other_datasets(judgments, others), *_exchange(judgments)


def _exchange(judgments: Judgments) -> Iterator[Finding]:
    exchange = find_exchange(judgments)
    if exchange is not None:
        yield Finding(EXCHANGE, exchange.describe(), exchange.to_dict())


def _other_datasets(judgments: Judgments, others: Sequence["OtherDataset"]) -> Sequence[Finding]:
    """Return a finding on the datasets that a run may be for, none if there are none."""
    if not others:
        return ()
    listed = ", ".join(other.describe() for other in others)
    text = (
        f"accuracy {percentage(float(judgments.correct.mean()))}% is not above chance; the ids "
        f"are also those of {listed}; "
        f"is it a run for {'that' if len(others) == 1 else 'one of these'}?"
    )
    details = {"datasets": [other.to_dict() for other in others]}
    return (Finding(DATASET, text, details),)


def _ties(judgments: Judgments, measures: Sequence[Measure]) -> Iterator[Finding]:
    """Yield the ties in each order that a measure uses."""
    for (order, order_name), together in product(_ORDER_NAMES.items(), (False, True)):
        values = getattr(judgments, order)
        names = [
            measure.name
            for measure in measures
            if measure.orders_by == order and measure.ties_together is together
        ]
        if values is None or not names:
            continue
        ties = count_ties(values if values.ndim == 1 else values[:, ENTAILMENT])
        if ties.groups:
            yield Finding(
                "ties",
                f"{', '.join(names)}: {ties.describe(order_name, together)}",
                {
                    "order": order_name,
                    "pairs": ties.pairs,
                    "ties": ties.groups,
                    "largest": ties.largest,
                },
            )


def _soundness(judgments: Judgments, ids: Sequence[str]) -> Iterator[Finding]:
    if judgments.ranking is not None:
        soundness = check_soundness(judgments)
        text = soundness.describe(ids)
        if not soundness.is_sound and judgments.labels_scheme is Scheme.THREE_WAY:
            # ENTAILMENT may be the most probable label at 0.40, and another one where it has 0.45.
            text += "; usual for three-way runs labelled by the most probable label"
        yield Finding("soundness", text, soundness.to_dict(ids))


def _symmetries(judgments: Judgments, measures: Sequence[Measure]) -> Iterator[Finding]:
    """Yield the measures that change under negation, unless the labels are two-way."""
    try:
        broken = broken_symmetries(judgments, measures)
    except RunError:
        return
    if broken:
        yield Finding(
            "symmetry",
            "not symmetric: with ENTAILMENT and CONTRADICTION exchanged in gold labels and run"
            f"{', and the ranking reversed' if judgments.ranking is not None else ''}, as if "
            "every hypothesis were negated, the run would have "
            f"{', '.join(measure.describe() for measure in broken)}; these measures do not treat "
            "the two labels alike",
            {"measures": [measure.to_dict() for measure in broken]},
        )


@dataclass(frozen=True)
class Ties:
    """The ties among the pairs' values.

    `pairs` is the number of pairs that are tied with another, `groups` that of the groups of tied
    pairs, `largest` the size of the largest, 0 if none, and `of` the number of all pairs.
    """

    pairs: int
    groups: int
    largest: int
    of: int

    def describe(self, order: str, together: bool = False) -> str:
        """Return one line of text, where `order` is a noun for the values, such as "confidence".

        `together` says whether tied pairs are on the same side of each threshold, or in any order.
        """
        if not self.groups:
            return f"none of {self.of} pairs is tied in {order}"
        where = (
            f"1 tie of {self.largest}"
            if self.groups == 1
            else f"{self.groups} ties (the largest of {self.largest})"
        )
        return f"{self.pairs} of {self.of} pairs are tied in {order}, in {where}; they " + (
            "are on the same side of each threshold" if together else "count by their expectation"
        )


def count_ties(values: IntArray | FloatArray) -> Ties:
    """Count the pairs that share their rank, confidence or probability with another pair."""
    sizes = np.unique(values, return_counts=True)[1]
    ties = sizes[sizes > 1]
    return Ties(int(ties.sum()), len(ties), int(ties.max(initial=0)), len(values))
