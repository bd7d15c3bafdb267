"""Shards of a parsed corpus: sentences with their lemmas and dependencies, in arrays.

Words are numbered over the shard. Dependencies are stored twice: sorted by relation and lemma
of the head, and sorted by relation and lemma of the dependent, so that the dependencies of a
template's edge are a slice of an array.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.analysis import Analysis
from rte_baselines.core.resources.arrays import ArrayFolder, open_arrays
from rte_baselines.kernels.ragged import IntArray, offsets_of
from rte_baselines.lexicon.corpus.vocabulary import Vocabulary, vocabulary_arrays
from rte_baselines.rules.dependencies import LAYERS as DEPENDENCY_LAYERS
from rte_baselines.rules.dependencies import dependencies_of

FORMAT = "parsed-corpus-shard.v1"

LAYERS = (*DEPENDENCY_LAYERS, "words", "word_offsets", "sentence_starts", "noun_phrases")
"""The layers of analysis that shards are made from."""

PARTS = (
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN"),
    *("PUNCT", "SCONJ", "SYM", "VERB", "X"),
)
"""The parts of speech; a shard has their numbers."""

_PART_NUMBERS = {part: number for number, part in enumerate(PARTS)}


class Edges(NamedTuple):
    """Dependencies of one relation, by the numbers of their words."""

    heads: IntArray
    dependents: IntArray


class Shard:
    """Sentences with their lemmas and dependencies, from the arrays of `shard_arrays`.

    Attributes
    ----------
    vocabulary : Vocabulary
        The lemmas.
    relations : Vocabulary
    lemmas : ndarray of int32, shape (words,)
        The row of each word's lemma.
    parts : ndarray of uint8, shape (words,)
        The number of each word's part of speech in `PARTS`.
    heads, dependents : ndarray of int32, shape (dependencies,)
        The words of each dependency, sorted by relation, lemma of the head, head, dependent.
    edge_relations : ndarray of uint16, shape (dependencies,)
        The row of each dependency's relation.
    """

    def __init__(self, arrays: ArrayFolder) -> None:
        self.vocabulary = Vocabulary.from_arrays(arrays)
        self.relations = Vocabulary.from_arrays(arrays, "relations")
        self.lemmas = arrays["lemmas"]
        self.parts = arrays["parts"]
        self.heads = arrays["heads"]
        self.dependents = arrays["dependents"]
        self.edge_relations = arrays["edge_relations"]
        self.digest = arrays.digest
        self._arrays = arrays

    @classmethod
    def open(cls, folder: Path) -> "Shard":
        """Map a shard into memory, and compare it with its digest."""
        return cls(open_arrays(folder, FORMAT, lambda arrays: None))

    @property
    def sentences(self) -> int:
        """The number of sentences."""
        return len(self._arrays["sentence_starts"]) - 1

    def sentence_of(self, words: IntArray) -> IntArray:
        """Return the number of the sentence of each word; shape as `words`."""
        starts = self._arrays["sentence_starts"]
        return np.asarray(np.searchsorted(starts, words, side="right") - 1, np.int64)

    def sentence(self, number: int) -> str:
        """Return the text of a sentence by its number."""
        start, end = self._arrays["text_offsets"][number : number + 2].tolist()
        return self._arrays["texts"][start:end].tobytes().decode("utf-8")

    def phrase(self, word: int, sentence: str) -> str:
        """Return the noun phrase that a word heads, or the word itself."""
        start, end = self._arrays["phrases"][word].tolist()
        return sentence[start:end]

    def lemma(self, word: int) -> str:
        """Return the lemma of a word."""
        return self.vocabulary.string(int(self.lemmas[word]))

    def edges(self, relation: int, head: int | None, dependent: int | None) -> Edges:
        """Return the dependencies with a relation, and with lemmas of both ends; None for any.

        They are sorted by head if its lemma is given, else by dependent if that is.
        """
        if head is not None:
            start, end = self._slice("head", relation, head)
            edges = Edges(self.heads[start:end], self.dependents[start:end])
            if dependent is None:
                return edges
            is_kept = self.lemmas[edges.dependents] == dependent
            return Edges(edges.heads[is_kept], edges.dependents[is_kept])
        if dependent is not None:
            start, end = self._slice("dependent", relation, dependent)
            rows = self._arrays["by_dependent"][start:end]
            return Edges(self.heads[rows], self.dependents[rows])
        start, end = np.searchsorted(self.edge_relations, [relation, relation + 1]).tolist()
        return Edges(self.heads[start:end], self.dependents[start:end])

    def _slice(self, end: str, relation: int, lemma: int) -> tuple[int, int]:
        keys = self._arrays[f"{end}_keys"]
        key = relation * len(self.vocabulary) + lemma
        place = int(keys.searchsorted(key))
        if place == len(keys) or keys[place] != key:
            return 0, 0
        start, stop = self._arrays[f"{end}_offsets"][place : place + 2].tolist()
        return start, stop


def shard_arrays(analyses: Iterable[Analysis]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a shard.

    The analyses have the layers in `LAYERS` and are read one by one.
    """
    collected = _Collected()
    for analysis in analyses:
        collected.add(analysis)
    return collected.arrays()


