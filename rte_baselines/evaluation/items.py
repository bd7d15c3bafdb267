"""Pairs to look at: those that tell systems apart best, and those that all get wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np

from rte_baselines.evaluation.inputs.gold import ScoredRun, labelled_by_all
from rte_baselines.evaluation.inputs.judgments import LABELS
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.pairs import Label, Scheme

MOST_ITEMS = 10
"""How many pairs of each kind are shown."""

# Correlations that are equal but for rounding keep the order of the pairs.
_PLACES = 9


@dataclass(frozen=True)
class Item:
    """A pair with its gold label, the label of each run, and the runs that are right.

    `discrimination`, in [-1, 1], is the correlation, over the runs, of being right on this pair
    with the accuracy on all other pairs; None if all are right or wrong, or equally accurate. F. M.
    Lord and M. R. Novick, "Statistical theories of mental test scores" (1968), chapter 15.
    """

    id: str
    gold: Label
    labels: Mapping[str, Label]
    right: tuple[str, ...]
    discrimination: float | None


@dataclass(frozen=True)
class Items:
    """The pairs to look at, among the `pairs` that all runs with labels label.

    `telling` has the highest discriminations, above 0: better runs are right, worse ones wrong.
    `at_least_as_telling` is the number of pairs with the lowest of these or a higher one; if it is
    greater, pairs that are not shown are tied with the last one.
    `all_wrong` has pairs that no run gets right, first those on which most runs give one label, as
    the gold label may then be wrong. `all_right` and `none_right` are numbers of pairs. Labels are
    right three-way if the gold labels and all of the runs are, as `scheme` says.
    """

    scheme: Scheme
    pairs: int
    all_right: int
    none_right: int
    telling: tuple[Item, ...]
    at_least_as_telling: int
    all_wrong: tuple[Item, ...]


def items_of(runs: Sequence[ScoredRun]) -> Items | None:
    """Return the pairs to look at; None for fewer than two runs with labels, or no common pair."""
    runs = [run for run in runs if run.judgments.has_labels]
    if len(runs) < 2:
        return None
    common = labelled_by_all(run.answered for run in runs)
    if not len(common):
        return None
    judged = [run.on(common) for run in runs]
    is_three_way = all(judgments.scheme is Scheme.THREE_WAY for judgments in judged)
    scheme = Scheme.THREE_WAY if is_three_way else Scheme.TWO_WAY
    right = np.array([judgments.right_in(scheme) for judgments in judged])
    labels = np.array([judgments.labels for judgments in judged])
    names = [run.name for run in runs]
    correlations = discriminations(right)
    alike = np.max([(labels == code).sum(axis=0) for code in range(len(LABELS))], axis=0)

    def item(place: int) -> Item:
        correlation = float(correlations[place])
        return Item(
            id=runs[0].gold.ids[common[place]],
            gold=LABELS[judged[0].gold[place]],
            labels=dict(zip(names, (LABELS[code] for code in labels[:, place]), strict=True)),
            right=tuple(compress(names, right[:, place])),
            discrimination=None if np.isnan(correlation) else correlation,
        )

    def first(places: IntArray, keys: FloatArray) -> IntArray:
        """Return the places with the highest keys."""
        return places[np.argsort(-keys[places], kind="stable")][:MOST_ITEMS]

    telling = first(np.flatnonzero(correlations > 0), correlations)
    lowest = correlations[telling].min(initial=np.inf)
    none_right = np.flatnonzero(~right.any(axis=0))
    return Items(
        scheme=scheme,
        pairs=len(common),
        all_right=int(right.all(axis=0).sum()),
        none_right=len(none_right),
        telling=tuple(map(item, telling)),
        at_least_as_telling=int((correlations >= lowest).sum()),
        all_wrong=tuple(map(item, first(none_right, alike))),
    )


def discriminations(right: BoolArray) -> FloatArray:
    """Return the discrimination of each pair, shape (pairs,), NaN where it has none.

    `right`, shape (runs, pairs), says which run is right; see `Item`.
    """
    others = right.sum(axis=1, keepdims=True) - right  # right on the other pairs
    x, y = right - right.mean(axis=0), others - others.mean(axis=0)
    spread = np.sqrt((x**2).sum(axis=0) * (y**2).sum(axis=0))
    found = np.full(right.shape[1], np.nan)
    np.divide((x * y).sum(axis=0), spread, out=found, where=spread > 0)
    return np.round(found, _PLACES)
