"""The lexical units of a snippet: its words and WordNet's multiword units."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.trees.dependency_nodes import negated_words
from rte_baselines.kernels.ragged import BoolArray, Ragged, offsets_of
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.senses.disambiguation import senses_of_lemmas
from rte_baselines.lexicon.wordnet.senses.multiword_units import MultiwordUnit, MultiwordUnits

LAYERS = ("norms", "lemmas", "lemmas.ids", "pos", "heads", "relations", "is_negation")
"""The analysis layers that lexical units are built from."""


@dataclass(frozen=True)
class LexicalUnits:
    """The lexical units of a snippet: first its words, by position, then its multiword units.

    Parameters
    ----------
    words : int
        The number of words.
    multiword_units : tuple of MultiwordUnit
    heads : tuple of int
        The position of the head word of each multiword unit.
    senses : Ragged
        The senses of each lexical unit; for multiword units those of all parts of speech.
    negated : ndarray of bool, shape (lexical units,)
        A multiword unit is negated if its head word is.
    """

    words: int
    multiword_units: tuple[MultiwordUnit, ...]
    heads: tuple[int, ...]
    senses: Ragged
    negated: BoolArray

    @classmethod
    def of(cls, analysis: Analysis, wordnet: WordNet) -> "LexicalUnits":
        """Find the lexical units of a snippet."""
        units = _multiword_units(wordnet, analysis.lemmas, analysis.norms)
        heads = [_head(analysis, unit) for unit in units]
        lemmas = Lemmas(analysis.lemmas, analysis.pos, analysis.ids("lemmas"))
        of_words = senses_of_lemmas(wordnet, lemmas)
        of_units = Ragged.concatenate(wordnet.senses(unit.word) for unit in units)
        negated = negated_words(analysis)
        return cls(
            words=len(analysis),
            multiword_units=units,
            heads=tuple(heads),
            senses=_concatenated(of_words, of_units),
            negated=np.concatenate([negated, negated[np.array(heads, np.int64)]]),
        )

    def headed_by(self, position: int) -> list[int]:
        """Return the index of the word, and of the multiword unit that it heads, if any."""
        units = enumerate(self.heads, self.words)
        return [position, *(number for number, head in units if head == position)]

    def containing(self, position: int) -> list[int]:
        """Return the index of the word, and of the multiword unit that contains it, if any."""
        units = enumerate(self.multiword_units, self.words)
        return [position, *(number for number, unit in units if unit.start <= position < unit.stop)]


def _head(analysis: Analysis, unit: MultiwordUnit) -> int:
    """Return the first word of a unit whose head is outside of the unit."""
    heads = analysis.heads[unit.start : unit.stop]
    outside = (heads < unit.start) | (heads >= unit.stop)
    return unit.start + int(np.argmax(outside))


def _concatenated(first: Ragged, second: Ragged) -> Ragged:
    """Return the sequences of the first, then those of the second."""
    lengths = np.concatenate([first.lengths, second.lengths])
    return Ragged(np.concatenate([first.values, second.values]), offsets_of(lengths))


@lru_cache(maxsize=4)
def _finder(wordnet: WordNet) -> MultiwordUnits:
    return MultiwordUnits(wordnet)


# Cached, because finding units is slow and several features and systems read the same snippets.
@lru_cache(maxsize=4_000)
def _multiword_units(
    wordnet: WordNet, lemmas: tuple[str, ...], forms: tuple[str, ...]
) -> tuple[MultiwordUnit, ...]:
    return _finder(wordnet).find(lemmas, forms)
