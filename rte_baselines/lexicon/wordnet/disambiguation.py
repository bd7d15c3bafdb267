"""Which sense a word has where it stands: the first, or the one whose gloss fits best."""

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.parts import parts_of_tags
from rte_baselines.lexicon.wordnet.ranges import ranges

NO_SENSE = -1
"""Stands for the sense of a word that WordNet lacks."""


def senses_of_lemmas(wordnet: WordNet, lemmas: Lemmas) -> Ragged:
    """Return the senses that each word of a snippet has as the part of speech it is.

    Parameters
    ----------
    wordnet : WordNet
    lemmas : Lemmas

    Returns
    -------
    Ragged
        The most frequent sense of each word first; none where WordNet lacks the word.
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
        `NO_SENSE` where a word has none.
    """
    return _chosen(senses, np.zeros(len(senses), np.int64))


def fitting_senses(
    wordnet: WordNet, lemma_ids: IntArray, senses: Ragged, *, examples: bool = False
) -> IntArray:
    """Return the sense of each word whose gloss is most like the words around it.

    Parameters
    ----------
    wordnet, lemma_ids, senses, examples
        See `gloss_cosines`.

    Returns
    -------
    ndarray of int64, shape (words,)
        Of senses that fit equally well the first, so that a word whose glosses have
        nothing in common with its context has its first sense; `NO_SENSE` where a word
        has none.
    """
    cosines = gloss_cosines(wordnet, lemma_ids, senses, examples=examples)
    best = np.zeros(len(senses), np.int64)
    for word in np.flatnonzero(senses.lengths > 1):
        best[word] = np.argmax(cosines[senses.offsets[word] : senses.offsets[word + 1]])
    return _chosen(senses, best)


def gloss_cosines(
    wordnet: WordNet, lemma_ids: IntArray, senses: Ragged, *, examples: bool = False
) -> FloatArray:
    """Return how much the gloss of each sense of each word is like the words around it.

    Both are vectors of how often each lemma occurs, compared by the cosine of the angle
    between them. The context is the whole snippet but for the one word itself. The paper
    names no weights for the lemmas, so they have none.

    Parameters
    ----------
    wordnet : WordNet
    lemma_ids : ndarray of int64, shape (words,)
        The digests of the lemmas of all words of a snippet. Words of the closed classes
        are in no gloss; they change the cosines, but not which is greatest.
    senses : Ragged
        The senses of each of the words; see `senses_of_lemmas`.
    examples : bool
        Whether to look at the examples in the glosses too; the paper speaks of their
        definitions.

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
    in_context = np.bincount(own_lemmas[own_lemmas >= 0], minlength=_types(wordnet))
    around = in_context[lemmas] - (own_lemmas[words[rows]] == lemmas)
    products = np.bincount(rows, around * occurrences, minlength=len(words))
    gloss_norms = np.bincount(rows, occurrences**2, minlength=len(words))
    norms = np.sqrt(gloss_norms * _context_norms(lemma_ids)[words])
    cosines: FloatArray = products / np.where(norms > 0, norms, 1.0)
    return cosines


def _gloss_vectors(
    wordnet: WordNet, senses: IntArray, *, examples: bool
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the place of each sense, the lemmas of its gloss, and how often each occurs."""
    offsets = wordnet.arrays["gloss_offsets"].astype(np.int64)
    synsets = wordnet.sense_synsets[senses].astype(np.int64)
    starts, stops = offsets[2 * synsets], offsets[2 * synsets + (2 if examples else 1)]
    places = ranges(starts, stops - starts)
    rows = np.repeat(np.arange(len(senses)), places.lengths)
    keys = rows * _types(wordnet) + wordnet.arrays["gloss_lemmas"][places.values]
    distinct, occurrences = np.unique(keys, return_counts=True)
    rows, lemmas = np.divmod(distinct, _types(wordnet))
    return rows, lemmas, occurrences


def _types(wordnet: WordNet) -> int:
    """Return how many lemmas there are in glosses."""
    return len(wordnet.arrays["gloss_lemma_digests"])


def _gloss_lemmas(wordnet: WordNet, lemma_ids: IntArray) -> IntArray:
    """Return the number that each lemma has in glosses, -1 if it is in none."""
    digests = wordnet.arrays["gloss_lemma_digests"]
    places = np.minimum(np.searchsorted(digests, lemma_ids), len(digests) - 1)
    return np.where(digests[places] == lemma_ids, places, -1).astype(np.int64)


def _context_norms(lemma_ids: IntArray) -> IntArray:
    """Return the squared length of the vector of all words but one, for each of them."""
    _, types, counts = np.unique(lemma_ids, return_inverse=True, return_counts=True)
    norms: IntArray = (counts**2).sum() - 2 * counts[types] + 1
    return norms


def _chosen(senses: Ragged, places: IntArray) -> IntArray:
    """Return the sense at a place among those of each word."""
    chosen = np.full(len(senses), NO_SENSE, np.int64)
    known = senses.lengths > 0
    chosen[known] = senses.values[(senses.offsets[:-1] + places)[known]]
    return chosen
