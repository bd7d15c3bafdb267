"""Precision, recall and F1 of each label, and their means over the labels.

In bergmair2009, section 3, accuracy conditioned on a gold label is the recall of that label,
and accuracy conditioned on the system's label is its precision.
"""

from abc import abstractmethod
from functools import partial
from typing import ClassVar

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    LABELS,
    Codes,
    Judgments,
    why_not_three_way,
)
from rte_baselines.evaluation.measures.contingency import (
    Confusion,
    ContingencyMeasure,
    InScheme,
    Proportion,
    likely_successes,
)
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.pairs import Label, Scheme


class ClassMeasure(ContingencyMeasure):
    """The true positives of a label, relative to some number of pairs."""

    range = (0.0, 1.0)
    stem: str
    about: str

    def __init__(self, label: Label = Label.ENTAILMENT) -> None:
        self.label = label
        self.by_default = label is Label.ENTAILMENT
        self.name = self.stem if self.by_default else f"{self.stem}_{label.lower()}"
        self.description = self.about.format(label.replace("_", " "))

    @abstractmethod
    def relative_to(self, predicted: FloatArray, actual: FloatArray) -> FloatArray:
        """Return the number of pairs, given those that are given the label and that have it."""

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the value of each table, NaN if no gold label is the label."""
        hits, predicted, actual = self.counts(tables)
        return np.where(actual > 0, self.of_counts(hits, predicted, actual), np.nan)

    def of_counts(self, hits: FloatArray, predicted: FloatArray, actual: FloatArray) -> FloatArray:
        """Return the value for these counts, 0 where there are no pairs."""
        return np.asarray(hits / np.maximum(self.relative_to(predicted, actual), 1))

    def counts(self, tables: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return how many pairs have the label rightly, are given it, and have it."""
        members = members_of(self.label)
        actual = tables[..., members, :].sum(axis=-2)
        predicted = tables[..., members].sum(axis=(-2, -1))
        return actual[..., members].sum(axis=-1), predicted, actual.sum(axis=-1)

    def hits(self, tables: FloatArray) -> FloatArray:
        """Return the number of true positives."""
        return self.counts(tables)[0]

    def trials(self, tables: FloatArray) -> FloatArray:
        """Return the number of pairs that they are relative to."""
        return self.relative_to(*self.counts(tables)[1:])

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why, if no gold label is the label or the labels are of the wrong scheme."""
        is_three_way = self.label in (Label.CONTRADICTION, Label.UNKNOWN)
        if is_three_way and (reason := why_not_three_way(judgments)):
            return reason
        if not members_of(self.label)[judgments.gold].any():
            return f"no gold label is {self.label.replace('_', ' ')}"
        return super().why_undefined(judgments)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the expectation over the number of pairs that are given the label.

        Of k pairs drawn at random, the expected share with the label is that of all pairs.
        For a given k, each measure is linear in the number of true positives.
        """
        size, members = len(gold), members_of(self.label)
        actual = np.array(members[gold].sum(), dtype=np.float64)
        predicted, chances = likely_successes(size, min(float(probabilities[members].sum()), 1.0))
        return float(self.of_counts(predicted * actual / size, predicted, actual) @ chances)


class Precision(ClassMeasure, Proportion):
    """Precision: the share of the pairs given a label that have it.

    For ENTAILMENT and NO ENTAILMENT, three-way labels are conflated; CONTRADICTION and UNKNOWN
    need three-way labels. 0 if the label is never given, and undefined if no pair has it.

    Formula: true positives / (true positives + false positives).

    When to use: where a wrong assignment of the label is costly. Read it together with the
    recall of the same label.
    """

    stem = "precision"
    about = "share of the pairs labelled {0} that are {0}"
    citation = "jijkoun2006, section 2.3; bergmair2009, section 3"

    def relative_to(self, predicted: FloatArray, actual: FloatArray) -> FloatArray:
        """Return the number of pairs that are given the label."""
        return predicted


