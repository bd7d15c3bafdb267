"""Tables of pairs that weigh by their rank, when the pairs are drawn anew.

What is drawn are units: single pairs, or groups of them. A pair that is drawn several
times stands in the order as often, and is tied with its own copies. Of N pairs, one of
rank r weighs N + 1 - r; those of a tie weigh as one of its mean rank.

The resamples are the inner loop, over which a processor works on several at a time.
"""

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import FloatArray, IntArray


def rank_weighted_tables(
    cells: NDArray[np.int8], ties: IntArray, units: IntArray, counts: IntArray, size: int
) -> FloatArray:
    """Add up the weights of the pairs of each cell of a table in each resample.

    Parameters
    ----------
    cells : ndarray of int8, shape (n,)
        The cell that each pair belongs to, from 0 to size - 1; the pair of the first rank
        comes first.
    ties : ndarray of int64, shape (ties + 1,)
        Where each tie starts, and where the last ends; a pair tied with none is a tie of
        its own.
    units : ndarray of int64, shape (n,)
        The unit that each pair belongs to, in the same order.
    counts : ndarray of int64, shape (resamples, units)
        How often each unit was drawn.
    size : int
        How many cells the table has.

    Returns
    -------
    ndarray of float64, shape (resamples, size)
        Those of a resample of N pairs sum to N (N + 1) / 2 (bergmair2009 section 5.3).
    """
    drawn = np.ascontiguousarray(counts.T, dtype=np.float64)
    pairs = np.bincount(units, minlength=len(drawn)) @ drawn
    return np.ascontiguousarray(_tables(cells, ties, units, drawn, pairs, size).T)


@compiled
def _tables(
    cells: NDArray[np.int8],
    ties: IntArray,
    units: IntArray,
    drawn: FloatArray,
    pairs: FloatArray,
    size: int,
) -> FloatArray:
    resamples = len(pairs)
    tables = np.zeros((size, resamples))
    # Where k pairs are left at the start of a tie and l at its end, each of its pairs
    # weighs the mean of l + 1, ..., k, which is that of k + 1/2 and l + 1/2.
    left = pairs + 0.5
    weights = np.empty(resamples)
    for tie in range(len(ties) - 1):
        weights[:] = left
        for place in range(ties[tie], ties[tie + 1]):
            copies = drawn[units[place]]
            for resample in range(resamples):
                left[resample] -= copies[resample]
        for resample in range(resamples):
            weights[resample] = (weights[resample] + left[resample]) / 2
        for place in range(ties[tie], ties[tie + 1]):
            copies, cell = drawn[units[place]], tables[cells[place]]
            for resample in range(resamples):
                cell[resample] += weights[resample] * copies[resample]
    return tables
