"""The vectors of text and hypothesis with their difference and product."""

import math
from collections.abc import Sequence
from functools import cache

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.encoder.encoder import SentenceEncoder
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Output, PairFeature

_BLOCKS = ("u", "v", "difference", "product")


@registry.features("vector_concatenation.v1")
class VectorConcatenation(PairFeature):
    """The concatenation of u, v, |u - v| and u * v.

    u is the vector of the text and v that of the hypothesis, both of length 1 and from a sentence
    encoder; difference and product are taken element by element. A classifier on it learns which
    dimensions matter. The number of outputs is four times that of the encoder's dimensions.
    """

    source = "InferSent, conneau2017 section 3.1 and Figure 1"
    reads = ("encoder",)
    layers = ("snippet_vector",)
    """The vectors of text and hypothesis."""

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One number for each dimension of each part.

        Raises
        ------
        ResourceError
            If the encoder in use is missing or damaged.
        """
        return _outputs(SentenceEncoder.open().dimensions)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Combine the two vectors."""
        text_vector, vector = (
            side.layer("snippet_vector").astype(np.float64) for side in (text, hypothesis)
        )
        parts = (text_vector, vector, np.abs(text_vector - vector), text_vector * vector)
        values: list[float] = np.concatenate(parts).tolist()
        return values


@cache
def _outputs(dimensions: int) -> tuple[Output, ...]:
    return tuple(
        Output(f"{block}_{dimension}", -math.inf, math.inf, vector=block)
        for block in _BLOCKS
        for dimension in range(1, dimensions + 1)
    )