class Recall(ClassMeasure, Proportion):
    """Recall: the share of the pairs with a label that are given it.

    For ENTAILMENT and NO ENTAILMENT, three-way labels are conflated; CONTRADICTION and UNKNOWN
    need three-way labels. Undefined if no pair has the label.

    Formula: true positives / (true positives + false negatives).

    When to use: where a missed pair with the label is costly. Read it together with the
    precision of the same label: always giving the label has a recall of 1.
    """

    stem = "recall"
    about = "share of the pairs that are {0} that are labelled so"
    citation = "jijkoun2006, section 2.3; bergmair2009, section 3"

    def relative_to(self, predicted: FloatArray, actual: FloatArray) -> FloatArray:
        """Return the number of pairs that have the label."""
        return actual


class F1(ClassMeasure):
    """F1: the harmonic mean of the precision and the recall of a label.

    For ENTAILMENT and NO ENTAILMENT, three-way labels are conflated; CONTRADICTION and UNKNOWN
    need three-way labels. 0 if the label is never right, and undefined if no pair has it.

    Formula: 2 P R / (P + R) = 2 TP / (2 TP + FP + FN), with precision P and recall R, true
    positives TP, false positives FP and false negatives FN.

    When to use: for one label that is rare, where accuracy says little about it. It ignores how
    often the other labels are right, and always giving a label that half of the pairs have scores
    0.67 (dagan2006, section 3.3).
    """

    stem = "f1"
    about = "harmonic mean of the precision and the recall of {0}"
    citation = "dagan2006, section 3.3; van Rijsbergen 1979, Information Retrieval, chapter 7"

    def relative_to(self, predicted: FloatArray, actual: FloatArray) -> FloatArray:
        """Return the mean of both, as 2 TP / (predicted + actual) is TP / their mean."""
        return (predicted + actual) / 2


MACRO, WEIGHTED = "macro average", "weighted average"
"""The names of the means over labels: each label counts the same, or each pair."""


def scores_by_label(confusion: Confusion) -> dict[str, dict[str, float]]:
    """Return precision, recall, F1 and the number of pairs of each label, and their means.

    Values are left out where they are undefined: of a label that no pair has, and of the mean in
    which each label counts the same if there is such a label.
    """
    codes = [LABELS.index(label) for label in confusion.labels]
    table = np.zeros((len(LABELS), len(LABELS)))
    table[np.ix_(codes, codes)] = confusion.counts
    pairs = confusion.counts.sum(axis=1)
    rows: dict[str, dict[str, float]] = {str(label): {} for label in confusion.labels}
    rows |= {MACRO: {}, WEIGHTED: {}}
    for measure in (Precision, Recall, F1):
        values = np.array([measure(label).of_tables(table) for label in confusion.labels])
        means = values.mean(), np.average(values[pairs > 0], weights=pairs[pairs > 0])
        for row, value in zip(rows.values(), (*values, *means), strict=True):
            if not np.isnan(value):
                row[measure.stem] = float(value)
    for row, count in zip(rows.values(), (*pairs, pairs.sum(), pairs.sum()), strict=True):
        row["pairs"] = int(count)
    return rows


def members_of(label: Label) -> BoolArray:
    """Return which of `LABELS` count as the label; for NO ENTAILMENT, all but ENTAILMENT."""
    codes = np.arange(len(LABELS))
    if label is Label.NO_ENTAILMENT:
        return np.not_equal(codes, ENTAILMENT)
    return np.equal(codes, LABELS.index(label))


for _measure in (Precision, Recall, F1):
    for _label in Label:
        registry.measures(f"{_measure(_label).name}.v1")(partial(_measure, _label))


