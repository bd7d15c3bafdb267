"""Word similarities, which compare the lemmas of a pair: base classes, equality, vectors."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from rte_baselines.analysis.analyzer import numbered
from rte_baselines.analysis.encoder.cosines import cosines
from rte_baselines.core.components import Component
from rte_baselines.core.errors import RteBaselinesError
from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged, VectorArray, ranges

VECTORS = "token_vectors"
"""The layer of the vectors of words."""

# The number of pairs of words that are compared at once, about.
_CHUNK = 1 << 16


@dataclass(frozen=True)
class Lemmas:
    """Words of a snippet, as input to word similarities.

    `strings` are the lemmas, in lower case, `parts` their Universal Dependencies tags, `ids` the
    digests of the strings. `vectors`, shape (words, dimensions), are those of the words in their
    contexts, for similarities that need them.
    """

    strings: Sequence[str]
    parts: Sequence[str]
    ids: IntArray
    vectors: VectorArray | None = None

    def part(self, start: int, end: int) -> "Lemmas":
        """Return the words from one index to another."""
        return Lemmas(
            self.strings[start:end],
            self.parts[start:end],
            self.ids[start:end],
            None if self.vectors is None else self.vectors[start:end],
        )

    def take(self, words: IntArray) -> "Lemmas":
        """Return some of the words, given as indices."""
        numbers = words.tolist()
        return Lemmas(
            [self.strings[number] for number in numbers],
            [self.parts[number] for number in numbers],
            self.ids[words],
            None if self.vectors is None else self.vectors[words],
        )

    def __len__(self) -> int:
        return len(self.strings)


def word_types(words: Lemmas) -> tuple[Lemmas, IntArray]:
    """Return the distinct words, without vectors, and which of them each word is.

    Types are each lemma with each of its parts of speech, in the order of their first words.
    """
    distinct, type_of_word = numbered(zip(words.strings, words.parts, strict=True), len(words))
    ids = np.empty(len(distinct), np.int64)
    ids[type_of_word] = words.ids
    strings, parts = zip(*distinct, strict=True) if distinct else ((), ())
    return Lemmas(strings, parts, ids), type_of_word


@dataclass(frozen=True)
class SnippetWords:
    """The words of some snippets, as indices into `lemmas`, which has each word of them once."""

    lemmas: Lemmas
    words: Ragged

    def __getitem__(self, snippet: int) -> Lemmas:
        return self.lemmas.take(self.words[snippet])


class WordSimilarity(Component):
    """Base class of similarities of each word of a hypothesis to each word of a text."""

    kind: ClassVar[str] = "word_similarities"
    relation: ClassVar[str] = "similar"
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

    def highest(
        self, hypotheses: SnippetWords, texts: SnippetWords, axis: Literal[0, 1]
    ) -> FloatArray:
        """Return the highest similarity of each word to a word of the other snippet of its pair.

        There is one hypothesis and one text for every pair. `axis` is that of the other snippet's
        words in a `matrix`: 1 to return the similarities of the words of the hypotheses, 0 those of
        the texts. 0 if the other snippet has no words. Similarities of another shape than stated,
        or not in [0, `maximum`], are errors.
        """
        sought = texts if axis == 0 else hypotheses
        highest = [np.empty(0)]
        for pair in np.flatnonzero(sought.words.lengths).tolist():
            hypothesis, text = hypotheses[pair], texts[pair]
            matrix = self.matrix(hypothesis, text)
            self._check("matrix", matrix, (len(hypothesis), len(text)))
            highest.append(matrix.max(axis=axis, initial=0.0))
        return np.concatenate(highest)

    def _check(self, method: str, values: FloatArray, shape: tuple[int, ...]) -> None:
        """Check the shape and the range of a method's result."""
        name = f"{type(self).__name__}.{method}"
        if np.shape(values) != shape:
            raise RteBaselinesError(
                f"{name} gave similarities of shape {np.shape(values)}; expected {shape}"
            )
        # A similarity can exceed the maximum by a rounding error.
        in_range = (values >= 0) & (values <= self.maximum * (1 + 1e-9))
        if not in_range.all():
            raise RteBaselinesError(
                f"{name} gave the similarity {values[~in_range][0]}; expected numbers from 0 to "
                f"its maximum, {self.maximum}"
            )


