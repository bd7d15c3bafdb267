"""The tree edit distance of Zhang and Shasha, with an optimal edit script."""

from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.interning import sequence
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged, Sequences, offsets_of

UNMATCHED = -1
"""The partner of a node that is deleted."""


class Postorder(NamedTuple):
    """The nodes of some forests, each node after its descendants."""

    nodes: IntArray
    """The node at each position of the postorder, counted within its forest; shape (nodes,)."""

    leftmost: Ragged
    """For each forest, the postorder position of each node's leftmost leaf, counted within the
    forest; for a leaf, its own position."""


def postorder(heads: Ragged) -> Postorder:
    """Put the nodes of forests in postorder.

    `heads` has the head of each node, counted within the forest; -1 for a root. Roots and siblings
    keep their order.
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
    nodes, leftmost = np.full(len(heads), -1), np.zeros(len(heads), np.int64)
    for forest in range(len(offsets) - 1):
        begin, size = offsets[forest], offsets[forest + 1] - offsets[forest]
        # The first child of each node, with the first root last, and each next sibling.
        first_below, next_beside = np.full(size + 1, -1), np.empty(size, np.int64)
        for node in range(size - 1, -1, -1):
            head = heads[begin + node]
            next_beside[node] = first_below[head]
            first_below[head] = node
        path, path_starts = np.empty(size, np.int64), np.empty(size, np.int64)
        node, depth, done = first_below[-1], 0, 0
        while node >= 0 or depth > 0:
            while node >= 0:
                path[depth], path_starts[depth] = node, done
                node, depth = first_below[node], depth + 1
            depth -= 1
            nodes[begin + done], leftmost[begin + done] = path[depth], path_starts[depth]
            node, done = next_beside[path[depth]], done + 1
    return nodes, leftmost


class EditCosts(NamedTuple):
    """The costs of edits of single nodes: non-negative; deletions and insertions are finite."""

    deletions: FloatArray
    """The cost of deleting each node of the first forests, shape (nodes,)."""

    insertions: FloatArray
    """The cost of inserting each node of the second forests, shape (nodes,)."""

    substitutions: FloatArray
    """For each comparison, the flattened matrix of the costs of substituting each node of the first
    forest by each node of the second, concatenated. Infinite for forbidden substitutions."""


class TreeEdits(NamedTuple):
    """The cheapest edits between pairs of forests."""

    distances: FloatArray
    """The cost of each comparison, shape (comparisons,)."""

    partners: IntArray
    """The node of the second forest, counted within it, that each node of the first is substituted
    by; `UNMATCHED` if it is deleted. The other nodes of the second forest are inserted. The
    mapping preserves ancestors and the order of siblings."""


def tree_edits(firsts: Ragged, seconds: Ragged, against: IntArray, costs: EditCosts) -> TreeEdits:
    """Find the cheapest edits that turn ordered forests into others.

    The children of a deleted node become children of its parent; an inserted node takes over
    consecutive children of its parent. Among edits with the same cost, those with the most
    substitutions are chosen. A forest with several roots is treated like a tree with an
    additional root that costs nothing.

    Forests have for each node the position of the leftmost leaf below it, as `postorder` returns
    them; `against` has the second forest that each first one is compared with. See Zhang and Shasha
    1989, "Simple fast algorithms for the editing distance between trees and related problems", SIAM
    Journal on Computing 18(6). Time is the product of the nodes of both, each times the smaller of
    depth and leaves; memory the product of the nodes.
    """
    blocks = offsets_of(firsts.lengths * seconds.lengths[against])
    edits = TreeEdits(
        np.zeros(len(against)), np.full(len(firsts.values), UNMATCHED, dtype=np.int64)
    )
    _all_edits(firsts.arrays, seconds.arrays, against, costs, blocks, edits)
    return edits


class _Forests(NamedTuple):
    """The two sides of a comparison: the leftmost leaf below each node."""

    first: IntArray
    second: IntArray


class _Table(NamedTuple):
    """The cheapest edits from some nodes to others, by row and column."""

    costs: FloatArray
    """Their costs."""

    matches: IntArray
    """The number of substitutions, the maximum at that cost."""


@compiled
def _all_edits(
    firsts: Sequences,
    seconds: Sequences,
    against: IntArray,
    costs: EditCosts,
    blocks: IntArray,
    edits: TreeEdits,
) -> None:
    """Fill in the edits of each comparison."""
    for index in range(len(against)):
        other = against[index]
        begin, end = firsts.offsets[index], firsts.offsets[index + 1]
        second_begin, second_end = seconds.offsets[other], seconds.offsets[other + 1]
        forests = _Forests(sequence(firsts, index), sequence(seconds, other))
        own = EditCosts(
            costs.deletions[begin:end],
            costs.insertions[second_begin:second_end],
            costs.substitutions[blocks[index] : blocks[index + 1]],
        )
        edits.distances[index] = _edit(forests, own, edits.partners[begin:end])


@inlined
def _edit(forests: _Forests, costs: EditCosts, partners: IntArray) -> float:
    """Return the distance of two forests, and fill in the partners."""
    rows, columns = len(forests.first), len(forests.second)
    trees = _Table(np.zeros((rows, columns)), np.zeros((rows, columns), np.int64))
    prefixes = _Table(
        np.zeros((rows + 1, columns + 1)), np.zeros((rows + 1, columns + 1), np.int64)
    )
    ranges, second_ranges = _keyroot_ranges(forests.first), _keyroot_ranges(forests.second)
    for index in range(len(ranges)):
        for second_index in range(len(second_ranges)):
            start, end = ranges[index, 0], ranges[index, 1]
            second_start, second_end = (
                second_ranges[second_index, 0],
                second_ranges[second_index, 1],
            )
            _measure(start, end, second_start, second_end, forests, costs, trees, prefixes)
    distance = prefixes.costs[rows, columns]
    _trace(forests, costs, trees, prefixes, partners)
    return float(distance)


@compiled
def _keyroot_ranges(leftmost: IntArray) -> IntArray:
    """Return the subtree of each keyroot as a range, shape (ranges, 2), inner ranges first.

    A keyroot is the highest of the nodes with the same leftmost leaf. The range of the first
    root is replaced by the whole forest, which comes last.
    """
    highest = np.zeros(len(leftmost), np.int64)
    for node in range(len(leftmost)):
        highest[leftmost[node]] = node
    ranges = np.zeros((len(leftmost) + 1, 2), np.int64)
    count = 0
    for node in range(len(leftmost)):
        if leftmost[node] > 0 and highest[leftmost[node]] == node:
            ranges[count, 0], ranges[count, 1] = leftmost[node], node + 1
            count += 1
    ranges[count, 1] = len(leftmost)
    return ranges[: count + 1]


@compiled
def _measure(
    start: int,
    end: int,
    second_start: int,
    second_end: int,
    forests: _Forests,
    costs: EditCosts,
    trees: _Table,
    prefixes: _Table,
) -> None:
    """Fill in the prefixes of a range of each forest, and the subtrees that begin where it begins.

    A range consists of the subtrees of some siblings. `trees` are the edits from the subtree at
    each node to each subtree of the other forest, `prefixes` those from each prefix of the range
    to each prefix of the other.
    """
    # Local variables and a single loop make it several times faster.
    first, second = forests.first, forests.second
    deletions, insertions, substitutions = costs.deletions, costs.insertions, costs.substitutions
    tree_costs, tree_matches = trees.costs, trees.matches
    prefix_costs, prefix_matches = prefixes.costs, prefixes.matches
    for row in range(end - start):
        prefix_costs[row + 1, 0] = prefix_costs[row, 0] + deletions[start + row]
    for column in range(second_end - second_start):
        inserted = prefix_costs[0, column] + insertions[second_start + column]
        prefix_costs[0, column + 1] = inserted
    for row in range(end - start):
        node = start + row
        for column in range(second_end - second_start):
            second_node = second_start + column
            are_trees = first[node] == start and second[second_node] == second_start
            if are_trees:
                substitution = substitutions[node * len(second) + second_node]
                substituted = prefix_costs[row, column] + substitution
                substituted_matches = prefix_matches[row, column] + 1
            else:
                row_before, column_before = first[node] - start, second[second_node] - second_start
                substituted = (
                    prefix_costs[row_before, column_before] + tree_costs[node, second_node]
                )
                substituted_matches = (
                    prefix_matches[row_before, column_before] + tree_matches[node, second_node]
                )
            deleted = prefix_costs[row, column + 1] + deletions[node]
            inserted = prefix_costs[row + 1, column] + insertions[second_node]
            cost = min(deleted, min(inserted, substituted))
            matches = 0
            if deleted == cost:
                matches = prefix_matches[row, column + 1]
            if inserted == cost:
                matches = max(matches, prefix_matches[row + 1, column])
            if substituted == cost:
                matches = max(matches, substituted_matches)
            prefix_costs[row + 1, column + 1] = cost
            prefix_matches[row + 1, column + 1] = matches
            if are_trees:
                tree_costs[node, second_node] = cost
                tree_matches[node, second_node] = matches


@inlined
def _trace(
    forests: _Forests, costs: EditCosts, trees: _Table, prefixes: _Table, partners: IntArray
) -> None:
    """Fill in the partners by tracing the edits back, subtree by subtree."""
    # The subtrees of the first forest that are waiting are disjoint: they are no more than nodes.
    pending = np.zeros((len(forests.first) + 1, 4), np.int64)
    pending[0, 1], pending[0, 3] = len(forests.first), len(forests.second)
    count = 1
    while count:
        count -= 1
        start, end = pending[count, 0], pending[count, 1]
        second_start, second_end = pending[count, 2], pending[count, 3]
        _measure(start, end, second_start, second_end, forests, costs, trees, prefixes)
        row, column = end - start, second_end - second_start
        while row > 0 and column > 0:
            node, second_node = start + row - 1, second_start + column - 1
            first, second = forests.first[node], forests.second[second_node]
            best, matches = prefixes.costs[row, column], prefixes.matches[row, column]
            deleted = prefixes.costs[row - 1, column] + costs.deletions[node]
            inserted = prefixes.costs[row, column - 1] + costs.insertions[second_node]
            if best == deleted and matches == prefixes.matches[row - 1, column]:
                row -= 1
            elif best == inserted and matches == prefixes.matches[row, column - 1]:
                column -= 1
            elif first == start and second == second_start:
                partners[node] = second_node
                row, column = row - 1, column - 1
            else:
                pending[count, 0], pending[count, 1] = first, node + 1
                pending[count, 2], pending[count, 3] = second, second_node + 1
                count += 1
                row, column = first - start, second - second_start
