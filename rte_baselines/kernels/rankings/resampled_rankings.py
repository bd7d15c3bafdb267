"""Scores of rankings with ties, for bootstrap resamples of the pairs.

Resamples are drawn from units: single pairs, or groups of pairs. A pair that is drawn several
times occurs as often in the ranking, tied with its own copies. Ties count by expectation, as in
`rankings`. The contribution of a tie has a closed form: with r pairs before it, H of them hits,
and s pairs in it, h of them hits, it follows from the sum of 1 / (r + p) over its positions
p = 1, ..., s, which is a difference D of two harmonic numbers, and from the sum of p / (r + p),
which is s - r D. Ties without hits contribute nothing.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.rankings.rankings import RELATIVE_SLACK, RankedHits


def resampled_confidence_weighted_scores(
    ranked: RankedHits, counts: IntArray, units: IntArray
) -> FloatArray:
    """Return the confidence-weighted score of each resample, in [0, 1] (dagan2006 section 3.2).

    Correct judgments are hits; the most confident comes first. `counts`, shape (resamples, units),
    is how often each unit was drawn, `units` the unit of each pair in the pairs' original order.
    """
    # The score of the wrong judgments is 1 less it; that of fewer ones is faster, and exact if
    # there are none.
    if 2 * np.count_nonzero(ranked.hits) > len(ranked):
        return 1 - resampled_confidence_weighted_scores(ranked.of_misses, counts, units)
    drawn = _Drawn.of(ranked, counts, units)
    harmonic = harmonic_numbers(int(drawn.pairs.max()))
    until = harmonic.take(drawn.before + drawn.size)
    inverse_ranks = until - harmonic.take(drawn.before)
    # Each hit adds 1 / rank at all ranks after its tie, and p / s at the positions p of the tie.
    totals = (drawn.hits * (1 + harmonic.take(drawn.pairs)[:, np.newaxis] - until)).sum(axis=1)
    totals -= (drawn.hits / np.maximum(drawn.size, 1) * drawn.before * inverse_ranks).sum(axis=1)
    return np.asarray(np.clip(totals / drawn.pairs, 0, 1), dtype=np.float64)


def resampled_average_precisions(
    ranked: RankedHits, counts: IntArray, units: IntArray
) -> FloatArray:
    """Return the average precision of each resample, NaN if no entailed pair was drawn.

    Entailed pairs are hits; the most confident entailment comes first (tac2008, evaluation). The
    other parameters are those of `resampled_confidence_weighted_scores`.
    """
    drawn = _Drawn.of(ranked, counts, units)
    harmonic = harmonic_numbers(int(drawn.pairs.max()))
    inverse_ranks = harmonic.take(drawn.before + drawn.size) - harmonic.take(drawn.before)
    # The share (h - 1) / (s - 1) of a hit's neighbours in its tie are hits. In this form, it is
    # correct also for a hit without neighbours, and exact for a perfect ranking.
    share = 1 - (drawn.size - drawn.hits) / np.maximum(drawn.size - 1, 1)
    excess = drawn.hits_before + 1 - share * (drawn.before + 1)
    precisions = share * drawn.size + excess * inverse_ranks
    # A perfect ranking is exact: its precisions are quotients of equal numbers.
    totals = (drawn.hits * (precisions / np.maximum(drawn.size, 1))).sum(axis=1)
    return _where_any(drawn.all_hits, totals)


def resampled_roc_areas(ranked: RankedHits, counts: IntArray, units: IntArray) -> FloatArray:
    """Return the area under the ROC curve of each resample (Hanley and McNeil 1982).

    NaN if all pairs drawn are entailed, or none; parameters as in `resampled_average_precisions`.
    """
    drawn = _Drawn.of(ranked, counts, units)
    others_before = drawn.before - drawn.hits_before
    wrong_order = (drawn.hits * (others_before + (drawn.size - drawn.hits) / 2)).sum(axis=1)
    all_hits = drawn.all_hits.astype(np.float64)
    return 1 - _where_any(all_hits * (drawn.pairs - all_hits), wrong_order)


def resampled_best_precisions(
    ranked: RankedHits, counts: IntArray, units: IntArray, recall: float
) -> FloatArray:
    """Return the highest precision of each resample at a recall, in (0, 1], or above.

    NaN if no entailed pair was drawn; parameters as in `resampled_average_precisions`.
    """
    drawn = _Drawn.of(ranked, counts, units)
    hits = drawn.hits_before + drawn.hits
    needed = drawn.all_hits[:, np.newaxis] * recall * (1 - RELATIVE_SLACK)
    precisions = hits / np.maximum(drawn.before + drawn.size, 1)
    best = np.where(hits >= needed, precisions, 0).max(axis=1, initial=0)
    return np.where(drawn.all_hits > 0, best, np.nan)


def rank_weighted_tables(
    cells: NDArray[np.int8], ties: IntArray, units: IntArray, counts: IntArray, size: int
) -> FloatArray:
    """Sum the weights of the pairs in each cell of a table, for each resample.

    `cells`, from 0 to size - 1, and `units` are those of each pair, in ranked order; `ties` as in
    `RankedHits`; `counts`, shape (resamples, units), is how often each unit was drawn. The result
    has the shape (resamples, size); each row sums to N (N + 1) / 2 for a resample of N pairs
    (bergmair2009 section 5.3).
    """
    copies = counts.take(units, axis=1)
    until = _sums_before(copies)
    # With k pairs left at the start of a tie and l at its end, each of its pairs has the mean
    # weight of l + 1, ..., k, which is the mean of k + 1/2 and l + 1/2.
    means = until[:, -1:] + 0.5 - (until[:, ties[:-1]] + until[:, ties[1:]]) / 2
    weights = copies * np.repeat(means, np.diff(ties), axis=1)
    return weights @ np.eye(size)[cells]


class _Drawn(NamedTuple):
    """How often the pairs and the hits of ties are drawn in each resample.

    For each tie that holds hits, shape (resamples, ties), its `size` and its `hits`, and the
    numbers of pairs `before` it and of `hits_before`; of the whole resample, shape (resamples,),
    the numbers of `pairs` and of `all_hits`.
    """

    size: IntArray
    hits: IntArray
    before: IntArray
    hits_before: IntArray
    pairs: IntArray
    all_hits: IntArray

    @classmethod
    def of(cls, ranked: RankedHits, counts: IntArray, units: IntArray) -> "_Drawn":
        drawn = counts.take(units[ranked.order], axis=1)
        starts, first_groups, hit_groups = ranked.groups
        sums = drawn
        if len(starts) < drawn.shape[1]:
            sums = np.add.reduceat(drawn, starts, axis=1, dtype=drawn.dtype)
        until, hits = _sums_before(sums), sums.take(hit_groups, axis=1)
        before, hits_until = until.take(first_groups, axis=1), _sums_before(hits)
        # The hits are the last group of their tie.
        size = until.take(hit_groups + 1, axis=1) - before
        return cls(size, hits, before, hits_until[:, :-1], until[:, -1], hits_until[:, -1])


def _sums_before(numbers: IntArray) -> IntArray:
    """Return the sum of the numbers before each place of a row, and of all numbers."""
    sums = np.zeros((numbers.shape[0], numbers.shape[1] + 1), dtype=numbers.dtype)
    np.cumsum(numbers, axis=1, out=sums[:, 1:])
    return sums


def _where_any(numbers: IntArray | FloatArray, totals: FloatArray) -> FloatArray:
    """Return the totals divided by numbers, NaN where these are 0."""
    return np.where(numbers > 0, totals / np.maximum(numbers, 1), np.nan)


@lru_cache(maxsize=1)
def _harmonic_table(most: int) -> FloatArray:
    return np.concatenate(([0.0], np.cumsum(1 / np.arange(1, most + 1))))


def harmonic_numbers(most: int) -> FloatArray:
    """Return the harmonic numbers from the 0th to the last that is asked for, and some more.

    Blocks of resamples of about the same size share them.
    """
    return _harmonic_table((most | 0xFFFF) + 1)
