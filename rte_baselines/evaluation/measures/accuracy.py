"""Accuracy: the share of pairs with the correct label."""

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    LABELS,
    Codes,
    Judgments,
    why_not_three_way,
)
from rte_baselines.evaluation.measures.contingency import Proportion
from rte_baselines.kernels.ragged import FloatArray


class _Accuracy(Proportion):
    """Accuracy, a proportion of all pairs."""

    by_default = True

    def trials(self, tables: FloatArray) -> FloatArray:
        """Return the number of pairs."""
        pairs: FloatArray = tables.sum(axis=(-2, -1))
        return pairs


@registry.measures("accuracy_2way.v1")
class TwoWayAccuracy(_Accuracy):
    """Two-way accuracy: the share of correct labels, ENTAILMENT or not.

    Three-way labels are conflated first: "a judgment of 'NO ENTAILMENT' in a submitted
    run is considered to match either 'CONTRADICTION' or 'UNKNOWN' in the Gold
    Standard", and three-way runs are scored both ways. Defined for one pair or more.

    Formula: correct two-way labels / pairs.

    When to use: the main figure of RTE-1 to RTE-3, and the one that published tables have.
    Compare it with the trivial systems: on unbalanced data a constant label scores high. Pairs
    without a label do not count; `accuracy_2way_of_all` takes them as wrong.
    """

    name = "accuracy_2way"
    description = "share of correct labels, CONTRADICTION and UNKNOWN taken as NO ENTAILMENT"
    citation = "dagan2006, section 3.2; tac2008, evaluation"

    def hits(self, tables: FloatArray) -> FloatArray:
        """Return the number of correct labels, ENTAILMENT or any other."""
        others = np.arange(len(LABELS)) != ENTAILMENT
        true_negatives = tables[..., others, :][..., others].sum(axis=(-2, -1))
        correct: FloatArray = tables[..., ENTAILMENT, ENTAILMENT] + true_negatives
        return correct

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return P(gold entails) P(label entails) + P(gold does not) P(label does not)."""
        return expected_two_way_accuracy(gold, probabilities)


@registry.measures("accuracy_3way.v1")
class ThreeWayAccuracy(_Accuracy):
    """Three-way accuracy: the share of correct labels.

    Undefined if the gold labels or the run's labels are two-way.

    Formula: correct three-way labels / pairs.

    When to use: the main figure where contradiction and neutral are told apart, as in RTE-4,
    SNLI and MultiNLI. Compare it with the trivial systems: half of the pairs of RTE-4 are
    ENTAILMENT, and always saying so scores 0.5. Pairs without a label do not count;
    `accuracy_3way_of_all` takes them as wrong.
    """

    name = "accuracy_3way"
    description = "share of correct labels among ENTAILMENT, CONTRADICTION and UNKNOWN"
    citation = "tac2008, evaluation; bergmair2009, section 3"

    def hits(self, tables: FloatArray) -> FloatArray:
        """Return the number of correct labels."""
        correct: FloatArray = np.trace(tables, axis1=-2, axis2=-1)
        return correct

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return which labels are two-way."""
        return why_not_three_way(judgments) or super().why_undefined(judgments)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the sum over labels of P(gold label) P(label)."""
        distribution = np.bincount(gold, minlength=len(LABELS)) / len(gold)
        return float(distribution @ probabilities)


def expected_two_way_accuracy(gold: Codes, probabilities: FloatArray) -> float:
    """Return the expected two-way accuracy of labels drawn from `probabilities`."""
    p_gold = float(np.mean(gold == ENTAILMENT))
    p_label = float(probabilities[ENTAILMENT])
    return p_gold * p_label + (1 - p_gold) * (1 - p_label)
