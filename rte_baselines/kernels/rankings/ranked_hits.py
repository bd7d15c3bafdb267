"""Rankings of hits and misses, with ties."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray


@dataclass(frozen=True)
class RankedHits:
    """Hits and misses from the first to the last rank, with ties.

    Within a tie, misses precede hits, so that the result does not depend on the original order of
    the pairs.

    Parameters
    ----------
    hits : ndarray of bool, shape (n,)
        In ranked order; n > 0.
    ties : ndarray of int64, shape (ties + 1,)
        The start of each tie, and the end of the last; an untied pair is a tie of its own.
    order : ndarray of int64, shape (n,)
        The original index of each pair.
    """

    hits: BoolArray
    ties: IntArray
    order: IntArray

    @classmethod
    def of(cls, keys: IntArray | FloatArray, is_hit: BoolArray) -> "RankedHits":
        """Rank pairs by ascending key; equal keys are tied."""
        order = np.lexsort((is_hit, keys))
        changes = np.flatnonzero(np.diff(keys[order])) + 1
        return cls(is_hit[order], np.concatenate(([0], changes, [len(keys)])), order)

    def with_ties(self, most: int) -> "RankedHits":
        """Return the same order with at most `most` ties, merging adjacent ties if necessary."""
        if len(self.ties) - 1 <= most:
            return self
        kept = np.linspace(0, len(self.ties) - 1, most + 1).astype(np.int64)
        return RankedHits(self.hits, self.ties[kept], self.order)

    def __len__(self) -> int:
        return len(self.hits)
