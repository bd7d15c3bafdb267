"""The layer of word senses, by disambiguation in context."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.layer import Layer
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet.database import wordnet_in_use
from rte_baselines.lexicon.wordnet.disambiguation import (
    NO_SENSE,
    fitting_senses,
    senses_of_lemmas,
)
from rte_baselines.registry import registry


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
