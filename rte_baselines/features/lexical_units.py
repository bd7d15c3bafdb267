"""The lexical units of a snippet: its words, and WordNet's multiword units among them."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.dependency_nodes import negated_words
from rte_baselines.kernels.ragged import BoolArray, Ragged, offsets_of
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.disambiguation import senses_of_lemmas
from rte_baselines.lexicon.wordnet.multiword_units import MultiwordUnit, MultiwordUnits

LAYERS = ("norms", "lemmas", "lemmas.ids", "pos", "heads", "relations", "is_negation")
"""The layers of analysis that lexical units are made of."""


@dataclass(frozen=True)
class LexicalUnits:
    """The words of a snippet, each under its place, and after them its multiword units.

    Parameters
    ----------
    words : int
        How many words there are.
    multiword_units : tuple of MultiwordUnit
    heads : tuple of int
        The place of the word that heads each multiword unit.
    senses : Ragged
        Of each lexical unit; multiword units have those of all parts of speech.
    negated : ndarray of bool, shape (lexical units,)
        A multiword unit is negated if the word is that heads it.
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
            senses=_end_to_end(of_words, of_units),
            negated=np.concatenate([negated, negated[np.array(heads, np.int64)]]),
        )

    def headed_by(self, place: int) -> list[int]:
        """Return the word at a place, and the multiword unit that it heads if it does."""
        units = enumerate(self.heads, self.words)
        return [place, *(number for number, head in units if head == place)]

    def containing(self, place: int) -> list[int]:
        """Return the word at a place, and the multiword unit that it is part of if it is."""
        units = enumerate(self.multiword_units, self.words)
        return [place, *(number for number, unit in units if unit.start <= place < unit.stop)]


def _head(analysis: Analysis, unit: MultiwordUnit) -> int:
    """Return the first word of a unit whose own head is outside of it."""
    heads = analysis.heads[unit.start : unit.stop]
    outside = (heads < unit.start) | (heads >= unit.stop)
    return unit.start + int(np.argmax(outside))


def _end_to_end(first: Ragged, second: Ragged) -> Ragged:
    """Return the sequences of the first and then those of the second."""
    lengths = np.concatenate([first.lengths, second.lengths])
    return Ragged(np.concatenate([first.values, second.values]), offsets_of(lengths))


@lru_cache(maxsize=4)
def _finder(wordnet: WordNet) -> MultiwordUnits:
    return MultiwordUnits(wordnet)


# Finding units takes longest of all, and features and systems look at the same snippets.
@lru_cache(maxsize=4_000)
def _multiword_units(
    wordnet: WordNet, lemmas: tuple[str, ...], forms: tuple[str, ...]
) -> tuple[MultiwordUnit, ...]:
    return _finder(wordnet).find(lemmas, forms)
