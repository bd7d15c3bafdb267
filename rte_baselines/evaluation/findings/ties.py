"""How many pairs a system does not tell apart."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, IntArray


@dataclass(frozen=True)
class Ties:
    """The ties among the pairs' values.

    Parameters
    ----------
    pairs : int
        How many pairs are tied with another.
    groups : int
        How many ties they are in.
    largest : int
        How many pairs are in the largest tie; 0 if there is none.
    of : int
        How many pairs there are, tied or not.
    """

    pairs: int
    groups: int
    largest: int
    of: int

    def describe(self, what: str) -> str:
        """Say it in a line, of pairs that are tied in something, such as their confidence."""
        if not self.groups:
            return f"none of {self.of} pairs is tied in {what}"
        where = (
            f"1 tie of {self.largest}"
            if self.groups == 1
            else f"{self.groups} ties (the largest of {self.largest})"
        )
        return (
            f"{self.pairs} of {self.of} pairs are tied in {what}, in {where}; "
            "they count by expectation"
        )


def count_ties(values: IntArray | FloatArray) -> Ties:
    """Count the pairs whose value another pair has too.

    Parameters
    ----------
    values : ndarray, shape (n,)
        What pairs are ordered by: ranks, confidences or probabilities.
    """
    sizes = np.unique(values, return_counts=True)[1]
    ties = sizes[sizes > 1]
    return Ties(int(ties.sum()), len(ties), int(ties.max(initial=0)), len(values))
