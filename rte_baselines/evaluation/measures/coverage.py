"""Measures of runs that leave pairs out: coverage, and the accuracy of all pairs."""

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import (
    Codes,
    Judgments,
)
from rte_baselines.evaluation.measures.accuracy import ThreeWayAccuracy, TwoWayAccuracy
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.resampling.bootstrap import Resamples, wilson_interval
from rte_baselines.kernels.ragged import FloatArray


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
