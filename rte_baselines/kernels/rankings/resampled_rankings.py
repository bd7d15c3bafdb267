"""Scores of rankings with ties, for bootstrap resamples of the pairs.

Resamples are drawn from units: single pairs, or groups of pairs. A pair that is drawn several
times occurs as often in the ranking, tied with its own copies. Ties count by expectation, as in
`rankings`. The contribution of a tie has a closed form: with r pairs before it, H of them hits,
and s pairs in it, h of them hits, it follows from the sum of 1 / (r + p) over its positions
p = 1, ..., s, which is a difference D of two harmonic numbers, and from the sum of p / (r + p),
which is s - r D. Inner loops are over the resamples, so that they can be vectorized.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, require_equal_lengths
from rte_baselines.kernels.rankings.rankings import RELATIVE_SLACK, RankedHits
from rte_baselines.kernels.rankings.resampling import require_units


def resampled_confidence_weighted_scores(
    ranked: RankedHits, counts: IntArray, units: IntArray
) -> FloatArray:
    """Return the confidence-weighted score of each resample, in [0, 1] (dagan2006 section 3.2).

    Correct judgments are hits; the most confident comes first. `counts`, shape (resamples, units),
    is how often each unit was drawn, `units` the unit of each pair in the pairs' original order.
    """
    return _confidence_weighted_scores(*_arguments(ranked, counts, units))


def resampled_average_precisions(
    ranked: RankedHits, counts: IntArray, units: IntArray
) -> FloatArray:
    """Return the average precision of each resample, NaN if no entailed pair was drawn.

    Entailed pairs are hits; the most confident entailment comes first (tac2008, evaluation). The
    other parameters are those of `resampled_confidence_weighted_scores`.
    """
    return _average_precisions(*_arguments(ranked, counts, units))


def resampled_roc_areas(ranked: RankedHits, counts: IntArray, units: IntArray) -> FloatArray:
    """Return the area under the ROC curve of each resample (Hanley and McNeil 1982).

    NaN if all pairs drawn are entailed, or none; parameters as in `resampled_average_precisions`.
    """
    by_unit, units_by_rank = _by_unit(ranked, counts, units)
    return _roc_areas(ranked.hits, ranked.ties, units_by_rank, by_unit)


def resampled_best_precisions(
    ranked: RankedHits, counts: IntArray, units: IntArray, recall: float
) -> FloatArray:
    """Return the highest precision of each resample at a recall, in (0, 1], or above.

    NaN if no entailed pair was drawn; parameters as in `resampled_average_precisions`.
    """
    by_unit, units_by_rank = _by_unit(ranked, counts, units)
    of_hits = units_by_rank[ranked.hits]
    needed = counts[:, of_hits].sum(axis=1) * recall * (1 - RELATIVE_SLACK)
    return _best_precisions(ranked.hits, ranked.ties, units_by_rank, by_unit, needed)


_Arguments = tuple[BoolArray, IntArray, IntArray, IntArray, FloatArray]


def _arguments(ranked: RankedHits, counts: IntArray, units: IntArray) -> _Arguments:
    """Return the kernels' arguments: units by rank, counts by unit, and harmonic numbers."""
    by_unit, units_by_rank = _by_unit(ranked, counts, units)
    sizes = counts @ np.bincount(units, minlength=counts.shape[1])
    # A few more than needed, so that blocks of resamples of about the same size share them.
    harmonic_numbers = _harmonic_numbers((int(sizes.max()) | 0xFFFF) + 1)
    return ranked.hits, ranked.ties, units_by_rank, by_unit, harmonic_numbers


def _by_unit(ranked: RankedHits, counts: IntArray, units: IntArray) -> tuple[IntArray, IntArray]:
    """Return the counts by unit, and the unit of each pair by rank.

    All resamples of a unit are contiguous, so that a pair is added to all of them at once.
    """
    require_equal_lengths(ranked_pairs=ranked, units_of_pairs=units)
    require_units(counts, units)
    return np.ascontiguousarray(counts.T), units[ranked.order]


@lru_cache(maxsize=1)
def _harmonic_numbers(most: int) -> FloatArray:
    """Return the harmonic numbers from the 0th to the last that is asked for."""
    return np.concatenate(([0.0], np.cumsum(1 / np.arange(1, most + 1))))


@compiled
def _confidence_weighted_scores(
    hits: BoolArray,
    ties: IntArray,
    units: IntArray,
    counts: IntArray,
    harmonic_numbers: FloatArray,
) -> FloatArray:
    """Return the mean of (H + p h/s) / (r + p) over all ranks r + p, in each resample."""
    resamples = counts.shape[1]
    totals = np.zeros(resamples)
    before, hits_before = np.zeros(resamples, np.int64), np.zeros(resamples, np.int64)
    for tie in range(len(ties) - 1):
        size, tied_hits = _drawn(hits, units, counts, ties[tie], ties[tie + 1])
        for resample in range(resamples):
            r, s, h = before[resample], size[resample], tied_hits[resample]
            inverse_ranks = harmonic_numbers[r + s] - harmonic_numbers[r]
            # In this form, the score is exact if all judgments are correct or all are wrong.
            excess = hits_before[resample] - r * (h / max(s, 1))
            totals[resample] += h + excess * inverse_ranks
            before[resample] += s
            hits_before[resample] += h
    return totals / before


