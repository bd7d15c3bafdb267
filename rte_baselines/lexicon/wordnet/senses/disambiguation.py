"""Word sense disambiguation by the first sense or the fitting gloss, and the layer of senses."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.layer import KEPT_WORDS, Layer
from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged
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


def fitting_senses(wordnet: WordNet, lemma_ids: IntArray, senses: Ragged) -> IntArray:
    """Return the sense of each word of a snippet whose gloss is most similar to its context.

    It is the first of equally similar senses, so that a word whose glosses have nothing in common
    with its context has its first sense; `NO_SENSE` if it has none. Parameters are those of
    `gloss_cosines`.
    """
    cosines = gloss_cosines(wordnet, lemma_ids, senses)
    best = np.zeros(len(senses), np.int64)
    for word in np.flatnonzero(senses.lengths).tolist():
        best[word] = cosines[senses.offsets[word] : senses.offsets[word + 1]].argmax()
    return _chosen(senses, best)


def gloss_cosines(wordnet: WordNet, lemma_ids: IntArray, senses: Ragged) -> FloatArray:
    """Return the cosine similarity of the gloss of each sense to the context of its word.

    The vectors count lemmas; the gloss is the definition without the examples. The context is the
    snippet without the word itself. The paper names no weights of lemmas, so they are not weighted.
    (Pérez and Alfonseca 2006, "Using Bleu-like algorithms for the automatic recognition of
    entailment", section 3; Lesk 1986, "Automatic sense disambiguation using machine readable
    dictionaries".)

    `lemma_ids` has the digests of the lemmas of all words of the snippet. Words of the closed
    classes are in no gloss; they change the cosines, but not which is greatest. `senses` has those
    of each word; see `senses_of_lemmas`. The cosine of an empty gloss is 0.
    """
    counts = Counter(lemma_ids.tolist())
    squares = sum(count**2 for count in counts.values())
    cosines = []
    for word, own in enumerate(lemma_ids.tolist()):
        # The vector of the context is that of the snippet, with one less of the word's own lemma.
        context_squares = squares - 2 * counts[own] + 1
        for synset in wordnet.sense_synsets[senses[word]].tolist():
            gloss, gloss_squares = _gloss_vector(wordnet, synset)
            product = sum(count * counts[lemma] for lemma, count in gloss.items()) - gloss[own]
            cosines.append(product / math.sqrt(gloss_squares * context_squares or 1))
    return np.array(cosines)


@lru_cache(maxsize=KEPT_WORDS)
def _gloss_vector(wordnet: WordNet, synset: int) -> tuple[Counter[int], int]:
    """Return how often each lemma is in the definition of a synset, and the sum of the squares."""
    counts = Counter(wordnet.definition(synset).tolist())
    return counts, sum(count**2 for count in counts.values())


def _chosen(senses: Ragged, indices: IntArray) -> IntArray:
    """Return the sense of each word at an index into its senses."""
    chosen = np.full(len(senses), NO_SENSE, np.int64)
    known = senses.lengths > 0
    chosen[known] = senses.values[(senses.offsets[:-1] + indices)[known]]
    return chosen


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
        for analysis in analyses:
            lemmas = Lemmas(analysis.lemmas, analysis.pos, analysis.ids("lemmas"))
            chosen = fitting_senses(wordnet, lemmas.ids, senses_of_lemmas(wordnet, lemmas))
            known = chosen != NO_SENSE
            synsets = wordnet.sense_synsets[chosen[known]].tolist()
            yield {
                "senses": _replaced(analysis.norms, known, synsets),
                "stemmed_senses": _replaced(analysis.stems, known, synsets),
            }


def _replaced(words: Sequence[str], known: BoolArray, synsets: Sequence[int]) -> tuple[str, ...]:
    """Replace each known word by the name of its synset, which is unlike any word."""
    replaced = list(words)
    for position, synset in zip(np.flatnonzero(known).tolist(), synsets, strict=True):
        replaced[position] = f"synset {synset}"
    return tuple(replaced)
