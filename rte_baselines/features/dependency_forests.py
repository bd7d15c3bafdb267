"""Dependency trees of snippets as ordered forests in postorder."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np

from rte_baselines.analysis.token_ids import TokenIds
from rte_baselines.features.batch import Drop, Side
from rte_baselines.features.dependency_nodes import nearest_kept
from rte_baselines.kernels.postorder import postorder
from rte_baselines.kernels.ragged import IntArray, Ragged, offsets_of
from rte_baselines.lexicon.word_similarity import Lemmas

Unit = Literal["sentence", "snippet"]

LAYERS = (
    *("lemmas", "lemmas.ids", "pos", "pos.ids", "heads", "relations.ids"),
    *("sentence_starts", "is_punctuation"),
)
"""The layers of analysis that forests are made of."""

NO_RELATION = 0
"""Stands for the relation of a root."""

_DROP: Drop = "punctuation"
_NOUN, _PROPER_NOUN = TokenIds()(["NOUN", "PROPN"]).tolist()


@dataclass(frozen=True)
class Nodes:
    """The nodes of a snippet's forests, forest by forest, in postorder.

    Parameters
    ----------
    lemmas : Lemmas
    relations : ndarray of int64, shape (nodes,)
        To the word above, as numbers; `NO_RELATION` for roots.
    parts : ndarray of int64, shape (nodes,)
        The parts of speech as numbers; a proper noun is a noun.
    """

    lemmas: Lemmas
    relations: IntArray
    parts: IntArray

    def __len__(self) -> int:
        return len(self.relations)


class DependencyForests:
    """The dependency trees of the texts, or of the hypotheses, of a batch.

    The nodes are words; what is below a punctuation mark hangs from the word above it. Each
    sentence is a forest (and so is a snippet without any), or each snippet with a tree for
    each sentence.

    Parameters
    ----------
    side : Side
    unit : {"sentence", "snippet"}

    Attributes
    ----------
    words : ndarray of int64, shape (nodes,)
        The word that each node stands for, counted over the side: snippet by snippet, forest
        by forest, in postorder.
    heads : ndarray of int64, shape (nodes,)
        The word above it, counted likewise; -1 for a root.
    leftmost : Ragged
        For each forest the place of the first leaf below each node.
    first_forests : ndarray of int64, shape (snippets + 1,)
        Where the forests of each snippet begin, and the last one's end.
    """

    def __init__(self, side: Side, unit: Unit) -> None:
        kept = side.kept(_DROP)
        words = np.flatnonzero(kept)
        heads = nearest_kept(_heads(side), kept)[words]
        starts, self.first_forests = _sentences(side) if unit == "sentence" else _snippets(side)
        offsets = np.searchsorted(words, np.append(starts, side.offsets[-1]))
        begins = np.repeat(offsets[:-1], np.diff(offsets))
        heads_within = np.where(heads < 0, -1, np.searchsorted(words, heads) - begins)
        ordered = postorder(Ragged(heads_within, offsets))
        order = begins + ordered.nodes
        self.words, self.heads, self.leftmost = words[order], heads[order], ordered.leftmost
        self._side = side

    @property
    def snippets(self) -> IntArray:
        """The snippet of each forest, shape (forests,)."""
        counts = np.diff(self.first_forests)
        return np.repeat(np.arange(len(counts)), counts)

    @cached_property
    def nodes(self) -> list[Nodes]:
        """The nodes of each snippet."""
        relations = self._side.all_ids("relations").values[self.words]
        relations[self.heads < 0] = NO_RELATION
        parts = self._side.all_ids("pos").values[self.words]
        parts[parts == _PROPER_NOUN] = _NOUN
        bounds = self.leftmost.offsets[self.first_forests].tolist()
        return [
            Nodes(self._lemmas(begin, end), relations[begin:end], parts[begin:end])
            for begin, end in pairwise(bounds)
        ]

    def _lemmas(self, begin: int, end: int) -> Lemmas:
        words = self.words[begin:end]
        strings, parts = self._side.strings("lemmas"), self._side.strings("pos")
        return Lemmas(
            [strings[word] for word in words.tolist()],
            [parts[word] for word in words.tolist()],
            self._side.all_ids("lemmas").values[words],
        )


def _snippets(side: Side) -> tuple[IntArray, IntArray]:
    """Return where the snippets start, and which of them is the first of each: itself."""
    return side.offsets[:-1], np.arange(len(side.offsets))


def _sentences(side: Side) -> tuple[IntArray, IntArray]:
    """Return where the sentences start, and the first of each snippet, which has one at least."""
    marks = side.marks("sentence_starts")
    counts = np.diff(np.append(0, np.cumsum(marks))[side.offsets])
    empty = side.offsets[:-1][counts == 0]
    starts = np.sort(np.append(np.flatnonzero(marks), empty))
    return starts, offsets_of(np.maximum(counts, 1))


def _heads(side: Side) -> IntArray:
    """Return the word above each word, counted over the side; -1 for a root."""
    heads = np.concatenate([np.empty(0, np.int64), *(one.heads for one in side.analyses)])
    heads[heads >= 0] += np.repeat(side.offsets[:-1], np.diff(side.offsets))[heads >= 0]
    return heads
