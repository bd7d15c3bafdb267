"""What a system says of one pair."""

from collections.abc import Mapping
from dataclasses import dataclass

from rte_baselines.pairs import Label


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a system says of one pair.

    Parameters
    ----------
    id : str
        The pair's id.
    label : Label
    confidence : float or None
        How sure the system is that its label is right, in [0, 1].
    score : float or None
        How surely the text entails the hypothesis; any real number, higher is surer.
        Pairs are ranked by it.
    probabilities : mapping of Label to float, or None
        One probability for each label of the scheme.
    """

    id: str
    label: Label
    confidence: float | None = None
    score: float | None = None
    probabilities: Mapping[Label, float] | None = None
