"""Tables of pairs weighted by rank, for bootstrap resamples of the pairs.

Resamples are drawn from units: single pairs, or groups of pairs. A pair that is drawn several
times occurs as often in the ranking, tied with its own copies. Of N pairs, the pair of rank r has
the weight N + 1 - r; tied pairs have the weight of their mean rank.

The inner loop is over the resamples, so that it can be vectorized.
"""

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.lengths import require_equal_lengths
from rte_baselines.kernels.ragged import FloatArray, IntArray


def rank_weighted_tables(
    cells: NDArray[np.int8], ties: IntArray, units: IntArray, counts: IntArray, size: int
) -> FloatArray:
    """Sum the weights of the pairs in each cell of a table, for each resample.

    Parameters
    ----------
    cells : ndarray of int8, shape (n,)
        The cell of each pair, from 0 to size - 1, in ranked order.
    ties : ndarray of int64, shape (ties + 1,)
        The start of each tie, and the end of the last; an untied pair is a tie of its own.
    units : ndarray of int64, shape (n,)
        The unit of each pair, in ranked order.
    counts : ndarray of int64, shape (resamples, units)
        The number of times that each unit was drawn.
    size : int
        The number of cells of the table.

    Returns
    -------
    ndarray of float64, shape (resamples, size)
        Each row sums to N (N + 1) / 2 for a resample of N pairs (bergmair2009 section 5.3).
    """
    require_equal_lengths(cells_of_pairs=cells, units_of_pairs=units)
    if ties[-1] != len(cells):
        raise ValueError(f"ties of {ties[-1]} pairs beside cells of {len(cells)}; expected as many")
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
    # With k pairs left at the start of a tie and l at its end, each of its pairs has the mean
    # weight of l + 1, ..., k, which is the mean of k + 1/2 and l + 1/2.
    left = pairs + 0.5
    weights = np.empty(resamples)
    for tie in range(len(ties) - 1):
        weights[:] = left
        for position in range(ties[tie], ties[tie + 1]):
            copies = drawn[units[position]]
            for resample in range(resamples):
                left[resample] -= copies[resample]
        for resample in range(resamples):
            weights[resample] = (weights[resample] + left[resample]) / 2
        for position in range(ties[tie], ties[tie + 1]):
            copies, cell = drawn[units[position]], tables[cells[position]]
            for resample in range(resamples):
                cell[resample] += weights[resample] * copies[resample]
    return tables
