"""Symmetry: whether a measure treats ENTAILMENT and CONTRADICTION alike.

If a text entails a hypothesis, it contradicts the negated hypothesis, and the other way
round; UNKNOWN stays UNKNOWN. bergmair2009, section 4.2, expects a measure to give a run and
its negation the same score. Three-way accuracy does; two-way accuracy and average precision
do not.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from math import isclose
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation.inputs.judgments import (
    LABELS,
    NO_ENTAILMENT,
    Judgments,
    why_not_three_way,
)
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.pairs import Label

_NEGATIONS = {
    Label.ENTAILMENT: Label.CONTRADICTION,
    Label.CONTRADICTION: Label.ENTAILMENT,
}
_NEGATED: NDArray[np.int8] = np.array(
    [LABELS.index(_NEGATIONS.get(label, label)) for label in LABELS], dtype=np.int8
)


@dataclass(frozen=True)
class BrokenSymmetry:
    """A measure that gives a run and its negation different scores, None where undefined."""

    measure: str
    value: float | None
    negated: float | None

    def describe(self) -> str:
        """Return the score that the negation has instead of that of the run."""
        return f"{self.measure} {_formatted(self.negated)} instead of {_formatted(self.value)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the name and both values as a JSON object."""
        return asdict(self)


def negate(judgments: Judgments) -> Judgments:
    """Return three-way judgments with every hypothesis negated (bergmair2009, section 4.2).

    ENTAILMENT and CONTRADICTION are swapped in gold labels, labels and probabilities. Confidences
    stay as they are. The ranking is reversed, since the least certain entailment becomes the most
    certain one. The paper leaves this open: the symmetry of average precision is broken "regardless
    of how" the two rankings are related. The negation of NO_ENTAILMENT is unknown, and an error.
    """
    reason = _why_not_negated(judgments)
    if reason:
        raise RunError(f"the run cannot be negated: {reason}; expected three-way labels")
    ranking, probabilities = judgments.ranking, judgments.probabilities
    return replace(
        judgments,
        gold=_NEGATED[judgments.gold],
        labels=_NEGATED[judgments.labels],
        ranking=None if ranking is None else -ranking,
        probabilities=None if probabilities is None else probabilities[:, _NEGATED],
    )


def broken_symmetries(
    judgments: Judgments, measures: Iterable[Measure]
) -> tuple[BrokenSymmetry, ...]:
    """Return the measures that give a run and its negation different scores, in their order.

    Judgments must be three-way. Differences within rounding do not count. A measure that is
    undefined on one side only is included, one undefined on both sides is not.
    """
    negation = negate(judgments)
    pairs = (
        BrokenSymmetry(measure.name, _value(measure, judgments), _value(measure, negation))
        for measure in measures
    )
    return tuple(pair for pair in pairs if not _are_equal(pair.value, pair.negated))


def _why_not_negated(judgments: Judgments) -> str | None:
    reason = why_not_three_way(judgments)
    if reason or judgments.probabilities is None:
        return reason
    has_two_way = judgments.probabilities[:, NO_ENTAILMENT].any()
    return "the probabilities are two-way" if has_two_way else None


def _value(measure: Measure, judgments: Judgments) -> float | None:
    return None if measure.why_undefined(judgments) else measure.score(judgments)


def _are_equal(value: float | None, negated: float | None) -> bool:
    if value is None or negated is None:
        return value is negated
    return isclose(value, negated, rel_tol=1e-9, abs_tol=1e-12)


def _formatted(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"
