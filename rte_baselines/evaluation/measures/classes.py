"""Precision, recall and F1 of each label, and their means over the labels.

The accuracy that bergmair2009, section 3, conditions on a gold label is the recall of that
label; conditioned on the system's label, it is the precision.

All are undefined where no gold label is the one in question, for then there is nothing to
find; where the run gives it to no pair although some have it, all are 0. Those of
CONTRADICTION and UNKNOWN need three-way labels; those of ENTAILMENT and NO ENTAILMENT
conflate them.
"""

from abc import abstractmethod
from functools import partial

import numpy as np

from rte_baselines.evaluation.judgments import (
    ENTAILMENT,
    LABELS,
    Codes,
    Judgments,
    why_not_three_way,
)
from rte_baselines.evaluation.measures.binomial import likely_successes
from rte_baselines.evaluation.measures.contingency import ContingencyMeasure, Proportion
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.registry import registry


class ClassMeasure(ContingencyMeasure):
    """A measure of one label, which follows from how many there are, are said, are found.

    Parameters
    ----------
    label : Label
    """

    range = (0.0, 1.0)
    stem: str
    about: str

    def __init__(self, label: Label = Label.ENTAILMENT) -> None:
        self.label = label
        self.by_default = label is Label.ENTAILMENT
        self.name = self.stem if self.by_default else f"{self.stem}_{label.lower()}"
        self.description = self.about.format(label.replace("_", " "))

    @abstractmethod
    def of_counts(self, found: FloatArray, said: FloatArray, there: FloatArray) -> FloatArray:
        """Return the value for these counts, of which `there` is at least 1."""

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the value of each table, NaN where there is nothing to find."""
        found, said, there = self.counts(tables)
        return np.where(there > 0, self.of_counts(found, said, np.maximum(there, 1)), np.nan)

    def counts(self, tables: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return how many pairs are rightly said to have the label, are said so, have it."""
        members = members_of(self.label)
        there = tables[..., members, :].sum(axis=-2)
        found = there[..., members].sum(axis=-1)
        said = tables[..., members].sum(axis=(-2, -1))
        return found, said, there.sum(axis=-1)

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Say if there is nothing to find, or the labels are of the wrong scheme."""
        if self.label in (Label.CONTRADICTION, Label.UNKNOWN):
            reason = why_not_three_way(judgments)
            if reason:
                return reason
        if not members_of(self.label)[judgments.gold].any():
            return f"no gold label is {self.label.replace('_', ' ')}"
        return super().why_undefined(judgments)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the mean over how many pairs may be given the label.

        Of k pairs chosen blindly, a share equal to that of all pairs has the label in
        expectation, and each measure is linear in that number when k is given.
        """
        size, members = len(gold), members_of(self.label)
        there = np.array(members[gold].sum(), dtype=np.float64)
        said, chances = likely_successes(size, min(float(probabilities[members].sum()), 1.0))
        return float(self.of_counts(said * there / size, said, there) @ chances)


class Precision(ClassMeasure, Proportion):
    """The share of the pairs given a label that have it; 0 where none is given it."""

    stem = "precision"
    about = "share of the pairs labelled {0} that are {0}"
    citation = "jijkoun2006, section 2.3; bergmair2009, section 3"

    def of_counts(self, found: FloatArray, said: FloatArray, there: FloatArray) -> FloatArray:
        """Return found / said."""
        return found / np.maximum(said, 1)

    def hits(self, tables: FloatArray) -> FloatArray:
        """Return how many pairs rightly have the label."""
        return self.counts(tables)[0]

    def trials(self, tables: FloatArray) -> FloatArray:
        """Return how many pairs are given the label."""
        return self.counts(tables)[1]


class Recall(ClassMeasure, Proportion):
    """The share of the pairs with a label that are given it."""

    stem = "recall"
    about = "share of the pairs that are {0} that are labelled so"
    citation = "jijkoun2006, section 2.3; bergmair2009, section 3"

    def of_counts(self, found: FloatArray, said: FloatArray, there: FloatArray) -> FloatArray:
        """Return found / there."""
        return found / there

    def hits(self, tables: FloatArray) -> FloatArray:
        """Return how many pairs rightly have the label."""
        return self.counts(tables)[0]

    def trials(self, tables: FloatArray) -> FloatArray:
        """Return how many pairs have the label."""
        return self.counts(tables)[2]


class F1(ClassMeasure):
    """The harmonic mean of precision and recall of a label."""

    stem = "f1"
    about = "harmonic mean of the precision and the recall of {0}"
    citation = "van Rijsbergen 1979, Information Retrieval, chapter 7"

    def of_counts(self, found: FloatArray, said: FloatArray, there: FloatArray) -> FloatArray:
        """Return 2 found / (said + there)."""
        return 2 * found / (said + there)


class MeanOverLabels(ContingencyMeasure):
    """The mean of a measure of one label over the labels of a scheme.

    Undefined where one of them is.

    Parameters
    ----------
    of_label : type of ClassMeasure
    scheme : Scheme
    condition : str
        What the measure's accuracy is conditioned on: gold or label.
    """

    range = (0.0, 1.0)
    citation = "bergmair2009, section 3"

    def __init__(self, of_label: type[ClassMeasure], scheme: Scheme, condition: str) -> None:
        self.parts = [of_label(label) for label in scheme.labels]
        ways = f"{len(scheme.labels)}way"
        self.name = f"accuracy_{ways}_by_{condition}"
        self.description = f"mean {of_label.stem} of the labels of the {scheme} scheme"

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the mean over labels of each table."""
        means: FloatArray = np.mean([part.of_tables(tables) for part in self.parts], axis=0)
        return means

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Give the first reason that a label has."""
        reasons = (part.why_undefined(judgments) for part in self.parts)
        return next(filter(None, reasons), None)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the mean of the expectations."""
        return float(np.mean([part.expected(gold, probabilities) for part in self.parts]))


def members_of(label: Label) -> BoolArray:
    """Return which of `LABELS` count as a label; all but ENTAILMENT as NO ENTAILMENT."""
    codes = np.arange(len(LABELS))
    if label is Label.NO_ENTAILMENT:
        return np.not_equal(codes, ENTAILMENT)
    return np.equal(codes, LABELS.index(label))


def _register() -> None:
    """Register the measures of each label, and the means over the labels of each scheme."""
    for of_label in (Precision, Recall, F1):
        for label in Label:
            registry.measures(f"{of_label(label).name}.v1")(partial(of_label, label))
    for scheme in Scheme:
        for of_label, condition in ((Recall, "gold"), (Precision, "label")):
            mean = partial(MeanOverLabels, of_label, scheme, condition)
            registry.measures(f"{mean().name}.v1")(mean)


_register()
