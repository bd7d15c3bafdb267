"""A feature that another feature can overrule."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Feature, Illustration, Output
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.mismatch.mismatch import NegationMismatch
from rte_baselines.features.similarity.similarity_overlap import SimilarityOverlap
from rte_baselines.kernels.ragged import BoolArray, FloatArray

_SIMILARITY = SimilarityOverlap()
_NOT_RULE = NegationMismatch()


@registry.features("vetoed.v1")
@dataclass(eq=False, repr=False)
class Vetoed(Feature):
    """The values of a feature, replaced by a fixed number where another, the veto, is not 0.

    With a directed similarity, the not-rule and 0 it is system M of jijkoun2006, whose
    negative examples "have a second clear peak around 0 (this is exactly the entailment
    score assigned by the not-rule)" (section 5).

    Parameters
    ----------
    feature : Feature
    veto : Feature
        A feature with one output.
    value : float
        The value of all outputs of `feature` under the veto.
    """

    source = "jijkoun2006 sections 3 and 5"

    feature: Feature = _SIMILARITY
    veto: Feature = _NOT_RULE
    value: float = 0.0

    def check_fields(self, path: str) -> None:
        """Check the fields, and that the veto has one output."""
        super().check_fields(path)
        if len(self.veto.outputs) != 1:
            names = ", ".join(output.name for output in self.veto.outputs)
            raise ConfigError(f"{path}.veto: has outputs {names}; a veto must have one output")

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers of both features."""
        return (*self.feature.layers, *self.veto.layers)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The outputs of `feature`, their ranges extended to include `value`.

        They keep their directions if `value` is not beyond their best end, and if the veto is a
        mismatch, which equal snippets do not have.
        """
        return tuple(
            replace(
                output,
                low=min(output.low, self.value),
                high=max(output.high, self.value),
                direction=output.direction if self._keeps_best(output) else 0,
            )
            for output in self.feature.outputs
        )

    def _keeps_best(self, output: Output) -> bool:
        """Return whether equal snippets are not vetoed, and no vetoed pair is better than all."""
        is_mismatch = all(veto.direction == -1 and veto.low == 0 for veto in self.veto.outputs)
        is_beyond = self.value > output.high if output.direction == 1 else self.value < output.low
        return is_mismatch and not is_beyond

    def compute(self, batch: PairBatch) -> FloatArray:
        """Compute both features, shape (pairs, outputs of `feature`)."""
        return np.where(self._is_vetoed(batch), self.value, self.feature.compute(batch))

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Return the alignments of both features, the veto's first."""
        return (*self.veto.align(text, hypothesis), *self.feature.align(text, hypothesis))

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say why there is a veto; without a veto, return the description of `feature`."""
        if not self._is_vetoed(PairBatch([text], [hypothesis])).any():
            return self.feature.describe(text, hypothesis)
        why = self.veto.describe(text, hypothesis)
        verdict = f"vetoed by {self.veto.registered_name()}"
        return f"{why}, and so {verdict}" if why else verdict

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Report a veto; return the illustrations of both features, the veto's first."""
        verdict = []
        if self._is_vetoed(PairBatch([text], [hypothesis])).any():
            lines = (f"by {self.veto.registered_name()}: the value is {self.value:g}",)
            verdict.append(Illustration("Vetoed", lines))
        illustrations = (part.illustrate(text, hypothesis) for part in (self.veto, self.feature))
        return (*verdict, *chain.from_iterable(illustrations))

    def _is_vetoed(self, batch: PairBatch) -> BoolArray:
        """Return which pairs the veto is not 0 for, shape (pairs, 1)."""
        is_vetoed: BoolArray = np.not_equal(self.veto.compute(batch), 0)
        return is_vetoed
