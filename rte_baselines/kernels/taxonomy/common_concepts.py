"""Similarities of concepts by their common hypernyms."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.interning import intern
from rte_baselines.kernels.ragged import (
    BoolArray,
    FloatArray,
    IntArray,
    Ragged,
    Sequences,
    require_equal_lengths,
)
from rte_baselines.kernels.taxonomy.taxonomy import FAR, Above, Taxonomy, climb, one_by_one

WU_PALMER, WU_PALMER_NLTK, RESNIK, LIN, JIANG_CONRATH = range(5)
"""The measures of `best_similarities`."""

NO_DISTANCE = 1e300
"""Jiang and Conrath's similarity at distance 0: NLTK's value for infinity."""

_NONE = -1


class _Sides(NamedTuple):
    """The sets of pairs, and what is above their concepts, with a name for each concept."""

    first: Sequences
    second: Sequences
    rows: IntArray
    columns: IntArray
    above_first: Above
    names: IntArray
    above_second: Above
    other_names: IntArray


def best_similarities(
    measure: int,
    first: Ragged,
    second: Ragged,
    rows: IntArray,
    columns: IntArray,
    taxonomy: Taxonomy,
) -> FloatArray:
    """Return the similarity of the most similar concepts of some pairs of sets.

    `measure` is `WU_PALMER`, `WU_PALMER_NLTK`, `RESNIK`, `LIN` or `JIANG_CONRATH`, as
    `TaxonomySimilarity` defines them. `rows` and `columns` select the sets of each pair, such as
    the senses of words, in `first` and `second`. The result is at least 0; 0 if a set is empty or
    no concepts are related.
    """
    require_equal_lengths(rows=rows, columns=columns)
    above_first = climb(one_by_one(first.values).arrays, taxonomy)
    above_second = climb(one_by_one(second.values).arrays, taxonomy)
    names, other_names, types = intern(above_first.concepts, above_second.concepts)
    pairs = first.arrays, second.arrays, rows, columns
    sides = _Sides(*pairs, above_first, names, above_second, other_names)
    # The name -1 of concepts that are not above the first sets selects an extra, last element,
    # which stays as it is.
    if measure == WU_PALMER:
        return _best_by_depth(sides, np.full(types + 1, FAR), taxonomy)
    if measure == WU_PALMER_NLTK:
        distinct = np.empty(types, np.int64)
        distinct[names] = above_first.concepts
        above_names = climb(one_by_one(distinct).arrays, taxonomy)
        return _best_by_depth_as_nltk(sides, np.full(types + 1, _NONE), above_names, taxonomy)
    return _best_by_content(sides, np.zeros(types + 1, np.bool_), measure, taxonomy)


# The loops below call inlined functions alone: for each array passed to another function, Numba
# updates a counter of references, which takes longer than the comparison of two concepts itself.


@compiled
def _best_by_depth(sides: _Sides, distances: IntArray, taxonomy: Taxonomy) -> FloatArray:
    """Compare by the deepest common concept; of several, by the nearest.

    `distances` has `FAR` for each name. An artificial root is a concept like others, on the first
    level, and the roots below it are on the second.
    """
    first, second, rows, columns, above_first, names, above_second, other_names = sides
    min_depths, max_depths = taxonomy.min_depths, taxonomy.max_depths
    roots = taxonomy.root_distances
    best = np.zeros(len(rows))
    for pair in range(len(rows)):
        row, column = rows[pair], columns[pair]
        for index in range(first.offsets[row], first.offsets[row + 1]):
            concept = first.values[index]
            root_level = 2 if roots[concept] < FAR else 1
            for position in range(above_first.offsets[index], above_first.offsets[index + 1]):
                distances[names[position]] = above_first.distances[position]
            for entry in range(second.offsets[column], second.offsets[column + 1]):
                other = second.values[entry]
                level, path = 0, 0
                if root_level == 2 and roots[other] < FAR:
                    level, path = 1, int(min_depths[concept]) + int(min_depths[other]) + 2
                for position in range(above_second.offsets[entry], above_second.offsets[entry + 1]):
                    if distances[other_names[position]] == FAR:
                        continue
                    shared = int(max_depths[above_second.concepts[position]]) + root_level
                    way = distances[other_names[position]] + above_second.distances[position]
                    if shared > level or (shared == level and way < path):
                        level, path = shared, way
                if level > 0:
                    best[pair] = max(best[pair], 2.0 * level / (path + 2 * level))
            for position in range(above_first.offsets[index], above_first.offsets[index + 1]):
                distances[names[position]] = FAR
    return best


@compiled
def _best_by_depth_as_nltk(
    sides: _Sides, positions: IntArray, above_names: Above, taxonomy: Taxonomy
) -> FloatArray:
    """Compare by the common concept that NLTK chooses.

    `positions` has `_NONE` for each name; those above the current first concept get theirs.
    """
    first, second, rows, columns, above_first, names, above_second, other_names = sides
    min_depths, roots = taxonomy.min_depths, taxonomy.root_distances
    best = np.zeros(len(rows))
    for pair in range(len(rows)):
        row, column = rows[pair], columns[pair]
        for index in range(first.offsets[row], first.offsets[row + 1]):
            concept = first.values[index]
            for position in range(above_first.offsets[index], above_first.offsets[index + 1]):
                positions[names[position]] = position
            for other in range(second.offsets[column], second.offsets[column + 1]):
                entry = _lowest_shared(
                    concept, other, above_second, other_names, positions, min_depths
                )
                shared = above_second.concepts[entry]
                to_root = FAR
                if entry == _NONE or (shared != concept and min_depths[shared] == 0):
                    # Among equally deep concepts, NLTK prefers the artificial root to a real one.
                    to_root = roots[concept] + roots[second.values[other]]
                if to_root < FAR:
                    best[pair] = max(best[pair], 2.0 / (to_root + 2))
                elif entry != _NONE:
                    name = other_names[entry]
                    path = _path_length(index, above_first, name, above_names)
                    path += _path_length(other, above_second, name, above_names)
                    depth = int(taxonomy.max_depths[shared]) + 1
                    best[pair] = max(best[pair], 2.0 * depth / (path + 2 * depth))
            for position in range(above_first.offsets[index], above_first.offsets[index + 1]):
                positions[names[position]] = _NONE
    return best


@inlined
def _lowest_shared(
    concept: int,
    other: int,
    above_second: Above,
    other_names: IntArray,
    positions: IntArray,
    min_depths: NDArray[np.uint8],
) -> int:
    """Return where the deepest concept above both is in `above_second`, -1 if there is none.

    Among ties it is the first concept itself, otherwise the one with the lowest number.
    """
    found = lowest = _NONE
    for entry in range(above_second.offsets[other], above_second.offsets[other + 1]):
        if positions[other_names[entry]] == _NONE:
            continue
        shared = above_second.concepts[entry]
        is_deeper = found == _NONE or min_depths[shared] > min_depths[lowest]
        is_tied = found != _NONE and min_depths[shared] == min_depths[lowest]
        if is_deeper or (is_tied and lowest != concept and (shared == concept or shared < lowest)):
            found, lowest = entry, shared
    return found


@inlined
def _path_length(index: int, above: Above, name: int, above_names: Above) -> int:
    """Return the shortest path between a concept and one above it, given what is above each.

    It need not lead straight up: a path through a higher concept can be shorter.
    """
    shortest = FAR
    for position in range(above.offsets[index], above.offsets[index + 1]):
        for higher in range(above_names.offsets[name], above_names.offsets[name + 1]):
            if above_names.concepts[higher] == above.concepts[position]:
                length = above.distances[position] + above_names.distances[higher]
                shortest = min(shortest, length)
    return shortest


@compiled
def _best_by_content(
    sides: _Sides, is_above: BoolArray, measure: int, taxonomy: Taxonomy
) -> FloatArray:
    first, second, rows, columns, above_first, names, above_second, other_names = sides
    content, roots = taxonomy.content, taxonomy.root_distances
    best = np.zeros(len(rows))
    for pair in range(len(rows)):
        row, column = rows[pair], columns[pair]
        for index in range(first.offsets[row], first.offsets[row + 1]):
            for position in range(above_first.offsets[index], above_first.offsets[index + 1]):
                is_above[names[position]] = True
            for other in range(second.offsets[column], second.offsets[column + 1]):
                shared = 0.0
                is_joined = roots[first.values[index]] + roots[second.values[other]] < FAR
                for position in range(above_second.offsets[other], above_second.offsets[other + 1]):
                    if is_above[other_names[position]]:
                        is_joined = True
                        information = content[above_second.concepts[position]]
                        if information < np.inf:
                            shared = max(shared, information)
                value = _similarity(
                    measure, first.values[index], second.values[other], shared, is_joined, content
                )
                best[pair] = max(best[pair], value)
            for position in range(above_first.offsets[index], above_first.offsets[index + 1]):
                is_above[names[position]] = False
    return best


@inlined
def _similarity(
    measure: int,
    first: int,
    second: int,
    shared: float,
    is_joined: bool,
    content: FloatArray,
) -> float:
    """Compare two concepts, given the content of the most informative one above both."""
    if measure == RESNIK:
        return shared
    if first == second:
        return 1.0 if measure == LIN else NO_DISTANCE
    if content[first] == 0 or content[second] == 0 or not is_joined:
        return 0.0
    if measure == LIN:
        return float(2 * shared / (content[first] + content[second]))
    distance = content[first] + content[second] - 2 * shared
    return float(1 / distance) if distance > 0 else NO_DISTANCE