class MeanOverLabels(ContingencyMeasure):
    """The mean of a measure of one label over the labels of a scheme."""

    range = (0.0, 1.0)
    class_measure: ClassVar[type[ClassMeasure]]
    condition: ClassVar[str] = ""
    """Whose labels accuracy is conditioned on, as in the measure's name."""

    def __init__(self, scheme: Scheme) -> None:
        self.parts = [self.class_measure(label) for label in scheme.labels]
        ways = f"{len(scheme.labels)}way"
        self.name = f"accuracy_{ways}_by_{self.condition}"
        self.description = f"mean {self.class_measure.stem} of the labels of the {scheme} scheme"

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the mean over the labels, for each table."""
        means: FloatArray = np.mean([part.of_tables(tables) for part in self.parts], axis=0)
        return means

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return the reason of the first label for which the measure is undefined."""
        reasons = (part.why_undefined(judgments) for part in self.parts)
        return next(filter(None, reasons), None)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the mean of the expectations."""
        return float(np.mean([part.expected(gold, probabilities) for part in self.parts]))


class AccuracyByGold(MeanOverLabels):
    """The mean, over the labels of a scheme, of the accuracy on the pairs with the label.

    This is the mean recall, also known as macro-averaged recall or balanced accuracy. Undefined if
    a label of the scheme does not occur among the gold labels.

    Formula: sum over the k labels of the scheme of the recall of the label / k.

    When to use: on unbalanced data, where each label should count the same. Any constant label and
    a uniform draw score 1/k in expectation. Errors on a rare label weigh more than others.
    """

    class_measure = Recall
    condition = "gold"
    citation = "bergmair2009, section 3"


class AccuracyByLabel(MeanOverLabels):
    """The mean, over the labels of a scheme, of the accuracy where the system gives the label.

    This is the mean precision, also known as macro-averaged precision. A label that the system
    never gives counts as 0. Undefined if a label of the scheme does not occur among the gold
    labels.

    Formula: sum over the k labels of the scheme of the precision of the label / k.

    When to use: to see how far each of the system's labels can be relied on, in one figure. Read
    it together with the mean recall, the accuracy by gold label.
    """

    class_measure = Precision
    condition = "label"
    citation = "bergmair2009, section 3, with the system's labels in place of gold labels"


class MeanF1(MeanOverLabels):
    """The mean F1 over the labels of a scheme: `MacroF1` in that scheme."""

    class_measure = F1

    def __init__(self, scheme: Scheme) -> None:
        super().__init__(scheme)
        self.name = "macro_f1"


@registry.measures("balanced_accuracy.v1")
class BalancedAccuracy(InScheme):
    """The mean recall of the labels of the scheme, also known as macro-averaged recall.

    It is `accuracy_3way_by_gold` if gold labels and the run are three-way, else
    `accuracy_2way_by_gold`. Undefined if a label of the scheme does not occur among the gold
    labels; scikit-learn then averages over the others.

    Formula: sum over the k labels of the scheme of the recall of the label / k.

    When to use: on unbalanced data, where each label should count the same. Any constant label and
    a uniform draw score 1/k in expectation.
    """

    name = "balanced_accuracy"
    description = "mean recall of the labels, three-way if gold labels and the run are"
    citation = "bergmair2009, section 3"
    in_scheme: ClassVar = {scheme: AccuracyByGold(scheme) for scheme in Scheme}


@registry.measures("macro_f1.v1")
class MacroF1(InScheme):
    """The mean F1 of the labels of the scheme.

    Three-way if gold labels and the run are, else two-way. A label that is never given rightly
    counts as 0. Undefined if a label of the scheme does not occur among the gold labels;
    scikit-learn then averages over those that occur or are given.

    Formula: sum over the k labels of the scheme of the F1 of the label / k.

    When to use: where tables of a shared task or a benchmark have it. Each label counts the same,
    so that a rare one weighs as much as a frequent one. It is the mean of F1 scores, and not the F1
    of the mean precision and the mean recall.
    """

    name = "macro_f1"
    description = "mean F1 of the labels, three-way if gold labels and the run are"
    citation = "Yang and Liu 1999, A re-examination of text categorization methods, section 2"
    in_scheme: ClassVar = {scheme: MeanF1(scheme) for scheme in Scheme}


for _scheme in Scheme:
    for _mean in (AccuracyByGold, AccuracyByLabel):
        registry.measures(f"{_mean(_scheme).name}.v1")(partial(_mean, _scheme))
