"""The measures of ranked pairs of the challenges: by confidence in the label, or by entailment.

Ties count by their expectation over all orders.
"""

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, Codes, Judgments
from rte_baselines.evaluation.measures.accuracy import expected_two_way_accuracy
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.rankings.rankings import precision_of_ranked, score_of_ranked
from rte_baselines.kernels.rankings.resampled_rankings import (
    harmonic_numbers,
    resampled_average_precisions,
    resampled_confidence_weighted_scores,
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
        ranked = resamples.judgments.correct_by_confidence.coarse
        return resampled_confidence_weighted_scores(ranked, resamples.counts, resamples.units)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the expected accuracy, which is that of the first i pairs for every i."""
        return expected_two_way_accuracy(gold, probabilities)


class RetrievalMeasure(Measure):
    """A measure of how the entailed pairs are ranked, undefined if there are none."""

    range = (0.0, 1.0)
    needs = ("ranking",)
    orders_by = "ranking"

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why, if no gold label is ENTAILMENT."""
        if not judgments.gold_entails.any():
            return "no gold label is ENTAILMENT"
        return super().why_undefined(judgments)


@registry.measures("average_precision.v1")
class AveragePrecision(RetrievalMeasure):
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
    by_default = True
    citation = "tac2008, evaluation; bergmair2009 (corrected edition), section 4"

    def score(self, judgments: Judgments) -> float:
        """Return 1/R sum_i E(i) (#entailing up to pair i) / i."""
        return precision_of_ranked(judgments.entailments_by_rank)

    def pairs_averaged(self, judgments: Judgments) -> int:
        """Return the number of entailed pairs."""
        return int(judgments.gold_entails.sum())

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the average precision of each resample, NaN if no pair in it is entailed."""
        ranked = resamples.judgments.entailments_by_rank.coarse
        return resampled_average_precisions(ranked, resamples.counts, resamples.units)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the value if all pairs are tied.

        In a random order, a share q = (R - 1) / (n - 1) of the pairs before an entailed pair
        is entailed on average, so that the precision at rank i is (1 + (i - 1) q) / i.
        """
        size, entailed = len(gold), int(np.sum(gold == ENTAILMENT))
        share = (entailed - 1) / max(size - 1, 1)
        mean_inverse_rank = harmonic_numbers(size)[size] / size
        return float((1 - share) * mean_inverse_rank + share)
