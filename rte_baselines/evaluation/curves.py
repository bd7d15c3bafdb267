"""Precision-recall and threshold curves and score distributions, as arrays to plot."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.core.representing import brief
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.rankings.rankings import RankedHits

BINS = 10
"""The default number of bins, all of equal width."""


@brief
@dataclass(frozen=True)
class PrecisionRecallCurve:
    """Precision and recall of labelling the top-ranked pairs ENTAILMENT, shape (points,).

    Tied pairs have one point together, since their order is arbitrary. There is no point for
    labelling no pair ENTAILMENT. Recall never falls, and ends at 1; `interpolated` is the highest
    precision at this recall or any higher recall (van Rijsbergen, Information Retrieval, 1979,
    chapter 7); `ranks` are the numbers of retrieved pairs.
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
    """Return the curve of ranks: the lowest is the most certain entailment, equal ones are tied.

    Raises RunError if no pair is entailed, so that recall is undefined.
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
    """Two-way accuracy as a function of the threshold on a score, shape (points,).

    The thresholds are, in ascending order, each distinct score, then the next number above the
    highest. The lowest labels every pair ENTAILMENT, the last none. A value between two thresholds
    gives the same labels as the higher of the two.
    """

    thresholds: FloatArray
    accuracy: FloatArray


def accuracy_by_threshold(scores: FloatArray, entailed: BoolArray) -> ThresholdCurve:
    """Return the two-way accuracy of labelling scores at or above a threshold ENTAILMENT.

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
    """Histograms of the scores of entailed pairs and of all others, shape (bins,).

    The edges, shape (bins + 1,), are evenly spaced from the lowest score to the highest. A bin
    contains its lower edge but not its upper edge; the last bin contains both. If all scores are
    equal, the bins cover one unit around them.
    """

    edges: FloatArray
    entailed: IntArray
    others: IntArray


def score_distribution(
    scores: FloatArray, entailed: BoolArray, bins: int = 20
) -> ScoreDistribution:
    """Return histograms of scores; they have fewer bins if scores are too close to be divided.

    jijkoun2006, section 5, Figure 3.
    """
    lowest, highest = float(scores.min()), float(scores.max())
    if lowest == highest:
        margin = max(0.5, np.spacing(abs(lowest)))
        lowest, highest = lowest - margin, highest + margin
    # NumPy's own edges fail for very wide or very narrow ranges.
    fractions = np.linspace(0, 1, bins + 1)
    edges = np.unique(np.clip(lowest * (1 - fractions) + highest * fractions, lowest, highest))
    counts = (np.histogram(scores[mask], edges)[0] for mask in (entailed, ~entailed))
    return ScoreDistribution(edges, *counts)


@brief
@dataclass(frozen=True)
class RiskCoverageCurve:
    """The share of wrong labels among the most confident ones, as a function of coverage.

    Labels of the same confidence have one point together, since their order is arbitrary. Arrays
    have the shape (points,): `coverage`, the share of the pairs that are answered, ascending to 1
    or to the share of pairs with a label; `risk`, the share of wrong labels among them;
    `confidence`, the lowest among them, which is the threshold that gives this coverage. R.
    El-Yaniv and Y. Wiener, "On the foundations of noise-free selective classification" (2010).
    """

    coverage: FloatArray
    risk: FloatArray
    confidence: FloatArray

    def risk_at(self, coverage: FloatArray) -> FloatArray:
        """Return the expected risk at shares of the pairs, above 0 and up to the last coverage.

        Between points, the number of wrong labels is interpolated: its expectation over all orders.
        """
        wrong = np.insert(self.coverage * self.risk, 0, 0.0)
        risks: FloatArray = np.interp(coverage, np.insert(self.coverage, 0, 0.0), wrong) / coverage
        return risks


def risk_coverage_curve(
    confidences: FloatArray, right: BoolArray, unanswered: int = 0
) -> RiskCoverageCurve:
    """Return the curve of labels, one or more, by confidence and whether each is right, shape (n,).

    `unanswered` is the number of further pairs, which have no label.
    """
    ranked = RankedHits.of(-confidences, right)
    ends = ranked.ties[1:]
    wrong = np.cumsum(~ranked.hits)[ends - 1]
    return RiskCoverageCurve(
        ends / (len(confidences) + unanswered), wrong / ends, confidences[ranked.order[ends - 1]]
    )


@brief
@dataclass(frozen=True)
class ReliabilityCurve:
    """The share of entailed pairs in each non-empty bin of probabilities of ENTAILMENT, in [0, 1].

    `edges`, shape (bins, 2), are the lower and the upper edge of each bin. The upper edge belongs
    to the bin; the lower edge belongs to the bin before, except for 0, which belongs to the first
    bin. The other arrays have the shape (bins,).
    """

    edges: FloatArray
    mean_probability: FloatArray
    share_entailed: FloatArray
    pairs: IntArray

    @property
    def calibration_error(self) -> float:
        """The expected calibration error.

        It is the distance between mean probability and share entailed in each bin, averaged over
        the bins with their numbers of pairs as weights.
        """
        distances = np.abs(self.mean_probability - self.share_entailed)
        return float(self.pairs @ distances / self.pairs.sum())


def reliability_curve(
    probabilities: FloatArray, entailed: BoolArray, bins: int = BINS
) -> ReliabilityCurve:
    """Return the reliability curve of probabilities of ENTAILMENT, in `bins` of equal width.

    M. H. DeGroot and S. E. Fienberg, "The comparison and evaluation of forecasters" (1983); binned
    as in M. P. Naeini, G. F. Cooper and M. Hauskrecht, "Obtaining well calibrated probabilities
    using Bayesian binning" (2015).
    """
    indices = bin_indices(probabilities, bins)
    pairs = np.bincount(indices, minlength=bins)
    filled = np.flatnonzero(pairs)
    edges = np.linspace(0, 1, bins + 1)
    return ReliabilityCurve(
        edges=np.column_stack([edges[filled], edges[filled + 1]]),
        mean_probability=np.bincount(indices, probabilities, bins)[filled] / pairs[filled],
        share_entailed=np.bincount(indices, entailed, bins)[filled] / pairs[filled],
        pairs=pairs[filled],
    )


def bin_indices(probabilities: FloatArray, bins: int = BINS) -> IntArray:
    """Return the index of each probability's bin, from 0 to bins - 1."""
    inner_edges = np.linspace(0, 1, bins + 1)[1:-1]
    return np.searchsorted(inner_edges, probabilities, side="left")
