"""Matches of templates in a shard, by joining the dependencies of the template's edges."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.corpus.vocabulary import NOT_FOUND
from rte_baselines.rules.corpus.shard import Edges, Shard
from rte_baselines.rules.template import VARIABLES, Template

_VARIABLE = -2
"""The lemma of a node that may be any word."""


@dataclass(frozen=True, eq=False)
class _Edge:
    """An edge of a template with all dependencies of the shard that may be it."""

    head: int
    dependent: int
    candidates: Edges

    def __len__(self) -> int:
        return len(self.candidates.heads)

    def candidates_by(self, node: int) -> Edges:
        """Return the candidates sorted by the words of one of the two nodes."""
        sorted_by = self.candidates.heads if node == self.head else self.candidates.dependents
        if (sorted_by[1:] >= sorted_by[:-1]).all():
            return self.candidates
        order = np.argsort(sorted_by, kind="stable")
        return Edges(self.candidates.heads[order], self.candidates.dependents[order])


def matches_in(shard: Shard, template: Template) -> IntArray:
    """Return the matches of a template in a shard.

    They are those that `MatchedSnippet.matches` finds sentence by sentence. Here, the
    dependencies of each edge are looked up, and joined on the words that edges have in
    common, the rarest edge first. So the time depends on how often the edges occur and not on
    the size of the shard.

    Returns
    -------
    ndarray of int64, shape (matches, nodes)
        The number of the word of each node of the template, in its order; sorted.
    """
    lemmas = [
        _VARIABLE if word in VARIABLES else shard.vocabulary.row(word) for word in template.words
    ]
    nodes = [node for node, head in enumerate(template.heads) if head >= 0]
    relations = [shard.relations.row(template.relations[node]) for node in nodes]
    if NOT_FOUND in (*lemmas, *relations):
        return np.empty((0, len(lemmas)), np.int64)
    edges = [
        _Edge(
            template.heads[node],
            node,
            _candidates(shard, template.heads[node], node, relation, lemmas),
        )
        for node, relation in zip(nodes, relations, strict=True)
    ]
    return _distinct(_joined(edges, len(lemmas)))


def _candidates(
    shard: Shard, head: int, dependent: int, relation: int, lemmas: Sequence[int]
) -> Edges:
    """Return the dependencies with the relation and the lemmas of an edge."""
    if lemmas[head] != _VARIABLE:
        edges = shard.dependencies_of_head(relation, lemmas[head])
        if lemmas[dependent] == _VARIABLE:
            return edges
        is_one = shard.lemmas[edges.dependents] == lemmas[dependent]
        return Edges(edges.heads[is_one], edges.dependents[is_one])
    if lemmas[dependent] != _VARIABLE:
        return shard.dependencies_of_dependent(relation, lemmas[dependent])
    return shard.dependencies_with(relation)


def _joined(edges: list[_Edge], nodes: int) -> IntArray:
    """Join the candidates of all edges of a tree, shape (rows, nodes)."""
    first = min(edges, key=len)
    table = np.full((len(first), nodes), -1, np.int64)
    table[:, first.head], table[:, first.dependent] = first.candidates
    bound = {first.head, first.dependent}
    remaining = [edge for edge in edges if edge is not first]
    while remaining:
        edge = min((one for one in remaining if bound & {one.head, one.dependent}), key=len)
        remaining.remove(edge)
        known, new = (edge.head, edge.dependent)[:: 1 if edge.head in bound else -1]
        table = _with_edge(table, edge, known, new)
        bound.add(new)
    return table


def _with_edge(table: IntArray, edge: _Edge, known: int, new: int) -> IntArray:
    """Return the rows, extended by each word of the node `new` that the edge joins to `known`."""
    candidates = edge.candidates_by(known)
    words, found = candidates if known == edge.head else candidates[::-1]
    starts = np.searchsorted(words, table[:, known], side="left")
    counts = np.searchsorted(words, table[:, known], side="right") - starts
    rows = np.repeat(np.arange(len(table)), counts)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    extended: IntArray = table[rows]
    extended[:, new] = found[starts[rows] + within]
    return extended


def _distinct(table: IntArray) -> IntArray:
    """Return the rows whose words are all different, sorted."""
    in_order = np.sort(table, axis=1)
    kept = table[(in_order[:, 1:] != in_order[:, :-1]).all(axis=1)]
    in_order_of_words: IntArray = kept[np.lexsort(kept.T[::-1])]
    return in_order_of_words
