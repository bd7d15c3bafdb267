"""Checks of the lengths of arrays, because kernels do not check bounds."""

from collections.abc import Sized

from rte_baselines.kernels.ragged import IntArray


def require_equal_lengths(**arrays: Sized) -> None:
    """Check that arrays have an element for each element of the first.

    Parameters
    ----------
    **arrays : array
        By the names that the message gives them; underscores are shown as spaces.
    """
    (name, first), *others = arrays.items()
    for other, array in others:
        if len(array) != len(first):
            raise ValueError(
                f"{len(array)} {other.replace('_', ' ')} beside {len(first)} "
                f"{name.replace('_', ' ')}; expected as many of each"
            )


def require_units(counts: IntArray, units: IntArray) -> None:
    """Check that resamples count each unit.

    Parameters
    ----------
    counts : ndarray of int64, shape (resamples, units)
        The number of times that each unit was drawn.
    units : ndarray of int64, shape (n,)
        The unit of each pair.
    """
    size = counts.shape[1]
    unknown = units[(units < 0) | (units >= size)]
    if len(unknown):
        raise ValueError(
            f"counts of {size} units, but a pair of unit {unknown[0]}; expected one for each"
        )
