"""Ties among the values that pairs are ordered by."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, IntArray


@dataclass(frozen=True)
class Ties:
    """The ties among the pairs' values.

    `pairs` is the number of pairs that are tied with another, `groups` that of the groups of tied
    pairs, `largest` the size of the largest, 0 if none, and `of` the number of all pairs.
    """

    pairs: int
    groups: int
    largest: int
    of: int

    def describe(self, order: str, together: bool = False) -> str:
        """Return one line of text, where `order` is a noun for the values, such as "confidence".

        `together` says whether tied pairs are on the same side of each threshold, or in any order.
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
    """Count the pairs that share their rank, confidence or probability with another pair."""
    sizes = np.unique(values, return_counts=True)[1]
    ties = sizes[sizes > 1]
    return Ties(int(ties.sum()), len(ties), int(ties.max(initial=0)), len(values))
