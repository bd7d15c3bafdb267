"""Words that are related by synonymy, derivation, or both together."""

from functools import lru_cache

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.lexicon.word_similarity import Lemmas, WordSimilarity
from rte_baselines.lexicon.wordnet.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.relations import Relation
from rte_baselines.registry import registry


class DerivationalSynonymy(Chains):
    """Whether two words are synonyms, derived from each other, or joined by both.

    "Murder" is related to "slay" by synonymy, to "murderer" by derivation, and to
    "liquidator", a synonym of "murderer", by both. The paper looks at all senses of a
    lemma, that is of all parts of speech: pass ``wordnet.senses(lemma)``.

    How often the two may follow each other the paper does not say. Here a derivation
    stands alone or between two synonyms: each further one would lead on from the senses
    of other words, and away from what the first one means. The relation is symmetric.

    Parameters
    ----------
    wordnet : WordNet

    References
    ----------
    Bos and Markert 2006, "Recognising textual entailment with robust logical inference",
    section 2.1.
    """

    def __init__(self, wordnet: WordNet) -> None:
        super().__init__(wordnet, Chain((Relation.DERIVATION,), longest=1))


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
