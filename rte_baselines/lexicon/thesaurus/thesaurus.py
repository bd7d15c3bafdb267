"""Thesauri: the most similar words of each word, of the same part of speech."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.registry import registry
from rte_baselines.core.resources.arrays import ArrayChecks, ArrayFolder, open_arrays
from rte_baselines.kernels.ragged import FloatArray, IntArray, offsets_of
from rte_baselines.lexicon.corpus.array_resources import (
    ArrayResource,
    Provenance,
    write_corpus_resource,
)
from rte_baselines.lexicon.corpus.vocabulary import (
    NOT_FOUND,
    Vocabulary,
    check_vocabulary,
    vocabulary_arrays,
)
from rte_baselines.lexicon.word_similarity import Lemmas, TypeSimilarity

FORMAT = "thesaurus.v1"

PARTS = ("noun", "verb", "adjective")
"""The parts of speech of a thesaurus; only words of the same one are compared."""

PART_OF_TAG: Mapping[str, str] = MappingProxyType(
    {
        "NOUN": "noun",
        "PROPN": "noun",
        "VERB": "verb",
        "ADJ": "adjective",
        "ADV": "adjective",
        "PRON": "pronoun",
    }
)
"""The part of speech of each Universal Dependencies tag in triples."""

_STEPS = 65535
"""Similarities are stored as integers from 0 to this number."""


class Entry(NamedTuple):
    """A word of a thesaurus with its neighbours."""

    word: str
    part: str
    neighbours: Sequence[tuple[str, float]]
    """Words of the same part of speech and their similarities, from 0 to 1."""


class Thesaurus(ArrayResource):
    """The neighbours of nouns, verbs and adjectives with their similarities.

    Similarity is symmetric, but lists have a maximum length: a word may be in the list of
    another but not vice versa. The similarity of two words is that in either list.
    """

    resource = "thesaurus"

    def __init__(self, arrays: ArrayFolder) -> None:
        self.vocabulary = Vocabulary.from_arrays(arrays)
        self.description = arrays.description
        offsets = arrays["offsets"]
        self._lists = len(offsets) - 1
        owners = np.repeat(np.arange(self._lists), np.diff(offsets))
        # Ascending keys of pairs, and a last one that is sought for no pair.
        self._keys = np.append(owners * self._lists + arrays["neighbours"], self._lists**2)
        self._steps = np.append(arrays["similarities"], 0)

    @classmethod
    def _open_folder(cls, folder: str) -> "Thesaurus":
        return cls(open_arrays(folder, FORMAT, check_arrays))

    def similarities(
        self, first: Lemmas, second: Lemmas, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Return the similarities, from 0 to 1, of pairs of words by their indices."""
        entries, others = (self._entries(lemmas) for lemmas in (first, second))
        entries, others = entries[rows], others[columns]
        steps = np.maximum(self._steps_of(entries, others), self._steps_of(others, entries))
        return np.where((entries >= 0) & (others >= 0), steps / _STEPS, 0.0)

    def _steps_of(self, entries: IntArray, neighbours: IntArray) -> NDArray[np.uint16]:
        """Return the similarity of each neighbour in the list of its entry, 0 if it lacks it."""
        sought = entries * self._lists + neighbours
        places = np.searchsorted(self._keys, sought)
        return np.where(self._keys[places] == sought, self._steps[places], 0)

    def _entries(self, lemmas: Lemmas) -> IntArray:
        """Return the index of the list of each word; negative if it has none."""
        rows = self.vocabulary.rows_of_ids(lemmas.ids)
        parts = [PART_OF_TAG.get(tag) for tag in lemmas.parts]
        numbers = np.array([PARTS.index(part) if part in PARTS else -1 for part in parts], np.int64)
        is_known = (rows != NOT_FOUND) & (numbers >= 0)
        return np.where(is_known, numbers * len(self.vocabulary) + rows, -1)


