"""How often each unit is drawn into each resample of a bootstrap."""

import numpy as np

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import IntArray


def draw_counts(size: int, resamples: int, generator: np.random.Generator) -> IntArray:
    """Draw as many units as there are, with replacement, again and again.

    Parameters
    ----------
    size : int
        How many units there are, at least 1.
    resamples : int
        How many times to draw `size` of them.
    generator : numpy.random.Generator

    Returns
    -------
    ndarray of int64, shape (resamples, size)
        How often each unit was drawn; each row sums to `size`.
    """
    return _counts(generator.integers(size, size=(resamples, size)))


@compiled
def _counts(drawn: IntArray) -> IntArray:
    counts = np.zeros(drawn.shape, np.int64)
    for resample in range(drawn.shape[0]):
        for place in range(drawn.shape[1]):
            counts[resample, drawn[resample, place]] += 1
    return counts
