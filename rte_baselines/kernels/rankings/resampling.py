"""Bootstrap resamples, as the number of times that each unit is drawn, and random weights."""

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import FloatArray, IntArray, require_equal_lengths


def draw_counts(size: int, resamples: int, generator: np.random.Generator) -> IntArray:
    """Draw bootstrap resamples of units, with replacement, as many as there are units (at least 1).

    The result, shape (resamples, size), is how often each unit was drawn; rows sum to `size`.
    """
    return _counts(generator.integers(size, size=(resamples, size)))


def draw_weights(
    shapes: FloatArray, total: int, resamples: int, generator: np.random.Generator
) -> IntArray:
    """Draw random weights of units, rounded to whole numbers with a fixed sum.

    Divided by their sum `total`, the weights have the Dirichlet distribution whose parameters are
    `shapes` (above 0, and at least one of them 1 or more), but for rounding. They are rounded
    together: the sum of the first k weights is off by 1/2 at most, for each k. The result has the
    shape (resamples, units).
    """
    return _rounded_together(generator.standard_gamma(shapes, (resamples, len(shapes))), total)


def count_cells(counts: IntArray, units: IntArray, cells: NDArray[np.int8], size: int) -> IntArray:
    """Count the pairs of each cell of a table in each resample, shape (resamples, size).

    `counts`, shape (resamples, units), is how often each unit was drawn. Each pair has a unit in
    `units` and a cell, from 0 to size - 1, in `cells`.
    """
    require_equal_lengths(units_of_pairs=units, cells_of_pairs=cells)
    require_units(counts, units)
    in_unit = np.bincount(units * size + cells, minlength=counts.shape[1] * size)
    filled = np.flatnonzero(in_unit)
    return _sums(counts, filled // size, filled % size, in_unit[filled], size)


@compiled
def _counts(drawn: IntArray) -> IntArray:
    counts = np.zeros(drawn.shape, np.int64)
    for resample in range(drawn.shape[0]):
        for position in range(drawn.shape[1]):
            counts[resample, drawn[resample, position]] += 1
    return counts


@compiled
def _rounded_together(weights: FloatArray, total: float) -> IntArray:
    """Scale each row to a sum and round its cumulative sums, which take the place of the weights.

    NumPy does it in five steps, each of which goes through the memory of all rows anew.
    """
    rounded = np.empty(weights.shape, np.int64)
    for resample in range(len(weights)):
        row = weights[resample]
        for unit in range(1, len(row)):
            row[unit] += row[unit - 1]
        scale = total / row[-1]
        before = 0.0
        for unit in range(len(row)):
            until = np.rint(row[unit] * scale)
            rounded[resample, unit] = until - before
            before = until
    return rounded


@compiled
def _sums(
    counts: IntArray, units: IntArray, cells: IntArray, pairs: IntArray, size: int
) -> IntArray:
    """Sum the number of pairs in each cell of each unit times the number of draws of the unit."""
    sums = np.zeros((len(counts), size), np.int64)
    for resample in range(len(counts)):
        for entry in range(len(units)):
            sums[resample, cells[entry]] += counts[resample, units[entry]] * pairs[entry]
    return sums


def require_units(counts: IntArray, units: IntArray) -> None:
    """Check that `counts`, shape (resamples, units), has a column for each pair's unit."""
    size = counts.shape[1]
    unknown = units[(units < 0) | (units >= size)]
    if len(unknown):
        raise ValueError(
            f"counts of {size} units, but a pair of unit {unknown[0]}; expected one for each"
        )
