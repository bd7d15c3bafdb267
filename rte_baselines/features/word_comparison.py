"""The words that one side of a pair lacks, to be compared with the words that it has."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.lexicon.word_similarity import Lemmas, word_types


@dataclass(frozen=True)
class WordTypes:
    """The distinct words of a snippet; with vectors, which depend on the context, all words.

    Parameters
    ----------
    lemmas : Lemmas
        One for each type.
    type_of_word : ndarray of int64, shape (words,)
        The index of each word's type.
    """

    lemmas: Lemmas
    type_of_word: IntArray

    @classmethod
    def of(cls, lemmas: Lemmas) -> "WordTypes":
        """Find the types of some words."""
        if lemmas.vectors is not None:
            return cls(lemmas, np.arange(len(lemmas)))
        return cls(*word_types([lemmas]))

    def keep(self, mask: BoolArray) -> Lemmas:
        """Return some of the words."""
        kept, lemmas = mask.tolist(), self.lemmas
        strings, parts = (tuple(compress(some, kept)) for some in (lemmas.strings, lemmas.parts))
        vectors = None if lemmas.vectors is None else lemmas.vectors[mask]
        return Lemmas(strings, parts, lemmas.ids[mask], vectors)


@dataclass(frozen=True)
class Comparison:
    """The words of one snippet that the other lacks, to be compared with those of the other.

    Equal words have similarity 1, and most words of a hypothesis occur in the text.

    Parameters
    ----------
    words : WordTypes
        Those of the snippet.
    is_missing : ndarray of bool, shape (types,)
        Which of them the other snippet lacks.
    hypothesis, text : Lemmas
        What is compared: the missing words of one, and all words of the other.
    axis : int
        That of the words of the other snippet in a matrix of similarities.
    """

    words: WordTypes
    is_missing: BoolArray
    hypothesis: Lemmas
    text: Lemmas
    axis: int

    @property
    def is_needed(self) -> bool:
        """Whether any word is missing."""
        return bool(self.is_missing.any())

    def best(self, matrices: Iterator[FloatArray], maximum: float) -> FloatArray:
        """Return the highest similarity of each word of the snippet, shape (words,).

        Parameters
        ----------
        matrices : iterator of ndarray
            The next one is that of this comparison, if it is needed.
        maximum : float
            The highest value in a matrix.
        """
        best = np.ones(len(self.words.lemmas))
        if self.is_needed:
            similarities = next(matrices) / maximum
            best[self.is_missing] = similarities.max(axis=self.axis, initial=0.0)
        return best[self.words.type_of_word]


def of_hypothesis(hypothesis: WordTypes, text: WordTypes) -> Comparison:
    """Compare the words that only the hypothesis has with those of the text."""
    missing = _is_missing(hypothesis, text)
    return Comparison(hypothesis, missing, hypothesis.keep(missing), text.lemmas, axis=1)


def of_text(hypothesis: WordTypes, text: WordTypes) -> Comparison:
    """Compare the words that only the text has with those of the hypothesis."""
    missing = _is_missing(text, hypothesis)
    return Comparison(text, missing, hypothesis.lemmas, text.keep(missing), axis=0)


def _is_missing(words: WordTypes, snippet: WordTypes) -> BoolArray:
    """Mark the words that do not occur in a snippet, shape (words,)."""
    is_equal = words.lemmas.ids[:, np.newaxis] == snippet.lemmas.ids
    missing: BoolArray = ~is_equal.any(axis=1)
    return missing
