"""Ordered forests in postorder, which is how algorithms on trees read them."""

from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import IntArray, Ragged


class Postorder(NamedTuple):
    """The nodes of some forests, each node after those below it."""

    nodes: IntArray
    """Which node stands at each place, counted within its forest; shape (nodes,)."""

    leftmost: Ragged
    """For each forest the place of the first leaf below each node, counted within the forest;
    the node's own if it is a leaf. Places ascend in postorder."""


def postorder(heads: Ragged) -> Postorder:
    """Put the nodes of forests in postorder.

    Parameters
    ----------
    heads : Ragged
        For each forest the node above each node, counted within the forest; -1 for a root.
        Roots, and the nodes below one node, are ordered as they stand.

    Raises
    ------
    ValueError
        If a head is in no forest, or is below its own node.
    """
    sizes = np.repeat(heads.lengths, heads.lengths)
    if ((heads.values < -1) | (heads.values >= sizes)).any():
        raise ValueError("a head stands outside its forest; expected another node, or -1")
    nodes, leftmost = _postorder(heads.values, heads.offsets)
    if (nodes < 0).any():
        raise ValueError("heads go round in circles; expected a root (-1) above every node")
    return Postorder(nodes, Ragged(leftmost, heads.offsets))


@compiled
def _postorder(heads: IntArray, offsets: IntArray) -> tuple[IntArray, IntArray]:
    nodes, leftmost = np.full(len(heads), -1, np.int64), np.zeros(len(heads), np.int64)
    for forest in range(len(offsets) - 1):
        begin, end = offsets[forest], offsets[forest + 1]
        _traverse(heads[begin:end], nodes[begin:end], leftmost[begin:end])
    return nodes, leftmost


@compiled
def _traverse(heads: IntArray, nodes: IntArray, leftmost: IntArray) -> None:
    """Fill in the nodes of one forest, and their first leaves, in postorder."""
    first_below, next_beside = _linked(heads)
    path, path_starts = np.empty(len(heads), np.int64), np.empty(len(heads), np.int64)
    node, depth, done = first_below[-1], 0, 0
    while node >= 0 or depth > 0:
        while node >= 0:
            path[depth], path_starts[depth] = node, done
            node, depth = first_below[node], depth + 1
        depth -= 1
        nodes[done], leftmost[done] = path[depth], path_starts[depth]
        node, done = next_beside[path[depth]], done + 1


@compiled
def _linked(heads: IntArray) -> tuple[IntArray, IntArray]:
    """Return the first node below each, that below none last, and the next with the same head."""
    first_below, next_beside = np.full(len(heads) + 1, -1), np.full(len(heads), -1)
    for node in range(len(heads) - 1, -1, -1):
        next_beside[node] = first_below[heads[node]]
        first_below[heads[node]] = node
    return first_below, next_beside
