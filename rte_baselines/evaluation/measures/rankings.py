"""Measures of rankings: confidence-weighted score, average precision, area under the ROC curve."""

from typing import ClassVar

import numpy as np
import scipy

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    Codes,
    Judgments,
    why_one_class,
)
from rte_baselines.evaluation.measures.accuracy import expected_two_way_accuracy
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.rankings.rankings import (
    best_precision_of_ranked,
    precision_of_ranked,
    roc_area_of_ranked,
    score_of_ranked,
)
from rte_baselines.kernels.rankings.resampled_rankings import (
    resampled_average_precisions,
    resampled_best_precisions,
    resampled_confidence_weighted_scores,
    resampled_roc_areas,
)


@registry.measures("cws.v1")
class ConfidenceWeightedScore(Measure):
    """The mean, over ranks i, of the accuracy on the i pairs of highest confidence.

    Pairs are sorted by decreasing confidence in their label, whichever label it is. Ties
    count by their expectation over all orders. Labels are two-way, as in RTE-1; three-way
    labels are conflated. Defined for one pair or more.

    Formula: 1/n sum_(i=1..n) (correct labels among the i most confident) / i.

    When to use: to compare with results of RTE-1, whose report also calls it average precision.
    It scores labels and confidences together, and the first ranks weigh most. Later challenges
    have `average_precision`, which ranks pairs by how surely they are entailed.
    """

    name = "cws"
    description = "mean accuracy of the 1, 2, ..., n most confident labels; ties by expectation"
    range = (0.0, 1.0)
    needs = ("labels", "confidences")
    orders_by = "confidences"
    by_default = True
    citation = "dagan2006, section 3.2"

    def score(self, judgments: Judgments) -> float:
        """Return 1/n sum_i (#correct up to rank i) / i."""
        return score_of_ranked(judgments.correct_by_confidence)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the score of each resample."""
        ranked = resamples.ties(resamples.judgments.correct_by_confidence)
        return resampled_confidence_weighted_scores(ranked, resamples.counts, resamples.units)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the expected accuracy, which is that of the first i pairs for every i."""
        return expected_two_way_accuracy(gold, probabilities)


