"""Three labels by rule: what is not entailed is contradicted where a feature says so."""

import numpy as np
from sklearn.base import clone
from typing_extensions import Self

from rte_baselines.errors import ConfigError
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import Decisions, Head, LabelArray
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.registry import registry

_MARKED_ABOVE = 0.5


@registry.heads("marked_contradiction.v1")
class MarkedContradictionHead(Head):
    """A two-way head, and a mark by which a feature tells contradiction.

    For recognizers whose rules know a contradiction when they see one. A pair that the
    two-way head does not take as entailed is CONTRADICTION if it is marked, else UNKNOWN;
    what it takes as entailed stays so. Trained on two-way labels, which say nothing of
    contradiction, it is the two-way head alone.

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

    def fit(self, table: FeatureTable, labels: LabelArray) -> Self:
        """Fit the two-way head."""
        self._marks(table)
        entailed = labels == Label.ENTAILMENT.value
        two_way = np.where(entailed, Label.ENTAILMENT.value, Label.NO_ENTAILMENT.value)
        self.entailment_: Head = clone(self.entailment).fit(table, two_way)
        self.tells_contradiction_ = Label.NO_ENTAILMENT.value not in labels
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Take the two-way head's decision, and look at the mark where that is no entailment."""
        two_way = self.entailment_.decide(table)
        if not self.tells_contradiction_:
            return two_way
        rest = np.where(self._marks(table), Label.CONTRADICTION.value, Label.UNKNOWN.value)
        entailed = two_way.labels == Label.ENTAILMENT.value
        labels = np.where(entailed, Label.ENTAILMENT.value, rest)
        return Decisions(labels, two_way.confidences, two_way.entailment)

    def _marks(self, table: FeatureTable) -> BoolArray:
        names = [column.name for column in table.columns]
        if self.contradiction not in names:
            raise ConfigError(
                f"the head looks for {self.contradiction!r} to tell contradiction; it must be "
                f"one of: {', '.join(names)}"
            )
        marked: BoolArray = table.values[:, names.index(self.contradiction)] > _MARKED_ABOVE
        return marked
