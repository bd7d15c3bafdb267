"""Checks of the lengths of arrays, because kernels do not check bounds."""

from collections.abc import Sized
from typing import NamedTuple

from rte_baselines.kernels.compile import inlined
from rte_baselines.kernels.ragged import IntArray, Ragged


class MatchCounts(NamedTuple):
    """The numbers of units (n-grams, skip-bigrams) of both sides of each pair.

    All three arrays have the same shape: (pairs,) or, for n = 1 to max_n, (pairs, max_n).
    """

    common: IntArray
    """Common units, each counted as often as it occurs in the side with fewer occurrences."""

    in_text: IntArray
    """Units of the text."""

    in_hypothesis: IntArray
    """Units of the hypothesis."""


def require_pairs(texts: Ragged, hypotheses: Ragged) -> None:
    """Check that every text has a hypothesis, because kernels do not check bounds."""
    require_equal_lengths(hypotheses=hypotheses, texts=texts)


@inlined
def shorter_first(first: IntArray, second: IntArray) -> tuple[IntArray, IntArray]:
    """Return both sequences, the shorter one first."""
    return (first, second) if len(first) <= len(second) else (second, first)


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
