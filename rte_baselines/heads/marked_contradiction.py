"""Three labels by rule: a feature marks contradictions, a two-way head decides the rest."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.core.errors import ConfigError
from rte_baselines.core.estimators import unfitted
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.core.suggestions import did_you_mean
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import Decisions, Head, Reason, label_array, plain_number
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Scheme

_MARKED_ABOVE = 0.5


@registry.heads("marked_contradiction.v1")
class MarkedContradictionHead(Head):
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

    scheme = Scheme.THREE_WAY

    def __init__(self, entailment: Head, contradiction: str) -> None:
        self.entailment = entailment
        self.contradiction = contradiction

    def scheme_for(self, training: Scheme | None) -> Scheme:
        """Two-way after training on two-way labels, else three-way."""
        return Scheme.TWO_WAY if training is Scheme.TWO_WAY else Scheme.THREE_WAY

    def check_fields(self, path: str) -> None:
        """Check the fields, and that `entailment` is a two-way head."""
        super().check_fields(path)
        if self.entailment.scheme is not Scheme.TWO_WAY:
            raise ConfigError(f"{path}.entailment: must be a two-way head, such as threshold.v1")

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Fit the two-way head."""
        gold = label_array(labels)
        self._marks(table)
        entailed = gold == Label.ENTAILMENT.value
        two_way = np.where(entailed, Label.ENTAILMENT.value, Label.NO_ENTAILMENT.value)
        self.entailment_: Head = unfitted(self.entailment).fit(table, two_way)
        self.tells_contradiction_ = Label.NO_ENTAILMENT.value not in gold
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Return CONTRADICTION for marked pairs, and else the two-way head's decisions."""
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

    @property
    def scale(self) -> str:
        """The scale of the two-way head."""
        return self.entailment_.scale

    def leaning(self, table: FeatureTable) -> FloatArray:
        """Return the leaning by the two-way head, which decides on ENTAILMENT."""
        return self.entailment_.leaning(table)

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Say that a contradiction is marked; without a mark, give the two-way head's reason."""
        mark = float(self._marks(table)[0])
        if self.tells_contradiction_ and mark > _MARKED_ABOVE:
            text = f"{self.contradiction} is {plain_number(mark)}, above {_MARKED_ABOVE}"
            return Reason(f"{text}, which marks a contradiction", (self.contradiction,))
        return self.entailment_.reason(table, means)

    def _marks(self, table: FeatureTable) -> FloatArray:
        names = [column.name for column in table.columns]
        if self.contradiction not in names:
            raise ConfigError(
                f"no feature {quoted(self.contradiction)} to mark contradictions; "
                f"{did_you_mean(self.contradiction, names)}expected one of: {', '.join(names)}"
            )
        return table.values[:, names.index(self.contradiction)]
