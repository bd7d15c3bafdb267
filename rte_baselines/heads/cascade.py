"""Three labels in two steps: entailed or not, then contradicted or unknown."""

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone
from typing_extensions import Self

from rte_baselines.errors import ConfigError
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import Decisions, Head, label_array, require_labels
from rte_baselines.heads.classifier import ClassifierHead
from rte_baselines.pairs import Label, Scheme
from rte_baselines.registry import registry

_ENTAILMENT, _CONTRADICTION, _UNKNOWN = (label.value for label in Scheme.THREE_WAY.labels)


@registry.heads("cascade.v1")
class CascadeHead(Head):
    """A two-way head, and a classifier for the pairs that are not entailed.

    The first step's label decides whether a pair is entailed, even where the first step
    is less than half sure; the second step shares the rest out. The label of a pair is
    therefore not always the likeliest of the three. Trained on two-way
    labels, which say nothing of contradiction, the cascade is its first step alone.

    Parameters
    ----------
    entailment : Head
        A two-way head, learned from all pairs.
    contradiction : ClassifierHead
        Tells CONTRADICTION from UNKNOWN, learned from the pairs that are not entailed.

    Attributes
    ----------
    entailment_ : Head
        The first step, fitted.
    contradiction_ : ClassifierHead or None
        The second step, fitted; None after training on two-way labels.
    """

    def __init__(self, entailment: Head, contradiction: ClassifierHead) -> None:
        self.entailment = entailment
        self.contradiction = contradiction

    @property
    def scheme(self) -> Scheme:
        """Three-way."""
        return Scheme.THREE_WAY

    def scheme_for(self, training: Scheme | None) -> Scheme:
        """Two-way after training on two-way labels, else three-way."""
        return Scheme.TWO_WAY if training is Scheme.TWO_WAY else Scheme.THREE_WAY

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Fit the two steps."""
        gold = label_array(labels)
        if self.entailment.scheme is not Scheme.TWO_WAY:
            raise ConfigError("the first step of a cascade must be a two-way head")
        entailed = gold == _ENTAILMENT
        two_way = np.where(entailed, _ENTAILMENT, Label.NO_ENTAILMENT.value)
        self.contradiction_: ClassifierHead | None = None
        if Label.NO_ENTAILMENT.value not in gold:
            require_labels(gold, Scheme.THREE_WAY.labels, "a cascade")
            rest = table.select(~entailed)
            self.contradiction_ = clone(self.contradiction).fit_labels(rest, gold[~entailed])
        self.entailment_: Head = clone(self.entailment).fit(table, two_way)
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Take the first step's decision, and the second's where that is no entailment."""
        first = self.entailment_.decide(table)
        if self.contradiction_ is None:
            return first
        second = self.contradiction_.decide(table)
        contradiction_column = second.classes.index(_CONTRADICTION)
        assert second.probabilities is not None
        contradicted = second.probabilities[:, contradiction_column]
        rest = 1.0 - first.entailment
        probabilities = np.column_stack(
            [first.entailment, rest * contradicted, rest * (1.0 - contradicted)]
        )
        labels = np.where(first.labels == _ENTAILMENT, _ENTAILMENT, second.labels)
        classes = (_ENTAILMENT, _CONTRADICTION, _UNKNOWN)
        columns = np.array([classes.index(label) for label in labels.tolist()], dtype=int)
        return Decisions(
            labels=labels,
            confidences=probabilities[np.arange(len(table)), columns],
            entailment=first.entailment,
            probabilities=probabilities,
            classes=classes,
        )
