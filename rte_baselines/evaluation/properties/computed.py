"""Properties that are computed from text and hypothesis, as ranges of the outputs of a feature."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, get_args

import numpy as np

from rte_baselines.features import Feature
from rte_baselines.features.surface.counts import Counts, Kind, Lengths
from rte_baselines.features.surface.overlap import WordOverlap
from rte_baselines.kernels.ragged import FloatArray

Naming: TypeAlias = Callable[[FloatArray], Sequence[str]]
"""A function from the outputs of a feature, shape (pairs, outputs), to a value for each pair."""

_OVERLAPS = ("0%", "1-33%", "34-66%", "67-99%", "100%")
_WHERE = ("in neither", "in the text", "in the hypothesis", "in both")


@dataclass(frozen=True)
class Property:
    """A property of pairs with few values.

    Parameters
    ----------
    description : str
        A description of the values.
    feature : Feature
        The feature that the property is computed from.
    named : callable
        A function that returns the value of each pair from the outputs of the feature.
    """

    description: str
    feature: Feature
    named: Naming


def _overlap(values: FloatArray) -> Sequence[str]:
    """Return ranges of the share of the hypothesis's words that are in the text."""
    coverage = values[:, 0]
    places = np.digitize(coverage, [1 / 3, 2 / 3], right=True) + 1
    places = np.where(coverage == 0, 0, np.where(coverage == 1, 4, places))
    return [_OVERLAPS[place] for place in places.tolist()]


def _range_of(limits: Sequence[int], column: int) -> Naming:
    """Return a function that names the range of an output; the ranges end at the limits."""
    starts = [0, *(limit + 1 for limit in limits)]
    names = [f"{start}-{end}" for start, end in zip(starts, limits, strict=False)]
    names.append(f"{starts[-1]} or more")

    def named(values: FloatArray) -> Sequence[str]:
        return [names[place] for place in np.searchsorted(limits, values[:, column]).tolist()]

    return named


def _where(values: FloatArray) -> Sequence[str]:
    """Return on which sides something is counted."""
    places = (values[:, 0] > 0) + 2 * (values[:, 1] > 0)
    return [_WHERE[place] for place in places.tolist()]


PROPERTIES = {
    "overlap": Property("share of the hypothesis's words in the text", WordOverlap(), _overlap),
    "length": Property("words of the hypothesis", Lengths(), _range_of((5, 10, 20), 1)),
    "text_length": Property("words of the text", Lengths(), _range_of((15, 30, 60), 0)),
    **{
        kind: Property(f"{kind} in text or hypothesis", Counts(kind), _where)
        for kind in get_args(Kind)
        if kind != "sentences"
    },
    "sentences": Property("sentences of the text", Counts("sentences"), _range_of((1, 2, 4), 0)),
}
"""The computed properties, by name."""
