"""Scores of an order with ties when its pairs are drawn anew, as a bootstrap does.

A pair that is drawn several times stands in the order as often, and is tied with its own
copies. Ties count by expectation, as in `rankings`. The ranks of a tie need not be visited
one by one: with r pairs before it, H of them hits, and s pairs in it, h of them hits, what
it contributes follows from the sum of 1 / (r + p) over its places p = 1, ..., s, which is a
difference D of two harmonic numbers, and from that of p / (r + p), which is s - r D.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rte_baselines.kernels.compile import compiled
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
    """

    hits: BoolArray
    ties: IntArray

    @classmethod
    def of(cls, keys: IntArray | FloatArray, is_hit: BoolArray) -> "RankedHits":
        """Order pairs by ascending key; equal keys are tied."""
        order = np.lexsort((is_hit, keys))
        changes = np.flatnonzero(np.diff(keys[order])) + 1
        return cls(is_hit[order], np.concatenate(([0], changes, [len(keys)])))

    @cached_property
    def harmonic_numbers(self) -> FloatArray:
        """1 + 1/2 + ... + 1/i for each i from 0 to n."""
        return np.concatenate(([0.0], np.cumsum(1 / np.arange(1, len(self) + 1))))

    def __len__(self) -> int:
        return len(self.hits)


def resampled_confidence_weighted_scores(ranked: RankedHits, counts: IntArray) -> FloatArray:
    """Return the confidence-weighted score of each resample.

    Parameters
    ----------
    ranked : RankedHits
        Right judgments are hits; the surest comes first.
    counts : ndarray of int64, shape (resamples, n)
        How often each pair, in the order of `ranked`, was drawn: n in all.

    Returns
    -------
    ndarray of float64, shape (resamples,)
        Each in [0, 1] (dagan2006 section 3.2).
    """
    return _confidence_weighted_scores(ranked.hits, ranked.ties, ranked.harmonic_numbers, counts)


def resampled_average_precisions(ranked: RankedHits, counts: IntArray) -> FloatArray:
    """Return the average precision of each resample.

    Parameters
    ----------
    ranked : RankedHits
        Entailed pairs are hits; the surest entailment comes first.
    counts : ndarray of int64, shape (resamples, n)
        How often each pair, in the order of `ranked`, was drawn: n in all.

    Returns
    -------
    ndarray of float64, shape (resamples,)
        Each in (0, 1], or NaN where no entailed pair was drawn (tac2008, evaluation).
    """
    return _average_precisions(ranked.hits, ranked.ties, ranked.harmonic_numbers, counts)


@compiled
def _confidence_weighted_scores(
    hits: BoolArray, ties: IntArray, harmonic_numbers: FloatArray, counts: IntArray
) -> FloatArray:
    scores = np.empty(len(counts))
    for resample in range(len(counts)):
        scores[resample] = _confidence_weighted_score(
            hits, ties, harmonic_numbers, counts[resample]
        )
    return scores


@compiled
def _average_precisions(
    hits: BoolArray, ties: IntArray, harmonic_numbers: FloatArray, counts: IntArray
) -> FloatArray:
    scores = np.empty(len(counts))
    for resample in range(len(counts)):
        scores[resample] = _average_precision(hits, ties, harmonic_numbers, counts[resample])
    return scores


@compiled
def _confidence_weighted_score(
    hits: BoolArray, ties: IntArray, harmonic_numbers: FloatArray, counts: IntArray
) -> float:
    """Return the mean of (H + p h/s) / (r + p) over all ranks r + p."""
    total, before, hits_before = 0.0, 0, 0
    for tie in range(len(ties) - 1):
        size, tied_hits = 0, 0
        for place in range(ties[tie], ties[tie + 1]):
            size += counts[place]
            tied_hits += counts[place] * hits[place]
        inverse_ranks = harmonic_numbers[before + size] - harmonic_numbers[before]
        # In this form, the score of a run that is all right or all wrong is exact.
        excess = hits_before - before * (tied_hits / max(size, 1))
        total += tied_hits + excess * inverse_ranks
        before += size
        hits_before += tied_hits
    return total / before


@compiled
def _average_precision(
    hits: BoolArray, ties: IntArray, harmonic_numbers: FloatArray, counts: IntArray
) -> float:
    """Return the mean of (H + 1 + (p - 1) q) / (r + p) over the hits.

    Of a hit's neighbours in its tie, a share q = (h - 1) / (s - 1) are hits, and each of
    the tie's places holds h/s of a hit.
    """
    total, before, hits_before = 0.0, 0, 0
    for tie in range(len(ties) - 1):
        size, tied_hits = 0, 0
        for place in range(ties[tie], ties[tie + 1]):
            size += counts[place]
            tied_hits += counts[place] * hits[place]
        inverse_ranks = harmonic_numbers[before + size] - harmonic_numbers[before]
        # Right for a hit without neighbours as well, and exact in a perfect ranking.
        share = 1 - (size - tied_hits) / max(size - 1, 1)
        excess = hits_before + 1 - share * (before + 1)
        total += tied_hits / max(size, 1) * (share * size + excess * inverse_ranks)
        before += size
        hits_before += tied_hits
    return total / hits_before if hits_before else np.nan
