"""Precision-recall and threshold curves and score distributions, as arrays to plot."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.core.representing import brief
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.rankings.ranked_hits import RankedHits


@brief
@dataclass(frozen=True)
class PrecisionRecallCurve:
    """Precision and recall of labelling the top-ranked pairs ENTAILMENT, at each rank.

    Tied pairs have one point together, since their order is arbitrary. There is no point
    for labelling no pair ENTAILMENT, where precision is undefined.

    Parameters
    ----------
    recall : ndarray of float64, shape (points,)
        The share of the entailed pairs that are retrieved; it never falls, and ends at 1.
    precision : ndarray of float64, shape (points,)
        The share of the retrieved pairs that are entailed.
    interpolated : ndarray of float64, shape (points,)
        The highest precision at this recall or any higher recall.
    ranks : ndarray of int64, shape (points,)
        The number of retrieved pairs.

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
    """Return the precision-recall curve of a ranking.

    Parameters
    ----------
    ranking : ndarray, shape (n,)
        The rank of each pair; the lowest is the most certain entailment, equal ranks are tied.
    entailed : ndarray of bool, shape (n,)
        Whether the gold label is ENTAILMENT.

    Raises
    ------
    RunError
        If no pair is entailed, so that recall is undefined.
    """
    if not entailed.any():
        raise RunError("no pair is entailed; a precision-recall curve needs at least one")
    ranked = RankedHits.of(ranking, entailed)
    ranks = ranked.ties[1:]
    true_positives = np.cumsum(ranked.hits)[ranks - 1]
    recall, precision = true_positives / true_positives[-1], true_positives / ranks
    best_from_here = np.maximum.accumulate(precision[::-1])[::-1]
    # Points of equal recall have the same interpolated precision: that of the first.
    interpolated = best_from_here[np.searchsorted(recall, recall)]
    return PrecisionRecallCurve(recall, precision, interpolated, ranks)


@brief
@dataclass(frozen=True)
class ThresholdCurve:
    """Two-way accuracy as a function of the threshold on a score.

    Parameters
    ----------
    thresholds : ndarray of float64, shape (points,)
        In ascending order: each distinct score, then the next number above the highest. The
        lowest threshold labels every pair ENTAILMENT, the last one none. A value between two
        thresholds gives the same labels as the higher of the two.
    accuracy : ndarray of float64, shape (points,)
        The two-way accuracy at each threshold, in [0, 1].
    """

    thresholds: FloatArray
    accuracy: FloatArray


def accuracy_by_threshold(scores: FloatArray, entailed: BoolArray) -> ThresholdCurve:
    """Return the two-way accuracy of labelling scores at or above a threshold ENTAILMENT.

    Parameters
    ----------
    scores : ndarray of float64, shape (n,)
        The entailment score of each pair; higher means more certain; n > 0.
    entailed : ndarray of bool, shape (n,)
        Whether the gold label is ENTAILMENT.

    Notes
    -----
    jijkoun2006, section 4, Figure 2.
    """
    distinct, indices = np.unique(scores, return_inverse=True)
    entailed_below = np.concatenate(([0.0], np.cumsum(np.bincount(indices, entailed))))
    others_below = np.concatenate(([0.0], np.cumsum(np.bincount(indices, ~entailed))))
    correct = others_below + entailed_below[-1] - entailed_below
    above_all = np.nextafter(distinct[-1], np.inf)
    return ThresholdCurve(np.append(distinct, above_all), correct / len(scores))


@brief
@dataclass(frozen=True)
class ScoreDistribution:
    """Histograms of the scores of entailed pairs and of all others.

    Parameters
    ----------
    edges : ndarray of float64, shape (bins + 1,)
        Evenly spaced from the lowest score to the highest. A bin contains its lower edge but
        not its upper edge; the last bin contains both. If all scores are equal, the bins
        cover one unit around them.
    entailed, others : ndarray of int64, shape (bins,)
        The number of entailed pairs, and of others, in each bin.
    """

    edges: FloatArray
    entailed: IntArray
    others: IntArray


def score_distribution(
    scores: FloatArray, entailed: BoolArray, bins: int = 20
) -> ScoreDistribution:
    """Return histograms of the scores of entailed pairs and of all others.

    Parameters
    ----------
    scores : ndarray of float64, shape (n,)
        The entailment score of each pair; n > 0.
    entailed : ndarray of bool, shape (n,)
        Whether the gold label is ENTAILMENT.
    bins : int
        The number of bins, at least 1; fewer if the scores are too close to be divided.

    Notes
    -----
    jijkoun2006, section 5, Figure 3.
    """
    edges = _edges(float(scores.min()), float(scores.max()), bins)
    counts = (np.histogram(scores[mask], edges)[0] for mask in (entailed, ~entailed))
    return ScoreDistribution(edges, *counts)


def _edges(lowest: float, highest: float, bins: int) -> FloatArray:
    """Divide a range evenly; NumPy's own edges fail for very wide or very narrow ranges."""
    if lowest == highest:
        margin = max(0.5, np.spacing(abs(lowest)))
        lowest, highest = lowest - margin, highest + margin
    fractions = np.linspace(0, 1, bins + 1)
    edges = lowest * (1 - fractions) + highest * fractions
    return np.unique(np.clip(edges, lowest, highest))