class _Collected:
    """The sentences of a shard while it is built."""

    def __init__(self) -> None:
        self._lemmas: dict[str, int] = {}
        self._relations: dict[str, int] = {}
        self._rows: list[int] = []
        self._parts: list[int] = []
        self._phrases: list[tuple[int, int]] = []
        self._edges: list[tuple[int, int, int]] = []
        self._starts: list[int] = []
        self._texts: list[bytes] = []

    def add(self, analysis: Analysis) -> None:
        """Add the sentences of a snippet."""
        first = len(self._rows)
        dependencies = dependencies_of(analysis)
        self._edges += [
            (first + head, _number(self._relations, relation), first + dependent)
            for head, relation, dependent in dependencies.edges
        ]
        self._rows += [_number(self._lemmas, lemma) for lemma in dependencies.lemmas]
        self._parts += [_PART_NUMBERS.get(part, _PART_NUMBERS["X"]) for part in analysis.pos]
        spans = _spans(analysis)
        starts = np.flatnonzero(analysis.sentence_starts).tolist()
        for start, end in pairwise([*starts, len(analysis)]):
            begin, stop = int(analysis.word_offsets[start]), _end(analysis, end - 1)
            self._starts.append(first + start)
            self._texts.append(analysis.text[begin:stop].replace("\n", " ").encode())
            self._phrases += [
                (max(low, begin) - begin, min(high, stop) - begin) for low, high in spans[start:end]
            ]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays, with the dependencies in both orders."""
        edges = np.array(self._edges, np.int64).reshape(-1, 3)
        lemmas = np.array(self._rows, np.int32)
        words, vocabulary = len(lemmas), max(len(self._lemmas), 1)
        heads, relations, dependents = edges.T
        by_head = np.lexsort((dependents, heads, relations * vocabulary + lemmas[heads]))
        heads, relations, dependents = (array[by_head] for array in (heads, relations, dependents))
        keys_of_dependents = relations * vocabulary + lemmas[dependents]
        by_dependent = np.lexsort((heads, dependents, keys_of_dependents))
        return {
            **vocabulary_arrays(list(self._lemmas)),
            **vocabulary_arrays(list(self._relations), "relations"),
            "lemmas": lemmas,
            "parts": np.array(self._parts, np.uint8),
            "phrases": np.array(self._phrases, np.int32).reshape(-1, 2),
            "sentence_starts": np.array([*self._starts, words], np.int32),
            "texts": np.frombuffer(b"".join(self._texts), np.uint8),
            "text_offsets": offsets_of(np.array([len(text) for text in self._texts], np.int64)),
            "heads": heads.astype(np.int32),
            "dependents": dependents.astype(np.int32),
            "edge_relations": relations.astype(np.uint16),
            "by_dependent": by_dependent.astype(np.int32),
            **_keys("head", relations * vocabulary + lemmas[heads]),
            **_keys("dependent", keys_of_dependents[by_dependent]),
        }


def _number(numbers: dict[str, int], string: str) -> int:
    return numbers.setdefault(string, len(numbers))


def _keys(end: str, keys: IntArray) -> dict[str, NDArray[Any]]:
    """Return the distinct ones of some sorted keys, and where each begins."""
    distinct, starts = np.unique(keys, return_index=True)
    return {
        f"{end}_keys": distinct.astype(np.int64),
        f"{end}_offsets": np.append(starts, len(keys)).astype(np.int32),
    }


def _spans(analysis: Analysis) -> Sequence[tuple[int, int]]:
    """Return the first character and the end of the noun phrase of each word, or of the word."""
    starts = analysis.word_offsets.tolist()
    spans = [(start, _end(analysis, word)) for word, start in enumerate(starts)]
    for phrase in analysis.layer("noun_phrases"):
        spans[phrase.head] = starts[phrase.words[0]], _end(analysis, phrase.words[-1])
    return spans


def _end(analysis: Analysis, word: int) -> int:
    return int(analysis.word_offsets[word]) + len(analysis.words[word])
