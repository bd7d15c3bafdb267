"""Base class of synset similarities."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.database.relations import Part

_ONLY = np.zeros(1, np.int64)


@dataclass(frozen=True)
class WordSenses:
    """Lemmas with the synsets of their senses, none if WordNet lacks the word.

    `parts` are the parts of speech; `NO_PART` if WordNet does not cover it.
    """

    words: tuple[str, ...]
    parts: IntArray
    synsets: Ragged


class SynsetSimilarity(ABC):
    """The similarity of synsets, and of words by their most similar senses."""

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet

    @abstractmethod
    def best(
        self, first: WordSenses, second: WordSenses, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Return the similarity of the most similar synsets of pairs of words; 0 without synsets.

        `rows` and `columns` are the indices of the words in `first` and in `second`; it is fastest
        if the rows are in ascending order.
        """

    @abstractmethod
    def normalized(self, similarities: FloatArray, parts: IntArray) -> FloatArray:
        """Scale the values of `best` to the range from 0 to 1, keeping their order.

        `parts` are the parts of speech of the first word of each pair.
        """

    def of_synsets(self, first: int, second: int) -> float:
        """Return the similarity of two synsets; InputError if WordNet has no such synsets."""
        self._require_synsets(np.array([first, second]))
        return self._best(self._alone(first), self._alone(second))

    def of_words(self, first: str, second: str, part: Part) -> float:
        """Return the similarity of the most similar senses of two lemmas.

        0 if WordNet lacks either lemma with that part of speech.
        """
        return self._best(self._word_senses(first, part), self._word_senses(second, part))

    def _best(self, first: WordSenses, second: WordSenses) -> float:
        """Return the similarity of two words."""
        return float(self.best(first, second, _ONLY, _ONLY)[0])

    def _word_senses(self, word: str, part: Part) -> WordSenses:
        synsets = Ragged.concatenate([self.wordnet.synsets(word, part)])
        return WordSenses((word,), np.array([part]), synsets)

    def _alone(self, synset: int) -> WordSenses:
        part = self.wordnet.part(synset)
        # The empty word is not part of a compound.
        return WordSenses(("",), np.array([part]), Ragged.concatenate([np.array([synset])]))

    def _require_synsets(self, synsets: IntArray) -> None:
        """Check that the synsets exist, because kernels do not check bounds."""
        if len(synsets) and not 0 <= synsets.min() <= synsets.max() < len(self.wordnet):
            raise InputError(f"unknown synset; expected one from 0 to {len(self.wordnet) - 1}")
