"""Base class of synset similarities."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.parts import Part


@dataclass(frozen=True)
class WordSenses:
    """Words with the synsets of their senses.

    Parameters
    ----------
    words : tuple of str
        Lemmas.
    parts : ndarray of int64, shape (words,)
        Their parts of speech; `NO_PART` if WordNet does not cover it.
    synsets : Ragged
        The synsets of each word; empty if WordNet lacks it.
    """

    words: tuple[str, ...]
    parts: IntArray
    synsets: Ragged


class SynsetSimilarity(ABC):
    """The similarity of synsets, and of words by their most similar senses.

    Parameters
    ----------
    wordnet : WordNet
    """

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet

    @abstractmethod
    def best(self, first: WordSenses, second: WordSenses) -> FloatArray:
        """Return the similarity of the most similar synsets of each pair of words.

        Shape (words in first, words in second); 0 if either word has no synsets.
        """

    @abstractmethod
    def normalized(self, similarities: FloatArray, parts: IntArray) -> FloatArray:
        """Scale the values of `best` to the range from 0 to 1, keeping their order.

        Parameters
        ----------
        similarities : ndarray of float64, shape (words in first, words in second)
        parts : ndarray of int64, shape (words in first,)
            The parts of speech of the first words.
        """

    def of_synsets(self, first: int, second: int) -> float:
        """Return the similarity of two synsets.

        Raises
        ------
        InputError
            If WordNet has no such synsets.
        """
        self._require_synsets(np.array([first, second]))
        return float(self.best(self._alone(first), self._alone(second))[0, 0])

    def of_words(self, first: str, second: str, part: Part) -> float:
        """Return the similarity of the most similar senses of two lemmas.

        0 if WordNet lacks either lemma with that part of speech.
        """
        senses = [self._of_word(word, part) for word in (first, second)]
        return float(self.best(*senses)[0, 0])

    def _of_word(self, word: str, part: Part) -> WordSenses:
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
