"""Means of precision, recall and F1 over the labels of a scheme: each label counts the same."""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import (
    Codes,
    Judgments,
)
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.measures.classes import F1, ClassMeasure, Precision, Recall
from rte_baselines.evaluation.measures.contingency import (
    ContingencyMeasure,
    InScheme,
)
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Scheme


class MeanOverLabels(ContingencyMeasure):
    """The mean of a measure of one label over the labels of a scheme."""

    range = (0.0, 1.0)
    of_label: ClassVar[type[ClassMeasure]]
    condition: ClassVar[str] = ""
    """Whose labels accuracy is conditioned on, as in the measure's name."""

    def __init__(self, scheme: Scheme) -> None:
        self.parts = [self.of_label(label) for label in scheme.labels]
        ways = f"{len(scheme.labels)}way"
        self.name = f"accuracy_{ways}_by_{self.condition}"
        self.description = f"mean {self.of_label.stem} of the labels of the {scheme} scheme"

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

    of_label = Recall
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

    of_label = Precision
    condition = "label"
    citation = "bergmair2009, section 3, with the system's labels in place of gold labels"


class MeanF1(MeanOverLabels):
    """The mean F1 over the labels of a scheme: `MacroF1` in that scheme."""

    of_label = F1

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
    in_scheme: ClassVar[Mapping[Scheme, Measure]] = {of: AccuracyByGold(of) for of in Scheme}


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
    in_scheme: ClassVar[Mapping[Scheme, Measure]] = {of: MeanF1(of) for of in Scheme}


for _scheme in Scheme:
    for _mean in (AccuracyByGold, AccuracyByLabel):
        registry.measures(f"{_mean(_scheme).name}.v1")(partial(_mean, _scheme))
