"""Three labels in two steps: a two-way head, and another step for contradiction."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.core.components import unfitted
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import (
    Decisions,
    Head,
    Reason,
    column_named,
    label_array,
    plain_number,
    require_labels,
)
from rte_baselines.heads.classifier import ClassifierHead
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.pairs import Label, Scheme

_ENTAILMENT, _CONTRADICTION, _UNKNOWN = (label.value for label in Scheme.THREE_WAY.labels)
_MARKED_ABOVE = 0.5


class _StepsHead(Head):
    """A two-way head with another step: after training on two-way labels, it is that head alone."""

    scheme = Scheme.THREE_WAY
    entailment: Head
    entailment_: Head

    def check_fields(self, path: str) -> None:
        """Check the fields, and that `entailment` is a two-way head."""
        super().check_fields(path)
        if self.entailment.scheme is not Scheme.TWO_WAY:
            raise ConfigError(f"{path}.entailment: must be a two-way head, such as threshold.v1")

    def scheme_for(self, training: Scheme | None) -> Scheme:
        """Two-way after training on two-way labels, else three-way."""
        return Scheme.TWO_WAY if training is Scheme.TWO_WAY else Scheme.THREE_WAY

    @property
    def scale(self) -> str:
        """The scale of the two-way head."""
        return self.entailment_.scale

    def leaning(self, table: FeatureTable) -> FloatArray:
        """Return the leaning by the two-way head, which decides on ENTAILMENT."""
        return self.entailment_.leaning(table)

    def _fit_entailment(self, table: FeatureTable, entailed: BoolArray) -> None:
        two_way = np.where(entailed, _ENTAILMENT, Label.NO_ENTAILMENT.value)
        self.entailment_ = unfitted(self.entailment).fit(table, two_way)


@registry.heads("cascade.v1")
@dataclass(eq=False, repr=False)
class CascadeHead(_StepsHead):
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

    entailment: Head
    contradiction: ClassifierHead

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Fit the two steps."""
        gold = label_array(labels)
        entailed = gold == _ENTAILMENT
        self.contradiction_: ClassifierHead | None = None
        if Label.NO_ENTAILMENT.value not in gold:
            require_labels(gold, Scheme.THREE_WAY.labels, "a cascade")
            rest = table.select(~entailed)
            self.contradiction_ = unfitted(self.contradiction).fit_labels(rest, gold[~entailed])
        self._fit_entailment(table, entailed)
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Return the decisions of the first step, and of the second for pairs not entailed."""
        first = self.entailment_.decide(table)
        if self.contradiction_ is None:
            return first
        second = self.contradiction_.decide(table)
        assert second.probabilities is not None
        p_contradiction = second.probabilities[:, second.classes.index(_CONTRADICTION)]
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

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Say why the first step decides as it does."""
        return self.entailment_.reason(table, means)


@registry.heads("marked_contradiction.v1")
@dataclass(eq=False, repr=False)
class MarkedContradictionHead(_StepsHead):
    """A two-way head, and a feature that marks contradictions.

    For recognizers whose rules detect contradictions. A marked pair is CONTRADICTION, with
    the value of the feature as confidence, whatever the decision of the two-way head. Of the
    other pairs, those that the head does not label ENTAILMENT are UNKNOWN. After training on
    two-way labels, which do not distinguish contradiction, it is the two-way head alone.

    Parameters
    ----------
    entailment : Head
        A two-way head.
    contradiction : str
        The feature column that marks contradictions, by values above 0.5.

    Attributes
    ----------
    entailment_ : Head
        The two-way head, fitted.
    tells_contradiction_ : bool
        Whether it was trained on three-way labels.
    """

    entailment: Head
    contradiction: str

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Fit the two-way head."""
        gold = label_array(labels)
        self._marks(table)
        self._fit_entailment(table, gold == _ENTAILMENT)
        self.tells_contradiction_ = Label.NO_ENTAILMENT.value not in gold
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Return CONTRADICTION for marked pairs, and else the two-way head's decisions."""
        two_way = self.entailment_.decide(table)
        if not self.tells_contradiction_:
            return two_way
        marks = self._marks(table)
        is_marked = marks > _MARKED_ABOVE
        others = np.where(two_way.labels == _ENTAILMENT, _ENTAILMENT, _UNKNOWN)
        return Decisions(
            labels=np.where(is_marked, _CONTRADICTION, others),
            confidences=np.where(is_marked, np.clip(marks, 0.0, 1.0), two_way.confidences),
            entailment=two_way.entailment,
        )

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Say that a contradiction is marked; without a mark, give the two-way head's reason."""
        mark = float(self._marks(table)[0])
        if self.tells_contradiction_ and mark > _MARKED_ABOVE:
            text = f"{self.contradiction} is {plain_number(mark)}, above {_MARKED_ABOVE}"
            return Reason(f"{text}, which marks a contradiction", (self.contradiction,))
        return self.entailment_.reason(table, means)

    def _marks(self, table: FeatureTable) -> FloatArray:
        return table.values[:, column_named(table, self.contradiction, "to mark contradictions")]
