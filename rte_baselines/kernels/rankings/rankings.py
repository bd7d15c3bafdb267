"""Scores of rankings with ties, for tuning and evaluation.

With ties, a score is the mean over all orders of the tied pairs, so that it does not depend on
the original order of the pairs.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray

RELATIVE_SLACK = 1e-12
"""By how much a product of a share and a count may be too large, by rounding."""


MOST_TIES = 20_000
"""The number of ties of an order above which resamples merge neighbouring ties."""


@dataclass(frozen=True)
class RankedHits:
    """Hits and misses from the first to the last rank, with ties.

    Within a tie, misses precede hits, so that the result does not depend on the original order of
    the pairs. `ties`, shape (ties + 1,), has the start of each tie, and the end of the last; an
    untied pair is a tie of its own. `order`, shape (n,), has the original index of each pair.
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

    def __len__(self) -> int:
        return len(self.hits)

    @cached_property
    def coarse(self) -> "RankedHits":
        """The same order with at most `MOST_TIES` ties: if there are more, neighbours are merged.

        The effect on an interval is negligible, and ties are counted faster.
        """
        if len(self.ties) - 1 <= MOST_TIES:
            return self
        kept = np.linspace(0, len(self.ties) - 1, MOST_TIES + 1).astype(np.int64)
        return self._with(self.ties[kept], self.hits)

    @cached_property
    def of_misses(self) -> "RankedHits":
        """The same ranks with misses in the place of hits."""
        return self._with(self.ties, ~self.hits)

    def _with(self, ties: IntArray, hits: BoolArray) -> "RankedHits":
        """Return the order with other ties or hits."""
        ranked = RankedHits.of(np.repeat(np.arange(len(ties) - 1), np.diff(ties)), hits)
        return RankedHits(ranked.hits, ranked.ties, self.order[ranked.order])

    @cached_property
    def groups(self) -> tuple[IntArray, IntArray, IntArray]:
        """The starts of groups: the misses of a tie, if it has any, then its hits.

        Beside them, for each tie with hits, the number of its first group and that of its hits.
        """
        starts = np.union1d(self.ties[:-1], np.flatnonzero(np.diff(self.hits)) + 1)
        hit_groups = np.flatnonzero(self.hits[starts])
        ties = np.searchsorted(self.ties, starts[hit_groups], side="right") - 1
        return starts, np.searchsorted(starts, self.ties[ties]), hit_groups


def confidence_weighted_score(confidences: FloatArray, correct: BoolArray) -> float:
    """Return the mean, over ranks i, of the accuracy on the i most confident judgments.

    1/n sum_i (#correct up to rank i) / i, in [0, 1] (dagan2006 section 3.2); n > 0.
    """
    return score_of_ranked(RankedHits.of(-confidences, correct))


def score_of_ranked(ranked: RankedHits) -> float:
    """Return the confidence-weighted score of ranked judgments; correct ones are hits."""
    ranks = _Ranks.of(ranked)
    correct_up_to = ranks.hits_before + ranks.position * ranks.hits / ranks.size
    return float(np.mean(correct_up_to / ranks.rank))


def precision_of_ranked(ranked: RankedHits) -> float:
    """Return the mean precision at the ranks of the entailed pairs.

    1/R sum_i E(i) (#entailing up to pair i) / i, in (0, 1] (tac2008, evaluation). Entailed pairs
    are hits, at least one; the first is the most confident entailment.
    """
    ranks = _Ranks.of(ranked)
    # An entailed pair follows each of the other pairs of its tie equally often, and therefore
    # follows the share (position - 1) / (size - 1) of them.
    tied_above = (ranks.position - 1) * (ranks.hits - 1) / np.maximum(ranks.size - 1, 1)
    precision = (ranks.hits_before + 1 + tied_above) / ranks.rank
    return float(np.sum(ranks.hits / ranks.size * precision) / ranked.hits.sum())


def roc_area_of_ranked(ranked: RankedHits) -> float:
    """Return the area under the ROC curve.

    The share of the pairs of a hit and another, of which there is at least one each, in which the
    hit ranks first, in [0, 1]; ties count half (Hanley and McNeil 1982).
    """
    sizes = np.diff(ranked.ties)
    hits = np.add.reduceat(ranked.hits.astype(np.int64), ranked.ties[:-1])
    others = sizes - hits
    others_before = np.cumsum(others) - others
    wrong_order = float(hits @ (others_before + others / 2))
    return 1 - wrong_order / float(hits.sum() * others.sum())


def best_precision_of_ranked(ranked: RankedHits, recall: float) -> float:
    """Return the highest precision of the first pairs that hold enough of the hits.

    `recall`, in (0, 1], is the share of the hits, at least one, that has to be among the first
    pairs. Tied pairs come together, as no threshold parts them.
    """
    ends = ranked.ties[1:]
    hits = np.cumsum(ranked.hits)[ends - 1]
    precisions = hits / ends
    return float(precisions[hits >= hits[-1] * recall * (1 - RELATIVE_SLACK)].max())


class _Ranks(NamedTuple):
    """The ranks of an order with ties: rank and position within the tie, both from 1.

    For each rank, the size of its tie, the hits in the tie, and those before it.
    """

    rank: IntArray
    position: IntArray
    size: IntArray
    hits: IntArray
    hits_before: IntArray

    @classmethod
    def of(cls, ranked: RankedHits) -> "_Ranks":
        """Compute the ranks of an order of hits and misses."""
        starts, sizes = ranked.ties[:-1], np.diff(ranked.ties)
        hits = np.add.reduceat(ranked.hits.astype(np.int64), starts)
        rank = np.arange(1, len(ranked) + 1)
        return cls(
            rank=rank,
            position=rank - np.repeat(starts, sizes),
            size=np.repeat(sizes, sizes),
            hits=np.repeat(hits, sizes),
            hits_before=np.repeat(np.cumsum(hits) - hits, sizes),
        )
