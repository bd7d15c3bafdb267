"""Measures of runs that leave pairs out, or would leave out those of which they are unsure.

For the latter, pairs are ordered by confidence in the label. Ties count by their expectation over
all orders.
"""

from functools import partial

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import Codes, Judgments
from rte_baselines.evaluation.measures.accuracy import ThreeWayAccuracy, TwoWayAccuracy
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.resampling.bootstrap import Resamples, wilson_interval
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.rankings.rankings import RankedHits, score_of_ranked
from rte_baselines.kernels.rankings.resampled_rankings import (
    harmonic_numbers,
    resampled_confidence_weighted_scores,
)


@registry.measures("coverage.v1")
class Coverage(Measure):
    """The share of the pairs that the system labelled.

    RTE-1 allowed systems to label only some of the pairs. Accuracy is then measured on the
    labelled pairs and has to be read together with coverage. Defined for one pair or more.

    Formula: labelled pairs / pairs.

    When to use: whenever a system leaves pairs out. Nearly all other measures are computed on the
    labelled pairs, so that they are comparable only at a similar coverage. `accuracy_2way_of_all`
    and `accuracy_3way_of_all` are computed on all pairs.
    """

    name = "coverage"
    description = "share of the pairs that the run labels; other measures are of these pairs"
    range = (0.0, 1.0)
    counts_unanswered = True
    citation = "dagan2006, section 3.1 and Table 2"
    value_of_guesses = 1.0

    def score(self, judgments: Judgments) -> float:
        """Return the number of labelled pairs / the number of pairs."""
        return _coverage(judgments)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the coverage itself, since only labelled pairs are drawn."""
        return np.full(len(resamples.counts), _coverage(resamples.judgments))

    def closed_interval(self, judgments: Judgments) -> tuple[float, float]:
        """Return Wilson's 95% interval."""
        return wilson_interval(len(judgments.gold), judgments.pairs)


class AccuracyOfAll(Measure):
    """The share of all pairs with a correct label: accuracy on labelled pairs times coverage."""

    range = (0.0, 1.0)
    counts_unanswered = True
    citation = "our own; coverage and accuracy are those of dagan2006, sections 3.1 and 3.2"
    accuracy: TwoWayAccuracy | ThreeWayAccuracy

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why the accuracy of labelled pairs is undefined."""
        return self.accuracy.why_undefined(judgments)

    def score(self, judgments: Judgments) -> float:
        """Return the number of correct labels / the number of pairs."""
        return self.accuracy.score(judgments) * _coverage(judgments)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the value in each resample of the labelled pairs."""
        return self.accuracy.resampled(resamples) * _coverage(resamples.judgments)

    def closed_interval(self, judgments: Judgments) -> tuple[float, float]:
        """Return Wilson's 95% interval."""
        return wilson_interval(int(self.accuracy.hits(judgments.table)), judgments.pairs)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the expected accuracy: a trivial system labels every pair."""
        return self.accuracy.expected(gold, probabilities)


@registry.measures("accuracy_2way_of_all.v1")
class TwoWayAccuracyOfAll(AccuracyOfAll):
    """Two-way accuracy in which pairs without a label count as wrong.

    These are pairs that a run leaves out, abstains on or answers by no label. It is
    `accuracy_2way` times `coverage`. Defined for one labelled pair or more.

    Formula: correct two-way labels / all pairs, with or without a label.

    When to use: to compare systems of different coverage in one figure, if an abstention is as
    bad as an error. For systems that label every pair, it is `accuracy_2way`. Published figures
    with partial coverage, as in RTE-1, are of the labelled pairs.
    """

    name = "accuracy_2way_of_all"
    description = "share of all pairs with a correct two-way label; pairs without a label are wrong"
    accuracy = TwoWayAccuracy()


@registry.measures("accuracy_3way_of_all.v1")
class ThreeWayAccuracyOfAll(AccuracyOfAll):
    """Three-way accuracy in which pairs without a label count as wrong.

    It is `accuracy_3way` times `coverage`. Undefined if the gold labels or the run's labels are
    two-way.

    Formula: correct three-way labels / all pairs, with or without a label.

    When to use: to compare three-way systems of different coverage in one figure, if an
    abstention is as bad as an error. For systems that label every pair, it is `accuracy_3way`.
    """

    name = "accuracy_3way_of_all"
    description = "share of all pairs with a correct 3-way label; pairs without a label are wrong"
    accuracy = ThreeWayAccuracy()


def _coverage(judgments: Judgments) -> float:
    return (judgments.pairs - judgments.unanswered) / judgments.pairs


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
        weights = resamples.float_counts[:, resamples.units[ranked.order]]
        return self._accuracies(ranked, weights)

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


for _percent in (50, 80):
    registry.measures(f"accuracy_at_coverage_{_percent}.v1")(partial(AccuracyAtCoverage, _percent))
