"""Weights of pairs in the evaluation: the distribution P(X = x) of bergmair2009.

Section 5.3 gives "the system some control over which test-instances it wants to be tested
on": pairs are weighted by the system's confidences or by their ranks. Since a system can make
the task easier for itself this way, a weighted information measure has to be compared with
the entropy of the gold labels under the same weights.
"""

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import LABELS, Judgments
from rte_baselines.evaluation.measures.contingency import SchemeMeasure
from rte_baselines.evaluation.measures.entropies import EntropyGold
from rte_baselines.evaluation.measures.information import MutualInformation
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.rankings.resampled_rankings import rank_weighted_tables

_SHAPE = (len(LABELS), len(LABELS))
_CELLS = len(LABELS) ** 2


class WeightedByConfidence(SchemeMeasure):
    """Weights the pairs of a measure by the system's confidence in their labels.

    P(X = x) is proportional to the confidence in the label of x: "have the system itself
    output the values" of it "as confidence weights". In a resample, the weights of the drawn
    pairs are again proportional to their confidences.
    """

    weights = "confidence"
    needs = ("labels", "confidences")

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why, if the confidences cannot be weights."""
        reason = super().why_undefined(judgments)
        if reason or judgments.confidences is None:
            return reason
        if (judgments.confidences < 0).any():
            return "confidences cannot be weights: one is negative"
        return None if judgments.confidences.any() else "confidences cannot be weights: all are 0"

    def weighted_table(self, judgments: Judgments) -> FloatArray:
        """Return the sum of the confidences of each cell."""
        return _table(judgments, _relative_to_highest(judgments))

    def weighted_tables(self, resamples: Resamples) -> FloatArray:
        """Return the sum of the confidences of each cell in each resample."""
        indices = resamples.units * _CELLS + resamples.judgments.cells
        units = resamples.counts.shape[1]
        weights = _relative_to_highest(resamples.judgments)
        by_unit = np.bincount(indices, weights, minlength=units * _CELLS)
        tables = resamples.float_counts @ by_unit.reshape(units, _CELLS)
        return tables.reshape(-1, *_SHAPE)


class WeightedByRank(SchemeMeasure):
    """Weights the pairs of a measure by the rank of the system's confidence in their labels.

    Pairs are ranked by confidence in the label, as for the confidence-weighted score;
    `rank_weights` gives the weights. In a resample, the drawn pairs are ranked anew, and
    copies of a pair are tied.
    """

    weights = "rank"
    needs = ("labels", "confidences")

    def weighted_table(self, judgments: Judgments) -> FloatArray:
        """Return the sum of the weights of each cell."""
        assert judgments.confidences is not None
        return _table(judgments, rank_weights(judgments.confidences))

    def weighted_tables(self, resamples: Resamples) -> FloatArray:
        """Return the sum of the weights of each cell in each resample, up to a factor."""
        judgments = resamples.judgments
        ranked = judgments.correct_by_confidence.coarse
        cells, units = judgments.cells[ranked.order], resamples.units[ranked.order]
        tables = rank_weighted_tables(cells, ranked.ties, units, resamples.counts, _CELLS)
        return tables.reshape(-1, *_SHAPE)


@registry.measures("entropy_gold_weighted.v1")
class WeightedEntropyGold(WeightedByConfidence, EntropyGold):
    """H(G) of pairs weighted by the system's confidence in their labels.

    "How effective a system was at using its confidence weighting as a tool to make the
    task easier on itself." Undefined if confidences are negative or all 0.

    Formula: H(G) with P(X = x) = confidence in x / sum of confidences.

    When to use: together with `mutual_information_weighted`, as its upper bound.
    """

    name = "entropy_gold_weighted"
    description = "H(G) of pairs weighted by confidence, in bits"
    citation = "bergmair2009, section 5.3"


@registry.measures("mutual_information_weighted.v1")
class WeightedMutualInformation(WeightedByConfidence, MutualInformation):
    """I(G;L) of pairs weighted by the system's confidence in their labels.

    "How successful the system ultimately was at the task it set for itself"; to be compared
    with `entropy_gold_weighted`. Undefined if confidences are negative or all 0.

    Formula: I(G;L) with P(X = x) = confidence in x / sum of confidences.

    When to use: if a system may choose how much each pair counts and its confidences are meant
    as weights. Compare it with `entropy_gold_weighted`.
    """

    name = "mutual_information_weighted"
    description = "I(G;L) of pairs weighted by confidence, in bits; see entropy_gold_weighted"
    citation = "bergmair2009, section 5.3"
    by_default = False


@registry.measures("entropy_gold_by_rank.v1")
class RankedEntropyGold(WeightedByRank, EntropyGold):
    """H(G) of pairs weighted by the rank of the system's confidence in their labels.

    Ranks are by confidence in the label, whichever it is, as for the confidence-weighted
    score, and not by the entailment score. Defined for one pair or more.

    Formula: H(G) with P(X = x) = weight of x / sum of weights; of n pairs the most confident
    has weight n, the least confident 1, tied pairs their mean.

    When to use: together with `mutual_information_by_rank`, as its upper bound.
    """

    name = "entropy_gold_by_rank"
    description = "H(G) of pairs weighted by rank of confidence, in bits; ties by mean rank"
    citation = "bergmair2009, section 5.3"


@registry.measures("mutual_information_by_rank.v1")
class RankedMutualInformation(WeightedByRank, MutualInformation):
    """I(G;L) of pairs weighted by the rank of the system's confidence in their labels.

    To be compared with `entropy_gold_by_rank`, which has the same weights.

    Formula: I(G;L) with P(X = x) = weight of x / sum of weights; of n pairs the most confident
    has weight n, the least confident 1, tied pairs their mean.

    When to use: as `mutual_information_weighted`, if only the order of the confidences has a
    meaning. If in doubt, prefer it: no system can put all weight on a few pairs.
    """

    name = "mutual_information_by_rank"
    description = "I(G;L) of pairs weighted by rank, in bits; see entropy_gold_by_rank"
    citation = "bergmair2009, section 5.3"
    by_default = False


def rank_weights(confidences: ArrayLike) -> FloatArray:
    """Return the weight of each pair by the rank of its confidence, shape (n,); weights sum to 1.

    It is (n + 1 - rank) / ((n + 1) n / 2). The highest confidence has rank 1; equal confidences
    have the mean of their ranks (bergmair2009, section 5.3).
    """
    descending = -np.asarray(confidences, dtype=np.float64).reshape(-1)
    _, tie, sizes = np.unique(descending, return_inverse=True, return_counts=True)
    mean_ranks = np.cumsum(sizes) - (sizes - 1) / 2
    size = len(descending)
    weights: FloatArray = (size + 1 - mean_ranks[tie]) / ((size + 1) * size / 2)
    return weights


def _table(judgments: Judgments, weights: FloatArray) -> FloatArray:
    sums = np.bincount(judgments.cells, weights, minlength=_CELLS)
    return np.asarray(sums.reshape(_SHAPE), dtype=np.float64)


def _relative_to_highest(judgments: Judgments) -> FloatArray:
    """Return the confidences divided by the highest, so that no sum overflows."""
    assert judgments.confidences is not None
    highest = judgments.confidences.max()
    return judgments.confidences / highest if highest > 0 else judgments.confidences
