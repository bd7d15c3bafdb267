"""Confidence intervals without a closed form: score the pairs drawn anew, many times.

All measures, and all systems that are compared, see the same resamples. What is drawn are
pairs; of very many pairs, it is random groups of them, all of about the same size, whose
resamples vary as much and are drawn and counted sooner.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rte_baselines.evaluation.judgments import LABELS, Judgments
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.ranked_hits import RankedHits
from rte_baselines.kernels.resampling import count_cells, draw_counts
from rte_baselines.representing import brief

SEED = 12345
"""Seeds every bootstrap, so that the same input has the same interval."""

_MOST_RESAMPLES = 10_000
_FEWEST_RESAMPLES = 500
_MOST_DRAWS = 20_000_000
_MOST_UNITS = 20_000
_GROUPS = 2_000
# Counts held at a time: few enough for the caches of a processor.
_COUNTS_AT_A_TIME = 1 << 16
# Then a tie that is made holds a twenty-thousandth of the pairs, and can move no score by more.
_MOST_TIES = 20_000


@brief
@dataclass(frozen=True)
class Resamples:
    """Some resamples of the same pairs.

    Parameters
    ----------
    judgments : Judgments
    units : ndarray of int64, shape (n,)
        The unit each pair belongs to.
    counts : ndarray of int64, shape (resamples, units)
        How often each unit was drawn into each resample.
    """

    judgments: Judgments
    units: IntArray
    counts: IntArray

    @cached_property
    def tables(self) -> FloatArray:
        """How often each label was given for each gold label, shape (resamples, 4, 4)."""
        cells = len(LABELS) ** 2
        counts = count_cells(self.counts, self.units, self.judgments.cells, cells)
        return counts.reshape(-1, len(LABELS), len(LABELS)).astype(np.float64)

    @cached_property
    def sizes(self) -> FloatArray:
        """How many pairs are in each resample, shape (resamples,)."""
        return self.sums(np.ones(len(self.units)))

    def sums(self, values: FloatArray) -> FloatArray:
        """Return the sum of the pairs' values in each resample, shape (resamples,)."""
        by_unit = np.bincount(self.units, values, minlength=self.counts.shape[1])
        return np.asarray(self.counts @ by_unit, dtype=np.float64)

    def ties(self, ranked: RankedHits) -> RankedHits:
        """Return an order of the pairs in which neighbours are tied if there are very many.

        To an interval they are as good as tied, and are counted together sooner.
        """
        return ranked.with_ties(_MOST_TIES)

    def written_out(self) -> Iterator[Judgments]:
        """Yield the judgments of each resample, pairs as often as they were drawn."""
        for counts in self.counts:
            yield self.judgments.select(np.repeat(np.arange(len(self.units)), counts[self.units]))


Statistic = Callable[[Resamples], FloatArray]
"""Of resamples to their values, NaN where a resample has none."""


def resampled(
    statistics: Sequence[Statistic], judgments: Judgments, *, seed: int = SEED
) -> list[FloatArray]:
    """Return the value of each statistic in each resample.

    Parameters
    ----------
    statistics : sequence of callable
    judgments : Judgments
        Where the values are not to depend on the order of the pairs, in `canonical_order`.
    seed : int
        The same seed draws the same resamples of as many pairs.

    Returns
    -------
    list of ndarray of float64, shape (resamples,)
    """
    found: list[list[FloatArray]] = [[] for _ in statistics]
    for units, counts in draws(len(judgments.gold), seed=seed):
        resamples = Resamples(judgments, units, counts)
        for values, statistic in zip(found, statistics, strict=True):
            values.append(statistic(resamples))
    return [np.concatenate(values) for values in found]


def draws(size: int, *, seed: int = SEED) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield the unit of each pair, and how often each unit is drawn, a few resamples at a time.

    Parameters
    ----------
    size : int
        How many pairs there are, at least 1.
    seed : int

    Yields
    ------
    units : ndarray of int64, shape (size,)
    counts : ndarray of int64, shape (resamples, units)
    """
    generator = np.random.default_rng(seed)
    units = np.arange(size)
    if size > _MOST_UNITS:
        units = generator.permutation(units % _GROUPS)
    different = int(units.max()) + 1
    for rows in _blocks(resamples_of(size), different):
        yield units, draw_counts(different, rows, generator)


def percentile_interval(
    values: FloatArray, value: float, *, level: float = 0.95
) -> tuple[float, float]:
    """Return the percentile interval of a statistic from its values in resamples.

    Parameters
    ----------
    values : ndarray of float64, shape (resamples,)
        NaN where a resample has no value.
    value : float
        The value on the pairs as they are, which the interval is made to hold: of few
        pairs or few hits, it may be the lowest that there can be but for rounding.
    level : float
        How probably the interval holds the true value, in (0, 1).

    Returns
    -------
    low, high : float
        The quantiles of the values that leave out (1 - level) / 2 at either end.
        Resamples without a value do not count; if none has one, both are `value`.

    Notes
    -----
    B. Efron, "Nonparametric standard errors and confidence intervals", Canadian Journal of
    Statistics 9 (1981).
    """
    tail = (1 - level) / 2
    defined = values[~np.isnan(values)]
    if len(defined) == 0:
        return value, value
    low, high = np.quantile(defined, [tail, 1 - tail])
    return min(float(low), value), max(float(high), value)


def resamples_of(size: int) -> int:
    """Return how many resamples are drawn of so many pairs.

    There are 10,000 of up to 2,000 pairs; of more, as many as make 20 million draws, but no
    fewer than 500. Chance then moves an end of the interval by 1.4% of half the interval's
    width, and by 6% where there are fewest; but half the width is small by then.
    """
    return max(_FEWEST_RESAMPLES, min(_MOST_RESAMPLES, _MOST_DRAWS // size))


def _blocks(resamples: int, units: int) -> Iterator[int]:
    """Yield how many resamples to draw at a time, `resamples` in all."""
    most = max(1, _COUNTS_AT_A_TIME // units)
    for done in range(0, resamples, most):
        yield min(most, resamples - done)