@registry.measures("average_precision.v1")
class AveragePrecision(Measure):
    """The mean, over the entailed pairs, of the precision down to their ranks.

    Pairs are sorted by their rank, from the most certain entailment to the least certain.
    Ties count by their expectation over all orders. The system's labels are not used.
    Undefined if no gold label is ENTAILMENT.

    Formula: 1/R sum_(i=1..n) E(i) (entailed pairs among the first i) / i, where E(i) is 1 if
    pair i is entailed, else 0, and R = sum_i E(i).

    When to use: to compare with results of RTE-2 to RTE-4, or if the output is a list of pairs to
    be read from the top. It depends on the share of entailed pairs; `roc_auc` does not. As a score
    of labels, bergmair2009 advises against it, since it does not look at them. Where pairs are
    tied, scikit-learn's average precision differs, which takes ties as one threshold.
    """

    name = "average_precision"
    description = "mean precision at the ranks of the entailed pairs; ties by expectation"
    range = (0.0, 1.0)
    needs = ("ranking",)
    orders_by = "ranking"
    by_default = True
    citation = "tac2008, evaluation; bergmair2009 (corrected edition), section 4"

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why, if no gold label is ENTAILMENT."""
        if not judgments.gold_entails.any():
            return "no gold label is ENTAILMENT"
        return super().why_undefined(judgments)

    def score(self, judgments: Judgments) -> float:
        """Return 1/R sum_i E(i) (#entailing up to pair i) / i."""
        return precision_of_ranked(judgments.entailments_by_rank)

    def pairs_averaged(self, judgments: Judgments) -> int:
        """Return the number of entailed pairs."""
        return int(judgments.gold_entails.sum())

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the average precision of each resample, NaN if no pair in it is entailed."""
        ranked = resamples.ties(resamples.judgments.entailments_by_rank)
        return resampled_average_precisions(ranked, resamples.counts, resamples.units)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the value if all pairs are tied.

        In a random order, a share q = (R - 1) / (n - 1) of the pairs before an entailed pair
        is entailed on average, so that the precision at rank i is (1 + (i - 1) q) / i.
        """
        size, entailed = len(gold), int(np.sum(gold == ENTAILMENT))
        share = (entailed - 1) / max(size - 1, 1)
        mean_inverse_rank = (float(scipy.special.digamma(size + 1)) + np.euler_gamma) / size
        return float((1 - share) * mean_inverse_rank + share)


@registry.measures("roc_auc.v1")
class ROCArea(Measure):
    """The area under the ROC curve, of the ranking.

    It is the probability that an entailed pair drawn at random ranks before another pair drawn at
    random; ties count half. The system's labels and the frequency of entailed pairs do not matter.
    Undefined if all pairs are entailed, or none.

    Formula: P(s+ > s-) + P(s+ = s-) / 2, where s+ is the score of an entailed pair and s- that
    of another one.

    When to use: to compare scores without a threshold, also across datasets with different
    shares of entailed pairs. It says nothing about whether the scores are good probabilities;
    `brier` and `nlp` do.
    """

    name = "roc_auc"
    description = "probability that an entailed pair ranks before another one; ties count half"
    range = (0.0, 1.0)
    needs = ("ranking",)
    orders_by = "ranking"
    citation = "Hanley and McNeil 1982, The meaning and use of the area under a ROC curve"

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why, if all pairs are of one class."""
        return why_one_class(judgments) or super().why_undefined(judgments)

    def score(self, judgments: Judgments) -> float:
        """Return the share of the pairs of an entailed pair and another that are in order."""
        return roc_area_of_ranked(judgments.entailments_by_rank)

    def pairs_averaged(self, judgments: Judgments) -> int:
        """Return the number of pairs of the rarer class, on which the area depends most."""
        entailed = int(judgments.gold_entails.sum())
        return min(entailed, len(judgments.gold) - entailed)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the area of each resample, NaN where all pairs drawn are of one class."""
        ranked = resamples.ties(resamples.judgments.entailments_by_rank)
        return resampled_roc_areas(ranked, resamples.counts, resamples.units)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return 1/2, the area if all pairs are tied."""
        return 0.5


class _PrecisionAtRecall(Measure):
    """The highest precision of a threshold that labels a given share of the entailed pairs."""

    recall: ClassVar[float]
    """The share of the entailed pairs, in (0, 1]."""
    range = (0.0, 1.0)
    needs = ("ranking",)
    orders_by = "ranking"
    ties_together = True
    citation = "Manning, Raghavan and Schuetze 2008, Introduction to information retrieval, 8.4"

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why, if no gold label is ENTAILMENT."""
        if not judgments.gold_entails.any():
            return "no gold label is ENTAILMENT"
        return super().why_undefined(judgments)

    def score(self, judgments: Judgments) -> float:
        """Return the highest precision of the thresholds with enough recall."""
        return best_precision_of_ranked(judgments.entailments_by_rank, self.recall)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the value of each resample, NaN if no pair in it is entailed."""
        ranked = resamples.ties(resamples.judgments.entailments_by_rank)
        return resampled_best_precisions(ranked, resamples.counts, resamples.units, self.recall)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the share of entailed pairs, the precision if all pairs are tied."""
        return float(np.mean(gold == ENTAILMENT))


@registry.measures("precision_at_recall_80.v1")
class PrecisionAtRecall80(_PrecisionAtRecall):
    """The highest precision of a threshold with a recall of at least 80%.

    This is the interpolated precision at a recall of 80%. Pairs at or above the threshold are
    taken as ENTAILMENT; the system's labels are not used. Tied pairs are on the same side of each
    threshold. Undefined if no gold label is ENTAILMENT.

    Formula: max over thresholds t with recall(t) >= 0.8 of precision(t).

    When to use: if most entailed pairs must be found. The threshold is chosen on the scored
    pairs, so that the value is too optimistic for a threshold from other data.
    """

    name = "precision_at_recall_80"
    description = "highest precision of a threshold that finds 80% of the entailed pairs"
    recall = 0.8


@registry.measures("precision_at_recall_90.v1")
class PrecisionAtRecall90(_PrecisionAtRecall):
    """The highest precision of a threshold with a recall of at least 90%.

    This is the interpolated precision at a recall of 90%. Pairs at or above the threshold are
    taken as ENTAILMENT; the system's labels are not used. Tied pairs are on the same side of each
    threshold. Undefined if no gold label is ENTAILMENT.

    Formula: max over thresholds t with recall(t) >= 0.9 of precision(t).

    When to use: if nearly all entailed pairs must be found. The threshold is chosen on the
    scored pairs, so that the value is too optimistic for a threshold from other data.
    """

    name = "precision_at_recall_90"
    description = "highest precision of a threshold that finds 90% of the entailed pairs"
    recall = 0.9
