"""How many is-a links lie between two words in WordNet."""

import math
from functools import lru_cache

import numpy as np

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.kernels.ragged import Ragged
from rte_baselines.kernels.shortest_paths import shortest_paths
from rte_baselines.kernels.taxonomy import FAR
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.parts import PARTS_OF_TAGS, Part
from rte_baselines.lexicon.wordnet.taxonomy import taxonomy_of

_THE_ONLY_ONE = np.zeros(1, np.int64)


class IsADistance:
    """The length of the shortest path between the nearest senses of two words.

    A path goes up by is-a links, of kinds and of instances alike, and down again: members
    of a synset are at distance 0, a kind and its hypernym at 1, two kinds of the same at 2.
    Nothing but WordNet's own links counts. The made-up root that joins verbs for the
    measures of `TaxonomySimilarity` is none of them: "eat" and "fly" have no path.

    Parameters
    ----------
    wordnet : WordNet

    References
    ----------
    Andreevskaia, Li and Bergler 2006, "Partial predicate argument structure matching for
    entailment determination", section 2.1.
    """

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet
        no_root = np.full(len(wordnet), FAR)
        self._taxonomy = taxonomy_of(wordnet)._replace(root_distances=no_root)

    def of_words(self, first: str, second: str, part: Part) -> float:
        """Return the links between two lemmas of a part of speech.

        Infinite where there is no path, and where WordNet lacks either of them as that part
        of speech. Adjectives and adverbs have no is-a links: they are at distance 0, as
        members of a synset, or infinitely far.
        """
        of_first, of_second = (
            Ragged.concatenate([self.wordnet.synsets(word, part)]) for word in (first, second)
        )
        links = shortest_paths(of_first, of_second, _THE_ONLY_ONE, _THE_ONLY_ONE, self._taxonomy)
        return float(links[0]) if links[0] < FAR else math.inf


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