@compiled
def _average_precisions(
    hits: BoolArray,
    ties: IntArray,
    units: IntArray,
    counts: IntArray,
    harmonic_numbers: FloatArray,
) -> FloatArray:
    """Return the mean of (H + 1 + (p - 1) q) / (r + p) over the hits, in each resample.

    The share q = (h - 1) / (s - 1) of a hit's neighbours in its tie are hits, and each position
    of the tie has h/s expected hits.
    """
    resamples = counts.shape[1]
    totals = np.zeros(resamples)
    before, hits_before = np.zeros(resamples, np.int64), np.zeros(resamples, np.int64)
    for tie in range(len(ties) - 1):
        size, tied_hits = _drawn(hits, units, counts, ties[tie], ties[tie + 1])
        for resample in range(resamples):
            r, s, h = before[resample], size[resample], tied_hits[resample]
            inverse_ranks = harmonic_numbers[r + s] - harmonic_numbers[r]
            # Correct also for a hit without neighbours, and exact for a perfect ranking.
            share = 1 - (s - h) / max(s - 1, 1)
            excess = hits_before[resample] + 1 - share * (r + 1)
            totals[resample] += h / max(s, 1) * (share * s + excess * inverse_ranks)
            before[resample] += s
            hits_before[resample] += h
    return np.where(hits_before > 0, totals / np.maximum(hits_before, 1), np.nan)


@compiled
def _roc_areas(hits: BoolArray, ties: IntArray, units: IntArray, counts: IntArray) -> FloatArray:
    """Return 1 - sum h (M + m/2) / (all hits, all others), with M others before a tie of m."""
    resamples = counts.shape[1]
    wrong_order = np.zeros(resamples)
    hits_before, others_before = np.zeros(resamples), np.zeros(resamples)
    for tie in range(len(ties) - 1):
        size, tied_hits = _drawn(hits, units, counts, ties[tie], ties[tie + 1])
        for resample in range(resamples):
            tied_others = size[resample] - tied_hits[resample]
            before = others_before[resample] + tied_others / 2
            wrong_order[resample] += tied_hits[resample] * before
            hits_before[resample] += tied_hits[resample]
            others_before[resample] += tied_others
    compared = hits_before * others_before
    return np.where(compared > 0, 1 - wrong_order / np.maximum(compared, 1), np.nan)


@compiled
def _best_precisions(
    hits: BoolArray, ties: IntArray, units: IntArray, counts: IntArray, needed: FloatArray
) -> FloatArray:
    """Return the maximum of H / r, with H hits among the first r pairs, where H is enough."""
    resamples = counts.shape[1]
    best = np.full(resamples, np.nan)
    pairs, all_hits = np.zeros(resamples, np.int64), np.zeros(resamples, np.int64)
    for tie in range(len(ties) - 1):
        size, tied_hits = _drawn(hits, units, counts, ties[tie], ties[tie + 1])
        for resample in range(resamples):
            pairs[resample] += size[resample]
            all_hits[resample] += tied_hits[resample]
            if all_hits[resample] > 0 and all_hits[resample] >= needed[resample]:
                precision = all_hits[resample] / pairs[resample]
                if not best[resample] >= precision:
                    best[resample] = precision
    return best


@compiled
def _drawn(
    hits: BoolArray, units: IntArray, counts: IntArray, start: int, end: int
) -> tuple[IntArray, IntArray]:
    """Return the number of pairs and of hits in a tie, for each resample."""
    size, tied_hits = np.zeros(counts.shape[1], np.int64), np.zeros(counts.shape[1], np.int64)
    for position in range(start, end):
        drawn = counts[units[position]]
        for resample in range(counts.shape[1]):
            size[resample] += drawn[resample]
        if hits[position]:
            for resample in range(counts.shape[1]):
                tied_hits[resample] += drawn[resample]
    return size, tied_hits


def rank_weighted_tables(
    cells: NDArray[np.int8], ties: IntArray, units: IntArray, counts: IntArray, size: int
) -> FloatArray:
    """Sum the weights of the pairs in each cell of a table, for each resample.

    `cells`, from 0 to size - 1, and `units` are those of each pair, in ranked order; `ties` as in
    `RankedHits`; `counts`, shape (resamples, units), is how often each unit was drawn. The result
    has the shape (resamples, size); each row sums to N (N + 1) / 2 for a resample of N pairs
    (bergmair2009 section 5.3).
    """
    require_equal_lengths(cells_of_pairs=cells, units_of_pairs=units)
    if ties[-1] != len(cells):
        raise ValueError(f"ties of {ties[-1]} pairs beside cells of {len(cells)}; expected as many")
    drawn = np.ascontiguousarray(counts.T, dtype=np.float64)
    pairs = np.bincount(units, minlength=len(drawn)) @ drawn
    return np.ascontiguousarray(_tables(cells, ties, units, drawn, pairs, size).T)


@compiled
def _tables(
    cells: NDArray[np.int8],
    ties: IntArray,
    units: IntArray,
    drawn: FloatArray,
    pairs: FloatArray,
    size: int,
) -> FloatArray:
    resamples = len(pairs)
    tables = np.zeros((size, resamples))
    # With k pairs left at the start of a tie and l at its end, each of its pairs has the mean
    # weight of l + 1, ..., k, which is the mean of k + 1/2 and l + 1/2.
    left = pairs + 0.5
    weights = np.empty(resamples)
    for tie in range(len(ties) - 1):
        weights[:] = left
        for position in range(ties[tie], ties[tie + 1]):
            copies = drawn[units[position]]
            for resample in range(resamples):
                left[resample] -= copies[resample]
        for resample in range(resamples):
            weights[resample] = (weights[resample] + left[resample]) / 2
        for position in range(ties[tie], ties[tie + 1]):
            copies, cell = drawn[units[position]], tables[cells[position]]
            for resample in range(resamples):
                cell[resample] += weights[resample] * copies[resample]
    return tables
