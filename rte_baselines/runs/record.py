"""What a source says of one pair, before predictions are made of it."""

from collections.abc import Mapping
from typing import NamedTuple

from rte_baselines.pairs import Label
from rte_baselines.runs.withheld import Withheld


class RunRecord(NamedTuple):
    """The content of a source for one pair.

    A plain tuple, as there is one for each line of large files.

    Parameters
    ----------
    line : int
        Where it starts, from 1.
    id : str
        Empty if predictions without ids are in the order of the pairs.
    label : Label, Withheld or None
        None for the most probable label, or if only scores are given.
    confidence, score : float or None
    probabilities : mapping of Label to float, or None
    digest : int or None
        Digest of the labelled pair; see `Prediction`.
    beginnings : int or None
        The `beginnings_digest` of the pair's texts, if the source has them.
    training : tuple of (str or None, bool or None)
        The trained model, and whether the pair was in its training data, as in `Prediction`.
    """

    line: int
    id: str
    label: Label | Withheld | None
    confidence: float | None = None
    score: float | None = None
    probabilities: Mapping[Label, float] | None = None
    digest: int | None = None
    beginnings: int | None = None
    training: tuple[str | None, bool | None] = (None, None)
