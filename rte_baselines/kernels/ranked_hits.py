"""Hits and misses in an order with ties."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray


@dataclass(frozen=True)
class RankedHits:
    """Hits and misses from the first to the last, with ties.

    Within a tie, misses stand before hits, so that the order in which the pairs happened
    to stand leaves no trace.

    Parameters
    ----------
    hits : ndarray of bool, shape (n,)
        In order; n > 0.
    ties : ndarray of int64, shape (ties + 1,)
        Where each tie starts, and where the last ends; a pair tied with none is a tie
        of its own.
    order : ndarray of int64, shape (n,)
        Where each pair stood before.
    """

    hits: BoolArray
    ties: IntArray
    order: IntArray

    @classmethod
    def of(cls, keys: IntArray | FloatArray, is_hit: BoolArray) -> "RankedHits":
        """Order pairs by ascending key; equal keys are tied."""
        order = np.lexsort((is_hit, keys))
        changes = np.flatnonzero(np.diff(keys[order])) + 1
        return cls(is_hit[order], np.concatenate(([0], changes, [len(keys)])), order)

    def with_ties(self, most: int) -> "RankedHits":
        """Return the same order with at most so many ties, neighbours tied where it has more."""
        if len(self.ties) - 1 <= most:
            return self
        kept = np.linspace(0, len(self.ties) - 1, most + 1).astype(np.int64)
        return RankedHits(self.hits, self.ties[kept], self.order)

    def __len__(self) -> int:
        return len(self.hits)
