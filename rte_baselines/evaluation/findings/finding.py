"""What a run's output shows besides its scores, each in a line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rte_baselines.errors import RunError
from rte_baselines.evaluation.findings.degradation import find_degradation
from rte_baselines.evaluation.findings.other_dataset import OtherDataset
from rte_baselines.evaluation.findings.soundness import check_soundness
from rte_baselines.evaluation.findings.symmetry import broken_symmetries
from rte_baselines.evaluation.findings.ties import count_ties
from rte_baselines.evaluation.judgments import ENTAILMENT, Judgments
from rte_baselines.evaluation.measure import Measure, Need
from rte_baselines.representing import brief

_ORDERS: dict[Need, str] = {
    "ranking": "rank",
    "confidences": "confidence",
    "probabilities": "the probability of ENTAILMENT",
}


@brief
@dataclass(frozen=True)
class Finding:
    """Something to know when reading a run's scores.

    Parameters
    ----------
    about : str
        reading, dataset, ranking, ties, soundness, degradation or symmetry.
    text : str
        One line.
    details : mapping
        The same as data, as JSON has it.
    """

    about: str
    text: str
    details: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as JSON has it."""
        return {"about": self.about, "text": self.text, **self.details}


_ORDER_RANKS = Finding(
    "ranking", "the order of its lines is taken as a ranking, the surest entailment first", {}
)


def find(
    judgments: Judgments,
    ids: Sequence[str],
    measures: Sequence[Measure],
    *,
    notes: Sequence[str] = (),
    others: Sequence[OtherDataset] = (),
    is_ranked_by_order: bool = False,
) -> tuple[Finding, ...]:
    """Return what there is to say of a run.

    Parameters
    ----------
    judgments : Judgments
        On all pairs that the run labels.
    ids : sequence of str
        Theirs.
    measures : sequence of Measure
        Those that are shown.
    notes : sequence of str
        How it was read; see `Run`.
    others : sequence of OtherDataset
        Which it may be for.
    is_ranked_by_order : bool
        Whether the ranking is the order in which the predictions were given.
    """
    return (
        *(Finding("reading", note, {}) for note in notes),
        *_other_datasets(judgments, others),
        *([_ORDER_RANKS] if is_ranked_by_order else []),
        *_ties(judgments, measures),
        *_soundness(judgments, ids),
        *_degradations(judgments),
        *_symmetries(judgments, measures),
    )


def _other_datasets(judgments: Judgments, others: Sequence[OtherDataset]) -> Iterator[Finding]:
    if others:
        listed = ", ".join(other.describe() for other in others)
        yield Finding(
            "dataset",
            f"accuracy {100 * judgments.correct.mean():.1f}% is not above chance; the ids are also "
            f"those of {listed}; is it a run for {'that' if len(others) == 1 else 'one of these'}?",
            {"datasets": [other.to_dict() for other in others]},
        )


def _ties(judgments: Judgments, measures: Sequence[Measure]) -> Iterator[Finding]:
    """Yield the ties in each order that measures look at."""
    for order, what in _ORDERS.items():
        values = getattr(judgments, order)
        names = [measure.name for measure in measures if measure.orders_by == order]
        if values is None or not names:
            continue
        ties = count_ties(values if values.ndim == 1 else values[:, ENTAILMENT])
        if ties.groups:
            yield Finding(
                "ties",
                f"{', '.join(names)}: {ties.describe(what)}",
                {"order": what, "pairs": ties.pairs, "ties": ties.groups, "largest": ties.largest},
            )


def _soundness(judgments: Judgments, ids: Sequence[str]) -> Iterator[Finding]:
    if judgments.ranking is not None:
        found = check_soundness(judgments)
        text = f"labels and ranking are {found.describe(ids)}"
        yield Finding("soundness", text, found.to_dict(ids))


def _degradations(judgments: Judgments) -> Iterator[Finding]:
    for degradation in find_degradation(judgments):
        yield Finding("degradation", degradation.describe(), degradation.to_dict())


def _symmetries(judgments: Judgments, measures: Sequence[Measure]) -> Iterator[Finding]:
    """Yield the measures that negating all hypotheses changes, where there is a negation."""
    try:
        broken = broken_symmetries(judgments, measures)
    except RunError:
        return
    if broken:
        yield Finding(
            "symmetry",
            f"not symmetric: {'; '.join(measure.describe() for measure in broken)}",
            {"measures": [measure.to_dict() for measure in broken]},
        )
