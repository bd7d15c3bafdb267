"""Curves that show what a single figure hides, as arrays to be drawn."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.errors import RunError
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.ranked_hits import RankedHits
from rte_baselines.representing import brief


@brief
@dataclass(frozen=True)
class PrecisionRecallCurve:
    """Precision and recall if the best-ranked pairs, and no others, are called entailed.

    There is a point after each tie, for no order among tied pairs is better founded than
    another; none stands for calling no pair entailed, which has no precision.

    Parameters
    ----------
    recall : ndarray of float64, shape (points,)
        The share of the entailed pairs that are found; never falls, and ends at 1.
    precision : ndarray of float64, shape (points,)
        The share of the pairs called entailed that are.
    interpolated : ndarray of float64, shape (points,)
        The highest precision at this recall or a higher one.
    ranks : ndarray of int64, shape (points,)
        How many pairs are called entailed.

    Notes
    -----
    The interpolation is that of C. J. van Rijsbergen, Information Retrieval (1979), chapter
    7, and of C. D. Manning, P. Raghavan and H. Schütze, Introduction to Information
    Retrieval (2008), section 8.4.
    """

    recall: FloatArray
    precision: FloatArray
    interpolated: FloatArray
    ranks: IntArray

    @property
    def eleven_points(self) -> FloatArray:
        """Interpolated precision at recalls of 0, 0.1, ..., 1, shape (11,)."""
        return self.interpolated[np.searchsorted(self.recall, np.arange(11) / 10)]


def precision_recall_curve(
    ranking: IntArray | FloatArray, entailed: BoolArray
) -> PrecisionRecallCurve:
    """Follow precision and recall down a ranking.

    Parameters
    ----------
    ranking : ndarray, shape (n,)
        The rank of each pair; the lowest is the surest entailment, equal ranks are tied.
    entailed : ndarray of bool, shape (n,)
        The gold labels.

    Raises
    ------
    RunError
        If no pair is entailed, so that there is no recall.
    """
    if not entailed.any():
        raise RunError("no pair is entailed; a precision-recall curve needs at least one")
    ranked = RankedHits.of(ranking, entailed)
    ranks = ranked.ties[1:]
    found = np.cumsum(ranked.hits)[ranks - 1]
    recall, precision = found / found[-1], found / ranks
    best_from_here = np.maximum.accumulate(precision[::-1])[::-1]
    # Points of equal recall share what is best from the first of them.
    interpolated = best_from_here[np.searchsorted(recall, recall)]
    return PrecisionRecallCurve(recall, precision, interpolated, ranks)


@brief
@dataclass(frozen=True)
class ThresholdCurve:
    """Accuracy by the score from which on a pair is called entailed.

    Parameters
    ----------
    thresholds : ndarray of float64, shape (points,)
        Ascending: each distinct score, the lowest of which calls all pairs entailed, and
        the next number above the highest, which calls none so. From above one threshold
        up to the next, accuracy is that of the next.
    accuracy : ndarray of float64, shape (points,)
        The two-way accuracy at each threshold, in [0, 1].
    """

    thresholds: FloatArray
    accuracy: FloatArray


def accuracy_by_threshold(scores: FloatArray, entailed: BoolArray) -> ThresholdCurve:
    """Return the accuracy of calling entailed what scores at least a threshold, for each.

    Parameters
    ----------
    scores : ndarray of float64, shape (n,)
        How surely each text entails its hypothesis, higher is surer; n > 0.
    entailed : ndarray of bool, shape (n,)
        The gold labels.

    Notes
    -----
    jijkoun2006, section 4, Figure 2.
    """
    distinct, places = np.unique(scores, return_inverse=True)
    entailed_below = np.concatenate(([0.0], np.cumsum(np.bincount(places, entailed))))
    others_below = np.concatenate(([0.0], np.cumsum(np.bincount(places, ~entailed))))
    right = others_below + entailed_below[-1] - entailed_below
    above_all = np.nextafter(distinct[-1], np.inf)
    return ThresholdCurve(np.append(distinct, above_all), right / len(scores))


@brief
@dataclass(frozen=True)
class ScoreDistribution:
    """How many entailed and other pairs have scores in each of some bins of equal width.

    Parameters
    ----------
    edges : ndarray of float64, shape (bins + 1,)
        From the lowest score to the highest. A bin holds its lower edge and not its upper,
        except for the last, which holds both. A single score has bins around it, one unit
        wide in all.
    entailed, others : ndarray of int64, shape (bins,)
        How many pairs of either kind there are in each bin.
    """

    edges: FloatArray
    entailed: IntArray
    others: IntArray


def score_distribution(
    scores: FloatArray, entailed: BoolArray, bins: int = 20
) -> ScoreDistribution:
    """Count entailed and other pairs by their scores.

    Parameters
    ----------
    scores : ndarray of float64, shape (n,)
        How surely each text entails its hypothesis; n > 0.
    entailed : ndarray of bool, shape (n,)
        The gold labels.
    bins : int
        How many there are, at least 1; fewer where scores lie too close for so many.

    Notes
    -----
    jijkoun2006, section 5, Figure 3.
    """
    edges = _edges(float(scores.min()), float(scores.max()), bins)
    counts = (np.histogram(scores[chosen], edges)[0] for chosen in (entailed, ~entailed))
    return ScoreDistribution(edges, *counts)


def _edges(lowest: float, highest: float, bins: int) -> FloatArray:
    """Divide a range evenly; NumPy's own edges fail where it is very wide or very narrow."""
    if lowest == highest:
        margin = max(0.5, np.spacing(abs(lowest)))
        lowest, highest = lowest - margin, highest + margin
    shares = np.linspace(0, 1, bins + 1)
    edges = lowest * (1 - shares) + highest * shares
    return np.unique(np.clip(edges, lowest, highest))
