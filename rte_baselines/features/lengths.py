"""How long text and hypothesis are."""

import math

import numpy as np

from rte_baselines.features.base import Feature, Output, share
from rte_baselines.features.batch import PairBatch, Selection
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.registry import registry


@registry.features("lengths.v1")
class Lengths(Feature):
    """The lengths of text and hypothesis in words, and the hypothesis's per text word.

    Punctuation does not count.
    """

    source = "bos2006 section 2.2"

    @property
    def layers(self) -> tuple[str, ...]:
        """Words and punctuation."""
        return _WORDS.layers

    @property
    def outputs(self) -> tuple[Output, ...]:
        """Two lengths and their ratio."""
        return tuple(Output(name, 0.0, math.inf) for name in ("text", "hypothesis", "ratio"))

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return text length, hypothesis length and ratio, shape (pairs, 3)."""
        texts, hypotheses = batch.ids(_WORDS)
        text, hypothesis = texts.lengths.astype(float), hypotheses.lengths.astype(float)
        return np.column_stack([text, hypothesis, share(hypothesis, text)])


_WORDS = Selection("norms", "punctuation")
