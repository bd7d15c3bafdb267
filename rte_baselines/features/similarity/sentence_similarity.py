"""Similarity of whole snippets, by latent semantics and by the vectors of an encoder."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.encoder.cosines import cosines
from rte_baselines.analysis.encoder.encoder import SentenceEncoder
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Feature, MeasuringFeature, Output, PairFeature
from rte_baselines.features.batch import PairBatch, Selection
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.latent_semantics.model import LEVEL, LatentSemantics

_TERMS = Selection(LEVEL, "stop_words")

SentenceMeasure = Literal["snippet", "best_sentence"]


@registry.features("lsi_cosine.v1")
class LsiCosine(Feature):
    """The cosine of text and hypothesis after latent semantic indexing of a corpus.

    Two sentences without a common word can be similar if their words occur in similar
    documents; see `LatentSemantics`. Words are Porter stems; stop words are excluded.
    """

    source = "newman2006 section 3.1; Deerwester et al. 1990"
    reads = ("latent-semantics",)
    layers = _TERMS.layers
    outputs = (Output("", -1.0, 1.0, direction=1),)
    """From -1 to 1; 0 if either side has no word of the index."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Compare the two sides of every pair, shape (pairs, 1)."""
        return LatentSemantics.open().cosines(*batch.ids(_TERMS)).reshape(-1, 1)


@registry.features("sentence_similarity.v1")
@dataclass(eq=False, repr=False)
class SentenceSimilarity(MeasuringFeature, PairFeature):
    """The cosines of vectors of the hypothesis and of the text or its sentences.

    The measures are

    - snippet: the cosine of the vectors of the text and of the hypothesis;
    - best_sentence: the highest cosine of the vector of the hypothesis with that of one
      sentence of the text. Sentence boundaries are found by rule; no parser is needed.

    The cosine with a snippet without word pieces is 0.

    Parameters
    ----------
    measures : sequence of {"snippet", "best_sentence"}
    """

    source = "reimers2019 section 3, cosine of mean-pooled vectors"

    measures: Sequence[SentenceMeasure] = ("snippet", "best_sentence")

    @property
    def layers(self) -> tuple[str, ...]:
        """The vectors of snippets and, if asked for, of sentences."""
        sentences = ("sentence_vectors",) if "best_sentence" in self.measures else ()
        return ("snippet_vector", *sentences)

    def _range(self, measure: SentenceMeasure) -> tuple[float, float]:
        return -1.0, 1.0

    def _direction(self, measure: SentenceMeasure) -> int:
        # A text of several sentences is less similar to each of them than they are to themselves.
        return 1 if measure == "snippet" else 0

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compare the vectors of a pair."""
        return [self._cosine(measure, text, hypothesis) for measure in self.measures]

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say the first of the cosines."""
        measure = self.measures[0]
        compared = "text" if measure == "snippet" else "nearest sentence of the text"
        cosine = self._cosine(measure, text, hypothesis)
        return f"the cosine of the hypothesis and the {compared} is {cosine:.2f}"

    def _cosine(self, measure: SentenceMeasure, text: Analysis, hypothesis: Analysis) -> float:
        whole = hypothesis.layer("snippet_vector")[None]
        if measure == "snippet":
            return float(cosines(whole, text.layer("snippet_vector")[None])[0, 0])
        similarities = cosines(whole, text.layer("sentence_vectors"))
        return float(similarities.max()) if similarities.size else 0.0


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

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One number for each dimension of each part."""
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
        Output(
            f"{block}_{dimension}",
            *(-math.inf, math.inf, block),
            # Equal vectors differ by 0.
            direction=-1 if block == "difference" else 0,
        )
        for block in ("u", "v", "difference", "product")
        for dimension in range(1, dimensions + 1)
    )
