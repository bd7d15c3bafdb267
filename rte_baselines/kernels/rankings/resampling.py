"""Bootstrap resamples, as the number of times that each unit is drawn, and random weights."""

from typing import Any

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, IntArray


def draw_counts(size: int, resamples: int, generator: np.random.Generator) -> IntArray:
    """Draw bootstrap resamples of units, with replacement, as many as there are units (at least 1).

    The result, shape (resamples, size), is how often each unit was drawn; rows sum to `size`.
    """
    drawn = generator.integers(size, size=(resamples, size))
    drawn += size * np.arange(resamples)[:, np.newaxis]
    return np.bincount(drawn.ravel(), minlength=resamples * size).reshape(resamples, size)


def draw_weights(
    shapes: FloatArray, total: int, resamples: int, generator: np.random.Generator
) -> IntArray:
    """Draw random weights of units, rounded to whole numbers with a fixed sum.

    Divided by their sum `total`, the weights have the Dirichlet distribution whose parameters are
    `shapes` (above 0, and at least one of them 1 or more), but for rounding. They are rounded
    together: the sum of the first k weights is off by 1/2 at most, for each k. The result has the
    shape (resamples, units).
    """
    sums = np.empty((resamples, len(shapes)))
    first = int(np.argmin(np.append(shapes == 1, False)))
    # The first have gamma distributions with a parameter of 1: much faster so.
    sums[:, :first] = generator.standard_exponential((resamples, first))
    sums[:, first:] = generator.standard_gamma(shapes[first:], (resamples, len(shapes) - first))
    np.cumsum(sums, axis=1, out=sums)
    sums *= total / sums[:, -1:]
    # Half the bytes of other whole numbers, so that sums of them are faster.
    rounded: Any = np.rint(sums, out=sums).astype(np.int32)
    rounded[:, 1:] -= rounded[:, :-1].copy()
    weights: IntArray = rounded
    return weights
