"""Similarities and weights of words that are easy to work with by hand."""

import numpy as np

from rte_baselines.lexicon.weighting import Weighting
from rte_baselines.lexicon.word_similarity import WordSimilarity


class TableSimilarity(WordSimilarity):
    """Similarities in [0, 1] by (hypothesis word, text word); four times that is returned."""

    relation = "by table"
    maximum = 4.0

    def __init__(self, table=None):
        self.table = table

    def matrix(self, hypothesis, text):
        rows = [[self.of(h, t) for t in text.strings] for h in hypothesis.strings]
        return 4 * np.array(rows, dtype=np.float64).reshape(len(hypothesis), len(text))

    def of(self, word, text_word):
        return 1.0 if word == text_word else (self.table or {}).get((word, text_word), 0.0)


class LengthWeighting(Weighting):
    """A word weighs as much as it has letters."""

    def weights(self, terms):
        return np.array([float(len(term)) for term in terms])
