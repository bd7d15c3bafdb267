"""Whether a measure treats entailment and contradiction alike.

Language has negation: where a text entails a hypothesis, it contradicts the negated
hypothesis, and the other way round; what is unknown stays so. bergmair2009, section 4.2,
expects a measure to score a run and its negation alike, and finds that three-way accuracy
does, while two-way accuracy and average precision do not.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from math import isclose
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.errors import RunError
from rte_baselines.evaluation.judgments import (
    LABELS,
    NO_ENTAILMENT,
    Judgments,
    why_not_three_way,
)
from rte_baselines.evaluation.measure import Measure
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
    """A measure that does not score a run and its negation alike.

    Parameters
    ----------
    measure : str
    value, negated : float or None
        Of the run, and of its negation; None where it is undefined.
    """

    measure: str
    value: float | None
    negated: float | None

    def describe(self) -> str:
        """Return one line that says what the measure makes of the run and its negation."""
        return f"{self.measure} is {_said(self.value)}, of the negation {_said(self.negated)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the name and both values as JSON has them."""
        return asdict(self)


def negate(judgments: Judgments) -> Judgments:
    """Return the judgments of the same system on the same pairs, every hypothesis negated.

    Parameters
    ----------
    judgments : Judgments
        Three-way.

    Returns
    -------
    Judgments
        ENTAILMENT and CONTRADICTION have changed places in gold labels, labels and
        probabilities; confidences in the labels remain, and the ranking is reversed, as
        what was least surely entailed now is most surely so. The paper leaves that open:
        average precision is broken "regardless of how" the two rankings are related.

    Raises
    ------
    RunError
        If gold labels, labels or probabilities are two-way: what is negated is then
        unknown.

    Notes
    -----
    bergmair2009, section 4.2.
    """
    reason = _why_not_negated(judgments)
    if reason:
        raise RunError(f"there is no negation: {reason}; expected three-way labels")
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
    """Return the measures that do not score a run and its negation alike.

    Parameters
    ----------
    judgments : Judgments
        Three-way.
    measures : iterable of Measure

    Returns
    -------
    tuple of BrokenSymmetry
        In the order of the measures. Undefined on one side only is broken; what is
        undefined on both is not, and neither is what differs by less than rounding does.

    Raises
    ------
    RunError
        If the judgments are two-way.
    """
    negation = negate(judgments)
    found = (
        BrokenSymmetry(measure.name, _value(measure, judgments), _value(measure, negation))
        for measure in measures
    )
    return tuple(pair for pair in found if not _are_alike(pair.value, pair.negated))


def _why_not_negated(judgments: Judgments) -> str | None:
    reason = why_not_three_way(judgments)
    if reason or judgments.probabilities is None:
        return reason
    has_two_way = judgments.probabilities[:, NO_ENTAILMENT].any()
    return "the probabilities are two-way" if has_two_way else None


def _value(measure: Measure, judgments: Judgments) -> float | None:
    return None if measure.why_undefined(judgments) else measure.score(judgments)


def _are_alike(value: float | None, negated: float | None) -> bool:
    if value is None or negated is None:
        return value is negated
    return isclose(value, negated, rel_tol=1e-9, abs_tol=1e-12)


def _said(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"
