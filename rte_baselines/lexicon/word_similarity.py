"""Base class of word similarities, which compare the lemmas of a pair."""

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
    """Words of a snippet, as input to word similarities.

    Parameters
    ----------
    strings : sequence of str
        The lemmas, in lower case.
    parts : sequence of str
        Their Universal Dependencies tags: NOUN, VERB, PROPN, ...
    ids : ndarray of int64, shape (words,)
        The digests of the strings.
    """

    strings: Sequence[str]
    parts: Sequence[str]
    ids: IntArray

    def __len__(self) -> int:
        return len(self.strings)


class WordSimilarity(Component):
    """Base class of similarities of each word of a hypothesis to each word of a text."""

    kind: ClassVar[str] = "word_similarities"
    relation: ClassVar[str]
    """The name of the relation of similar words, in a word or two, for explanations."""

    @property
    @abstractmethod
    def maximum(self) -> float:
        """The greatest similarity, which is that of equal lemmas."""

    @abstractmethod
    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Return all similarities, shape (words of the hypothesis, words of the text).

        Finite, from 0 (dissimilar or unknown) to `maximum`. Equal lemmas have the maximum,
        even unknown ones.
        """


@registry.word_similarities("equality.v1")
class Equality(WordSimilarity):
    """1 for equal lemmas, 0 for all others."""

    relation = "same lemma"
    maximum = 1.0

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Compare the lemmas, shape (words of the hypothesis, words of the text)."""
        return np.equal.outer(hypothesis.ids, text.ids).astype(np.float64)
