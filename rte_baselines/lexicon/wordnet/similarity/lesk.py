"""Adapted Lesk: the overlap of extended glosses."""

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged, offsets_of, ranges
from rte_baselines.kernels.taxonomy.gloss_overlap import BOUNDARY, best_overlaps
from rte_baselines.kernels.taxonomy.taxonomy import one_by_one
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
        self._codes, self._text_offsets = _texts(wordnet)
        self._links = _links_to_texts(wordnet)
        self._compared = _compared_kinds()
        # The overlap of each synset with itself, once it is known.
        self._scales = np.full(len(wordnet), np.nan if normalize else 1.0)

    def best(
        self, first: WordSenses, second: WordSenses, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Return the greatest overlap of synsets of some pairs of words."""
        joined = np.concatenate((first.synsets.values, second.synsets.values))
        synsets, concepts = np.unique(joined, return_inverse=True)
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
            self._scales_of(synsets, words, kinds),
        )

    def normalized(self, similarities: FloatArray, parts: IntArray) -> FloatArray:
        """Clip overlaps at 1, which normalized ones exceed if glosses repeat many words."""
        return np.minimum(similarities, 1.0)

    def _scales_of(self, synsets: IntArray, words: Ragged, kinds: IntArray) -> FloatArray:
        """Return the number that the overlaps of each synset are divided by."""
        unknown = np.flatnonzero(np.isnan(self._scales[synsets]))
        single = one_by_one(np.arange(len(synsets)))
        overlaps = best_overlaps(
            *(single, single, unknown, unknown, words, kinds, self._compared, np.ones(len(synsets)))
        )
        # Synsets without glosses have overlap 0; 1 avoids division by 0.
        self._scales[synsets[unknown]] = np.maximum(overlaps, 1.0)
        return self._scales[synsets]

    def _extended_glosses(self, synsets: IntArray) -> tuple[Ragged, IntArray]:
        """Return the words of the extended gloss of each synset, and the kind of each word."""
        link_offsets, link_kinds, link_texts = self._links
        starts = link_offsets[synsets]
        links = ranges(starts, link_offsets[synsets + 1] - starts)
        texts = link_texts[links.values]
        starts = self._text_offsets[texts]
        lengths = self._text_offsets[texts + 1] - starts
        # The word after each text becomes the boundary.
        places = ranges(starts, lengths + 1)
        words = self._codes.take(places.values, mode="clip").astype(np.int64)
        words[places.offsets[1:] - 1] = BOUNDARY
        kinds = np.repeat(link_kinds[links.values].astype(np.int64), lengths + 1)
        return Ragged(words, places.offsets[links.offsets]), kinds


def _texts(wordnet: WordNet) -> tuple[NDArray[np.int32], IntArray]:
    """Return the words of all texts, as codes, and where each text starts.

    The definition and the examples of each synset, and then the words of synsets, each a text.
    """
    senses = wordnet.arrays["synset_senses"]
    synonyms = _codes_of_words(wordnet)[wordnet.words_of_senses(senses)]
    codes = np.concatenate((wordnet.arrays["gloss_lemmas"], synonyms))
    ends = np.arange(len(codes) - len(senses), len(codes)) + 1
    return codes, np.concatenate((wordnet.arrays["gloss_offsets"], ends))


def _links_to_texts(wordnet: WordNet) -> tuple[IntArray, NDArray[np.uint8], IntArray]:
    """Return the texts of each synset's extended gloss, as offsets, kinds and texts."""
    link_offsets, link_kinds, targets = synset_links(wordnet, dict(enumerate(_RELATED)))
    synsets = np.arange(len(wordnet))
    members = np.diff(wordnet.arrays["synset_senses_offsets"])
    sizes = len(synsets), len(synsets), members.sum()
    owners = np.concatenate(
        (
            *(np.repeat(synsets, np.diff(link_offsets)), synsets, synsets),
            np.repeat(synsets, members),
        )
    )
    kinds = np.concatenate((link_kinds, np.repeat([_DEFINITION, _EXAMPLES, _SYNONYMS], sizes)))
    synonyms = 2 * len(synsets) + np.arange(members.sum())
    texts = np.concatenate((2 * targets, 2 * synsets, 2 * synsets + 1, synonyms))
    order = np.argsort(owners, kind="stable")
    offsets = offsets_of(np.bincount(owners, minlength=len(wordnet)))
    return offsets, kinds[order].astype(np.uint8), texts[order]


def _codes_of_words(wordnet: WordNet) -> NDArray[np.int32]:
    """Return the code of each word in glosses; `BOUNDARY` if it is in no gloss."""
    gloss_digests = wordnet.arrays["gloss_lemma_digests"]
    digests = wordnet.arrays["words_digests"]
    places = np.minimum(np.searchsorted(gloss_digests, digests), len(gloss_digests) - 1)
    codes = np.empty(len(digests), np.int32)
    is_in_gloss = gloss_digests[places] == digests
    codes[wordnet.arrays["words_rows"]] = np.where(is_in_gloss, places, BOUNDARY)
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
