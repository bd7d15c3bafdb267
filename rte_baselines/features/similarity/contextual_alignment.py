"""Alignment of word pieces by the cosines of their vectors."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.encoder.cosines import cosines
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, MeasuringFeature, PairFeature
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.weighting import UNIFORM, Weighting

PieceVectors = Literal["context", "input"]

AlignmentMeasure = Literal["recall", "minimum", "lowest", "precision", "f1"]

_LAYERS: dict[PieceVectors, str] = {"context": "piece_vectors", "input": "input_vectors"}


@registry.features("contextual_alignment.v1")
@dataclass(eq=False, repr=False)
class ContextualAlignment(MeasuringFeature, PairFeature):
    """Each word piece of the hypothesis aligned with the most similar one of the text.

    With b(p) the highest cosine of the vector of piece p with that of a piece of the other side,
    and g(p) its weight, the measures are

    - recall: the sum of g(p) b(p) over the pieces of the hypothesis, over the sum of g(p);
    - minimum: the lowest b(p) of the hypothesis;
    - lowest: the mean of the `lowest` lowest b(p) of the hypothesis;
    - precision: as recall, over the pieces of the text;
    - f1: 2 P R / (P + R) of precision and recall; 0 unless both are positive.

    The hypothesis is the reference of BERTScore, and the text the candidate: what the text leaves
    out lowers recall. Unlike in the paper, special pieces such as ``[CLS]`` are excluded, cosines
    are not rescaled, and vectors are those of the last layer. If either side has no pieces, all
    measures are 0.

    Parameters
    ----------
    vectors : {"context", "input"}
        The vectors of the pieces in their context, or the input embeddings of the encoder, which
        are the same in any context.
    weighting : Weighting
        The weights of pieces. A piece has the weight of its word, by the word's norm unless the
        weighting has another level. Weights do not affect `minimum` and `lowest`.
    lowest : int
        The number of pieces in the measure `lowest`, at least 1. If the hypothesis has fewer
        pieces, the mean is over all.
    measures : sequence of {"recall", "minimum", "lowest", "precision", "f1"}
    """

    source = (
        "BERTScore, zhang2020 section 3: the equations of R_BERT (recall), P_BERT "
        "(precision) and F_BERT (f1), and R_BERT with importance weighting"
    )
    field_ranges = (("lowest", 1, math.inf),)

    vectors: PieceVectors = "context"
    weighting: Weighting = UNIFORM
    lowest: int = 3
    measures: Sequence[AlignmentMeasure] = ("recall", "minimum", "lowest", "precision")

    @property
    def layers(self) -> tuple[str, ...]:
        """The vectors of pieces, and the words and strings that are weighted."""
        weighed = () if self.weighting is UNIFORM else ("piece_words", self._weighed_layer)
        return (_LAYERS[self.vectors], *weighed)

    def _range(self, measure: AlignmentMeasure) -> tuple[float, float]:
        return (0.0 if measure == "f1" else -1.0), 1.0

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Align the pieces and combine their cosines."""
        matrix = self._matrix(text, hypothesis)
        if not matrix.size:
            return [0.0] * len(self.measures)
        best = _best(matrix)
        recall = _mean(best, self._weights(hypothesis))
        measured = {
            "recall": recall,
            "minimum": float(best.min()),
            "lowest": float(np.sort(best)[: self.lowest].mean()),
        }
        if not measured.keys() >= set(self.measures):
            precision = _mean(matrix.max(axis=0), self._weights(text))
            product = 2 * precision * recall
            is_positive = min(recall, precision) > 0
            f1 = product / (precision + recall) if is_positive else 0.0
            measured |= {"precision": precision, "f1": f1}
        return [measured[name] for name in self.measures]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each word of the hypothesis by its piece with the lowest cosine."""
        matrix = self._matrix(text, hypothesis)
        best = _best(matrix)
        text_words = text.layer("piece_words").tolist()
        alignments = []
        for word, piece in self._weakest(best, hypothesis).items():
            if not text_words:
                alignments.append(Alignment(word, None, "missing"))
                continue
            partner = text_words[int(np.argmax(matrix[piece]))]
            relation = f"cosine {best[piece]:.2f}"
            alignments.append(Alignment(word, partner if partner >= 0 else None, relation))
        return alignments

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say the mean of the cosines, and the word that is least similar to any of the text."""
        matrix = self._matrix(text, hypothesis)
        best = _best(matrix)
        weakest = self._weakest(best, hypothesis)
        if not matrix.size or not weakest:
            return "text or hypothesis has no words"
        word = min(weakest, key=lambda word: float(best[weakest[word]]))
        recall = _mean(best, self._weights(hypothesis))
        return (
            f"the words of the hypothesis have a mean cosine of {recall:.2f} with their nearest "
            f"of the text; {quoted(hypothesis.words[word])} has the lowest, "
            f"{best[weakest[word]]:.2f}"
        )

    def _matrix(self, text: Analysis, hypothesis: Analysis) -> FloatArray:
        """Return the cosines, shape (pieces of the hypothesis, pieces of the text)."""
        layer = _LAYERS[self.vectors]
        return cosines(hypothesis.layer(layer), text.layer(layer))

    def _weakest(self, best: FloatArray, hypothesis: Analysis) -> dict[int, int]:
        """Return the piece with the lowest cosine of each word that has pieces."""
        weakest: dict[int, int] = {}
        for piece, word in enumerate(hypothesis.layer("piece_words").tolist()):
            if word >= 0 and best[piece] < best[weakest.setdefault(word, piece)]:
                weakest[word] = piece
        return weakest

    @property
    def _weighed_layer(self) -> str:
        return self.weighting.level or "norms"

    def _weights(self, analysis: Analysis) -> FloatArray:
        """Return the weight of each piece, shape (pieces,)."""
        if self.weighting is UNIFORM:
            return np.ones(len(analysis.layer(_LAYERS[self.vectors])))
        word_weights = self.weighting.weights(analysis.layer(self._weighed_layer))
        # Pieces without a word have no weight: their word is the last, -1.
        weights: FloatArray = np.append(word_weights, 0.0)[analysis.layer("piece_words")]
        return weights


def _best(matrix: FloatArray) -> FloatArray:
    """Return the highest cosine of each piece of the hypothesis; 0 without a text."""
    rows, columns = matrix.shape
    return matrix.max(axis=1) if columns else np.zeros(rows)


def _mean(cosines: FloatArray, weights: FloatArray) -> float:
    """Return the weighted mean; 0 if all weights are 0."""
    total = float(weights.sum())
    # A mean can exceed its bounds by a rounding error.
    return min(max(float(cosines @ weights) / total, -1.0), 1.0) if total else 0.0
