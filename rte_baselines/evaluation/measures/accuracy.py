"""Accuracy: the share of pairs with the correct label."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    LABELS,
    Codes,
    Judgments,
    why_not_three_way,
)
from rte_baselines.evaluation.measures.base import Measure, select_measures
from rte_baselines.evaluation.measures.contingency import InScheme, Proportion, SchemeMeasure, ratio
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Scheme


@registry.measures("accuracy_2way.v1")
class TwoWayAccuracy(Proportion):
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
    scheme = Scheme.TWO_WAY
    description = "share of correct labels, CONTRADICTION and UNKNOWN taken as NO ENTAILMENT"
    by_default = True
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
class ThreeWayAccuracy(Proportion):
    """Three-way accuracy: the share of correct labels.

    Undefined if the gold labels or the run's labels are two-way.

    Formula: correct three-way labels / pairs.

    When to use: the main figure where contradiction and neutral are told apart, as in RTE-4,
    SNLI and MultiNLI. Compare it with the trivial systems: half of the pairs of RTE-4 are
    ENTAILMENT, and always saying so scores 0.5. Pairs without a label do not count;
    `accuracy_3way_of_all` takes them as wrong.
    """

    name = "accuracy_3way"
    scheme = Scheme.THREE_WAY
    description = "share of correct labels among ENTAILMENT, CONTRADICTION and UNKNOWN"
    by_default = True
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


_ACCURACIES: Mapping[Scheme, "TwoWayAccuracy | ThreeWayAccuracy"] = {
    Scheme.TWO_WAY: TwoWayAccuracy(),
    Scheme.THREE_WAY: ThreeWayAccuracy(),
}


@registry.measures("accuracy.v1")
class Accuracy(InScheme):
    """The accuracy in the scheme of the data: `accuracy_3way` or `accuracy_2way`.

    Three-way if the gold labels and the labels of all runs are three-way, else two-way: reports
    show it under the name of the accuracy that it is, and lead with it. Defined for one pair or
    more.

    Formula: correct labels / pairs.

    When to use: for a script or a config that serves datasets of both schemes. In a paper, name
    the scheme, as three-way accuracies are lower than two-way ones of the same labels.
    """

    name = "accuracy"
    description = "accuracy_3way if the gold labels and all runs are three-way, else accuracy_2way"
    by_default = True
    citation = "tac2008, evaluation"
    in_scheme = _ACCURACIES


def headline(schemes: Iterable[Scheme | None]) -> TwoWayAccuracy | ThreeWayAccuracy:
    """Return the accuracy that reports lead with: three-way if gold labels and all runs are.

    `schemes` are those in which runs are scored (`Judgments.scheme`), None for what fits both.
    """
    known = set(schemes) - {None}
    return _ACCURACIES[Scheme.THREE_WAY if known == {Scheme.THREE_WAY} else Scheme.TWO_WAY]


def with_reason(name: str, schemes: Mapping[str, Scheme | None]) -> str:
    """Return the name of a measure, followed in brackets by why it is the headline, if it is.

    `schemes` are by the names of runs. A reason is given only if a run is three-way, so that there
    are two accuracies.
    """
    if name != headline(schemes.values()).name or Scheme.THREE_WAY not in schemes.values():
        return name
    two_way = [run for run, scheme in schemes.items() if scheme is Scheme.TWO_WAY]
    whose = f"the labels of {', '.join(two_way)} are two-way" if two_way else ""
    return f"{name} ({whose or 'all labels are three-way'})"


def headline_in_title(schemes: Mapping[str, Scheme | None], shown: Collection[str]) -> str:
    """Return which of the shown measures is the headline and why, as a part of a title.

    Empty if it is not shown, or if nothing is three-way; `schemes` are by the names of runs.
    """
    lead = headline(schemes.values()).name
    found = with_reason(lead, schemes)
    return f", headline {found}" if lead in shown and found != lead else ""


def by_headline(measures: Iterable[Measure], schemes: Iterable[Scheme | None]) -> list[Measure]:
    """Return measures in which `Accuracy` is the headline of these schemes, each measure once."""
    lead = headline(schemes)
    return select_measures([lead if isinstance(m, Accuracy) else m for m in measures])


def expected_two_way_accuracy(gold: Codes, probabilities: FloatArray) -> float:
    """Return the expected two-way accuracy of labels drawn from `probabilities`."""
    p_gold = float(np.mean(gold == ENTAILMENT))
    p_label = float(probabilities[ENTAILMENT])
    return p_gold * p_label + (1 - p_gold) * (1 - p_label)


COVERAGE = "coverage"
"""The name of the share of pairs that a run labels."""

OF_ALL_PAIRS = {accuracy.name: f"{accuracy.name}_of_all" for accuracy in _ACCURACIES.values()}
"""The names of accuracies of labelled pairs, with those of the accuracies of all pairs."""


def with_accuracies_of_all(measures: Sequence[Measure]) -> list[Measure]:
    """Return measures in which the accuracy of all pairs precedes each accuracy.

    Accuracies of the pairs that each run labels do not say which run is better.
    """
    beside = [(OF_ALL_PAIRS.get(measure.name), measure) for measure in measures]
    return select_measures([asked for group in beside for asked in group if asked is not None])


@registry.measures("kappa.v1")
class Kappa(SchemeMeasure):
    """Cohen's kappa of the gold labels and the run's labels.

    Three-way if both allow it, else two-way. Undefined if all gold labels and all labels of
    the run are the same label, since chance agreement is then 1.

    Formula: (p_o - p_e) / (1 - p_e), with the observed agreement p_o = sum_l P(G = l, L = l)
    and the agreement by chance p_e = sum_l P(G = l) P(L = l).

    When to use: as an accuracy that is 0 in expectation for systems that guess, on unbalanced data
    as well. It depends on the shares of the labels, so compare it on one dataset only. Conflating
    two labels may raise it; `mutual_information` never rises by that (bergmair2009, section 5.2).
    """

    name = "kappa"
    description = "Cohen's kappa: share of correct labels among those not expected by chance"
    range = (-1.0, 1.0)
    by_default = True
    citation = "Cohen 1960; bergmair2009, sections 3 and 5"
    why_nan = "all labels, gold and the run's, are the same, and chance agreement is 1"
    value_of_guesses = 0.0

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the kappa of each table in the scheme of its judgments."""
        return cohens_kappa(tables)


