"""Base class of word similarities, which compare the lemmas of a pair."""

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

import numpy as np

from rte_baselines.components import Component
from rte_baselines.kernels.ragged import FloatArray, IntArray, VectorArray
from rte_baselines.registry import registry

VECTORS = "token_vectors"
"""The layer of the vectors of words."""


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
    vectors : ndarray of float16, shape (words, dimensions), optional
        The vectors of the words in their contexts, for similarities that need them.
    """

    strings: Sequence[str]
    parts: Sequence[str]
    ids: IntArray
    vectors: VectorArray | None = None

    def __len__(self) -> int:
        return len(self.strings)


def word_types(snippets: Sequence[Lemmas]) -> tuple[Lemmas, IntArray]:
    """Return the distinct words of some snippets, and which of them each word is.

    Parameters
    ----------
    snippets : sequence of Lemmas
        One or more, whose vectors are left out.

    Returns
    -------
    types : Lemmas
        Each lemma with each of its parts of speech once, in the order of their first words.
    type_of_word : ndarray of int64, shape (words of all snippets,)
        The index of each word's type.
    """
    numbers: defaultdict[tuple[str, str], int] = defaultdict()
    numbers.default_factory = numbers.__len__
    words = chain.from_iterable(
        zip(snippet.strings, snippet.parts, strict=True) for snippet in snippets
    )
    type_of_word = np.fromiter(map(numbers.__getitem__, words), np.int64, sum(map(len, snippets)))
    ids = np.empty(len(numbers), np.int64)
    ids[type_of_word] = np.concatenate([snippet.ids for snippet in snippets])
    strings, parts = zip(*numbers, strict=True) if numbers else ((), ())
    return Lemmas(strings, parts, ids), type_of_word


class WordSimilarity(Component):
    """Base class of similarities of each word of a hypothesis to each word of a text."""

    kind: ClassVar[str] = "word_similarities"
    relation: ClassVar[str]
    """The name of the relation of similar words, in a word or two, for explanations."""
    needs_vectors: ClassVar[bool] = False
    """Whether it compares words in their contexts, by `Lemmas.vectors`, and not word types."""

    @property
    def layers(self) -> tuple[str, ...]:
        """The analysis layers that it reads besides lemmas and parts of speech."""
        return (VECTORS,) if self.needs_vectors else ()

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

    def matrices(self, pairs: Iterable[tuple[Lemmas, Lemmas]]) -> Iterator[FloatArray]:
        """Yield the `matrix` of the words of each hypothesis and each text.

        A similarity overrides this if it can compare the words of several pairs at once.
        """
        return (self.matrix(hypothesis, text) for hypothesis, text in pairs)


@registry.word_similarities("equality.v1")
class Equality(WordSimilarity):
    """1 for equal lemmas, 0 for all others."""

    relation = "same lemma"
    maximum = 1.0

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Compare the lemmas, shape (words of the hypothesis, words of the text)."""
        return np.equal.outer(hypothesis.ids, text.ids).astype(np.float64)
