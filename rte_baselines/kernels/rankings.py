"""Scores of an order with ties, which tuning and evaluation both need.

Where pairs are tied, no order among them is better founded than another; the value is
then the mean over all orders that break the ties, so that it does not depend on the
order in which the pairs happen to stand.
"""

from dataclasses import dataclass

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.ranked_hits import RankedHits


def confidence_weighted_score(confidences: FloatArray, correct: BoolArray) -> float:
    """Return the mean, over ranks i, of the accuracy on the i surest judgments.

    Parameters
    ----------
    confidences : ndarray of float64, shape (n,)
        How sure the system is of each judgment; n > 0.
    correct : ndarray of bool, shape (n,)
        Whether each judgment is right.

    Returns
    -------
    float
        1/n sum_i (#correct up to rank i) / i, in [0, 1] (dagan2006 section 3.2).
    """
    return score_of_ranked(RankedHits.of(-confidences, correct))


def score_of_ranked(ranked: RankedHits) -> float:
    """Return the confidence-weighted score of judgments in order; right ones are hits."""
    order = _Places.of(ranked)
    correct_up_to = order.hits_before + order.place * order.hits / order.size
    return float(np.mean(correct_up_to / order.rank))


def average_precision(ranks: IntArray | FloatArray, entailed: BoolArray) -> float:
    """Return the mean precision at the ranks of the entailed pairs.

    Parameters
    ----------
    ranks : ndarray, shape (n,)
        The rank of each pair; the lowest is the surest entailment, equal ranks are tied.
    entailed : ndarray of bool, shape (n,)
        The gold labels; at least one is true.

    Returns
    -------
    float
        1/R sum_i E(i) (#entailing up to pair i) / i, in (0, 1] (tac2008, evaluation).
    """
    return precision_of_ranked(RankedHits.of(ranks, entailed))


def precision_of_ranked(ranked: RankedHits) -> float:
    """Return the average precision of pairs in order; entailed ones are hits, at least one."""
    order = _Places.of(ranked)
    # A given entailed pair of a tie stands behind each of the tie's others equally
    # often, hence behind (place - 1) / (size - 1) of them.
    tied_above = (order.place - 1) * (order.hits - 1) / np.maximum(order.size - 1, 1)
    precision = (order.hits_before + 1 + tied_above) / order.rank
    return float(np.sum(order.hits / order.size * precision) / ranked.hits.sum())


@dataclass(frozen=True)
class _Places:
    """What is known of each rank of an order with ties; each array has one value for each.

    Parameters
    ----------
    rank : ndarray of int64, shape (n,)
        1 to n.
    place : ndarray of int64, shape (n,)
        The place within the tie, from 1.
    size, hits : ndarray of int64, shape (n,)
        How many pairs the tie has, and how many of them are hits.
    hits_before : ndarray of int64, shape (n,)
        How many hits stand before the tie.
    """

    rank: IntArray
    place: IntArray
    size: IntArray
    hits: IntArray
    hits_before: IntArray

    @classmethod
    def of(cls, ranked: RankedHits) -> "_Places":
        """Tell what the order of hits and misses says of each rank."""
        starts, sizes = ranked.ties[:-1], np.diff(ranked.ties)
        hits = np.add.reduceat(ranked.hits.astype(np.int64), starts)
        rank = np.arange(1, len(ranked) + 1)
        return cls(
            rank=rank,
            place=rank - np.repeat(starts, sizes),
            size=np.repeat(sizes, sizes),
            hits=np.repeat(hits, sizes),
            hits_before=np.repeat(np.cumsum(hits) - hits, sizes),
        )
