"""Words that are related by synonymy and derivation."""

from functools import lru_cache

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.lexicon.word_similarity import Lemmas, TypeSimilarity
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import Relation
from rte_baselines.lexicon.wordnet.entailment.chains import Chain, Chains


class DerivationalSynonymy(Chains):
    """Words that are related by synonymy, derivation, or a combination of both.

    "Murder" is related to "slay" by synonymy, to "murderer" by derivation, and to
    "liquidator", a synonym of "murderer", by both. The paper uses all senses of a lemma, as
    any part of speech: pass ``wordnet.senses(lemma)``.

    The paper does not say how the two are combined. Here a chain has at most one derivation,
    with or without synonyms before and after it: further derivations would start from senses
    of other words and change the meaning. The relation is symmetric.

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
class DerivationalSynonymySimilarity(TypeSimilarity):
    """1 for equal lemmas and words related by synonymy or derivation, else 0.

    Source: bos2006 section 2.1, where all senses of a lemma count, whatever its part of
    speech. `DerivationalSynonymy` defines "a combination" of the two.
    """

    relation = "synonym or derivation"
    reads = ("wordnet",)
    maximum = 1.0

    def of_types(
        self, hypothesis: Lemmas, text: Lemmas, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Compare some of the lemmas; see `TypeSimilarity.of_types`.

        Raises
        ------
        ResourceError
            If WordNet is missing or damaged.
        """
        synonymy = _synonymy(wordnet_in_use())
        text_senses, hypothesis_senses = (
            _senses(synonymy.wordnet, lemmas) for lemmas in (text, hypothesis)
        )
        lengths = synonymy.lengths_of_pairs(text_senses, hypothesis_senses, columns, rows)
        return np.isfinite(lengths).astype(np.float64)


@lru_cache(maxsize=4)
def _synonymy(wordnet: WordNet) -> DerivationalSynonymy:
    return DerivationalSynonymy(wordnet)


def _senses(wordnet: WordNet, lemmas: Lemmas) -> Ragged:
    """Return the senses of each lemma, as any part of speech."""
    return wordnet.senses_of_words(wordnet.words.rows_of_ids(lemmas.ids))
