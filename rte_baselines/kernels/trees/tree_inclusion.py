"""Matching of the branches, or of the edges, of one tree with branches of another."""

import numpy as np

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.ragged import BoolArray, IntArray


@compiled
def included_nodes(
    text_parents: IntArray, hypothesis_parents: IntArray, entails: BoolArray
) -> BoolArray:
    """Mark the nodes of the hypothesis that are on a matching branch.

    A branch is the path from a root to a leaf. It matches if each of its nodes is entailed by a
    node of one branch of the text, in the same order from the root. Nodes of the text may be
    skipped, and one may entail several consecutive nodes. Time and memory are proportional to the
    product of the two sizes. (Herrera, Peñas and Verdejo 2006, "Textual entailment recognition
    based on dependency analysis and WordNet", section 4.)

    Parents are -1 for roots; either side may have several trees, but no cycles. `entails` has the
    shape (hypothesis nodes, text nodes).
    """
    order = _top_down(hypothesis_parents)
    reached = _reached(_top_down(text_parents), text_parents, order, hypothesis_parents, entails)
    has_child = np.zeros(len(order), np.bool_)
    included = np.zeros(len(order), np.bool_)
    for index in range(len(order) - 1, -1, -1):
        node = order[index]
        parent = hypothesis_parents[node]
        if not has_child[node]:
            for text_node in range(reached.shape[1]):
                included[node] |= reached[node, text_node]
        if parent >= 0:
            has_child[parent] = True
            included[parent] |= included[node]
    return included


@compiled
def nodes_of_kept_edges(
    text_parents: IntArray, hypothesis_parents: IntArray, entails: BoolArray
) -> BoolArray:
    """Mark the nodes of the hypothesis that are at an end of a kept edge; see `included_nodes`.

    An edge is kept if its parent and its child are entailed by nodes of one branch of the text,
    in the same order from the root. Nodes of the text may be skipped, and one may entail both.
    A node without edges is marked if it is entailed.
    """
    entailed_above = entails.copy()
    for text_node in _top_down(text_parents):
        above = text_parents[text_node]
        if above >= 0:
            for node in range(len(entails)):
                entailed_above[node, text_node] |= entailed_above[node, above]
    included = np.zeros(len(hypothesis_parents), np.bool_)
    has_edges = np.zeros(len(hypothesis_parents), np.bool_)
    for node, parent in enumerate(hypothesis_parents):
        if parent < 0:
            continue
        has_edges[node] = has_edges[parent] = True
        for text_node in range(entails.shape[1]):
            if entails[node, text_node] and entailed_above[parent, text_node]:
                included[node] = included[parent] = True
    for node in range(len(included)):
        if not has_edges[node]:
            for text_node in range(entails.shape[1]):
                included[node] |= entails[node, text_node]
    return included


@inlined
def _reached(
    text_order: IntArray,
    text_parents: IntArray,
    order: IntArray,
    parents: IntArray,
    entails: BoolArray,
) -> BoolArray:
    """Return whether branches match down to a node, shape as `entails`.

    Rows are the last nodes of the hypothesis's branches, columns those of the text's.
    """
    reached = np.zeros(entails.shape, np.bool_)
    for node in order:
        parent = parents[node]
        for text_node in text_order:
            above = text_parents[text_node]
            continues = parent < 0 or reached[parent, text_node]
            earlier = above >= 0 and reached[node, above]
            reached[node, text_node] = earlier or (continues and entails[node, text_node])
    return reached


@compiled
def _top_down(parents: IntArray) -> IntArray:
    """Return the nodes in an order in which each follows its parent."""
    size = len(parents)
    first_child, next_sibling = np.empty(size, np.int64), np.empty(size, np.int64)
    order = np.empty(size, np.int64)
    for node in range(size):
        first_child[node] = next_sibling[node] = -1
    count = 0
    for node in range(size):
        parent = parents[node]
        if parent < 0:
            order[count] = node
            count += 1
        else:
            next_sibling[node] = first_child[parent]
            first_child[parent] = node
    reading = 0
    while reading < count:
        child = first_child[order[reading]]
        while child >= 0:
            order[count] = child
            count += 1
            child = next_sibling[child]
        reading += 1
    return order
