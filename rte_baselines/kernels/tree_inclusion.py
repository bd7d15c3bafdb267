"""Branches of one tree that match branches of another."""

import numpy as np

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import BoolArray, IntArray


@compiled
def included_nodes(
    text_parents: IntArray, hypothesis_parents: IntArray, entails: BoolArray
) -> BoolArray:
    """Mark the nodes of the hypothesis that are on a matching branch.

    A branch, from a root to a leaf, matches if one branch of the text has a node that
    entails each of its nodes, in the same order downwards. Nodes of the text may be
    skipped, and one may entail several nodes that follow each other. Time and memory are
    proportional to the product of the two sizes.

    Parameters
    ----------
    text_parents, hypothesis_parents : ndarray of int64, shapes (n,) and (m,)
        The parent of each node, -1 at roots. There may be several trees on either side,
        but no circle.
    entails : ndarray of bool, shape (m, n)
        Which nodes of the text entail which of the hypothesis.

    Returns
    -------
    ndarray of bool, shape (m,)

    References
    ----------
    Herrera, Peñas and Verdejo 2006, "Textual entailment recognition based on dependency
    analysis and WordNet", section 4.
    """
    order = _top_down(hypothesis_parents)
    reached = _reached(_top_down(text_parents), text_parents, order, hypothesis_parents, entails)
    is_leaf = np.ones(len(order), np.bool_)
    included = np.zeros(len(order), np.bool_)
    for node in order[::-1]:
        parent = hypothesis_parents[node]
        if is_leaf[node]:
            included[node] = reached[node].any()
        if parent >= 0:
            is_leaf[parent] = False
            included[parent] |= included[node]
    return included


@compiled
def _reached(
    text_order: IntArray,
    text_parents: IntArray,
    order: IntArray,
    parents: IntArray,
    entails: BoolArray,
) -> BoolArray:
    """Return which branches match when cut off below a node, shape as `entails`.

    Those of the hypothesis are cut off below the row's node, and those of the text below
    the column's.
    """
    reached = np.zeros(entails.shape, np.bool_)
    for node in order:
        parent = parents[node]
        for place in text_order:
            above = text_parents[place]
            goes_on = parent < 0 or reached[parent, place]
            earlier = above >= 0 and reached[node, above]
            reached[node, place] = earlier or (goes_on and entails[node, place])
    return reached


@compiled
def _top_down(parents: IntArray) -> IntArray:
    """Return the nodes in an order in which each comes after its parent."""
    size = len(parents)
    first_child = np.full(size, -1, np.int64)
    next_sibling = np.full(size, -1, np.int64)
    order = np.empty(size, np.int64)
    found = 0
    for node in range(size):
        parent = parents[node]
        if parent < 0:
            order[found] = node
            found += 1
        else:
            next_sibling[node] = first_child[parent]
            first_child[parent] = node
    reading = 0
    while reading < found:
        child = first_child[order[reading]]
        while child >= 0:
            order[found] = child
            found += 1
            child = next_sibling[child]
        reading += 1
    return order
