"""Batches of analysed pairs, as flat arrays for the kernels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import numbered
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import named
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged, offsets_of
from rte_baselines.kernels.words.ngrams import MatchCounts, ngram_matches
from rte_baselines.lexicon.weighting import Weighting
from rte_baselines.lexicon.word_similarity import (
    VECTORS,
    Lemmas,
    SnippetWords,
    WordSimilarity,
    word_types,
)

Level = Literal[
    "words",
    "norms",
    "stems",
    "porter_stems",
    "lemmas",
    "tagged_lemmas",
    "senses",
    "stemmed_senses",
]
"""The layer of strings by which two words are equal."""

Drop = Literal["nothing", "punctuation", "stop_words", "closed_class", "function_words"]
"""Which words a feature excludes; the last three exclude punctuation as well.

Closed-class words are a list; function words are identified by their part of speech. A snippet of
which nothing would be left, such as "?!" or "It is.", is compared by all of it.
"""

Made = TypeVar("Made")
_DROPPED_LAYERS: dict[Drop, tuple[str, ...]] = {
    "nothing": (),
    "punctuation": ("is_punctuation",),
    "stop_words": ("is_punctuation", "is_stop_word"),
    "closed_class": ("is_punctuation", "is_closed_class"),
    "function_words": ("is_punctuation", "is_function_word"),
}


@dataclass(frozen=True)
class WordTypes:
    """The distinct words of snippets; if words have vectors, which depend on context, all words.

    `snippets`: the types of each snippet. `type_of_word`, shape (words,): the index of each word's
    type in the values of ``snippets.words``.
    """

    snippets: SnippetWords
    type_of_word: IntArray

    @classmethod
    def of(cls, lemmas: Lemmas, offsets: IntArray) -> "WordTypes":
        """Find the types of the words of each snippet, given where its words start."""
        if lemmas.vectors is not None:
            every = np.arange(len(lemmas))
            return cls(SnippetWords(lemmas, Ragged(every, offsets)), every)
        types, type_of_word = word_types(lemmas)
        words = Ragged(type_of_word, offsets)
        keys = words.owners * len(types) + type_of_word
        distinct, places = np.unique(keys, return_inverse=True)
        snippets, rows = np.divmod(distinct, max(len(types), 1))
        sizes = np.bincount(snippets, minlength=len(words))
        return cls(SnippetWords(types, Ragged(rows, offsets_of(sizes))), places)


@dataclass(frozen=True)
class WordsToCompare:
    """The words of one side that the other side lacks, to be compared with the other side's words.

    Words that both sides have are not compared, because their similarity is 1. They include most
    words of a hypothesis.

    `words`: the words of the side whose words are looked up. `is_missing`, shape (types of all
    snippets,): whether the other snippet of the pair lacks each of these types. `hypotheses`,
    `texts`: the words to compare: the missing words of one side, and all words of the other side.
    `axis`: the axis of the other side's words in a matrix of similarities.
    """

    words: WordTypes
    is_missing: BoolArray
    hypotheses: SnippetWords
    texts: SnippetWords
    axis: Literal[0, 1]

    @classmethod
    def of(cls, looked_up: WordTypes, others: WordTypes, axis: Literal[0, 1]) -> "WordsToCompare":
        """Compare the words that only one side has with those of the other; see `axis`."""
        snippets = looked_up.snippets, others.snippets
        ids = np.concatenate([side.lemmas.ids for side in snippets])
        distinct, codes = np.unique(ids, return_inverse=True)
        parts = np.split(codes, [len(looked_up.snippets.lemmas)])
        # A word of a pair's snippet is a number, which is the same on both sides.
        keys, other_keys = (
            side.words.owners * len(distinct) + part[side.words.values]
            for side, part in zip(snippets, parts, strict=True)
        )
        missing: BoolArray = np.isin(keys, other_keys, invert=True)
        kept = SnippetWords(looked_up.snippets.lemmas, looked_up.snippets.words.keep(missing))
        sides = (kept, others.snippets) if axis == 1 else (others.snippets, kept)
        return cls(looked_up, missing, *sides, axis=axis)

    def best(self, similarity: WordSimilarity) -> FloatArray:
        """Return the highest similarity of each word, from 0 to 1, shape (words,)."""
        best = np.ones(len(self.is_missing))
        highest = similarity.highest(self.hypotheses, self.texts, self.axis)
        best[self.is_missing] = highest / similarity.maximum
        return best[self.words.type_of_word]


@dataclass(frozen=True)
class Selection:
    """Which words of a snippet are compared, and by which layer of strings."""

    level: Level
    drop: Drop

    @property
    def layers(self) -> tuple[str, ...]:
        """The analysis layers that it reads."""
        return (f"{self.level}.ids", *_DROPPED_LAYERS[self.drop])

    @property
    def weighed_layer(self) -> str:
        """The layer of strings that weightings read: lemmas for levels with tags or senses."""
        is_made_of_lemmas = self.level in ("tagged_lemmas", "senses", "stemmed_senses")
        return "lemmas" if is_made_of_lemmas else self.level

    def positions(self, analysis: Analysis) -> IntArray:
        """Return the positions of the selected words in the snippet."""
        return np.flatnonzero(
            _kept(self.drop, offsets_of(np.array([len(analysis)])), analysis.layer)
        )


class Side:
    """The texts or the hypotheses of some pairs, with each layer concatenated."""

    def __init__(self, analyses: Sequence[Analysis]) -> None:
        self.analyses = analyses
        self._cache: dict[Any, Any] = {}

    @cached_property
    def offsets(self) -> IntArray:
        """The start of each snippet's words and the end of the last, shape (snippets + 1,)."""
        return offsets_of(np.array([len(analysis) for analysis in self.analyses], np.int64))

    def marks(self, layer: str) -> BoolArray:
        """Return a layer of booleans, shape (words,)."""
        return self._array(layer, np.bool_)

    def numbers(self) -> FloatArray:
        """Return the values of number words, NaN for other words, shape (words,)."""
        return self._array("numbers", np.float64)

    def heads(self) -> IntArray:
        """Return the head of each word, counted over the side; -1 for roots, shape (words,)."""
        heads = self._array("heads", np.int64)
        starts = np.repeat(self.offsets[:-1], np.diff(self.offsets))
        return np.where(heads < 0, heads, heads + starts)

    def counts(self, marks: BoolArray) -> IntArray:
        """Return the number of marked words of each snippet, shape (snippets,)."""
        return _counts(marks, self.offsets)

    def kept(self, drop: Drop) -> BoolArray:
        """Mark the words that are kept, shape (words,)."""
        return _kept(drop, self.offsets, self.marks)

    def ids(self, selection: Selection) -> Ragged:
        """Return the ids of the selected words of each snippet."""

        def keep() -> Ragged:
            return self.all_ids(selection.level).keep(self.kept(selection.drop))

        return _once(self._cache, selection, keep)

    def all_ids(self, layer: str) -> Ragged:
        """Return the ids of a layer of strings, for all words."""
        return Ragged(self._array(f"{layer}.ids", np.int64), self.offsets)

    def weights(self, layer: str, weighting: Weighting) -> FloatArray:
        """Return the weights of all words by a layer of strings, shape (words,).

        Those of a snippet without weight, such as one of punctuation alone under ``idf.v1``, are 1.
        """
        strings = self.strings(layer)
        distinct, string_of_word = _once(
            self._cache, ("distinct", layer), lambda: numbered(strings, len(strings))
        )
        weights = weighting.weights(distinct)[string_of_word]
        is_without_weight = self.counts(weights > 0) == 0
        return np.where(np.repeat(is_without_weight, np.diff(self.offsets)), 1.0, weights)

    def lemmas(self, drop: Drop, *, with_vectors: bool = False) -> list[Lemmas]:
        """Return the lemmas of each snippet that are kept, for word similarities."""
        lemmas = self._kept_lemmas(drop, with_vectors=with_vectors)
        return [
            lemmas.part(start, end)
            for start, end in pairwise(self.ids(Selection("lemmas", drop)).offsets.tolist())
        ]

    def word_types(self, drop: Drop, *, with_vectors: bool) -> WordTypes:
        """Return the distinct lemmas of each snippet that are kept; they are cached."""

        def find() -> WordTypes:
            lemmas = self._kept_lemmas(drop, with_vectors=with_vectors)
            return WordTypes.of(lemmas, self.ids(Selection("lemmas", drop)).offsets)

        return _once(self._cache, ("types", drop, with_vectors), find)

    def _kept_lemmas(self, drop: Drop, *, with_vectors: bool) -> Lemmas:
        return self.lemmas_of(np.flatnonzero(self.kept(drop)), with_vectors=with_vectors)

    def lemmas_of(self, words: IntArray, *, with_vectors: bool) -> Lemmas:
        """Return the lemmas of some words, for word similarities.

        `words`: indices of words, counted over the side. `with_vectors`: whether a similarity needs
        the vectors of the words.
        """
        strings, parts = self.strings("lemmas"), self.strings("pos")
        numbers = words.tolist()
        vectors = self._array(VECTORS, np.float16)[words] if with_vectors else None
        return Lemmas(
            [strings[word] for word in numbers],
            [parts[word] for word in numbers],
            self.all_ids("lemmas").values[words],
            vectors,
        )

    def strings(self, layer: str) -> list[str]:
        """Return a layer of strings, one for each word."""
        snippets = (analysis.layer(layer) for analysis in self.analyses)
        return _once(self._cache, ("strings", layer), lambda: list(chain.from_iterable(snippets)))

    def _array(self, layer: str, kind: type[np.generic]) -> NDArray[Any]:
        arrays = (analysis.layer(layer) for analysis in self.analyses)
        return _once(
            self._cache,
            ("array", layer),
            lambda: np.concatenate(list(arrays)) if self.analyses else np.empty(0, kind),
        )


