"""Measures of how well scores separate entailed pairs from others."""

from functools import partial

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, Codes, Judgments
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.measures.probabilities import ProbabilityMeasure
from rte_baselines.evaluation.measures.rankings import RetrievalMeasure
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.rankings.rankings import (
    best_precision_of_ranked,
    roc_area_of_ranked,
    score_of_ranked,
)
from rte_baselines.kernels.rankings.resampled_rankings import (
    resampled_best_precisions,
    resampled_confidence_weighted_scores,
    resampled_roc_areas,
)


class SeparationMeasure(Measure):
    """A measure of how entailed pairs are separated from others, undefined if all are alike."""

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why, if all pairs are entailed, or none."""
        if judgments.gold_entails.all():
            return "every gold label is ENTAILMENT"
        if not judgments.gold_entails.any():
            return "no gold label is ENTAILMENT"
        return super().why_undefined(judgments)

    def pairs_averaged(self, judgments: Judgments) -> int:
        """Return the number of pairs of the rarer class, on which the value depends most."""
        entailed = int(judgments.gold_entails.sum())
        return min(entailed, len(judgments.gold) - entailed)


@registry.measures("roc_auc.v1")
class ROCArea(SeparationMeasure):
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
    value_of_guesses = 0.5

    def score(self, judgments: Judgments) -> float:
        """Return the share of the pairs of an entailed pair and another that are in order."""
        return roc_area_of_ranked(judgments.entailments_by_rank)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the area of each resample, NaN where all pairs drawn are of one class."""
        ranked = resamples.judgments.entailments_by_rank.coarse
        return resampled_roc_areas(ranked, resamples.counts, resamples.units)


class PrecisionAtRecall(RetrievalMeasure):
    """The highest precision of a threshold with a recall of at least the percentage in the name.

    This is the interpolated precision at this recall. Pairs at or above the threshold are taken as
    ENTAILMENT; the system's labels are not used. Tied pairs are on the same side of each threshold.
    Undefined if no gold label is ENTAILMENT.

    Formula: max over thresholds t with recall(t) >= r of precision(t).

    When to use: if most entailed pairs, or nearly all, must be found. The threshold is chosen on
    the scored pairs, so that the value is too optimistic for a threshold from other data.
    """

    ties_together = True
    citation = "Manning, Raghavan and Schuetze 2008, Introduction to information retrieval, 8.4"

    def __init__(self, percent: int) -> None:
        self.recall = percent / 100
        self.name = f"precision_at_recall_{percent}"
        self.description = (
            f"highest precision of a threshold that finds {percent}% of the entailed pairs"
        )

    def score(self, judgments: Judgments) -> float:
        """Return the highest precision of the thresholds with enough recall."""
        return best_precision_of_ranked(judgments.entailments_by_rank, self.recall)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the value of each resample, NaN if no pair in it is entailed."""
        ranked = resamples.judgments.entailments_by_rank.coarse
        return resampled_best_precisions(ranked, resamples.counts, resamples.units, self.recall)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the share of entailed pairs, the precision if all pairs are tied."""
        return float(np.mean(gold == ENTAILMENT))


@registry.measures("lift_loss.v1")
class LiftLoss(ProbabilityMeasure, SeparationMeasure):
    """The area between a system's lift curve and an upper bound of the ideal one.

    Pairs are sorted by decreasing probability of ENTAILMENT. The lift of the first k pairs is
    their share of entailed pairs, divided by that of all pairs. The area is divided by the
    expected area of a random order: the loss is 1 in expectation for a random order, a little
    above 0 for a perfect one, and unbounded for bad orders if nearly all pairs are entailed.
    Ties count by their expectation over all orders. Undefined if all pairs are of one class.

    Formula: (A_I - A) / (A_I - 1), where A = 1/n sum_(k=1..n) (share of entailed pairs among the
    first k) / s is the area below the lift curve, A_I = 1 + (1/s - 1) (s + 1) / 2 the bound of the
    ideal one, and s the share of entailed pairs.

    When to use: to compare orders of pairs with those of the predictive uncertainty challenge.
    Otherwise take `roc_auc`, which is better known and does not depend on the share of entailed
    pairs.

    Notes
    -----
    Let s be the share of entailed pairs, and C the mean over k of the share of entailed pairs
    among the first k. Then A = C / s (equations 13 and 15) and A_I - 1 = (1 - s^2) / (2 s)
    (equation 14), so that L = (A_I - A) / (A_I - 1) (equation 16) is
    1 - 2 (C - s) / (1 - s^2).
    """

    orders_by = "probabilities"
    name = "lift_loss"
    description = "lift lost against an ideal order, relative to the loss of a random order"
    range = (0.0, np.inf)
    direction = "lower"
    citation = "quinonero-candela2006, section 4.1, equations 13 to 16"

    def score(self, judgments: Judgments) -> float:
        """Return 1 - 2 (C - s) / (1 - s^2)."""
        entailed = judgments.gold_entails
        mean_share = score_of_ranked(judgments.entailments_by_probability)
        share = float(np.mean(entailed))
        return 1 - 2 * (mean_share - share) / (1 - share**2)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the loss of each resample, NaN where all pairs drawn are of one class."""
        entailed = resamples.judgments.gold_entails
        ranked = resamples.judgments.entailments_by_probability.coarse
        mean_shares = resampled_confidence_weighted_scores(
            ranked, resamples.counts, resamples.units
        )
        shares = resamples.sums(entailed.astype(np.float64)) / resamples.sizes
        shares[(shares == 0) | (shares == 1)] = np.nan
        losses: FloatArray = 1 - 2 * (mean_shares - shares) / (1 - shares**2)
        return losses


for _percent in (80, 90):
    registry.measures(f"precision_at_recall_{_percent}.v1")(partial(PrecisionAtRecall, _percent))
