"""Similarities of concepts by their common hypernyms."""

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import inlined, interpreted_first
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
    the senses of words, in `first` and `second`. The result is not negative; 0 if a set is empty or
    no concepts are related.
    """
    require_equal_lengths(rows=rows, columns=columns)
    above_first = climb(one_by_one(first.values).arrays, taxonomy)
    above_second = climb(one_by_one(second.values).arrays, taxonomy)
    names, other_names, types = intern(above_first.concepts, above_second.concepts)
    if measure == WU_PALMER:
        return _best_by_depth(
            *(first.arrays, second.arrays, rows, columns),
            *(above_first, names, above_second, other_names),
            # The extra, last element stays `FAR`, as below.
            np.full(types + 1, FAR),
            taxonomy,
        )
    if measure == WU_PALMER_NLTK:
        distinct = np.empty(types, np.int64)
        distinct[names] = above_first.concepts
        return _best_by_depth_as_nltk(
            *(first.arrays, second.arrays, rows, columns),
            *(above_first, names, above_second),
            climb(one_by_one(distinct).arrays, taxonomy),
            *_shared_concepts(above_second, other_names, taxonomy.min_depths),
            taxonomy,
        )
    return _best_by_content(
        *(measure, first.arrays, second.arrays, rows, columns),
        *(above_first, names, above_second, other_names),
        # The extra, last element is always False; the name -1 of concepts not above the first
        # set selects it.
        np.zeros(types + 1, np.bool_),
        taxonomy,
    )


# The loops below call inlined functions alone: for each array passed to another function, Numba
# updates a counter of references, which takes longer than the comparison of two concepts itself.


@interpreted_first(numbers=10_000)
def _best_by_depth(
    first: Sequences,
    second: Sequences,
    rows: IntArray,
    columns: IntArray,
    above_first: Above,
    names: IntArray,
    above_second: Above,
    other_names: IntArray,
    distances: IntArray,
    taxonomy: Taxonomy,
) -> FloatArray:
    """Compare by the deepest common concept; of several, by the nearest.

    `distances` has `FAR` for each name. An artificial root is a concept like others, on the first
    level, and the roots below it are on the second.
    """
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


@interpreted_first(numbers=8_000)
def _best_by_depth_as_nltk(
    first: Sequences,
    second: Sequences,
    rows: IntArray,
    columns: IntArray,
    above_first: Above,
    names: IntArray,
    above_second: Above,
    above_names: Above,
    shared_offsets: IntArray,
    shared: IntArray,
    shared_names: IntArray,
    taxonomy: Taxonomy,
) -> FloatArray:
    min_depths, max_depths, roots = (
        taxonomy.min_depths,
        taxonomy.max_depths,
        taxonomy.root_distances,
    )
    # Where each name is among the concepts above the current first one.
    positions = _unknown(len(above_names.offsets) - 1)
    first_paths, second_paths = _unknown(len(names)), _unknown(len(shared))
    best = np.zeros(len(rows))
    for pair in range(len(rows)):
        row, column = rows[pair], columns[pair]
        for index in range(first.offsets[row], first.offsets[row + 1]):
            concept = first.values[index]
            for position in range(above_first.offsets[index], above_first.offsets[index + 1]):
                positions[names[position]] = position
            for other in range(second.offsets[column], second.offsets[column + 1]):
                entry = _lowest_shared(
                    concept,
                    shared_offsets[other],
                    shared_offsets[other + 1],
                    positions,
                    shared,
                    shared_names,
                    min_depths,
                )
                to_root = FAR
                if entry == _NONE or (shared[entry] != concept and min_depths[shared[entry]] == 0):
                    # Among equally deep concepts, NLTK prefers the artificial root to a real one.
                    to_root = roots[concept] + roots[second.values[other]]
                if to_root < FAR:
                    best[pair] = max(best[pair], 2.0 / (to_root + 2))
                elif entry != _NONE:
                    name = shared_names[entry]
                    position = positions[name]
                    if first_paths[position] == _NONE:
                        first_paths[position] = _path_length(index, above_first, name, above_names)
                    if second_paths[entry] == _NONE:
                        second_paths[entry] = _path_length(other, above_second, name, above_names)
                    path = first_paths[position] + second_paths[entry]
                    depth = int(max_depths[shared[entry]]) + 1
                    best[pair] = max(best[pair], 2.0 * depth / (path + 2 * depth))
            for position in range(above_first.offsets[index], above_first.offsets[index + 1]):
                positions[names[position]] = _NONE
    return best


@interpreted_first(numbers=50_000, count=lambda _, names, __: len(names))
def _shared_concepts(
    above: Above, names: IntArray, min_depths: NDArray[np.uint8]
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the concepts with a name above each second concept, and their names.

    They are sorted by descending minimum depth and then by number; the first of the three
    arrays has the start of each second concept's.
    """
    offsets = np.zeros(len(above.offsets), np.int64)
    shared, shared_names = np.empty(len(names), np.int64), np.empty(len(names), np.int64)
    size = 0
    for index in range(len(above.offsets) - 1):
        for position in range(above.offsets[index], above.offsets[index + 1]):
            if names[position] == _NONE:
                continue
            concept = above.concepts[position]
            depth = min_depths[concept]
            # An insertion sort, as there are few.
            place = size
            while place > offsets[index]:
                before = shared[place - 1]
                before_depth = min_depths[before]
                if before_depth > depth or (before_depth == depth and before < concept):
                    break
                shared[place], shared_names[place] = before, shared_names[place - 1]
                place -= 1
            shared[place], shared_names[place] = concept, names[position]
            size += 1
        offsets[index + 1] = size
    return offsets, shared[:size], shared_names[:size]


@inlined
def _unknown(size: int) -> IntArray:
    values = np.empty(size, np.int64)
    for index in range(size):
        values[index] = _NONE
    return values


@inlined
def _lowest_shared(
    concept: int,
    start: int,
    end: int,
    positions: IntArray,
    shared: IntArray,
    shared_names: IntArray,
    min_depths: NDArray[np.uint8],
) -> int:
    """Return where the deepest concept above both is in `shared`, -1 if there is none.

    Among ties it is the first concept itself, otherwise the one with the lowest number.
    """
    found = _NONE
    for entry in range(start, end):
        if found != _NONE and min_depths[shared[entry]] < min_depths[shared[found]]:
            break
        if positions[shared_names[entry]] != _NONE and (found == _NONE or shared[entry] == concept):
            found = entry
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


@interpreted_first(numbers=10_000)
def _best_by_content(
    measure: int,
    first: Sequences,
    second: Sequences,
    rows: IntArray,
    columns: IntArray,
    above_first: Above,
    names: IntArray,
    above_second: Above,
    other_names: IntArray,
    is_above: BoolArray,
    taxonomy: Taxonomy,
) -> FloatArray:
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
                        of_concept = content[above_second.concepts[position]]
                        if of_concept < np.inf:
                            shared = max(shared, of_concept)
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
