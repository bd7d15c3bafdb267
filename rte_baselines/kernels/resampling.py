"""How often each unit is drawn into each resample of a bootstrap, and what is then in it."""

import numpy as np
from numpy.typing import NDArray

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


def count_cells(counts: IntArray, units: IntArray, cells: NDArray[np.int8], size: int) -> IntArray:
    """Count the pairs of each cell of a table in each resample.

    Parameters
    ----------
    counts : ndarray of int64, shape (resamples, units)
        How often each unit was drawn.
    units : ndarray of int64, shape (n,)
        The unit that each pair belongs to.
    cells : ndarray of int8, shape (n,)
        The cell that each pair belongs to, from 0 to size - 1.
    size : int
        How many cells the table has.

    Returns
    -------
    ndarray of int64, shape (resamples, size)
    """
    in_unit = np.bincount(units * size + cells, minlength=counts.shape[1] * size)
    filled = np.flatnonzero(in_unit)
    return _sums(counts, filled // size, filled % size, in_unit[filled], size)


@compiled
def _counts(drawn: IntArray) -> IntArray:
    counts = np.zeros(drawn.shape, np.int64)
    for resample in range(drawn.shape[0]):
        for place in range(drawn.shape[1]):
            counts[resample, drawn[resample, place]] += 1
    return counts


@compiled
def _sums(
    counts: IntArray, units: IntArray, cells: IntArray, pairs: IntArray, size: int
) -> IntArray:
    """Add up the pairs that a unit has in a cell, as often as the unit was drawn."""
    sums = np.zeros((len(counts), size), np.int64)
    for resample in range(len(counts)):
        for entry in range(len(units)):
            sums[resample, cells[entry]] += counts[resample, units[entry]] * pairs[entry]
    return sums