def check_arrays(folder: ArrayFolder) -> None:
    """Check that the arrays of a folder are those of a thesaurus."""
    checks = ArrayChecks(folder)
    words = check_vocabulary(checks)
    lists = len(PARTS) * words
    neighbours = checks.rows("neighbours", ["uint16", "uint32"], below=lists)
    offsets = checks.offsets("offsets", "int32", lists, len(neighbours))
    entries = np.repeat(np.arange(lists), np.diff(offsets))
    part_is_same = neighbours // max(words, 1) == entries // max(words, 1)
    checks.require("neighbours", part_is_same, "expected words of the part of speech of the list")
    checks.require("neighbours", neighbours != entries, "expected other words than the list's own")
    checks.ascending("neighbours", neighbours, offsets)
    checks.numbers("similarities", ["uint16"], (len(neighbours),), least=1)


@registry.word_similarities("thesaurus.v1")
class ThesaurusSimilarity(TypeSimilarity):
    """The similarity of the dependencies of two words, by the thesaurus in use.

    Source: Lin 1998, "Automatic Retrieval and Clustering of Similar Words".
    """

    relation = "similar dependencies"
    reads = ("thesaurus",)
    maximum = 1.0

    def of_types(
        self, hypothesis: Lemmas, text: Lemmas, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Look some of the lemmas up; see `TypeSimilarity.of_types`."""
        return Thesaurus.open().similarities(hypothesis, text, rows, columns)


def write_thesaurus(
    folder: str | Path, entries: Iterable[Entry], *, provenance: Provenance, **description: Any
) -> None:
    """Write a thesaurus and further entries of ``resource.json`` to a folder.

    The folder is written atomically; an existing thesaurus is replaced. Parts of speech are in
    `PARTS`. If a pair is repeated, the larger similarity counts.
    """
    lists = _Lists()
    for entry in entries:
        lists.add(entry)
    write_corpus_resource(
        folder,
        lists.arrays(),
        format_name=FORMAT,
        provenance=provenance,
        title="Thesaurus",
        summary=(
            "The most similar words of each noun, verb and adjective or adverb, by the "
            "dependencies that they share (Lin 1998)."
        ),
        words=lists.words,
        **description,
    )


class _Lists:
    """Collects entries compactly, because published thesauri have millions of neighbours."""

    def __init__(self) -> None:
        self.words = 0
        self._rows: dict[str, int] = {}
        self._parts = array("b")
        self._words = array("i")
        self._neighbours = array("i")
        self._similarities = array("d")

    def add(self, entry: Entry) -> None:
        self.words += 1
        row, part = self._row(entry.word), PARTS.index(entry.part)
        for neighbour, similarity in entry.neighbours:
            self._parts.append(part)
            self._words.append(row)
            self._neighbours.append(self._row(neighbour))
            self._similarities.append(similarity)

    def _row(self, word: str) -> int:
        return self._rows.setdefault(word, len(self._rows))

    def arrays(self) -> dict[str, NDArray[Any]]:
        lists = len(PARTS) * len(self._rows)
        first_of_part = np.asarray(self._parts, np.int64) * len(self._rows)
        entries = first_of_part + np.asarray(self._words)
        neighbours = first_of_part + np.asarray(self._neighbours)
        steps = np.rint(np.asarray(self._similarities) * _STEPS).astype(np.uint16)
        # Similarities that round to 0, words themselves and repeated pairs are dropped.
        order = np.lexsort((-steps.astype(np.int64), neighbours, entries))
        order = order[(steps[order] > 0) & (entries[order] != neighbours[order])]
        pairs = entries[order] * lists + neighbours[order]
        order = order[np.diff(pairs, prepend=-1) != 0]
        return {
            **vocabulary_arrays(list(self._rows)),
            "offsets": offsets_of(np.bincount(entries[order], minlength=lists)).astype(np.int32),
            "neighbours": neighbours[order].astype(np.uint16 if lists <= 1 << 16 else np.uint32),
            "similarities": steps[order],
        }
