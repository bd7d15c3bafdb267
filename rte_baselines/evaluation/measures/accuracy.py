"""Accuracy: the share of pairs that are labelled as the gold standard labels them."""

import numpy as np

from rte_baselines.evaluation.judgments import (
    ENTAILMENT,
    LABELS,
    Codes,
    Judgments,
    why_not_three_way,
)
from rte_baselines.evaluation.measures.contingency import Proportion
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.registry import registry


class _Accuracy(Proportion):
    """A share of all pairs."""

    by_default = True

    def trials(self, tables: FloatArray) -> FloatArray:
        """Return how many pairs there are."""
        pairs: FloatArray = tables.sum(axis=(-2, -1))
        return pairs


@registry.measures("accuracy_2way.v1")
class TwoWayAccuracy(_Accuracy):
    """The share of pairs rightly told to be entailed or not.

    Three-way labels are conflated first: "a judgment of 'NO ENTAILMENT' in a submitted
    run is considered to match either 'CONTRADICTION' or 'UNKNOWN' in the Gold
    Standard", and three-way runs are scored both ways. Defined for one pair or more.
    """

    name = "accuracy_2way"
    description = "share of correct labels, CONTRADICTION and UNKNOWN taken as NO ENTAILMENT"
    citation = "dagan2006, section 3.2; tac2008, evaluation"

    def hits(self, tables: FloatArray) -> FloatArray:
        """Return how many are rightly ENTAILMENT, or rightly another label."""
        rest = np.arange(len(LABELS)) != ENTAILMENT
        others = tables[..., rest, :][..., rest].sum(axis=(-2, -1))
        right: FloatArray = tables[..., ENTAILMENT, ENTAILMENT] + others
        return right

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return P(gold entails) P(label entails) + P(gold does not) P(label does not)."""
        return expected_two_way_accuracy(gold, probabilities)


@registry.measures("accuracy_3way.v1")
class ThreeWayAccuracy(_Accuracy):
    """The share of pairs rightly labelled ENTAILMENT, CONTRADICTION or UNKNOWN.

    Undefined where the gold labels or the run's are two-way.
    """

    name = "accuracy_3way"
    description = "share of correct labels among ENTAILMENT, CONTRADICTION and UNKNOWN"
    citation = "tac2008, evaluation; bergmair2009, section 3"

    def hits(self, tables: FloatArray) -> FloatArray:
        """Return how many labels are right."""
        right: FloatArray = np.trace(tables, axis1=-2, axis2=-1)
        return right

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Say whose labels are two-way."""
        return why_not_three_way(judgments) or super().why_undefined(judgments)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the sum over labels of P(gold label) P(label)."""
        shares = np.bincount(gold, minlength=len(LABELS)) / len(gold)
        return float(shares @ probabilities)


def expected_two_way_accuracy(gold: Codes, probabilities: FloatArray) -> float:
    """Return the expected two-way accuracy of labels drawn from `probabilities`."""
    entailed = float(np.mean(gold == ENTAILMENT))
    says_entailed = float(probabilities[ENTAILMENT])
    return entailed * says_entailed + (1 - entailed) * (1 - says_entailed)
