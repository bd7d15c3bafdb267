"""Words that WordNet joins by synonymy and derivation, as a similarity."""

from functools import lru_cache

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.lexicon.word_similarity import Lemmas, WordSimilarity
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.derivational_synonymy import DerivationalSynonymy
from rte_baselines.registry import registry


@registry.word_similarities("derivational_synonymy.v1")
class DerivationalSynonymySimilarity(WordSimilarity):
    """1 for equal lemmas, synonyms, and words joined by derivation, else 0.

    Source: bos2006 section 2.1, where all senses of a lemma count, whatever its part of
    speech. See `DerivationalSynonymy` for what "a combination" of the two is.
    """

    relation = "synonym or derivation"
    reads = ("wordnet",)

    @property
    def maximum(self) -> float:
        """One."""
        return 1.0

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Compare the lemmas, shape (words of the hypothesis, words of the text).

        Raises
        ------
        ResourceError
            If WordNet is missing or damaged.
        """
        synonymy = _synonymy(wordnet_in_use())
        of_text, of_hypothesis = (_senses(synonymy.wordnet, side) for side in (text, hypothesis))
        is_related = np.isfinite(synonymy.lengths(of_text, of_hypothesis))
        is_related |= np.equal.outer(hypothesis.ids, text.ids)
        return is_related.astype(np.float64)


@lru_cache(maxsize=4)
def _synonymy(wordnet: WordNet) -> DerivationalSynonymy:
    return DerivationalSynonymy(wordnet)


def _senses(wordnet: WordNet, lemmas: Lemmas) -> Ragged:
    """Return the senses of each lemma as all parts of speech."""
    return Ragged.concatenate(map(wordnet.senses, lemmas.strings))
