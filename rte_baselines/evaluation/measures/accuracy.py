"""Accuracy: the share of pairs with the correct label."""

import numpy as np

from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    LABELS,
    Codes,
    Judgments,
    why_not_three_way,
)
from rte_baselines.evaluation.measures.contingency import Proportion
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.evaluation.resampling.intervals import wilson_interval
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.registry import registry


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


class _AccuracyOfAll(_Accuracy):
    """Accuracy on all pairs, of which those without a label count as wrong."""

    by_default = False
    citation = "dagan2006, section 3.1: accuracy with coverage; here of all pairs"

    def score(self, judgments: Judgments) -> float:
        """Return the number of correct labels / the number of pairs."""
        return float(super().score(judgments) * _share_answered(judgments))

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the accuracy of each resample, times the share of pairs with a label."""
        accuracies: FloatArray = super().resampled(resamples)
        return accuracies * _share_answered(resamples.judgments)

    def closed_interval(self, judgments: Judgments) -> tuple[float, float]:
        """Return Wilson's 95% interval."""
        answered = len(judgments.gold)
        correct = round(super().score(judgments) * answered)
        return wilson_interval(correct, answered + judgments.unanswered)


@registry.measures("accuracy_2way_of_all.v1")
class TwoWayAccuracyOfAll(_AccuracyOfAll, TwoWayAccuracy):
    """Two-way accuracy on all pairs: those that the run leaves out count as wrong.

    It is `accuracy_2way` times `coverage`. Defined for one labelled pair or more.
    """

    name = "accuracy_2way_of_all"
    description = "accuracy_2way of all pairs, those without a label taken as wrong"


@registry.measures("accuracy_3way_of_all.v1")
class ThreeWayAccuracyOfAll(_AccuracyOfAll, ThreeWayAccuracy):
    """Three-way accuracy on all pairs: those that the run leaves out count as wrong.

    It is `accuracy_3way` times `coverage`. Undefined if the labels are two-way.
    """

    name = "accuracy_3way_of_all"
    description = "accuracy_3way of all pairs, those without a label taken as wrong"


def _share_answered(judgments: Judgments) -> float:
    answered = len(judgments.gold)
    return answered / (answered + judgments.unanswered)


def expected_two_way_accuracy(gold: Codes, probabilities: FloatArray) -> float:
    """Return the expected two-way accuracy of labels drawn from `probabilities`."""
    p_gold = float(np.mean(gold == ENTAILMENT))
    p_label = float(probabilities[ENTAILMENT])
    return p_gold * p_label + (1 - p_gold) * (1 - p_label)
