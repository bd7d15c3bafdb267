"""Word sense disambiguation by the first sense or the fitting gloss, and the layer of senses."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.layer import Layer
from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged, offsets_of, ranges
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import parts_of_tags

NO_SENSE = -1
"""The sense of a word that WordNet lacks."""


def senses_of_lemmas(wordnet: WordNet, lemmas: Lemmas) -> Ragged:
    """Return the senses of each word of a snippet with its part of speech.

    The most frequent sense comes first; none if WordNet lacks the word.
    """
    rows = wordnet.words.rows_of_ids(lemmas.ids)
    return wordnet.senses_of_words(rows, parts_of_tags(lemmas.parts))


def first_senses(senses: Ragged) -> IntArray:
    """Return the first sense of each word, the most frequent; `NO_SENSE` if it has none."""
    return _chosen(senses, np.zeros(len(senses), np.int64))


def fitting_senses(wordnet: WordNet, lemma_ids: Ragged, senses: Ragged) -> IntArray:
    """Return the sense of each word whose gloss is most similar to its context.

    It is the first of equally similar senses, so that a word whose glosses have nothing in common
    with its context has its first sense; `NO_SENSE` if it has none. Parameters are those of
    `gloss_cosines`.
    """
    # A word with one sense has this one, whatever the context.
    several = senses.keep(np.repeat(senses.lengths > 1, senses.lengths))
    cosines = gloss_cosines(wordnet, lemma_ids, several)
    best = np.zeros(len(senses), np.int64)
    words = np.flatnonzero(several.lengths)
    if len(words):
        starts = several.offsets[words]
        highest = np.maximum.reduceat(cosines, starts)
        is_highest = cosines == np.repeat(highest, several.lengths[words])
        candidates = np.flatnonzero(is_highest)
        first = candidates[np.searchsorted(candidates, starts)]
        best[words] = first - starts
    return _chosen(senses, best)


def gloss_cosines(wordnet: WordNet, lemma_ids: Ragged, senses: Ragged) -> FloatArray:
    """Return the cosine similarity of the gloss of each sense to the context of its word.

    The vectors count lemmas; the gloss is the definition without the examples. The context is the
    snippet without the word itself. The paper names no weights of lemmas, so they are not weighted.
    (Pérez and Alfonseca 2006, "Using Bleu-like algorithms for the automatic recognition of
    entailment", section 3; Lesk 1986, "Automatic sense disambiguation using machine readable
    dictionaries".)

    `lemma_ids` has the digests of the lemmas of all words of each snippet. Words of the closed
    classes are in no gloss; they change the cosines, but not which is greatest. `senses` has those
    of each word of all snippets; see `senses_of_lemmas`. The cosine of an empty gloss is 0.
    """
    words = senses.owners
    snippets = lemma_ids.owners
    # Most senses are of a word that several snippets have.
    distinct, places = np.unique(senses.values, return_inverse=True)
    vectors, lemmas, occurrences = _gloss_vectors(wordnet, distinct)
    squares = np.bincount(vectors.owners, occurrences**2, minlength=len(distinct))
    cells = ranges(vectors.offsets[places], vectors.lengths[places])
    rows, lemmas, occurrences = cells.owners, lemmas[cells.values], occurrences[cells.values]
    # The code of the lemma of each word in glosses; -1 if it is in no gloss.
    digests = wordnet.arrays["gloss_lemma_digests"]
    codes = np.minimum(np.searchsorted(digests, lemma_ids.values), len(digests) - 1)
    own_lemmas = np.where(digests[codes] == lemma_ids.values, codes, -1).astype(np.int64)
    of_word = words[rows]
    in_context = _counts_in_snippets(wordnet, own_lemmas, snippets, lemmas, snippets[of_word])
    in_context -= own_lemmas[of_word] == lemmas
    products = np.bincount(rows, in_context * occurrences, minlength=len(words))
    norms = np.sqrt(squares[places] * _context_norms(lemma_ids)[words])
    cosines: FloatArray = products / np.where(norms > 0, norms, 1.0)
    return cosines


def _gloss_vectors(wordnet: WordNet, senses: IntArray) -> tuple[Ragged, IntArray, IntArray]:
    """Return the gloss vectors: the cells of each sense, and the lemma and count of each cell."""
    offsets = wordnet.arrays["gloss_offsets"]
    synsets = wordnet.sense_synsets[senses].astype(np.int64)
    starts = offsets[2 * synsets].astype(np.int64)
    stops = offsets[2 * synsets + 1].astype(np.int64)
    indices = ranges(starts, stops - starts)
    keys = indices.owners * _types(wordnet) + wordnet.arrays["gloss_lemmas"][indices.values]
    distinct, occurrences = np.unique(keys, return_counts=True)
    rows, lemmas = np.divmod(distinct, _types(wordnet))
    cells = offsets_of(np.bincount(rows, minlength=len(senses)))
    return Ragged(np.arange(len(rows)), cells), lemmas, occurrences


def _types(wordnet: WordNet) -> int:
    """Return the number of distinct lemmas in glosses."""
    return len(wordnet.arrays["gloss_lemma_digests"])


def _counts_in_snippets(
    wordnet: WordNet,
    own_lemmas: IntArray,
    snippets: IntArray,
    lemmas: IntArray,
    in_snippets: IntArray,
) -> IntArray:
    """Return how often each of some lemmas is in a snippet.

    `own_lemmas` and `snippets` are the code of each word's lemma in glosses or -1, and the word's
    snippet; `lemmas` and `in_snippets` are the codes to be counted, and where each is counted.
    """
    in_glosses = own_lemmas >= 0
    keys = snippets[in_glosses] * _types(wordnet) + own_lemmas[in_glosses]
    distinct, counts = np.unique(keys, return_counts=True)
    if not len(distinct):
        return np.zeros(len(lemmas), np.int64)
    sought = in_snippets * _types(wordnet) + lemmas
    places = np.minimum(np.searchsorted(distinct, sought), len(distinct) - 1)
    return np.where(distinct[places] == sought, counts[places], 0)


def _context_norms(lemma_ids: Ragged) -> IntArray:
    """Return the squared norm of the context of each word: of all words but this one."""
    snippets = lemma_ids.owners
    types, codes = np.unique(lemma_ids.values, return_inverse=True)
    _, places, counts = np.unique(
        snippets * len(types) + codes, return_inverse=True, return_counts=True
    )
    # The squares of a snippet's counts add up to the counts of the types of its words.
    of_words = counts[places]
    squares = np.bincount(snippets, of_words, minlength=len(lemma_ids)).astype(np.int64)
    norms: IntArray = squares[snippets] - 2 * of_words + 1
    return norms


def _chosen(senses: Ragged, indices: IntArray) -> IntArray:
    """Return the sense of each word at an index into its senses."""
    chosen = np.full(len(senses), NO_SENSE, np.int64)
    known = senses.lengths > 0
    chosen[known] = senses.values[(senses.offsets[:-1] + indices)[known]]
    return chosen


_WORDS = 1_000
"""About how many words are disambiguated at once."""


@registry.layers("senses.v1")
class SenseLayer(Layer):
    """Words replaced by the synset of the sense whose gloss is most similar to the context.

    A word that WordNet lacks with its part of speech is replaced by its norm in `senses`,
    and by its stem in `stemmed_senses`. So two words of one synset are equal, and a word in
    two senses is not equal to itself. Source: perez2006 section 3, which assigns "the sense
    associated to that gloss" to the word.
    """

    provides = ("senses", "stemmed_senses")
    needs = ("lemmas.ids", "pos", "norms", "stems")
    resources = ("wordnet",)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Disambiguate the words of each snippet."""
        wordnet = wordnet_in_use()
        for some in _chunks(analyses):
            for analysis, chosen in zip(some, _chosen_senses(wordnet, some), strict=True):
                known = chosen != NO_SENSE
                synsets = wordnet.sense_synsets[chosen[known]].tolist()
                yield {
                    "senses": _replaced(analysis.norms, known, synsets),
                    "stemmed_senses": _replaced(analysis.stems, known, synsets),
                }


def _chunks(analyses: Sequence[Analysis]) -> Iterator[list[Analysis]]:
    """Yield a few snippets at a time, as the vectors of all their senses are in memory."""
    chunk: list[Analysis] = []
    size = 0
    for analysis in analyses:
        chunk.append(analysis)
        size += len(analysis)
        if size >= _WORDS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _chosen_senses(wordnet: WordNet, analyses: Sequence[Analysis]) -> list[IntArray]:
    """Return the sense of each word of each snippet."""
    ids = Ragged.concatenate(analysis.ids("lemmas") for analysis in analyses)
    strings, parts = (
        tuple(chain.from_iterable(analysis.layer(layer) for analysis in analyses))
        for layer in ("lemmas", "pos")
    )
    senses = senses_of_lemmas(wordnet, Lemmas(strings, parts, ids.values))
    return np.split(fitting_senses(wordnet, ids, senses), ids.offsets[1:-1])


def _replaced(words: Sequence[str], known: BoolArray, synsets: Sequence[int]) -> tuple[str, ...]:
    """Replace each known word by the name of its synset, which is unlike any word."""
    replaced = list(words)
    for position, synset in zip(np.flatnonzero(known).tolist(), synsets, strict=True):
        replaced[position] = f"synset {synset}"
    return tuple(replaced)
