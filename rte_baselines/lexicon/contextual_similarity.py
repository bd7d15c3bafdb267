"""Similarity of words by their vectors in context."""

from typing import ClassVar

import numpy as np

from rte_baselines.analysis.encoder.cosines import cosines
from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.word_similarity import Lemmas, WordSimilarity


@registry.word_similarities("contextual.v1")
class ContextualSimilarity(WordSimilarity):
    """The cosine of the vectors of two words in their contexts, from the sentence encoder.

    Negative cosines count as 0. Equal lemmas have similarity 1 in any context, as in all word
    similarities, because features that compare words skip equal ones.

    Parameters
    ----------
    minimum : float
        The lowest cosine that counts; lower cosines are replaced by 0. In context, any two words
        have some similarity.
    """

    relation = "cosine"
    reads = ("encoder",)
    needs_vectors: ClassVar[bool] = True
    maximum = 1.0

    def __init__(self, minimum: float = 0.0) -> None:
        self.minimum = minimum

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Compare the vectors, shape (words of the hypothesis, words of the text)."""
        if hypothesis.vectors is None or text.vectors is None:
            raise ValueError("contextual.v1 compares lemmas with vectors")
        found = np.maximum(cosines(hypothesis.vectors, text.vectors), 0.0)
        found[found < self.minimum] = 0.0
        found[np.equal.outer(hypothesis.ids, text.ids)] = self.maximum
        return found
