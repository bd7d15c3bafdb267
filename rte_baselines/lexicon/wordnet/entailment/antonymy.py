"""Antonyms by WordNet."""

from functools import lru_cache

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import (
    HYPERNYMS,
    PARTS_OF_TAGS,
    Part,
    Relation,
)


def are_exclusive(wordnet: WordNet, first: int, second: int) -> bool:
    """Return whether two synsets are disjoint, if sister synsets are.

    Sisters share a direct hypernym. An instance of a synset is an instance of all its hypernyms, so
    synsets below two sisters are disjoint as well: a book is an artifact and a woman is a living
    thing, so no book is a woman. A synset and its hypernym are not disjoint. Verbs have many roots,
    which are not sisters.

    A synset with several hypernyms can be below two disjoint synsets. It then has no instances, and
    callers may prefer to ignore the disjointness.

    Parameters
    ----------
    wordnet : WordNet
    first, second : int
        Synsets of nouns or of verbs. Those of other parts of speech exclude nothing.

    References
    ----------
    Bos and Markert 2006, "Recognising textual entailment with robust logical inference", section
    3.4.
    """
    above_first, above_second = _above(wordnet, first), _above(wordnet, second)
    if first in above_second or second in above_first:
        return False
    return any(
        not _parents(wordnet, one).isdisjoint(_parents(wordnet, other))
        for one in above_first - above_second
        for other in above_second - above_first
    )


@lru_cache(maxsize=KEPT_WORDS)
def _parents(wordnet: WordNet, synset: int) -> frozenset[int]:
    return frozenset(wordnet.related(synset, *HYPERNYMS).tolist())


@lru_cache(maxsize=KEPT_WORDS)
def _above(wordnet: WordNet, synset: int) -> frozenset[int]:
    """Return a synset and all above it."""
    return frozenset({synset}).union(*(_above(wordnet, up) for up in _parents(wordnet, synset)))


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
