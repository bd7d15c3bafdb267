"""Adapted Lesk: the overlap of extended glosses."""

import numpy as np

from rte_baselines.kernels.gloss_overlap import BOUNDARY, best_overlaps
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.links import synset_links
from rte_baselines.lexicon.wordnet.ranges import ranges
from rte_baselines.lexicon.wordnet.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    Relation,
)
from rte_baselines.lexicon.wordnet.similarity import SynsetSimilarity, WordSenses

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
    """Overlap of the glosses of two synsets and of the synsets around them.

    The definition of each synset and those of its hypernyms, hyponyms, holonyms,
    meronyms, and the synsets that it is similar to, has as an attribute, pertains to or
    sends the reader to, are all compared with each other, kind by kind; so are
    definition, examples and synonyms of the synsets themselves, except synonyms with
    synonyms. A phrase of n words in common adds n squared (see `best_overlaps`). These
    are the comparisons of WordNet::Similarity 2.05 with its stemming and a list of stop
    words: words are compared as lemmas, and those of the closed classes are left out, so
    that a phrase is one of content words. Two things differ: its links between words are
    those of the word compared, ours those of all words of its synset; and a phrase of
    ours may run from one example of a synset into the next.

    Parameters
    ----------
    wordnet : WordNet
    normalize : bool
        Whether to divide the overlap of two synsets by the geometric mean of their
        overlaps with themselves. WordNet::Similarity has no such normalization; without
        it, the overlap of two synsets has no upper limit.

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

    def best(self, first: WordSenses, second: WordSenses) -> FloatArray:
        """Return the overlap of the most overlapping synsets of every two words."""
        both = np.concatenate((first.synsets.values, second.synsets.values))
        synsets, rows = np.unique(both, return_inverse=True)
        words, kinds = self._extended_glosses(synsets)
        middle = len(first.synsets.values)
        return best_overlaps(
            Ragged(rows[:middle], first.synsets.offsets),
            Ragged(rows[middle:], second.synsets.offsets),
            words,
            kinds,
            self._compared,
            normalize=self.normalize,
        )

    def normalized(self, similarities: FloatArray, parts: IntArray) -> FloatArray:
        """Clip overlaps at 1, which those of `normalize` pass where two glosses repeat much."""
        return np.minimum(similarities, 1.0)

    def _extended_glosses(self, synsets: IntArray) -> tuple[Ragged, IntArray]:
        """Return the words of each synset's extended gloss, and the kind of each word."""
        rows = np.arange(len(synsets))
        link_offsets, link_kinds, targets = self._links
        starts = link_offsets[synsets]
        links = ranges(starts, link_offsets[synsets + 1] - starts)
        # A definition is the even part of a gloss, the examples are the odd one.
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
        """Return the words of definitions and examples, each with a boundary, and its length."""
        offsets = self.wordnet.arrays["gloss_offsets"].astype(np.int64)
        lengths = offsets[texts + 1] - offsets[texts]
        places = ranges(offsets[texts], lengths + 1)
        lemmas = self.wordnet.arrays["gloss_lemmas"]
        words = lemmas[np.minimum(places.values, len(lemmas) - 1)].astype(np.int64)
        words[places.offsets[1:] - 1] = BOUNDARY
        return words, lengths + 1

    def _synonyms(self, synsets: IntArray) -> tuple[IntArray, IntArray]:
        """Return the words of synsets, each with a boundary, and the row of their synset."""
        offsets = self.wordnet.arrays["synset_senses_offsets"].astype(np.int64)
        members = ranges(offsets[synsets], offsets[synsets + 1] - offsets[synsets])
        senses = self.wordnet.arrays["synset_senses"][members.values]
        words = np.full(2 * len(senses), BOUNDARY)
        words[0::2] = self._codes_of_words[self.wordnet.words_of_senses(senses)]
        return words, np.repeat(np.arange(len(synsets)), 2 * members.lengths)


def _codes_of_words(wordnet: WordNet) -> IntArray:
    """Return the number that each word has in glosses, `BOUNDARY` if it is in none."""
    of_glosses = wordnet.arrays["gloss_lemma_digests"]
    digests = wordnet.arrays["words_digests"]
    places = np.minimum(np.searchsorted(of_glosses, digests), len(of_glosses) - 1)
    codes = np.empty(len(digests), np.int64)
    codes[wordnet.arrays["words_rows"]] = np.where(of_glosses[places] == digests, places, BOUNDARY)
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