class PairBatch:
    """Analyses of some pairs; arrays and counts are computed once and shared by all features.

    There is one text and one hypothesis for each pair. Without the ids of the pairs, which are for
    messages, they are counted from 1. `sides` has the texts and the hypotheses, concatenated.
    """

    def __init__(
        self,
        texts: Sequence[Analysis],
        hypotheses: Sequence[Analysis],
        pair_ids: Sequence[str] | None = None,
    ) -> None:
        self.texts = texts
        self.hypotheses = hypotheses
        counted_ids = map(str, range(1, len(texts) + 1))
        self.pair_ids = tuple(counted_ids if pair_ids is None else pair_ids)
        self.sides = (Side(texts), Side(hypotheses))
        self._cache: dict[Any, Any] = {}

    def ids(self, selection: Selection) -> tuple[Ragged, Ragged]:
        """Return the ids of the selected words of the texts and of the hypotheses."""
        texts, hypotheses = self.sides
        return texts.ids(selection), hypotheses.ids(selection)

    def ngram_matches(self, selection: Selection, max_n: int) -> MatchCounts:
        """Count the n-grams of the selected words; the counts are cached."""
        sides = self.ids(selection)
        return _once(self._cache, (selection, max_n), lambda: ngram_matches(*sides, max_n))

    def comparison(
        self, looked_up: Literal["text", "hypothesis"], drop: Drop, *, with_vectors: bool
    ) -> WordsToCompare:
        """Return the words of one side to be compared with those of the other; they are cached.

        `with_vectors`: whether the words are compared by their vectors.
        """

        def compare() -> WordsToCompare:
            texts, hypotheses = (
                side.word_types(drop, with_vectors=with_vectors) for side in self.sides
            )
            if looked_up == "hypothesis":
                return WordsToCompare.of(hypotheses, texts, axis=1)
            return WordsToCompare.of(texts, hypotheses, axis=0)

        return _once(self._cache, (looked_up, drop, with_vectors), compare)

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        return named(self, counted(len(self), "pair"))


def _kept(drop: Drop, offsets: IntArray, marks_of: Callable[[str], BoolArray]) -> BoolArray:
    """Mark the words of some snippets that are kept, shape (words,).

    `offsets`: the start of each snippet's words and the end of the last. `marks_of` returns a layer
    of booleans. A snippet of which nothing would be left keeps all of it; see `Drop`.
    """
    kept = np.ones(offsets[-1], dtype=np.bool_)
    if drop == "nothing":
        return kept
    for layer in _DROPPED_LAYERS[drop]:
        kept &= ~marks_of(layer)
    kept |= np.repeat(_counts(kept, offsets) == 0, np.diff(offsets))
    return kept


def _counts(marks: BoolArray, offsets: IntArray) -> IntArray:
    return np.diff(np.append(0, np.cumsum(marks))[offsets])


def _once(cache: dict[Any, Any], key: Any, make: Callable[[], Made]) -> Made:
    """Return what is in a cache, where it is put when it is first asked for."""
    if key not in cache:
        cache[key] = make()
    made: Made = cache[key]
    return made
