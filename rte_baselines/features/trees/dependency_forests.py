"""Dependency trees of snippets, as ordered forests in postorder."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np

from rte_baselines.analysis.token_ids import TokenIds
from rte_baselines.features.batch import Drop, Side
from rte_baselines.features.trees.dependency_nodes import nearest_kept
from rte_baselines.features.trees.function_heads import function_words_as_heads
from rte_baselines.kernels.ragged import IntArray, Ragged, offsets_of
from rte_baselines.kernels.trees.postorder import postorder
from rte_baselines.lexicon.word_similarity import Lemmas

Unit = Literal["sentence", "snippet"]

Heads = Literal["content_words", "function_words"]
"""Which of two words is the head: nouns and predicates, or prepositions and copulas."""

LAYERS = (
    *("lemmas", "lemmas.ids", "pos", "pos.ids", "heads", "relations"),
    *("sentence_starts", "is_punctuation"),
)
"""The analysis layers that forests are built from."""

NO_RELATION = 0
"""The relation id of a root."""

_DROP: Drop = "punctuation"
_NOUN, _PROPER_NOUN = TokenIds()(["NOUN", "PROPN"]).tolist()


@dataclass(frozen=True)
class Nodes:
    """The nodes of a snippet's forests, forest by forest, in postorder.

    Parameters
    ----------
    lemmas : Lemmas
    relations : ndarray of int64, shape (nodes,)
        Ids of the dependency relations to the heads; `NO_RELATION` for roots.
    parts : ndarray of int64, shape (nodes,)
        Ids of the parts of speech; proper nouns have the id of nouns.
    """

    lemmas: Lemmas
    relations: IntArray
    parts: IntArray

    def __len__(self) -> int:
        return len(self.relations)


class DependencyForests:
    """The dependency trees of the texts, or of the hypotheses, of a batch.

    The nodes are words without punctuation; dependents of a punctuation mark are attached to
    its head. A forest is either a sentence (or a snippet without sentences) or a snippet with
    one tree for each sentence.

    Parameters
    ----------
    side : Side
    unit : {"sentence", "snippet"}
    heads_are : {"content_words", "function_words"}
        See `function_words_as_heads`.
    with_vectors : bool
        Whether the lemmas of the nodes have the vectors of their words.

    Attributes
    ----------
    words : ndarray of int64, shape (nodes,)
        The index of each node's word, counted over the side; snippet by snippet, forest by
        forest, in postorder.
    heads : ndarray of int64, shape (nodes,)
        The index of the head, counted over the side; -1 for a root.
    relations : sequence of str
        The dependency relation of each word of the side, punctuation included.
    leftmost : Ragged
        For each forest, the position of the leftmost leaf below each node.
    first_forests : ndarray of int64, shape (snippets + 1,)
        The first forest of each snippet, and the end of the last.
    """

    def __init__(
        self,
        side: Side,
        unit: Unit,
        heads_are: Heads = "content_words",
        *,
        with_vectors: bool = False,
    ) -> None:
        kept = side.kept(_DROP)
        words = np.flatnonzero(kept)
        all_heads, self.relations = _heads(side), side.strings("relations")
        if heads_are == "function_words":
            all_heads, self.relations = function_words_as_heads(
                all_heads, self.relations, side.strings("pos")
            )
        heads = nearest_kept(all_heads, kept)[words]
        starts, self.first_forests = _sentences(side) if unit == "sentence" else _snippets(side)
        offsets = np.searchsorted(words, np.append(starts, side.offsets[-1]))
        begins = np.repeat(offsets[:-1], np.diff(offsets))
        heads_within = np.where(heads < 0, -1, np.searchsorted(words, heads) - begins)
        ordered = postorder(Ragged(heads_within, offsets))
        order = begins + ordered.nodes
        self.words, self.heads, self.leftmost = words[order], heads[order], ordered.leftmost
        self._side, self._with_vectors = side, with_vectors

    @property
    def snippets(self) -> IntArray:
        """The snippet of each forest, shape (forests,)."""
        counts = np.diff(self.first_forests)
        return np.repeat(np.arange(len(counts)), counts)

    @cached_property
    def nodes(self) -> list[Nodes]:
        """The nodes of each snippet."""
        relations = TokenIds()([self.relations[word] for word in self.words.tolist()])
        relations[self.heads < 0] = NO_RELATION
        parts = self._side.all_ids("pos").values[self.words]
        parts[parts == _PROPER_NOUN] = _NOUN
        bounds = self.leftmost.offsets[self.first_forests].tolist()
        return [
            Nodes(self._lemmas(begin, end), relations[begin:end], parts[begin:end])
            for begin, end in pairwise(bounds)
        ]

    def _lemmas(self, begin: int, end: int) -> Lemmas:
        return self._side.lemmas_of(self.words[begin:end], with_vectors=self._with_vectors)


def _snippets(side: Side) -> tuple[IntArray, IntArray]:
    """Return the starts of the forests, one for each snippet, and each snippet's first forest."""
    return side.offsets[:-1], np.arange(len(side.offsets))


def _sentences(side: Side) -> tuple[IntArray, IntArray]:
    """Return the starts of the forests, one for each sentence, and each snippet's first forest.

    A snippet without sentences has one, empty forest.
    """
    marks = side.marks("sentence_starts")
    counts = np.diff(np.append(0, np.cumsum(marks))[side.offsets])
    empty = side.offsets[:-1][counts == 0]
    starts = np.sort(np.append(np.flatnonzero(marks), empty))
    return starts, offsets_of(np.maximum(counts, 1))


def _heads(side: Side) -> IntArray:
    """Return the head of each word, counted over the side; -1 for a root."""
    of_snippets = (analysis.heads for analysis in side.analyses)
    heads = np.concatenate([np.empty(0, np.int64), *of_snippets])
    heads[heads >= 0] += np.repeat(side.offsets[:-1], np.diff(side.offsets))[heads >= 0]
    return heads
