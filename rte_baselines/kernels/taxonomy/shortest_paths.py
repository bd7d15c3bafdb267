"""Shortest paths between sets of concepts, up in a taxonomy and down again."""

import numpy as np

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.interning import intern, sequence
from rte_baselines.kernels.ragged import IntArray, Ragged, Sequences, require_equal_lengths
from rte_baselines.kernels.taxonomy.taxonomy import FAR, Taxonomy, climb


def shortest_paths(
    first: Ragged, second: Ragged, rows: IntArray, columns: IntArray, taxonomy: Taxonomy
) -> IntArray:
    """Return the length of the shortest path between concepts of some pairs of sets.

    `FAR` or more if there is no path. All concepts of a set are climbed from at once, which finds
    the same path as comparing every two concepts. It is fastest if pairs with the same row are
    adjacent.
    """
    require_equal_lengths(rows=rows, columns=columns)
    return _shortest_paths(first.arrays, second.arrays, rows, columns, taxonomy)


@compiled
def _shortest_paths(
    first: Sequences,
    second: Sequences,
    rows: IntArray,
    columns: IntArray,
    taxonomy: Taxonomy,
) -> IntArray:
    above_first = climb(first, taxonomy)
    above_second = climb(second, taxonomy)
    names, other_names, types = intern(above_first.concepts, above_second.concepts)
    first_roots = _root_distances(first, taxonomy)
    second_roots = _root_distances(second, taxonomy)
    lengths = np.empty(len(rows), np.int64)
    distances = np.full(types, FAR)
    start = end = 0
    for pair in range(len(rows)):
        row, column = rows[pair], columns[pair]
        if pair == 0 or row != rows[pair - 1]:
            for position in range(start, end):
                distances[names[position]] = FAR
            start, end = above_first.offsets[row], above_first.offsets[row + 1]
            for position in range(start, end):
                distances[names[position]] = above_first.distances[position]
        shortest = first_roots[row] + second_roots[column]
        for position in range(above_second.offsets[column], above_second.offsets[column + 1]):
            if other_names[position] >= 0:
                way = distances[other_names[position]] + above_second.distances[position]
                shortest = min(shortest, way)
        lengths[pair] = shortest
    return lengths


@inlined
def _root_distances(sets: Sequences, taxonomy: Taxonomy) -> IntArray:
    """Return the distance of the nearest concept of each set from the artificial root."""
    nearest = np.empty(len(sets.offsets) - 1, np.int64)
    for index in range(len(nearest)):
        nearest[index] = FAR
        for concept in sequence(sets, index):
            nearest[index] = min(nearest[index], taxonomy.root_distances[concept])
    return nearest
