"""Which words of a text entail which words of a hypothesis, and how."""

from abc import ABC, abstractmethod
from functools import lru_cache

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.lexical_units import LexicalUnits
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.lexical_entailment import LexicalEntailment


class WordEntailment(ABC):
    """Which words of one text entail which of one hypothesis, and how."""

    @abstractmethod
    def distances(self) -> FloatArray:
        """Return how far words are from those they entail, infinite where they do not.

        The shape is (words of the hypothesis, words of the text). The nearer, the less
        there is to explain.
        """

    @abstractmethod
    def relation(self, text_place: int, place: int) -> str:
        """Return how a word of the text entails one of the hypothesis, given that it does."""


class SameWord(WordEntailment):
    """A word entails those that are the same in lower case, negated or not."""

    def __init__(self, text: Analysis, hypothesis: Analysis) -> None:
        self._is_same = _is_same(text, hypothesis, "norms")

    def distances(self) -> FloatArray:
        """Return 0 or infinity."""
        return np.where(self._is_same, 0.0, np.inf)

    def relation(self, text_place: int, place: int) -> str:
        """Return what there is to say."""
        return "same word"


class WordNetEntailment(WordEntailment):
    """Entailment by WordNet, of words and of the multiword units among them.

    A word entails those with the same word or lemma, provided that both or neither are
    negated, and those that `LexicalEntailment` says. What entails a multiword unit
    entails each of its words; what such a unit entails, the word that heads it does.

    Parameters
    ----------
    text, hypothesis : Analysis
    wordnet : WordNet

    References
    ----------
    Herrera, Peñas and Verdejo 2006, "Textual entailment recognition based on dependency
    analysis and WordNet", section 3.
    """

    def __init__(self, text: Analysis, hypothesis: Analysis, wordnet: WordNet) -> None:
        self._entailment = _lexical_entailment(wordnet)
        self._text = LexicalUnits.of(text, wordnet)
        self._hypothesis = LexicalUnits.of(hypothesis, wordnet)
        as_negated = np.equal.outer(
            self._hypothesis.negated[: len(hypothesis)], self._text.negated[: len(text)]
        )
        self._is_same_word = _is_same(text, hypothesis, "norms") & as_negated
        self._is_same_lemma = _is_same(text, hypothesis, "lemmas") & as_negated

    def distances(self) -> FloatArray:
        """Return 0 for the same word, 1 for the same lemma, more the longer WordNet's path."""
        text, hypothesis = self._text, self._hypothesis
        lengths = self._entailment.lengths(
            text.senses, hypothesis.senses, text.negated, hypothesis.negated
        )
        for number, unit in enumerate(hypothesis.multiword_units, hypothesis.words):
            of_words = lengths[unit.start : unit.stop]
            np.minimum(of_words, lengths[number], out=of_words)
        for number, head in enumerate(text.heads, text.words):
            lengths[:, head] = np.minimum(lengths[:, head], lengths[:, number])
        distances = 2 + lengths[: hypothesis.words, : text.words]
        distances[self._is_same_lemma] = 1
        distances[self._is_same_word] = 0
        return distances

    def relation(self, text_place: int, place: int) -> str:
        """Return what is the same or, for the nearest two lexical units, the path."""
        if self._is_same_word[place, text_place]:
            return "same word"
        if self._is_same_lemma[place, text_place]:
            return "same lemma"
        paths = (
            self._entailment.path(
                self._text.senses[entailing],
                self._hypothesis.senses[entailed],
                text_negated=bool(self._text.negated[entailing]),
                hypothesis_negated=bool(self._hypothesis.negated[entailed]),
            )
            for entailing in self._text.headed_by(text_place)
            for entailed in self._hypothesis.containing(place)
        )
        shortest = min(filter(None, paths), key=lambda path: path.length)
        return shortest.describe(self._entailment.wordnet)


# It takes a moment to make, and components are copied.
@lru_cache(maxsize=4)
def _lexical_entailment(wordnet: WordNet) -> LexicalEntailment:
    return LexicalEntailment(wordnet)


def _is_same(text: Analysis, hypothesis: Analysis, level: str) -> BoolArray:
    """Return which words are equal, shape (words of the hypothesis, words of the text)."""
    equal: BoolArray = np.equal.outer(hypothesis.ids(level), text.ids(level))
    return equal