class TypeSimilarity(WordSimilarity):
    """Base class of similarities that depend on lemmas and parts of speech alone.

    The words of several pairs are compared at once, and each two words once.
    """

    @abstractmethod
    def of_types(
        self, hypothesis: Lemmas, text: Lemmas, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Return the similarities of some pairs of words, none of which have equal lemmas.

        `rows` and `columns` are indices into `hypothesis` and into `text` for each pair of words.
        Similarities are from 0 to `maximum`.
        """

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Compare all words, shape (words of the hypothesis, words of the text)."""
        shape = len(hypothesis), len(text)
        rows, columns = (axis.ravel() for axis in np.indices(shape))
        return self._compared(hypothesis, text, rows, columns).reshape(shape)

    def highest(
        self, hypotheses: SnippetWords, texts: SnippetWords, axis: Literal[0, 1]
    ) -> FloatArray:
        """Return the highest similarity of each word; see `WordSimilarity.highest`."""
        sought, others = (texts, hypotheses) if axis == 0 else (hypotheses, texts)
        snippets = sought.words.owners
        sizes = others.words.lengths[snippets]
        highest = np.zeros(len(snippets))
        for some in _chunks(sizes):
            compared = ranges(others.words.offsets[snippets[some]], sizes[some])
            other_words = others.words.values[compared.values]
            words = np.repeat(sought.words.values[some], sizes[some])
            rows, columns = (other_words, words) if axis == 0 else (words, other_words)
            similarities = self._compare_distinct(hypotheses.lemmas, texts.lemmas, rows, columns)
            highest[some] = np.maximum.reduceat(similarities, compared.offsets[:-1])
        return highest

    def _compare_distinct(
        self, hypothesis: Lemmas, text: Lemmas, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Compare pairs of words that may be repeated and may use only some of the lemmas."""
        distinct, places = np.unique(rows * len(text) + columns, return_inverse=True)
        rows, columns = np.divmod(distinct, len(text))
        some_of_hypothesis, rows = np.unique(rows, return_inverse=True)
        some_of_text, columns = np.unique(columns, return_inverse=True)
        first, second = hypothesis.take(some_of_hypothesis), text.take(some_of_text)
        return self._compared(first, second, rows, columns)[places]

    def _compared(
        self, hypothesis: Lemmas, text: Lemmas, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        similarities = np.full(len(rows), self.maximum)
        unequal = np.flatnonzero(hypothesis.ids[rows] != text.ids[columns])
        computed = self.of_types(hypothesis, text, rows[unequal], columns[unequal])
        self._check("of_types", computed, unequal.shape)
        similarities[unequal] = computed
        return similarities


def _chunks(sizes: IntArray) -> Iterator[IntArray]:
    """Yield chunks of word indices, with a limited number of comparisons in each chunk.

    `sizes` are the numbers of words that each word is compared with; words without any are left
    out.
    """
    words = np.flatnonzero(sizes)
    chunk_of_word = np.cumsum(sizes[words]) // _CHUNK
    yield from np.split(words, np.flatnonzero(np.diff(chunk_of_word)) + 1) if len(words) else ()


@registry.word_similarities("equality.v1")
class Equality(WordSimilarity):
    """1 for equal lemmas, 0 for all others."""

    relation = "same lemma"
    maximum = 1.0

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Compare the lemmas, shape (words of the hypothesis, words of the text)."""
        return np.equal.outer(hypothesis.ids, text.ids).astype(np.float64)


@registry.word_similarities("contextual.v1")
class ContextualSimilarity(WordSimilarity):
    """The cosine of the vectors of two words in their contexts, from the sentence encoder.

    Negative cosines count as 0. Equal lemmas have similarity 1 in any context, as in all word
    similarities, because features that compare words skip equal ones.

    Parameters
    ----------
    minimum : float
        The lowest cosine that counts; lower cosines are replaced by 0. In context, any two words
        have some similarity.
    """

    relation = "cosine"
    reads = ("encoder",)
    needs_vectors: ClassVar[bool] = True
    maximum = 1.0

    def __init__(self, minimum: float = 0.0) -> None:
        self.minimum = minimum

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Compare the vectors, shape (words of the hypothesis, words of the text)."""
        if hypothesis.vectors is None or text.vectors is None:
            raise ValueError("contextual.v1 compares lemmas with vectors")
        similarities = np.maximum(cosines(hypothesis.vectors, text.vectors), 0.0)
        similarities[similarities < self.minimum] = 0.0
        similarities[np.equal.outer(hypothesis.ids, text.ids)] = self.maximum
        return similarities
