"""Word sense disambiguation: by the first sense, or by the gloss nearest to the context."""

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged, ranges
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.parts import parts_of_tags

NO_SENSE = -1
"""The sense of a word that WordNet lacks."""


def senses_of_lemmas(wordnet: WordNet, lemmas: Lemmas) -> Ragged:
    """Return the senses of each word of a snippet with its part of speech.

    Parameters
    ----------
    wordnet : WordNet
    lemmas : Lemmas

    Returns
    -------
    Ragged
        The most frequent sense of each word first; empty if WordNet lacks the word.
    """
    rows = wordnet.words.rows_of_ids(lemmas.ids)
    return wordnet.senses_of_words(rows, parts_of_tags(lemmas.parts))


def first_senses(senses: Ragged) -> IntArray:
    """Return the first sense of each word, which is the most frequent.

    Parameters
    ----------
    senses : Ragged
        The senses of each word.

    Returns
    -------
    ndarray of int64, shape (words,)
        `NO_SENSE` if a word has none.
    """
    return _chosen(senses, np.zeros(len(senses), np.int64))


def fitting_senses(
    wordnet: WordNet, lemma_ids: IntArray, senses: Ragged, *, examples: bool = False
) -> IntArray:
    """Return the sense of each word whose gloss is most similar to its context.

    Parameters
    ----------
    wordnet, lemma_ids, senses, examples
        See `gloss_cosines`.

    Returns
    -------
    ndarray of int64, shape (words,)
        The first of equally similar senses, so that a word whose glosses have nothing in
        common with its context has its first sense. `NO_SENSE` if a word has none.
    """
    cosines = gloss_cosines(wordnet, lemma_ids, senses, examples=examples)
    best = np.zeros(len(senses), np.int64)
    for word in np.flatnonzero(senses.lengths > 1):
        best[word] = np.argmax(cosines[senses.offsets[word] : senses.offsets[word + 1]])
    return _chosen(senses, best)


def gloss_cosines(
    wordnet: WordNet, lemma_ids: IntArray, senses: Ragged, *, examples: bool = False
) -> FloatArray:
    """Return the cosine similarity of the gloss of each sense to the context of its word.

    The vectors count lemmas. The context is the snippet without the word itself. The paper
    names no weights of lemmas, so they are not weighted.

    Parameters
    ----------
    wordnet : WordNet
    lemma_ids : ndarray of int64, shape (words,)
        The digests of the lemmas of all words of a snippet. Words of the closed classes are
        in no gloss; they change the cosines, but not which is greatest.
    senses : Ragged
        The senses of each word; see `senses_of_lemmas`.
    examples : bool
        Whether to include the examples of glosses; the paper mentions only definitions.

    Returns
    -------
    ndarray of float64, shape (senses,)
        From 0 to 1, parallel to the values of `senses`; 0 for an empty gloss.

    References
    ----------
    Pérez and Alfonseca 2006, "Using Bleu-like algorithms for the automatic recognition
    of entailment", section 3; Lesk 1986, "Automatic sense disambiguation using machine
    readable dictionaries".
    """
    words = np.repeat(np.arange(len(senses)), senses.lengths)
    rows, lemmas, occurrences = _gloss_vectors(wordnet, senses.values, examples=examples)
    own_lemmas = _gloss_lemmas(wordnet, lemma_ids)
    in_snippet = np.bincount(own_lemmas[own_lemmas >= 0], minlength=_types(wordnet))
    in_context = in_snippet[lemmas] - (own_lemmas[words[rows]] == lemmas)
    products = np.bincount(rows, in_context * occurrences, minlength=len(words))
    gloss_norms = np.bincount(rows, occurrences**2, minlength=len(words))
    norms = np.sqrt(gloss_norms * _context_norms(lemma_ids)[words])
    cosines: FloatArray = products / np.where(norms > 0, norms, 1.0)
    return cosines


def _gloss_vectors(
    wordnet: WordNet, senses: IntArray, *, examples: bool
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the gloss vectors as the index of the sense, the lemma and the count of each cell."""
    offsets = wordnet.arrays["gloss_offsets"]
    synsets = wordnet.sense_synsets[senses].astype(np.int64)
    starts = offsets[2 * synsets].astype(np.int64)
    stops = offsets[2 * synsets + (2 if examples else 1)].astype(np.int64)
    indices = ranges(starts, stops - starts)
    rows = np.repeat(np.arange(len(senses)), indices.lengths)
    keys = rows * _types(wordnet) + wordnet.arrays["gloss_lemmas"][indices.values]
    distinct, occurrences = np.unique(keys, return_counts=True)
    rows, lemmas = np.divmod(distinct, _types(wordnet))
    return rows, lemmas, occurrences


def _types(wordnet: WordNet) -> int:
    """Return the number of distinct lemmas in glosses."""
    return len(wordnet.arrays["gloss_lemma_digests"])


def _gloss_lemmas(wordnet: WordNet, lemma_ids: IntArray) -> IntArray:
    """Return the code of each lemma in glosses; -1 if it is in no gloss."""
    digests = wordnet.arrays["gloss_lemma_digests"]
    codes = np.minimum(np.searchsorted(digests, lemma_ids), len(digests) - 1)
    return np.where(digests[codes] == lemma_ids, codes, -1).astype(np.int64)


def _context_norms(lemma_ids: IntArray) -> IntArray:
    """Return the squared norm of the context of each word: of all words but this one."""
    _, types, counts = np.unique(lemma_ids, return_inverse=True, return_counts=True)
    norms: IntArray = (counts**2).sum() - 2 * counts[types] + 1
    return norms


def _chosen(senses: Ragged, indices: IntArray) -> IntArray:
    """Return the sense of each word at an index into its senses."""
    chosen = np.full(len(senses), NO_SENSE, np.int64)
    known = senses.lengths > 0
    chosen[known] = senses.values[(senses.offsets[:-1] + indices)[known]]
    return chosen