def cohens_kappa(tables: FloatArray) -> FloatArray:
    """Return Cohen's kappa of tables, (observed - chance) / (1 - chance) agreement, shape (...,).

    Tables of shape (..., labels, labels) have how often each label was given (columns) for each
    gold label (rows). NaN where chance agreement is 1, and for a table of zeros. J. Cohen, "A
    coefficient of agreement for nominal scales" (1960). Numerator and denominator are multiplied by
    the squared number of pairs and thus are whole numbers, so that 1, 0, -1 and NaN are exact.
    """
    pairs = tables.sum(axis=(-2, -1))
    observed = np.trace(tables, axis1=-2, axis2=-1) * pairs
    chance = (tables.sum(axis=-1) * tables.sum(axis=-2)).sum(axis=-1)
    return ratio(observed - chance, pairs**2 - chance)


@registry.measures("matthews_corrcoef.v1")
class MatthewsCorrelation(SchemeMeasure):
    """Matthews' correlation coefficient of the gold labels and the run's labels.

    Three-way, in Gorodkin's form, if both allow it, else two-way, where it is the phi coefficient.
    0 for a run that gives one label only, as in scikit-learn; undefined if all gold labels are the
    same.

    Formula: (c s - sum_l p_l t_l) / sqrt((s^2 - sum_l p_l^2) (s^2 - sum_l t_l^2)), with s pairs, c
    correct labels, and p_l and t_l the numbers of pairs that the run and the gold labels give l.

    When to use: as one figure on unbalanced data that is 0 for systems that guess and is high only
    if all labels are found and can be relied on. Like `kappa`, it depends on the shares of the
    labels: compare it on one dataset only.
    """

    name = "matthews_corrcoef"
    description = "Matthews' correlation of gold labels and labels; 0 for guesses"
    range = (-1.0, 1.0)
    citation = "Matthews 1975; Gorodkin 2004, Comparing two K-category assignments"
    why_nan = "all gold labels are the same"
    # All assignments of the same labels to the pairs are equally probable.
    value_of_guesses = 0.0

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the correlation of each table in the scheme of its judgments."""
        pairs = tables.sum(axis=(-2, -1))
        gold, given = tables.sum(axis=-1), tables.sum(axis=-2)
        covariance = np.trace(tables, axis1=-2, axis2=-1) * pairs - (gold * given).sum(axis=-1)
        gold_variance, given_variance = (pairs**2 - (n**2).sum(axis=-1) for n in (gold, given))
        # The root of a rounded square is exact, so that perfect runs have 1.
        correlation = ratio(covariance, np.sqrt(gold_variance * given_variance))
        correlation = np.clip(np.where(given_variance > 0, correlation, 0.0), -1.0, 1.0)
        return np.where(gold_variance > 0, correlation, np.nan)
