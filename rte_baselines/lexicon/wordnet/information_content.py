"""Information content: how surprising it is to meet a synset or anything below it."""

from collections.abc import Mapping

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.parts import Part
from rte_baselines.lexicon.wordnet.taxonomy import climb_each, taxonomy_of


def tag_count_content(wordnet: WordNet, smoothing: float = 1.0) -> FloatArray:
    """Return the information content of each synset by how often its senses were tagged.

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
    """Return the information content of each synset by the words of a corpus.

    Parameters
    ----------
    wordnet : WordNet
    counts : mapping of (str, Part) to float
        How often the corpus has each lemma as each part of speech. A lemma's count is
        shared evenly among its senses, as in Resnik 1995; words that WordNet has not are
        passed over.
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

    A synset is met wherever one of the synsets below it is. With f its count and those
    of all synsets below it, and N the counts of all synsets of its part of speech, its
    information content is -log(f / N). NLTK's ``ic`` counts otherwise in two ways. Where
    two ways lead up from a synset to another in equally many links, it may count the
    lower one twice. And it adds the smoothing to each synset after counting, so that
    what is below a synset is not smoothed, and a synset may be met more often than all
    of them together.

    Parameters
    ----------
    wordnet : WordNet
    counts : ndarray of float64, shape (synsets,)
        How often each synset itself was met; not negative.
    smoothing : float
        Added to each count. At 0, a synset that was never met, nor any below it, has
        infinite information content; measures treat it as having none in common.

    Returns
    -------
    ndarray of float64, shape (synsets,)
        In nats, from 0 at the root of the nouns upwards.

    Raises
    ------
    InputError
        If a count or the smoothing is negative or not finite, or there are not as many
        counts as synsets.

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
    below = np.arange(len(wordnet))
    above = climb_each(below, taxonomy_of(wordnet))
    repeated = np.repeat(own, np.diff(above.offsets))
    met = np.bincount(above.concepts, repeated, minlength=len(wordnet))
    parts = wordnet.parts(below)
    totals = np.bincount(parts, own)[parts]
    content = np.full(len(wordnet), np.inf)
    known = met > 0
    # Sums in different orders may carry the root a last digit past the total.
    content[known] = np.log(totals[known] / np.minimum(met, totals)[known])
    return content
