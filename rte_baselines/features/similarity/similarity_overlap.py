"""Word overlap in which similar words count by their similarity."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, MeasuringFeature, share
from rte_baselines.features.batch import Drop, PairBatch, Selection, Side
from rte_baselines.features.describing import NOUNS, aligned
from rte_baselines.kernels.ragged import BoolArray, FloatArray, Ragged
from rte_baselines.lexicon.weighting import UNIFORM, Weighting
from rte_baselines.lexicon.word_similarity import Equality, WordSimilarity

SimilarityMeasure = Literal["mean", "sum", "both_ways", "shorter"]

_EQUALITY = Equality()


@registry.features("similarity_overlap.v1")
@dataclass(eq=False, repr=False)
class SimilarityOverlap(MeasuringFeature):
    """Similarity of the hypothesis's words to their most similar words of the text.

    With g(h) the weight of word h of the hypothesis, and s(h) in [0, 1] its similarity to the
    most similar word of the text, divided by the maximum of the similarity measure, the
    measures are

    - mean: sum of g(h) s(h) over sum of g(h);
    - sum: sum of g(h) s(h);
    - both_ways: the mean of `mean` and of `mean` with text and hypothesis exchanged;
    - shorter: sum of g(h) s(h) over the total weight of the hypothesis or of the text,
      whichever is less, clipped to the range of `mean`.

    A word that a snippet repeats counts each time.

    Parameters
    ----------
    similarity : WordSimilarity
        The similarity of lemmas.
    weighting : Weighting
        Weights of the words, by their norms unless the weighting has another level. Words
        are compared as lemmas, but jijkoun2006 weights the words of the text; bos2006 weights
        lemmas.
    drop : {"nothing", "punctuation", "stop_words", "closed_class", "function_words"}
        Words to exclude; see ``word_overlap.v1``.
    unmatched : float
        The value of s(h) for a word without a similar word in the text; -1 in jijkoun2006.
    minimum : float
        The minimum similarity of similar words, in [0, 1], divided by the maximum of the
        measure. Words with similarity 0 are never similar.
    measures : sequence of {"mean", "sum", "both_ways", "shorter"}
    """

    source = (
        "jijkoun2006 Figure 1 (mean, where unmatched is -1); newman2006 section 3.1 (sum); "
        "andreevskaia2006 section 4 (shorter); "
        "Corley and Mihalcea 2005 equation 1 (mean); Mihalcea, Corley and Strapparava 2006 "
        "equation 1 (both_ways)"
    )
    field_ranges = (("minimum", 0, 1),)

    similarity: WordSimilarity = _EQUALITY
    weighting: Weighting = UNIFORM
    drop: Drop = "function_words"
    unmatched: float = 0.0
    minimum: float = 0.0
    measures: Sequence[SimilarityMeasure] = ("mean",)

    @property
    def layers(self) -> tuple[str, ...]:
        """Lemmas, parts of speech, the strings weighted, and what marks excluded words."""
        selected = (*self._selection.layers, *self.similarity.layers)
        return ("lemmas", "pos", self._weighed_layer, *selected)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the measures of every pair, shape (pairs, measures)."""
        texts, hypotheses = batch.sides
        total, weight = self._weighed(hypotheses, self._best(batch, "hypothesis"))
        measured = {"sum": total, "mean": share(total, weight)}
        if "both_ways" in self.measures:
            text_mean = share(*self._weighed(texts, self._best(batch, "text")))
            measured["both_ways"] = (measured["mean"] + text_mean) / 2
        if "shorter" in self.measures:
            text_weight = _sums(self._weights(texts), texts.ids(self._selection))
            measured["shorter"] = share(total, np.minimum(weight, text_weight))
        # A mean can exceed its bounds by a rounding error.
        columns = [np.clip(measured[name], *self._range(name)) for name in self.measures]
        return np.column_stack(columns)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each word of the hypothesis with the most similar one of the text."""
        with_vectors = self.similarity.needs_vectors
        text_lemmas, lemmas = (
            Side([side]).lemmas(self.drop, with_vectors=with_vectors)[0]
            for side in (text, hypothesis)
        )
        text_positions, positions = map(self._selection.positions, (text, hypothesis))
        similarities = self.similarity.matrix(lemmas, text_lemmas) / self.similarity.maximum
        is_equal = lemmas.ids[:, np.newaxis] == text_lemmas.ids
        # Equal lemmas are preferred to synonyms, which may have the same similarity.
        sums = similarities + is_equal
        partners = np.argmax(sums, axis=1).tolist() if len(text_positions) else []
        alignments = [Alignment(position, None, "missing") for position in positions.tolist()]
        for word, partner in enumerate(partners):
            if self._is_similar(similarities[word, partner]):
                relation = f"{self.similarity.relation} {similarities[word, partner]:.2f}"
                alignments[word] = Alignment(
                    int(positions[word]),
                    int(text_positions[partner]),
                    "same lemma" if is_equal[word, partner] else relation,
                )
        return alignments

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Count the words that are in the text or similar to one of it."""
        found = self.align(text, hypothesis)
        return aligned(found, hypothesis, NOUNS[self.drop], "found in the text or similar to one")

    @property
    def _selection(self) -> Selection:
        return Selection("lemmas", self.drop)

    def _range(self, measure: SimilarityMeasure) -> tuple[float, float]:
        low, high = min(self.unmatched, 0.0), max(self.unmatched, 1.0)
        if measure == "sum":
            return (-math.inf if low < 0 else 0.0), math.inf
        return low, high

    def _direction(self, measure: SimilarityMeasure) -> int:
        # The sum of a hypothesis that says the text twice is higher than that of the text itself,
        # and so is any measure if words are rewarded for being missing.
        return 0 if measure == "sum" or self.unmatched > 0 else 1

    def _best(self, batch: PairBatch, side: Literal["hypothesis", "text"]) -> FloatArray:
        """Return the highest similarity of each word of a side, shape (words,)."""
        with_vectors = self.similarity.needs_vectors
        compared = batch.comparison(side, self.drop, with_vectors=with_vectors)
        return compared.best(self.similarity)

    def _is_similar(self, similarities: FloatArray) -> BoolArray:
        return (similarities > 0) & (similarities >= self.minimum)

    @property
    def _weighed_layer(self) -> str:
        return self.weighting.level or "norms"

    def _weights(self, side: Side) -> FloatArray:
        return side.weights(self._weighed_layer, self.weighting)[side.kept(self.drop)]

    def _weighed(self, side: Side, similarities: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return each snippet's sum of weighted similarities, and its sum of weights."""
        weights = self._weights(side)
        is_similar = self._is_similar(similarities)
        scores = weights * np.where(is_similar, similarities, self.unmatched)
        ids = side.ids(self._selection)
        return _sums(scores, ids), _sums(weights, ids)


def _sums(values: FloatArray, ids: Ragged) -> FloatArray:
    """Return the sum over each snippet's words, in their order."""
    snippets = np.repeat(np.arange(len(ids)), ids.lengths)
    sums: FloatArray = np.bincount(snippets, values, minlength=len(ids)).astype(np.float64)
    return sums
