"""Confidence intervals without a closed form: score the pairs drawn anew, many times."""

from collections.abc import Callable, Iterator

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.resampling import draw_counts

Statistic = Callable[[IntArray], FloatArray]
"""Of counts, shape (resamples, size), to values, shape (resamples,).

A count says how often a unit, such as a pair, was drawn into a resample; a value is NaN
where a resample has none.
"""

SEED = 12345
"""Seeds every bootstrap, so that the same input has the same interval."""

_MOST_RESAMPLES = 10_000
_FEWEST_RESAMPLES = 500
_MOST_DRAWS = 20_000_000
# Counts held at a time: few enough for the caches of a processor.
_COUNTS_AT_A_TIME = 1 << 16


def bootstrap_interval(
    statistic: Statistic, size: int, value: float, *, level: float = 0.95, seed: int = SEED
) -> tuple[float, float]:
    """Return the percentile interval of a statistic over units drawn with replacement.

    Parameters
    ----------
    statistic : callable
        Gives the value of each resample; one resample at least must have a value.
    size : int
        How many units there are, at least 1.
    value : float
        The value on the units as they are, which the interval is made to hold: of few
        units or few hits, it may be the lowest that there can be but for rounding.
    level : float
        How probably the interval holds the true value, in (0, 1).
    seed : int
        The same seed draws the same resamples of as many units.

    Returns
    -------
    low, high : float
        The quantiles of the values that leave out (1 - level) / 2 at either end.
        Resamples without a value do not count.

    Notes
    -----
    B. Efron, "Nonparametric standard errors and confidence intervals", Canadian Journal of
    Statistics 9 (1981).
    """
    generator = np.random.default_rng(seed)
    blocks = _blocks(resamples_of(size), size)
    values = np.concatenate([statistic(draw_counts(size, rows, generator)) for rows in blocks])
    tail = (1 - level) / 2
    low, high = np.quantile(values[~np.isnan(values)], [tail, 1 - tail])
    return min(float(low), value), max(float(high), value)


def resamples_of(size: int) -> int:
    """Return how many resamples are drawn of so many units.

    There are 10,000 of up to 2,000 units; of more, as many as make 20 million draws, but no
    fewer than 500. Chance then moves an end of the interval by 1% of half the interval's
    width, and by 6% where there are fewest; but half the width is small by then.
    """
    return max(_FEWEST_RESAMPLES, min(_MOST_RESAMPLES, _MOST_DRAWS // size))


def _blocks(resamples: int, size: int) -> Iterator[int]:
    """Yield how many resamples to draw at a time, `resamples` in all."""
    most = max(1, _COUNTS_AT_A_TIME // size)
    for done in range(0, resamples, most):
        yield min(most, resamples - done)
