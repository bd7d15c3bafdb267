"""The is-a distance of two words in WordNet."""

import math
from functools import lru_cache

import numpy as np

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.kernels.ragged import Ragged
from rte_baselines.kernels.taxonomy.shortest_paths import shortest_paths
from rte_baselines.kernels.taxonomy.taxonomy import FAR
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import PARTS_OF_TAGS, Part
from rte_baselines.lexicon.wordnet.similarity.taxonomy_similarity import taxonomy_of

_SINGLE_PAIR = np.zeros(1, np.int64)


class IsADistance:
    """The length of the shortest path between the nearest senses of two words.

    A path goes up and then down by is-a links, to hypernyms and instance hypernyms: words
    of one synset are at distance 0, a word and its hypernym at 1, two words with the same
    hypernym at 2. Only links of WordNet count, and not the artificial root of the verbs in
    `TaxonomySimilarity`: "eat" and "fly" have no path.

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
        """Return the number of links between two lemmas of a part of speech.

        Infinite if there is no path, or if WordNet lacks either lemma with that part of
        speech. Adjectives and adverbs have no is-a links: their distance is 0 in one synset,
        or else infinite.
        """
        synsets, other_synsets = (
            Ragged(found, np.array([0, len(found)]))
            for found in (self.wordnet.synsets(word, part) for word in (first, second))
        )
        if not (len(synsets.values) and len(other_synsets.values)):
            return math.inf
        links = shortest_paths(synsets, other_synsets, _SINGLE_PAIR, _SINGLE_PAIR, self._taxonomy)
        return float(links[0]) if links[0] < FAR else math.inf


def is_a_distance(first: tuple[str, str], second: tuple[str, str]) -> float:
    """Return the is-a distance of two words in the WordNet in use, 0 for synonyms.

    Parameters
    ----------
    first, second : tuple of str
        Lemma and Universal Dependencies tag.

    Returns
    -------
    float
        See `IsADistance`. Infinite if WordNet has different parts of speech or none for the
        tags. The distance of a word that WordNet lacks to itself is infinite: callers have
        to compare lemmas.
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
