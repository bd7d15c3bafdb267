"""Words that mean the opposite of each other, by WordNet."""

from functools import lru_cache

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.lexicon.wordnet.antonymy import antonym_pointers
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.parts import PARTS_OF_TAGS, Part


def antonyms(lemma: str, tag: str) -> frozenset[str]:
    """Return the lemmas that a sense of a lemma has as antonyms, in the WordNet in use.

    Parameters
    ----------
    lemma : str
    tag : str
        Its part of speech by Universal Dependencies, which the antonyms share.

    Raises
    ------
    ResourceError
        If there is no WordNet, or it is damaged.
    """
    if tag not in PARTS_OF_TAGS:
        return frozenset()
    return _antonyms(wordnet_in_use(), lemma, PARTS_OF_TAGS[tag])


@lru_cache(maxsize=KEPT_WORDS)
def _antonyms(wordnet: WordNet, lemma: str, part: Part) -> frozenset[str]:
    pointers = antonym_pointers(wordnet, wordnet.senses(lemma, part))
    return frozenset(wordnet.word_of_sense(antonym) for _, antonym in pointers)
