"""Accuracy: the share of pairs that are labelled as the gold standard labels them."""

import numpy as np

from rte_baselines.evaluation.intervals import wilson_interval
from rte_baselines.evaluation.judgments import (
    ENTAILMENT,
    LABELS,
    Codes,
    Judgments,
    scheme_of_codes,
)
from rte_baselines.evaluation.measure import Measure
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Scheme
from rte_baselines.registry import registry


@registry.measures("accuracy_2way.v1")
class TwoWayAccuracy(Measure):
    """The share of pairs rightly told to be entailed or not.

    Three-way labels are conflated first: "a judgment of 'NO ENTAILMENT' in a submitted
    run is considered to match either 'CONTRADICTION' or 'UNKNOWN' in the Gold
    Standard", and three-way runs are scored both ways. Defined for one pair or more.
    """

    name = "accuracy_2way"
    description = "share of correct labels, CONTRADICTION and UNKNOWN taken as NO ENTAILMENT"
    range = (0.0, 1.0)
    citation = "dagan2006, section 3.2; tac2008, evaluation"

    def score(self, judgments: Judgments) -> float:
        """Return the accuracy."""
        return float(judgments.correct.mean())

    def interval(self, judgments: Judgments) -> tuple[float, float]:
        """Return Wilson's 95% interval."""
        return wilson_interval(int(judgments.correct.sum()), len(judgments.gold))

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return P(gold entails) P(label entails) + P(gold does not) P(label does not)."""
        return expected_two_way_accuracy(gold, probabilities)


@registry.measures("accuracy_3way.v1")
class ThreeWayAccuracy(Measure):
    """The share of pairs rightly labelled ENTAILMENT, CONTRADICTION or UNKNOWN.

    Undefined where the gold labels or the run's are two-way.
    """

    name = "accuracy_3way"
    description = "share of correct labels among ENTAILMENT, CONTRADICTION and UNKNOWN"
    range = (0.0, 1.0)
    citation = "tac2008, evaluation; bergmair2009, section 3"

    def score(self, judgments: Judgments) -> float:
        """Return the accuracy."""
        return float(np.mean(judgments.gold == judgments.labels))

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Say whose labels are two-way."""
        if scheme_of_codes(judgments.gold) is Scheme.TWO_WAY:
            return "the gold labels are two-way"
        if scheme_of_codes(judgments.labels) is Scheme.TWO_WAY:
            return "the run is two-way"
        return super().why_undefined(judgments)

    def interval(self, judgments: Judgments) -> tuple[float, float]:
        """Return Wilson's 95% interval."""
        correct = judgments.gold == judgments.labels
        return wilson_interval(int(correct.sum()), len(correct))

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the sum over labels of P(gold label) P(label)."""
        shares = np.bincount(gold, minlength=len(LABELS)) / len(gold)
        return float(shares @ probabilities)


def expected_two_way_accuracy(gold: Codes, probabilities: FloatArray) -> float:
    """Return the expected two-way accuracy of labels drawn from `probabilities`."""
    entailed = float(np.mean(gold == ENTAILMENT))
    says_entailed = float(probabilities[ENTAILMENT])
    return entailed * says_entailed + (1 - entailed) * (1 - says_entailed)
