"""Lengths of text and hypothesis in words."""

import math

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.features.base import Feature, Output, share
from rte_baselines.features.batch import PairBatch, Selection
from rte_baselines.kernels.ragged import FloatArray

_WORDS = Selection("norms", "punctuation")


@registry.features("lengths.v1")
class Lengths(Feature):
    """The number of words in text and hypothesis, and the ratio hypothesis to text.

    Punctuation does not count. The ratio is 0 if the text has no words.
    """

    source = "bos2006 section 2.2"
    layers = _WORDS.layers
    """Words and punctuation."""
    outputs = tuple(Output(name, 0.0, math.inf) for name in ("text", "hypothesis", "ratio"))
    """Two lengths and their ratio."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return text length, hypothesis length and ratio, shape (pairs, 3)."""
        texts, hypotheses = batch.ids(_WORDS)
        text, hypothesis = texts.lengths.astype(float), hypotheses.lengths.astype(float)
        return np.column_stack([text, hypothesis, share(hypothesis, text)])
