"""The relatedness measure of Hirst and St-Onge, and the is-a distance of two words."""

import math
from functools import lru_cache

import numpy as np

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.kernels.taxonomy.hirst_st_onge import (
    DOWN,
    HORIZONTAL,
    STRONG,
    UP,
    DirectedLinks,
    best_relatedness,
    network_of,
)
from rte_baselines.kernels.taxonomy.shortest_paths import shortest_paths
from rte_baselines.kernels.taxonomy.taxonomy import FAR, Taxonomy
from rte_baselines.lexicon.wordnet.database.database import WordNet, synset_links, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    PARTS_OF_TAGS,
    Part,
    Relation,
)
from rte_baselines.lexicon.wordnet.similarity.synset_similarity import SynsetSimilarity, WordSenses
from rte_baselines.lexicon.wordnet.similarity.taxonomy_similarity import taxonomy_of

_DIRECTIONS = {
    UP: (*HYPERNYMS, *MERONYMS),
    DOWN: (*HYPONYMS, *HOLONYMS, Relation.ENTAILMENT, Relation.CAUSE),
    HORIZONTAL: (
        *(Relation.ALSO_SEE, Relation.ANTONYM, Relation.ATTRIBUTE),
        *(Relation.PERTAINYM, Relation.SIMILAR),
    ),
}


class HirstStOnge(SynsetSimilarity):
    """Relatedness by short paths with few changes of direction, for all parts of speech.

    It is 16 for the same synset, for synsets with a horizontal link (also see, antonym,
    attribute, pertainym, similar), and for synsets with any link if one word contains the
    other, as in ``school`` and ``private_school``. Otherwise it is 8 minus the number of
    links and of changes of direction on the best path of two to five links, or 0 if there
    is no path. Hypernyms and meronyms are up; hyponyms, holonyms, entailment and cause are
    down (see `best_relatedness` for the paths allowed).

    This is the definition of WordNet::Similarity 2.05. Its program differs in three ways
    that are not reproduced here. Of the links between words, it uses only those of the
    first word of a synset. It does not count the change at the first horizontal link after
    downward links, nor at the first downward link after horizontal ones, and it counts one
    change too few on paths that go up, horizontally and then down by several links. And it
    finds a compound in one of the two directions only.

    As in the definition, a path has at least two links: the relatedness of synsets with a
    single link up or down is that of a longer path.

    References
    ----------
    Hirst and St-Onge 1998, "Lexical chains as representations of context for the
    detection and correction of malapropisms", section 2; Pedersen, Patwardhan and
    Michelizzi 2004, "WordNet::Similarity: measuring the relatedness of concepts".
    """

    def __init__(self, wordnet: WordNet) -> None:
        super().__init__(wordnet)
        self._network = network_of(DirectedLinks(*synset_links(wordnet, _DIRECTIONS)))

    def best(
        self, first: WordSenses, second: WordSenses, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Return the relatedness of the most related synsets of some pairs of words."""
        relatedness, is_linked = best_relatedness(
            first.synsets, second.synsets, rows, columns, self._network
        )
        for pair in np.flatnonzero(is_linked).tolist():
            if _is_compound(first.words[rows[pair]], second.words[columns[pair]]):
                relatedness[pair] = STRONG
        return relatedness

    def normalized(self, similarities: FloatArray, parts: IntArray) -> FloatArray:
        """Divide by 16, the maximum."""
        normalized: FloatArray = similarities / STRONG
        return normalized


def _is_compound(first: str, second: str) -> bool:
    """Whether one word contains the other; False for empty words."""
    return bool(first and second) and (first in second or second in first)


_SINGLE_PAIR = np.zeros(1, np.int64)


def is_a_distance(first: tuple[str, str], second: tuple[str, str]) -> float:
    """Return the is-a distance of two words in the WordNet in use; see `distance_of_words`.

    Words are lemmas with Universal Dependencies tags. Infinite if WordNet has different parts of
    speech or none for the tags, and even from a word that WordNet lacks to itself: callers have to
    compare lemmas.
    """
    parts = [PARTS_OF_TAGS.get(tag) for _, tag in (first, second)]
    if parts[0] is None or parts[0] is not parts[1]:
        return math.inf
    low, high = sorted((first[0], second[0]))
    return distance_of_words(wordnet_in_use(), low, high, parts[0])


@lru_cache(maxsize=KEPT_WORDS)
def distance_of_words(wordnet: WordNet, first: str, second: str, part: Part) -> float:
    """Return the length of the shortest path between the nearest senses of two lemmas.

    A path goes up and then down by is-a links, to hypernyms and instance hypernyms: words of one
    synset are at distance 0, a word and its hypernym at 1, two words with the same hypernym at 2.
    Only links of WordNet count, and not the artificial root of the verbs in `TaxonomySimilarity`:
    "eat" and "fly" have no path. Adjectives and adverbs have no is-a links. Infinite if there is no
    path, or if WordNet lacks either lemma with that part of speech. (Andreevskaia, Li and Bergler
    2006, "Partial predicate argument structure matching for entailment determination", section
    2.1.)
    """
    synsets, other_synsets = (
        Ragged.concatenate([wordnet.synsets(word, part)]) for word in (first, second)
    )
    if not (len(synsets.values) and len(other_synsets.values)):
        return math.inf
    links = shortest_paths(
        synsets, other_synsets, _SINGLE_PAIR, _SINGLE_PAIR, _taxonomy_without_root(wordnet)
    )
    return float(links[0]) if links[0] < FAR else math.inf


@lru_cache(maxsize=4)
def _taxonomy_without_root(wordnet: WordNet) -> Taxonomy:
    return taxonomy_of(wordnet)._replace(root_distances=np.full(len(wordnet), FAR))
