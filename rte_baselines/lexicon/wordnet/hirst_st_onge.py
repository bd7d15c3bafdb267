"""The relatedness of Hirst and St-Onge."""

import numpy as np

from rte_baselines.kernels.hirst_st_onge import (
    DOWN,
    HORIZONTAL,
    STRONG,
    UP,
    DirectedLinks,
    best_relatedness,
)
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.links import synset_links
from rte_baselines.lexicon.wordnet.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    Relation,
)
from rte_baselines.lexicon.wordnet.similarity import SynsetSimilarity, WordSenses

_DIRECTIONS = {
    UP: (*HYPERNYMS, *MERONYMS),
    DOWN: (*HYPONYMS, *HOLONYMS, Relation.ENTAILMENT, Relation.CAUSE),
    HORIZONTAL: (
        *(Relation.ALSO_SEE, Relation.ANTONYM, Relation.ATTRIBUTE),
        *(Relation.PERTAINYM, Relation.SIMILAR),
    ),
}


class HirstStOnge(SynsetSimilarity):
    """Relatedness by paths that are short and turn seldom, of all parts of speech.

    It is 16 for the same synset, for synsets joined by a horizontal link (also see,
    antonym, attribute, pertainym, similar), and for synsets joined by any link where the
    letters of one word are found in the other, as in ``school`` and ``private_school``.
    Otherwise it is 8 less the links and the turns on the best path of two to five links,
    and 0 if there is none. Hypernyms and meronyms are up; hyponyms, holonyms, entailment
    and cause are down (see `best_relatedness` for the paths allowed).

    This is the definition of WordNet::Similarity 2.05, whose program departs from it in
    three ways that are not followed: of the links between words, it takes only those of
    a synset's first; it counts no turn at the first horizontal link after a way down nor
    at the first link down after a horizontal way, and one turn too few where a way up, a
    horizontal one and a way down of several links follow each other; and it finds a
    compound in one of the two directions only.

    As in the definition, a path has two links at least: synsets joined by a single link
    up or down are as related as a detour makes them.

    Parameters
    ----------
    wordnet : WordNet

    References
    ----------
    Hirst and St-Onge 1998, "Lexical chains as representations of context for the
    detection and correction of malapropisms", section 2; Pedersen, Patwardhan and
    Michelizzi 2004, "WordNet::Similarity: measuring the relatedness of concepts".
    """

    def __init__(self, wordnet: WordNet) -> None:
        super().__init__(wordnet)
        self._links = DirectedLinks(*synset_links(wordnet, _DIRECTIONS))

    def best(self, first: WordSenses, second: WordSenses) -> FloatArray:
        """Return the relatedness of the most related synsets of every two words."""
        compounds = [[_is_compound(one, other) for other in second.words] for one in first.words]
        shape = len(first.words), len(second.words)
        return best_relatedness(
            first.synsets,
            second.synsets,
            np.array(compounds, dtype=np.bool_).reshape(shape),
            self._links,
        )

    def normalized(self, similarities: FloatArray, parts: IntArray) -> FloatArray:
        """Divide by 16, the highest there is."""
        normalized: FloatArray = similarities / STRONG
        return normalized


def _is_compound(one: str, other: str) -> bool:
    """Whether one word is part of the other; no word at all is part of none."""
    return bool(one and other) and (one in other or other in one)
