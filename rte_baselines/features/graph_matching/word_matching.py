"""How similar simple constituents are: the same word, or related by WordNet."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from rte_baselines.features.graph_matching.dependency_graph import SimpleConstituent
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged
from rte_baselines.lexicon.wordnet.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.parts import parts_of_tags
from rte_baselines.lexicon.wordnet.relations import HYPERNYMS, Relation


def similarities(
    hypothesis: Sequence[SimpleConstituent], text: Sequence[SimpleConstituent], related: float
) -> FloatArray:
    """Return s(sh, st) of each simple constituent of the hypothesis with each of the text.

    1 if they have the same surface, lemma or stem. Otherwise `related` if by WordNet, in any
    senses, they are synonyms or a chain of generalizations and entailments of verbs leads
    from the one of the text to that of the hypothesis; else 0.

    Parameters
    ----------
    hypothesis, text : sequence of SimpleConstituent
    related : float
        The beta of the paper.

    Returns
    -------
    ndarray of float64, shape (of the hypothesis, of the text)

    Raises
    ------
    ResourceError
        If WordNet is missing or damaged.
    """
    words, text_words = (list(dict.fromkeys(each)) for each in (hypothesis, text))
    chains = _chains(wordnet_in_use())
    lengths = chains.lengths(_senses(chains, text_words), _senses(chains, words))
    by_word = np.where(np.isfinite(lengths), related, 0.0)
    by_word[_is_same(words, text_words)] = 1.0
    return by_word[np.ix_(_places(hypothesis, words), _places(text, text_words))]


# It takes a moment to make, and features are copied.
@lru_cache(maxsize=4)
def _chains(wordnet: WordNet) -> Chains:
    return Chains(wordnet, Chain((*HYPERNYMS, Relation.ENTAILMENT)))


def _senses(chains: Chains, words: Sequence[SimpleConstituent]) -> Ragged:
    """Return the senses that each word has as the part of speech it is."""
    rows = chains.wordnet.words.rows([word.lemma for word in words])
    return chains.wordnet.senses_of_words(rows, parts_of_tags([word.part for word in words]))


def _is_same(
    hypothesis: Sequence[SimpleConstituent], text: Sequence[SimpleConstituent]
) -> BoolArray:
    same = np.zeros((len(hypothesis), len(text)), np.bool_)
    for field in ("surface", "lemma", "stem"):
        numbers: dict[str, int] = {}
        sides = (
            np.array([numbers.setdefault(getattr(word, field), len(numbers)) for word in side])
            for side in (hypothesis, text)
        )
        same |= np.equal.outer(*sides)
    return same


def _places(some: Sequence[SimpleConstituent], distinct: Sequence[SimpleConstituent]) -> IntArray:
    place_of = {word: place for place, word in enumerate(distinct)}
    return np.array([place_of[word] for word in some], np.int64)
