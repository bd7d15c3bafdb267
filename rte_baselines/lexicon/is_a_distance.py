"""How far apart words are in the hierarchies of WordNet."""

import math
from functools import lru_cache

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.is_a_distance import IsADistance
from rte_baselines.lexicon.wordnet.parts import PARTS_OF_TAGS, Part


def is_a_distance(first: tuple[str, str], second: tuple[str, str]) -> float:
    """Return the is-a links between two words in the WordNet in use, 0 for synonyms.

    Parameters
    ----------
    first, second : tuple of str
        Lemma, and part of speech by Universal Dependencies.

    Returns
    -------
    float
        See `IsADistance`. Infinite also for words that are different parts of speech to
        WordNet, or none that it has. A word that WordNet lacks is infinitely far from
        itself: whether two lemmas are equal is for the caller to say.

    Raises
    ------
    ResourceError
        If there is no WordNet, or it is damaged.
    """
    parts = [PARTS_OF_TAGS.get(tag) for _, tag in (first, second)]
    if parts[0] is None or parts[0] is not parts[1]:
        return math.inf
    low, high = sorted((first[0], second[0]))
    return _distance(wordnet_in_use(), low, high, parts[0])


@lru_cache(maxsize=KEPT_WORDS)
def _distance(wordnet: WordNet, first: str, second: str, part: Part) -> float:
    return _distances(wordnet).of_words(first, second, part)


@lru_cache(maxsize=4)
def _distances(wordnet: WordNet) -> IsADistance:
    return IsADistance(wordnet)
