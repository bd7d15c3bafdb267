"""Scores of an order with ties, which tuning and evaluation both need.

Where pairs are tied, no order among them is better founded than another; the value is
then the mean over all orders that break the ties, so that it does not depend on the
order in which the pairs happen to stand.
"""

from dataclasses import dataclass

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray


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
    order = TiedOrder.of(-confidences, correct)
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
    order = TiedOrder.of(ranks, entailed)
    # A given entailed pair of a tie stands behind each of the tie's others equally
    # often, hence behind (place - 1) / (size - 1) of them.
    tied_above = (order.place - 1) * (order.hits - 1) / np.maximum(order.size - 1, 1)
    precision = (order.hits_before + 1 + tied_above) / order.rank
    return float(np.sum(order.hits / order.size * precision) / entailed.sum())


@dataclass(frozen=True)
class TiedOrder:
    """Pairs in an order with ties; each array has one value for each rank.

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
    def of(cls, keys: IntArray | FloatArray, is_hit: BoolArray) -> "TiedOrder":
        """Order pairs by ascending key; equal keys are tied."""
        order = np.argsort(keys, kind="stable")
        changes = np.flatnonzero(np.diff(keys[order])) + 1
        starts = np.concatenate(([0], changes))
        sizes = np.diff(np.concatenate((starts, [len(keys)])))
        hits = np.add.reduceat(is_hit[order].astype(np.int64), starts)
        rank = np.arange(1, len(keys) + 1)
        return cls(
            rank=rank,
            place=rank - np.repeat(starts, sizes),
            size=np.repeat(sizes, sizes),
            hits=np.repeat(hits, sizes),
            hits_before=np.repeat(np.cumsum(hits) - hits, sizes),
        )
