"""The tree edit distance of Zhang and Shasha, with an optimal edit script."""

from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged, offsets_of

UNMATCHED = -1
"""The partner of a node that is deleted."""


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

    Parameters
    ----------
    firsts, seconds : Ragged
        Forests in postorder: the position of the leftmost leaf below each node, as returned by
        `rte_baselines.kernels.postorder.postorder`.
    against : ndarray of int64, shape (len(firsts),)
        The second forest that each first forest is compared with.
    costs : EditCosts

    Raises
    ------
    ValueError
        If the number of costs does not match the forests, because kernels do not check bounds.

    References
    ----------
    Zhang and Shasha 1989, "Simple fast algorithms for the editing distance between trees
    and related problems", SIAM Journal on Computing 18(6). Time is the product of the nodes
    of both, each times the smaller of depth and leaves; memory the product of the nodes.
    """
    blocks = offsets_of(firsts.lengths * seconds.lengths[against])
    needed = len(firsts.values), len(seconds.values), int(blocks[-1])
    given = len(costs.deletions), len(costs.insertions), len(costs.substitutions)
    if given != needed:
        raise ValueError(
            f"costs of {given} deletions, insertions and substitutions; expected {needed}"
        )
    distances, partners = _all_edits(
        firsts.values, firsts.offsets, seconds.values, seconds.offsets, against, costs, blocks
    )
    return TreeEdits(distances, partners)


class _Forests(NamedTuple):
    """The two sides of a comparison: the leftmost leaf below each node."""

    first: IntArray
    second: IntArray


class _Costs(NamedTuple):
    """The costs of a comparison, with substitutions as a matrix."""

    deletions: FloatArray
    insertions: FloatArray
    substitutions: FloatArray


class _Table(NamedTuple):
    """The cheapest edits from some nodes to others, by row and column."""

    costs: FloatArray
    """Their costs."""

    matches: IntArray
    """The number of substitutions, the maximum at that cost."""


class _Tables(NamedTuple):
    """The tables of a comparison."""

    trees: _Table
    """Edits from the subtree at each node to each subtree of the other forest."""

    prefixes: _Table
    """Edits from each prefix of a range of nodes to each prefix of another."""


class _Part(NamedTuple):
    """A range of each forest, which consists of the subtrees of some siblings."""

    first_start: int
    first_end: int
    second_start: int
    second_end: int


@compiled
def _all_edits(
    first_values: IntArray,
    first_offsets: IntArray,
    second_values: IntArray,
    second_offsets: IntArray,
    against: IntArray,
    costs: EditCosts,
    blocks: IntArray,
) -> tuple[FloatArray, IntArray]:
    distances = np.empty(len(against))
    partners = np.full(len(first_values), UNMATCHED)
    for index in range(len(against)):
        begin, end = first_offsets[index], first_offsets[index + 1]
        second_begin = second_offsets[against[index]]
        second_end = second_offsets[against[index] + 1]
        forests = _Forests(first_values[begin:end], second_values[second_begin:second_end])
        block = costs.substitutions[blocks[index] : blocks[index + 1]]
        own = _Costs(
            costs.deletions[begin:end],
            costs.insertions[second_begin:second_end],
            block.reshape(end - begin, second_end - second_begin),
        )
        distances[index] = _edit(forests, own, partners[begin:end])
    return distances, partners


@compiled
def _edit(forests: _Forests, costs: _Costs, partners: IntArray) -> float:
    """Return the distance of two forests, and fill in the partners."""
    rows, columns = len(forests.first), len(forests.second)
    tables = _Tables(_table(rows, columns), _table(rows + 1, columns + 1))
    second_ranges = _keyroot_ranges(forests.second)
    for first_start, first_end in _keyroot_ranges(forests.first):
        for second_start, second_end in second_ranges:
            part = _Part(first_start, first_end, second_start, second_end)
            _measure(part, forests, costs, tables)
    distance = tables.prefixes.costs[rows, columns]
    _trace(forests, costs, tables, partners)
    return float(distance)


@compiled
def _table(rows: int, columns: int) -> _Table:
    return _Table(np.zeros((rows, columns)), np.zeros((rows, columns), np.int64))


@compiled
def _keyroot_ranges(leftmost: IntArray) -> IntArray:
    """Return the subtree of each keyroot as a range, shape (ranges, 2), inner ranges first.

    A keyroot is the highest of the nodes with the same leftmost leaf. The range of the first
    root is replaced by the whole forest, which comes last.
    """
    ends = np.zeros(len(leftmost) + 1, np.int64)
    for node in range(len(leftmost)):
        ends[leftmost[node]] = node + 1
    ends[0] = 0
    starts = np.flatnonzero(ends)
    starts = starts[np.argsort(ends[starts])]
    ranges = np.zeros((len(starts) + 1, 2), np.int64)
    ranges[:-1, 0], ranges[:-1, 1] = starts, ends[starts]
    ranges[-1, 1] = len(leftmost)
    return ranges


@compiled
def _measure(part: _Part, forests: _Forests, costs: _Costs, tables: _Tables) -> None:
    """Fill in the prefixes of a part, and the subtrees that begin where it begins."""
    # Local variables and a single loop make it several times faster.
    (first, second), (deletions, insertions, substitutions) = forests, costs
    (tree_costs, tree_matches), (prefix_costs, prefix_matches) = tables
    start, second_start = part.first_start, part.second_start
    for row in range(part.first_end - start):
        prefix_costs[row + 1, 0] = prefix_costs[row, 0] + deletions[start + row]
    for column in range(part.second_end - second_start):
        inserted = prefix_costs[0, column] + insertions[second_start + column]
        prefix_costs[0, column + 1] = inserted
    for row in range(part.first_end - start):
        node = start + row
        for column in range(part.second_end - second_start):
            second_node = second_start + column
            are_trees = first[node] == start and second[second_node] == second_start
            if are_trees:
                substituted = prefix_costs[row, column] + substitutions[node, second_node]
                substituted_matches = prefix_matches[row, column] + 1
            else:
                before = first[node] - start, second[second_node] - second_start
                substituted = prefix_costs[before] + tree_costs[node, second_node]
                substituted_matches = prefix_matches[before] + tree_matches[node, second_node]
            deleted = prefix_costs[row, column + 1] + deletions[node]
            inserted = prefix_costs[row + 1, column] + insertions[second_node]
            cost = min(deleted, inserted, substituted)
            matches = max(
                prefix_matches[row, column + 1] if deleted == cost else 0,
                prefix_matches[row + 1, column] if inserted == cost else 0,
                substituted_matches if substituted == cost else 0,
            )
            prefix_costs[row + 1, column + 1] = cost
            prefix_matches[row + 1, column + 1] = matches
            if are_trees:
                tree_costs[node, second_node], tree_matches[node, second_node] = cost, matches


@compiled
def _trace(forests: _Forests, costs: _Costs, tables: _Tables, partners: IntArray) -> None:
    """Fill in the partners by tracing the edits back, subtree by subtree."""
    stack = [_Part(0, len(forests.first), 0, len(forests.second))]
    while stack:
        part = stack.pop()
        _measure(part, forests, costs, tables)
        costs_of, matches_of = tables.prefixes
        row, column = part.first_end - part.first_start, part.second_end - part.second_start
        while row > 0 and column > 0:
            node, second_node = part.first_start + row - 1, part.second_start + column - 1
            first, second = forests.first[node], forests.second[second_node]
            best = costs_of[row, column], matches_of[row, column]
            deleted = costs_of[row - 1, column] + costs.deletions[node]
            inserted = costs_of[row, column - 1] + costs.insertions[second_node]
            if best == (deleted, matches_of[row - 1, column]):
                row -= 1
            elif best == (inserted, matches_of[row, column - 1]):
                column -= 1
            elif first == part.first_start and second == part.second_start:
                partners[node] = second_node
                row, column = row - 1, column - 1
            else:
                stack.append(_Part(first, node + 1, second, second_node + 1))
                row, column = first - part.first_start, second - part.second_start
