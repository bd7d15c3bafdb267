"""The layer of word senses, by disambiguation in context."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.layer import Layer
from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import BoolArray, IntArray, Ragged
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.senses.disambiguation import (
    NO_SENSE,
    fitting_senses,
    senses_of_lemmas,
)

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
