"""Similarities of words: what a feature asks of WordNet, a thesaurus or verb relations."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rte_baselines.components import Component
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.registry import registry


@dataclass(frozen=True)
class Lemmas:
    """Some words of a snippet, as similarities look at them.

    Parameters
    ----------
    strings : sequence of str
        The lemmas, in lower case.
    parts : sequence of str
        Their parts of speech, as Universal Dependencies names them: NOUN, VERB, PROPN, ...
    ids : ndarray of int64, shape (words,)
        The digests of the strings.
    """

    strings: Sequence[str]
    parts: Sequence[str]
    ids: IntArray

    def __len__(self) -> int:
        return len(self.strings)


class WordSimilarity(Component):
    """Says how similar each word of a hypothesis is to each word of a text."""

    kind: ClassVar[str] = "word_similarities"
    relation: ClassVar[str]
    """How two words met that are similar, in a word or two, for explanations."""

    @property
    @abstractmethod
    def maximum(self) -> float:
        """The largest value; what a word has with itself, where the similarity knows it."""

    @abstractmethod
    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Return all similarities, shape (words of the hypothesis, words of the text).

        Finite, from 0 (nothing in common, or not known) to `maximum`. Equal lemmas have
        the maximum whether or not the similarity knows the word.
        """


@registry.word_similarities("equality.v1")
class Equality(WordSimilarity):
    """1 for equal lemmas, 0 for all others."""

    relation = "same lemma"

    @property
    def maximum(self) -> float:
        """One."""
        return 1.0

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Compare the lemmas, shape (words of the hypothesis, words of the text)."""
        return np.equal.outer(hypothesis.ids, text.ids).astype(np.float64)
