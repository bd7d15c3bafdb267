"""Measures of the order of pairs: by rank of entailment, or by confidence in the label.

Those of confidence are about selective prediction: a system answers only if it is confident enough.
Ties count by their expectation over all orders, unless a measure says otherwise.
"""

from functools import partial

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, Codes, Judgments
from rte_baselines.evaluation.measures.accuracy import expected_two_way_accuracy
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.rankings.rankings import (
    RankedHits,
    best_precision_of_ranked,
    precision_of_ranked,
    roc_area_of_ranked,
    score_of_ranked,
)
from rte_baselines.kernels.rankings.resampled_rankings import (
    harmonic_numbers,
    resampled_average_precisions,
    resampled_best_precisions,
    resampled_confidence_weighted_scores,
    resampled_roc_areas,
)

_WEIGHTS_AT_A_TIME = 1 << 22


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


@registry.measures("aurc.v1")
class RiskCoverageArea(Measure):
    """The area under the risk-coverage curve: the mean risk of the 1, 2, ..., n surest labels.

    The risk of a number of pairs is their share of wrong labels, three-way if gold labels and the
    run are. Two-way, it is 1 - `cws`. Defined for one pair or more.

    Formula: 1/n sum_(i=1..n) (wrong labels among the i most confident) / i.

    When to use: for systems that may abstain: one figure over all thresholds of confidence. It
    depends on the number of errors as well as on their order; `excess_aurc` is about the order.
    Against results of RTE-1, compare `cws`.
    """

    name = "aurc"
    description = "mean share of wrong labels among the 1, 2, ..., n most confident ones"
    range = (0.0, 1.0)
    direction = "lower"
    needs = ("labels", "confidences")
    orders_by = "confidences"
    follows_scheme = True
    citation = "Geifman, Uziel and El-Yaniv 2018, Bias-reduced uncertainty estimation, section 3"

    def score(self, judgments: Judgments) -> float:
        """Return 1/n sum_i (#wrong up to rank i) / i."""
        return 1 - score_of_ranked(judgments.right_by_confidence)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the area of each resample."""
        ranked = resamples.judgments.right_by_confidence.coarse
        scores = resampled_confidence_weighted_scores(ranked, resamples.counts, resamples.units)
        return np.asarray(1 - scores)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float | None:
        """Return the expected share of wrong labels, which is that of the first i for every i."""
        return 1 - float(np.mean(probabilities[gold]))


@registry.measures("excess_aurc.v1")
class ExcessRiskCoverageArea(RiskCoverageArea):
    """The area under the risk-coverage curve, less that of the best order of the same labels.

    In the best order, all right labels come first: with c right and e wrong labels of n, the area
    is 1/n sum_(i=1..e) i / (c + i). The difference shows whether confidence separates right labels
    from wrong ones. Labels are three-way if gold labels and the run are. Defined for one pair or
    more.

    Formula: aurc - 1/n sum_(i=1..e) i / (c + i), with c right and e wrong labels of n.

    When to use: to compare the confidences of systems that differ a little in accuracy. It is not
    free of accuracy: a random order scores about -(1 - r) ln(1 - r) with a share r of wrong
    labels, which is 0 for systems that are always right.

    Notes
    -----
    The sum is e - c (H(n) - H(c)) with harmonic numbers H. The paper approximates the area by
    r + (1 - r) ln(1 - r), where r = e / n; here it is exact, so that the best order has 0.
    """

    name = "excess_aurc"
    description = "aurc less that of the same labels with all right ones first"

    def score(self, judgments: Judgments) -> float:
        """Return the difference of the areas."""
        hits = judgments.right_by_confidence.hits
        best = _best_area(hits.sum(), np.int64(len(hits)))
        return max(super().score(judgments) - float(best), 0.0)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the difference of the areas in each resample."""
        ranked = resamples.judgments.right_by_confidence
        is_right = np.zeros(len(ranked))
        is_right[ranked.order] = ranked.hits
        right, sizes = resamples.sums(is_right), resamples.sizes
        best = _best_area(right.astype(np.int64), sizes.astype(np.int64))
        return np.maximum(super().resampled(resamples) - best, 0)

    def expected(self, gold: Codes, probabilities: FloatArray) -> None:
        """Return None: there is no closed form."""
        return


class AccuracyAtCoverage(Measure):
    """The accuracy on the percentage of the pairs in the name that are the most confident.

    Labels are three-way if gold labels and the run are. The last pair may count by a fraction.
    Defined for one pair or more.

    Formula: correct labels among the c n most confident / (c n), for a share c of the n pairs.

    When to use: if people look at the least confident pairs, and the system decides the others.
    """

    range = (0.0, 1.0)
    needs = ("labels", "confidences")
    orders_by = "confidences"
    follows_scheme = True
    citation = "El-Yaniv and Wiener 2010, On the foundations of noise-free selective classification"

    def __init__(self, percent: int) -> None:
        self.coverage = percent / 100
        self.name = f"accuracy_at_coverage_{percent}"
        self.description = f"share of correct labels among the {percent}% most confident ones"

    def score(self, judgments: Judgments) -> float:
        """Return the expected accuracy of the first pairs."""
        ranked = judgments.right_by_confidence
        weights = np.ones((1, len(ranked)))
        return float(self._accuracies(ranked, weights)[0])

    def pairs_averaged(self, judgments: Judgments) -> int:
        """Return the number of pairs covered."""
        return max(1, int(self.coverage * len(judgments.gold)))

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the accuracy in each resample."""
        ranked = resamples.judgments.right_by_confidence.coarse
        counts, units = resamples.counts, resamples.units[ranked.order]
        # Some rows at a time, as the weights of all pairs in all resamples take much memory.
        rows = max(1, _WEIGHTS_AT_A_TIME // len(units))
        return np.concatenate(
            [
                self._accuracies(ranked, counts[start : start + rows, units].astype(np.float64))
                for start in range(0, len(counts), rows)
            ]
        )

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the expected accuracy, which is that of any share of the pairs."""
        return float(np.mean(probabilities[gold]))

    def _accuracies(self, ranked: RankedHits, weights: FloatArray) -> FloatArray:
        """Return the accuracy for each row of weights of the ranked pairs."""
        starts = ranked.ties[:-1]
        sizes = np.add.reduceat(weights, starts, axis=1)
        wrong = np.add.reduceat(weights * ~ranked.hits, starts, axis=1)
        ends = np.cumsum(sizes, axis=1)
        covered = self.coverage * ends[:, -1:]
        taken = np.clip(covered - (ends - sizes), 0, sizes)
        shares = np.divide(wrong, sizes, out=np.zeros_like(sizes), where=sizes > 0)
        accuracies: FloatArray = 1 - (taken * shares).sum(axis=1) / covered[:, 0]
        return accuracies


def _best_area(right: IntArray | np.int64, size: IntArray | np.int64) -> FloatArray:
    """Return the area if all right labels come first."""
    harmonic = harmonic_numbers(int(size.max()))
    return np.asarray((size - right - right * (harmonic[size] - harmonic[right])) / size)


for _percent in (80, 90):
    registry.measures(f"precision_at_recall_{_percent}.v1")(partial(PrecisionAtRecall, _percent))
for _percent in (50, 80):
    registry.measures(f"accuracy_at_coverage_{_percent}.v1")(partial(AccuracyAtCoverage, _percent))
