"""Sentences of a shard, as paths are read from them: their words and dependencies."""

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

import numpy as np

from rte_baselines.kernels.ragged import IntArray
from rte_baselines.rules.corpus.shard import PARTS, Shard

SLOT_PARTS = frozenset(PARTS.index(part) for part in ("NOUN", "PROPN"))
"""The parts of speech of words that can be X or Y."""

# The main verb "be" is tagged as an auxiliary.
WORD_PARTS = frozenset(PARTS.index(part) for part in ("NOUN", "VERB", "AUX", "ADJ", "ADV"))
"""The parts of speech of the other words of a template."""

_LETTERS = 2
_UNMARKED = frozenset({"obl", "obl:unmarked", "nmod", "nmod:unmarked"})

Edges: TypeAlias = dict[int, list[tuple[str, int]]]
"""The relations and dependents of each word of a sentence."""


class ShardWords:
    """The words of a shard."""

    def __init__(self, shard: Shard) -> None:
        strings = [shard.vocabulary.string(row) for row in range(len(shard.vocabulary))]
        self.lemmas = [strings[row] for row in shard.lemmas.tolist()]
        self._parts: list[int] = shard.parts.tolist()

    def is_slot(self, word: int) -> bool:
        """Whether a word can be X or Y: it is a noun or a name."""
        return self._parts[word] in SLOT_PARTS

    def is_word(self, word: int) -> bool:
        """Whether a word can be a lemma of a template."""
        return self._parts[word] in WORD_PARTS and len(self.lemmas[word]) >= _LETTERS


def edges_by_sentence(shard: Shard, wanted: IntArray | None = None) -> Iterator[tuple[int, Edges]]:
    """Yield the number and the dependencies of each sentence that has any.

    Parameters
    ----------
    shard : Shard
    wanted : ndarray of int64, optional
        The numbers of the sentences, by default all.
    """
    sentences = shard.sentence_of(shard.heads)
    order = np.argsort(sentences, kind="stable")
    if wanted is not None:
        order = order[np.isin(sentences[order], wanted)]
    bounds = np.flatnonzero(np.diff(sentences[order])) + 1
    names = [shard.relations.string(row) for row in range(len(shard.relations))]
    for rows in np.split(order, bounds) if len(order) else ():
        edges: Edges = {}
        for head, relation, dependent in zip(
            shard.heads[rows].tolist(),
            shard.edge_relations[rows].tolist(),
            shard.dependents[rows].tolist(),
            strict=True,
        ):
            if names[relation] not in _UNMARKED:
                edges.setdefault(head, []).append((names[relation], dependent))
        yield int(sentences[rows[0]]), edges


def coordinated_words(edges: Edges) -> set[frozenset[int]]:
    """Return the pairs of words that have the same relation to the same head."""
    return {
        frozenset((word, other))
        for dependents in edges.values()
        for (relation, word), (same, other) in combinations(dependents, 2)
        if relation == same
    }
