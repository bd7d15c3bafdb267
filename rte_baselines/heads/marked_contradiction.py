"""Three labels by rule: what a feature marks is contradicted, the rest is left to a head."""

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone
from typing_extensions import Self

from rte_baselines.errors import ConfigError
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import Decisions, Head, label_array
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.registry import registry

_MARKED_ABOVE = 0.5


@registry.heads("marked_contradiction.v1")
class MarkedContradictionHead(Head):
    """A two-way head, and a mark by which a feature tells contradiction.

    For recognizers whose rules know a contradiction when they see one. A pair that is marked
    is CONTRADICTION, as surely as it is marked, whatever the two-way head says; of the others,
    those that the head does not take as entailed are UNKNOWN. Trained on two-way labels, which
    say nothing of contradiction, it is the two-way head alone.

    Parameters
    ----------
    entailment : Head
        A two-way head.
    contradiction : str
        The column of features that marks contradictions: those above one half.

    Attributes
    ----------
    entailment_ : Head
        The two-way head, fitted.
    tells_contradiction_ : bool
        Whether the labels it was trained on did.
    """

    def __init__(self, entailment: Head, contradiction: str) -> None:
        self.entailment = entailment
        self.contradiction = contradiction

    @property
    def scheme(self) -> Scheme:
        """Three-way."""
        return Scheme.THREE_WAY

    def scheme_for(self, training: Scheme | None) -> Scheme:
        """Two-way after training on two-way labels, else three-way."""
        return Scheme.TWO_WAY if training is Scheme.TWO_WAY else Scheme.THREE_WAY

    def check_fields(self, path: str) -> None:
        """Check the fields, and that the first head is a two-way one."""
        super().check_fields(path)
        if self.entailment.scheme is not Scheme.TWO_WAY:
            raise ConfigError(f"{path}.entailment: must be a two-way head, such as threshold.v1")

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Fit the two-way head."""
        gold = label_array(labels)
        self._marks(table)
        entailed = gold == Label.ENTAILMENT.value
        two_way = np.where(entailed, Label.ENTAILMENT.value, Label.NO_ENTAILMENT.value)
        self.entailment_: Head = clone(self.entailment).fit(table, two_way)
        self.tells_contradiction_ = Label.NO_ENTAILMENT.value not in gold
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Look at the mark, and take the two-way head's decision where there is none."""
        two_way = self.entailment_.decide(table)
        if not self.tells_contradiction_:
            return two_way
        marks = self._marks(table)
        is_marked = marks > _MARKED_ABOVE
        entailed = two_way.labels == Label.ENTAILMENT.value
        others = np.where(entailed, Label.ENTAILMENT.value, Label.UNKNOWN.value)
        return Decisions(
            labels=np.where(is_marked, Label.CONTRADICTION.value, others),
            confidences=np.where(is_marked, np.clip(marks, 0.0, 1.0), two_way.confidences),
            entailment=two_way.entailment,
        )

    def _marks(self, table: FeatureTable) -> FloatArray:
        names = [column.name for column in table.columns]
        if self.contradiction not in names:
            raise ConfigError(
                f"the head looks for {self.contradiction!r} to tell contradiction; it must be "
                f"one of: {', '.join(names)}"
            )
        return table.values[:, names.index(self.contradiction)]
