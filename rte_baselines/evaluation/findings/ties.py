"""Ties among the values that pairs are ordered by."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, IntArray


@dataclass(frozen=True)
class Ties:
    """The ties among the pairs' values.

    Parameters
    ----------
    pairs : int
        The number of pairs that are tied with another.
    groups : int
        The number of groups of tied pairs.
    largest : int
        The size of the largest group; 0 if there is none.
    of : int
        The number of all pairs, tied or not.
    """

    pairs: int
    groups: int
    largest: int
    of: int

    def describe(self, order: str, together: bool = False) -> str:
        """Return one line of text.

        Parameters
        ----------
        order : str
            The values, such as "confidence".
        together : bool, default False
            Whether tied pairs are on the same side of each threshold, instead of in any order.
        """
        if not self.groups:
            return f"none of {self.of} pairs is tied in {order}"
        where = (
            f"1 tie of {self.largest}"
            if self.groups == 1
            else f"{self.groups} ties (the largest of {self.largest})"
        )
        return f"{self.pairs} of {self.of} pairs are tied in {order}, in {where}; they " + (
            "are on the same side of each threshold" if together else "count by their expectation"
        )


def count_ties(values: IntArray | FloatArray) -> Ties:
    """Count the pairs that share their value with another pair.

    Parameters
    ----------
    values : ndarray, shape (n,)
        The ranks, confidences or probabilities that order the pairs.
    """
    sizes = np.unique(values, return_counts=True)[1]
    ties = sizes[sizes > 1]
    return Ties(int(ties.sum()), len(ties), int(ties.max(initial=0)), len(values))
