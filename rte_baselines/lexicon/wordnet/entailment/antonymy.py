"""Antonyms by WordNet."""

from functools import lru_cache

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.parts import PARTS_OF_TAGS, Part
from rte_baselines.lexicon.wordnet.database.relations import Relation


def antonym_pointers(wordnet: WordNet, senses: IntArray) -> list[tuple[int, int]]:
    """Return the antonyms of some senses, as pairs of a sense and its antonym.

    Antonymy is a relation of words: other words of the two synsets are not antonyms.
    """
    return [
        (sense, antonym)
        for sense in senses.tolist()
        for antonym in wordnet.related_senses(sense, Relation.ANTONYM).tolist()
    ]


def antonyms(lemma: str, tag: str) -> frozenset[str]:
    """Return the antonyms of all senses of a lemma, in the WordNet in use.

    Parameters
    ----------
    lemma : str
    tag : str
        Its Universal Dependencies tag. Antonyms have the same part of speech.
    """
    if tag not in PARTS_OF_TAGS:
        return frozenset()
    return _antonyms(wordnet_in_use(), lemma, PARTS_OF_TAGS[tag])


@lru_cache(maxsize=KEPT_WORDS)
def _antonyms(wordnet: WordNet, lemma: str, part: Part) -> frozenset[str]:
    pointers = antonym_pointers(wordnet, wordnet.senses(lemma, part))
    return frozenset(wordnet.word_of_sense(antonym) for _, antonym in pointers)
