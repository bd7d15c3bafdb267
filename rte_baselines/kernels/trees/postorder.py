"""Postorder traversal of ordered forests."""

from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.ragged import IntArray, Ragged


class Postorder(NamedTuple):
    """The nodes of some forests, each node after its descendants."""

    nodes: IntArray
    """The node at each position of the postorder, counted within its forest; shape (nodes,)."""

    leftmost: Ragged
    """For each forest, the postorder position of each node's leftmost leaf, counted within the
    forest; for a leaf, its own position."""


def postorder(heads: Ragged) -> Postorder:
    """Put the nodes of forests in postorder.

    Parameters
    ----------
    heads : Ragged
        For each forest the head of each node, counted within the forest; -1 for a root. Roots
        and siblings keep their order.
    """
    sizes = np.repeat(heads.lengths, heads.lengths)
    if ((heads.values < -1) | (heads.values >= sizes)).any():
        raise ValueError("a head is outside of its forest; expected another node, or -1")
    nodes, leftmost = _postorder(heads.values, heads.offsets)
    if (nodes < 0).any():
        raise ValueError("heads form a cycle; expected a root (-1) above every node")
    return Postorder(nodes, Ragged(leftmost, heads.offsets))


@compiled
def _postorder(heads: IntArray, offsets: IntArray) -> tuple[IntArray, IntArray]:
    nodes, leftmost = np.empty(len(heads), np.int64), np.zeros(len(heads), np.int64)
    for node in range(len(heads)):
        nodes[node] = -1
    for forest in range(len(offsets) - 1):
        begin, end = offsets[forest], offsets[forest + 1]
        _traverse(heads[begin:end], nodes[begin:end], leftmost[begin:end])
    return nodes, leftmost


@inlined
def _traverse(heads: IntArray, nodes: IntArray, leftmost: IntArray) -> None:
    """Fill in the nodes of one forest and their leftmost leaves, in postorder."""
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


@inlined
def _linked(heads: IntArray) -> tuple[IntArray, IntArray]:
    """Return the first child of each node, with the first root last, and each next sibling."""
    first_below, next_beside = np.empty(len(heads) + 1, np.int64), np.empty(len(heads), np.int64)
    for node in range(len(heads) + 1):
        first_below[node] = -1
    for node in range(len(heads) - 1, -1, -1):
        next_beside[node] = first_below[heads[node]]
        first_below[heads[node]] = node
    return first_below, next_beside
