"""A cascade for three labels: first entailed or not, then contradicted or unknown."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.core.errors import ConfigError
from rte_baselines.core.estimators import unfitted
from rte_baselines.core.registry import registry
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import (
    Decisions,
    Head,
    Reason,
    label_array,
    plain_number,
    require_labels,
)
from rte_baselines.heads.classifier import ClassifierHead
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Scheme

_ENTAILMENT, _CONTRADICTION, _UNKNOWN = (label.value for label in Scheme.THREE_WAY.labels)


@registry.heads("cascade.v1")
class CascadeHead(Head):
    """A two-way head, and a classifier for the pairs that are not entailed.

    The label of the first step decides whether a pair is entailed, even if its probability is
    below 0.5; the second step divides the remaining probability. The label of a pair is
    therefore not always the most probable of the three. After training on two-way labels,
    which do not distinguish contradiction, the cascade consists of its first step alone.

    Parameters
    ----------
    entailment : Head
        A two-way head, trained on all pairs.
    contradiction : ClassifierHead
        Distinguishes CONTRADICTION and UNKNOWN, trained on the pairs that are not entailed.

    Attributes
    ----------
    entailment_ : Head
        The first step, fitted.
    contradiction_ : ClassifierHead or None
        The second step, fitted; None after training on two-way labels.
    """

    scheme = Scheme.THREE_WAY

    def __init__(self, entailment: Head, contradiction: ClassifierHead) -> None:
        self.entailment = entailment
        self.contradiction = contradiction

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
            self.contradiction_ = unfitted(self.contradiction).fit_labels(rest, gold[~entailed])
        self.entailment_: Head = unfitted(self.entailment).fit(table, two_way)
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Return the decisions of the first step, and of the second for pairs not entailed."""
        first = self.entailment_.decide(table)
        if self.contradiction_ is None:
            return first
        second = self.contradiction_.decide(table)
        contradiction_column = second.classes.index(_CONTRADICTION)
        assert second.probabilities is not None
        p_contradiction = second.probabilities[:, contradiction_column]
        rest = 1.0 - first.entailment
        probabilities = np.column_stack(
            [first.entailment, rest * p_contradiction, rest * (1.0 - p_contradiction)]
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

    @property
    def scale(self) -> str:
        """The scale of the two-way head."""
        return self.entailment_.scale

    def leaning(self, table: FeatureTable) -> FloatArray:
        """Return the leaning by the two-way head, which decides on ENTAILMENT."""
        return self.entailment_.leaning(table)

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Say why the first step decides as it does; add the second step's label if it is used."""
        first = self.entailment_.reason(table, means)
        is_entailed = self.entailment_.decide(table).labels[0] == _ENTAILMENT
        if self.contradiction_ is None or is_entailed:
            return first
        second = self.contradiction_.decide(table)
        return Reason(
            f"{first.text}; as it is not entailed, {second.labels[0]} has a probability of "
            f"{plain_number(second.confidences[0])}",
            first.columns,
        )
