"""The information content of synsets."""

from collections.abc import Mapping

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.database.parts import Part
from rte_baselines.lexicon.wordnet.similarity.taxonomy import hypernyms_of_each, taxonomy_of


def tag_count_content(wordnet: WordNet, smoothing: float = 1.0) -> FloatArray:
    """Return the information content of each synset by the tag counts of its senses.

    Parameters
    ----------
    wordnet : WordNet
    smoothing : float
        See `information_content`.

    Returns
    -------
    ndarray of float64, shape (synsets,)
        See `information_content`.
    """
    tagged = np.bincount(wordnet.sense_synsets, wordnet.tag_counts, minlength=len(wordnet))
    return information_content(wordnet, tagged.astype(np.float64), smoothing)


def word_count_content(
    wordnet: WordNet, counts: Mapping[tuple[str, Part], float], smoothing: float = 1.0
) -> FloatArray:
    """Return the information content of each synset by the word counts of a corpus.

    Parameters
    ----------
    wordnet : WordNet
    counts : mapping of (str, Part) to float
        The count of each lemma with each part of speech. It is divided equally among the
        senses of the lemma, as in Resnik 1995. Words that WordNet lacks are ignored.
    smoothing : float
        See `information_content`.

    Returns
    -------
    ndarray of float64, shape (synsets,)
        See `information_content`.
    """
    own = np.zeros(len(wordnet))
    for (word, part), count in counts.items():
        synsets = wordnet.synsets(word, part)
        own[synsets] += count / max(len(synsets), 1)
    return information_content(wordnet, own, smoothing)


def information_content(wordnet: WordNet, counts: FloatArray, smoothing: float = 1.0) -> FloatArray:
    """Return the information content of each synset.

    An occurrence of a synset is an occurrence of all its hypernyms. The information content
    is -log(f / N), where f is the sum of the counts of the synset and of all its hyponyms,
    and N the sum of the counts of all synsets of its part of speech. NLTK's ``ic`` differs
    in two ways. It may count a synset twice for a hypernym with two paths of equal length.
    And it adds the smoothing after the summation, so that hyponyms are not smoothed, and f
    can exceed N.

    Parameters
    ----------
    wordnet : WordNet
    counts : ndarray of float64, shape (synsets,)
        The count of each synset without its hyponyms; not negative.
    smoothing : float
        Added to each count. With 0, a synset that has no occurrence has infinite information
        content; measures treat it as sharing no information.

    Returns
    -------
    ndarray of float64, shape (synsets,)
        In nats, from 0 at the root of the nouns upwards.

    Raises
    ------
    InputError
        If a count or the smoothing is negative or not finite, or if the number of counts is
        not the number of synsets.

    References
    ----------
    Resnik 1995, "Using information content to evaluate semantic similarity in a
    taxonomy", equation 1 and section 3.
    """
    own = np.asarray(counts, dtype=np.float64) + smoothing
    if own.shape != (len(wordnet),):
        raise InputError(f"counts of {own.size} synsets; expected {len(wordnet)}")
    if smoothing < 0 or not (np.isfinite(own) & (own >= smoothing)).all():
        raise InputError("counts and smoothing must be finite and not negative")
    synsets = np.arange(len(wordnet))
    above = hypernyms_of_each(synsets, taxonomy_of(wordnet))
    occurrences = np.bincount(above.hypernyms, own[above.positions], minlength=len(wordnet))
    parts = wordnet.parts(synsets)
    totals = np.bincount(parts, own)[parts]
    content = np.full(len(wordnet), np.inf)
    known = occurrences > 0
    # Rounding may make the sum at the root greater than the total.
    content[known] = np.log(totals[known] / np.minimum(occurrences, totals)[known])
    return content
