"""The relatedness measure of Hirst and St-Onge."""

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.taxonomy.hirst_st_onge import (
    DOWN,
    HORIZONTAL,
    STRONG,
    UP,
    DirectedLinks,
    best_relatedness,
)
from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.database.links import synset_links
from rte_baselines.lexicon.wordnet.database.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    Relation,
)
from rte_baselines.lexicon.wordnet.similarity.synset_similarity import SynsetSimilarity, WordSenses

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

    def best(
        self, first: WordSenses, second: WordSenses, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Return the relatedness of the most related synsets of some pairs of words."""
        compounds = [
            _is_compound(first.words[row], second.words[column])
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        ]
        return best_relatedness(
            first.synsets,
            second.synsets,
            rows,
            columns,
            np.array(compounds, dtype=np.bool_),
            self._links,
        )

    def normalized(self, similarities: FloatArray, parts: IntArray) -> FloatArray:
        """Divide by 16, the maximum."""
        normalized: FloatArray = similarities / STRONG
        return normalized


def _is_compound(first: str, second: str) -> bool:
    """Whether one word contains the other; False for empty words."""
    return bool(first and second) and (first in second or second in first)
