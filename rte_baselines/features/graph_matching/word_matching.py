"""Similarity of simple constituents: equal words, or words related by WordNet."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from rte_baselines.features.graph_matching.dependency_graph import SimpleConstituent
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.parts import parts_of_tags
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS, Relation
from rte_baselines.lexicon.wordnet.entailment.chains import Chain, Chains


def similarities(
    hypothesis: Sequence[SimpleConstituent], text: Sequence[SimpleConstituent], related: float
) -> FloatArray:
    """Return s(sh, st) of each simple constituent of the hypothesis with each of the text.

    It is 1 if they have the same surface, lemma or stem. Otherwise it is `related` if, in any of
    their senses in WordNet, they are synonyms or a chain of hypernyms and verb entailments leads
    from the text's word to the hypothesis's; else 0.

    Parameters
    ----------
    hypothesis, text : sequence of SimpleConstituent
    related : float
        The parameter beta of the paper.

    Returns
    -------
    ndarray of float64, shape (len(hypothesis), len(text))

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
    return by_word[np.ix_(_indices(hypothesis, words), _indices(text, text_words))]


# Cached, because building it takes time and features are copied.
@lru_cache(maxsize=4)
def _chains(wordnet: WordNet) -> Chains:
    return Chains(wordnet, Chain((*HYPERNYMS, Relation.ENTAILMENT)))


def _senses(chains: Chains, words: Sequence[SimpleConstituent]) -> Ragged:
    """Return the senses of each word in its part of speech."""
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


def _indices(words: Sequence[SimpleConstituent], distinct: Sequence[SimpleConstituent]) -> IntArray:
    index_of = {word: index for index, word in enumerate(distinct)}
    return np.array([index_of[word] for word in words], np.int64)
