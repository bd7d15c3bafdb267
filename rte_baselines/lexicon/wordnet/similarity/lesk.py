"""Adapted Lesk: the overlap of extended glosses."""

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged, ranges
from rte_baselines.kernels.taxonomy.gloss_overlap import BOUNDARY, best_overlaps
from rte_baselines.lexicon.wordnet.database.database import WordNet, synset_links
from rte_baselines.lexicon.wordnet.database.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    Relation,
)
from rte_baselines.lexicon.wordnet.similarity.synset_similarity import SynsetSimilarity, WordSenses

_RELATED = (
    HYPERNYMS,
    HYPONYMS,
    HOLONYMS,
    MERONYMS,
    (Relation.ALSO_SEE,),
    (Relation.ATTRIBUTE,),
    (Relation.PERTAINYM,),
    (Relation.SIMILAR,),
)
_DEFINITION, _EXAMPLES, _SYNONYMS = range(len(_RELATED), len(_RELATED) + 3)


class AdaptedLesk(SynsetSimilarity):
    """Overlap of the extended glosses of two synsets.

    The extended gloss has the definitions of the synset and of its hypernyms, hyponyms,
    holonyms, meronyms, similar synsets, attributes, pertainyms and "also see" synsets, one
    text for each kind of relation. All texts of the two synsets are compared with each
    other. Definition, examples and synonyms of the synsets themselves are compared too,
    except synonyms with synonyms. A common phrase of n words adds n squared (see
    `best_overlaps`). These are the comparisons of WordNet::Similarity 2.05 with stemming
    and a stop list: words are compared as lemmas, and words of the closed classes are
    excluded, so that phrases consist of content words. Two things differ:
    WordNet::Similarity uses the links of the word itself, here those of all words of its
    synset count; and here a phrase may extend from one example of a synset to the next.

    Parameters
    ----------
    normalize : bool
        Whether to divide the overlap of two synsets by the geometric mean of the overlap of
        each with itself. WordNet::Similarity does not normalize; then the overlap of two
        synsets has no upper bound.

    References
    ----------
    Banerjee and Pedersen 2003, "Extended gloss overlaps as a measure of semantic
    relatedness"; Pedersen, Patwardhan and Michelizzi 2004, "WordNet::Similarity:
    measuring the relatedness of concepts".
    """

    def __init__(self, wordnet: WordNet, *, normalize: bool = False) -> None:
        super().__init__(wordnet)
        self.normalize = normalize
        self._links = synset_links(wordnet, dict(enumerate(_RELATED)))
        self._codes_of_words = _codes_of_words(wordnet)
        self._compared = _compared_kinds()

    def best(
        self, first: WordSenses, second: WordSenses, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Return the greatest overlap of synsets of some pairs of words."""
        both = np.concatenate((first.synsets.values, second.synsets.values))
        synsets, concepts = np.unique(both, return_inverse=True)
        words, kinds = self._extended_glosses(synsets)
        middle = len(first.synsets.values)
        return best_overlaps(
            Ragged(concepts[:middle], first.synsets.offsets),
            Ragged(concepts[middle:], second.synsets.offsets),
            rows,
            columns,
            words,
            kinds,
            self._compared,
            normalize=self.normalize,
        )

    def normalized(self, similarities: FloatArray, parts: IntArray) -> FloatArray:
        """Clip overlaps at 1, which normalized ones exceed if glosses repeat many words."""
        return np.minimum(similarities, 1.0)

    def _extended_glosses(self, synsets: IntArray) -> tuple[Ragged, IntArray]:
        """Return the words of the extended gloss of each synset, and the kind of each word."""
        rows = np.arange(len(synsets))
        link_offsets, link_kinds, targets = self._links
        starts = link_offsets[synsets]
        links = ranges(starts, link_offsets[synsets + 1] - starts)
        # Even parts of glosses are definitions, odd parts are examples.
        owners = np.concatenate((np.repeat(rows, links.lengths), rows, rows))
        kinds = np.concatenate(
            (
                link_kinds[links.values].astype(np.int64),
                np.full(len(rows), _DEFINITION),
                np.full(len(rows), _EXAMPLES),
            )
        )
        related = targets[links.values].astype(np.int64)
        texts = np.concatenate((2 * related, 2 * synsets, 2 * synsets + 1))
        words, lengths = self._gloss_words(texts)
        synonyms, synonym_owners = self._synonyms(synsets)
        words = np.concatenate((words, synonyms))
        kinds = np.concatenate((np.repeat(kinds, lengths), np.full(len(synonyms), _SYNONYMS)))
        owners = np.concatenate((np.repeat(owners, lengths), synonym_owners))
        order = np.argsort(owners, kind="stable")
        offsets = np.searchsorted(owners[order], np.arange(len(synsets) + 1))
        return Ragged(words[order], offsets.astype(np.int64)), kinds[order]

    def _gloss_words(self, texts: IntArray) -> tuple[IntArray, IntArray]:
        """Return the words of texts, each text followed by a boundary, and their lengths."""
        offsets = self.wordnet.arrays["gloss_offsets"].astype(np.int64)
        lengths = offsets[texts + 1] - offsets[texts]
        indices = ranges(offsets[texts], lengths + 1)
        lemmas = self.wordnet.arrays["gloss_lemmas"]
        words = lemmas[np.minimum(indices.values, len(lemmas) - 1)].astype(np.int64)
        words[indices.offsets[1:] - 1] = BOUNDARY
        return words, lengths + 1

    def _synonyms(self, synsets: IntArray) -> tuple[IntArray, IntArray]:
        """Return the words of synsets, each followed by a boundary, and their synsets' rows."""
        offsets = self.wordnet.arrays["synset_senses_offsets"].astype(np.int64)
        members = ranges(offsets[synsets], offsets[synsets + 1] - offsets[synsets])
        senses = self.wordnet.arrays["synset_senses"][members.values]
        words = np.full(2 * len(senses), BOUNDARY)
        words[0::2] = self._codes_of_words[self.wordnet.words_of_senses(senses)]
        return words, np.repeat(np.arange(len(synsets)), 2 * members.lengths)


def _codes_of_words(wordnet: WordNet) -> IntArray:
    """Return the code of each word in glosses; `BOUNDARY` if it is in no gloss."""
    gloss_digests = wordnet.arrays["gloss_lemma_digests"]
    digests = wordnet.arrays["words_digests"]
    found = np.minimum(np.searchsorted(gloss_digests, digests), len(gloss_digests) - 1)
    codes = np.empty(len(digests), np.int64)
    is_in_gloss = gloss_digests[found] == digests
    codes[wordnet.arrays["words_rows"]] = np.where(is_in_gloss, found, BOUNDARY)
    return codes


def _compared_kinds() -> BoolArray:
    """Return which kinds of gloss are compared with which."""
    compared = np.ones((_SYNONYMS + 1, _SYNONYMS + 1), dtype=np.bool_)
    compared[[_EXAMPLES, _SYNONYMS]] = False
    compared[:, [_EXAMPLES, _SYNONYMS]] = False
    for kind, other in (
        (_EXAMPLES, _EXAMPLES),
        (_EXAMPLES, _DEFINITION),
        (_EXAMPLES, _SYNONYMS),
        (_SYNONYMS, _DEFINITION),
    ):
        compared[kind, other] = compared[other, kind] = True
    return compared
