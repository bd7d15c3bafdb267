"""What all similarities of synsets have in common."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.parts import Part


@dataclass(frozen=True)
class WordSenses:
    """Words, each with the synsets that it may mean.

    Parameters
    ----------
    words : tuple of str
        Lemmas.
    parts : ndarray of int64, shape (words,)
        Their parts of speech, `NO_PART` where WordNet has none such.
    synsets : Ragged
        The synsets of each word; none where WordNet lacks it.
    """

    words: tuple[str, ...]
    parts: IntArray
    synsets: Ragged


class SynsetSimilarity(ABC):
    """Says how similar synsets are; words are as similar as their most similar senses.

    Parameters
    ----------
    wordnet : WordNet
    """

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet

    @abstractmethod
    def best(self, first: WordSenses, second: WordSenses) -> FloatArray:
        """Return the similarity of the most similar synsets of every two words.

        Shape (words in first, words in second); 0 where either has no synsets.
        """

    @abstractmethod
    def normalized(self, similarities: FloatArray, parts: IntArray) -> FloatArray:
        """Bring what `best` returns to the range from 0 to 1, in an order that nothing contradicts.

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

        0 if WordNet lacks either of them as that part of speech.
        """
        senses = [self._of_word(word, part) for word in (first, second)]
        return float(self.best(*senses)[0, 0])

    def _of_word(self, word: str, part: Part) -> WordSenses:
        synsets = Ragged.concatenate([self.wordnet.synsets(word, part)])
        return WordSenses((word,), np.array([part]), synsets)

    def _alone(self, synset: int) -> WordSenses:
        part = self.wordnet.part(synset)
        # Without a word of its own, nothing is a compound with it.
        return WordSenses(("",), np.array([part]), Ragged.concatenate([np.array([synset])]))

    def _require_synsets(self, synsets: IntArray) -> None:
        """Check that there are such synsets, as kernels do not look at bounds."""
        if len(synsets) and not 0 <= synsets.min() <= synsets.max() < len(self.wordnet):
            raise InputError(f"there are synsets 0 to {len(self.wordnet) - 1}, and no others")
