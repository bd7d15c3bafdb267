"""Similarities of concepts by their common hypernyms."""

import numpy as np

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.interning import intern
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged
from rte_baselines.kernels.taxonomy import FAR, Above, Taxonomy, climb, one_by_one

WU_PALMER, RESNIK, LIN, JIANG_CONRATH = range(4)
"""The measures of `best_similarities`."""

NO_DISTANCE = 1e300
"""Jiang and Conrath's similarity at distance 0: NLTK's value for infinity."""

_NO_CONCEPT = -1


def best_similarities(
    measure: int,
    first: Ragged,
    second: Ragged,
    rows: IntArray,
    columns: IntArray,
    taxonomy: Taxonomy,
) -> FloatArray:
    """Return the similarity of the most similar concepts of some pairs of sets.

    Parameters
    ----------
    measure : int
        `WU_PALMER`, `RESNIK`, `LIN` or `JIANG_CONRATH`, as `TaxonomySimilarity` defines them.
    first, second : Ragged
        Sets of concepts, such as the senses of words.
    rows, columns : ndarray of int64, shape (pairs,)
        The sets of each pair.
    taxonomy : Taxonomy

    Returns
    -------
    ndarray of float64, shape (pairs,)
        Non-negative; 0 if a set is empty, or if no concepts of the two sets are related.
    """
    above_first = climb(first.values, one_by_one(first.values).offsets, taxonomy)
    above_second = climb(second.values, one_by_one(second.values).offsets, taxonomy)
    names, other_names, types = intern(above_first.concepts, above_second.concepts)
    # The extra, last element is always False; the name -1 of concepts not above the first set
    # selects it.
    is_above = np.zeros(types + 1, np.bool_)
    return _best_similarities(
        *(measure, above_first, above_second, names, other_names, is_above),
        *(first.offsets, second.offsets, rows, columns, taxonomy),
    )


@compiled
def _best_similarities(
    measure: int,
    above_first: Above,
    above_second: Above,
    names: IntArray,
    other_names: IntArray,
    is_above: BoolArray,
    first_offsets: IntArray,
    second_offsets: IntArray,
    rows: IntArray,
    columns: IntArray,
    taxonomy: Taxonomy,
) -> FloatArray:
    best = np.zeros(len(rows))
    for pair in range(len(rows)):
        row, column = rows[pair], columns[pair]
        for first_concept in range(first_offsets[row], first_offsets[row + 1]):
            start = above_first.offsets[first_concept]
            end = above_first.offsets[first_concept + 1]
            for position in range(start, end):
                is_above[names[position]] = True
            for second_concept in range(second_offsets[column], second_offsets[column + 1]):
                second_start = above_second.offsets[second_concept]
                second_end = above_second.offsets[second_concept + 1]
                value = _similarity(
                    measure,
                    above_first.concepts[start:end],
                    above_first.distances[start:end],
                    above_second.concepts[second_start:second_end],
                    above_second.distances[second_start:second_end],
                    other_names[second_start:second_end],
                    is_above,
                    taxonomy,
                )
                best[pair] = max(best[pair], value)
            for position in range(start, end):
                is_above[names[position]] = False
    return best


@inlined
def _similarity(
    measure: int,
    first: IntArray,
    first_distances: IntArray,
    second: IntArray,
    second_distances: IntArray,
    second_names: IntArray,
    is_above: BoolArray,
    taxonomy: Taxonomy,
) -> float:
    """Compare two concepts, given the concepts above each, beginning with itself.

    ``is_above`` marks the names of the concepts above the first.
    """
    if measure == WU_PALMER:
        return _wu_palmer(
            first, first_distances, second, second_distances, second_names, is_above, taxonomy
        )
    content = taxonomy.content
    shared, is_joined = 0.0, False
    for index in range(len(second)):
        if is_above[second_names[index]]:
            is_joined = True
            if content[second[index]] < np.inf:
                shared = max(shared, content[second[index]])
    if measure == RESNIK:
        return shared
    first_concept, second_concept = first[0], second[0]
    if first_concept == second_concept:
        return 1.0 if measure == LIN else NO_DISTANCE
    to_root = taxonomy.root_distances[first_concept] + taxonomy.root_distances[second_concept]
    is_joined = is_joined or to_root < FAR
    if content[first_concept] == 0 or content[second_concept] == 0 or not is_joined:
        return 0.0
    if measure == LIN:
        return float(2 * shared / (content[first_concept] + content[second_concept]))
    distance = content[first_concept] + content[second_concept] - 2 * shared
    return float(1 / distance) if distance > 0 else NO_DISTANCE


@inlined
def _wu_palmer(
    first: IntArray,
    first_distances: IntArray,
    second: IntArray,
    second_distances: IntArray,
    second_names: IntArray,
    is_above: BoolArray,
    taxonomy: Taxonomy,
) -> float:
    first_concept, second_concept = first[0], second[0]
    lowest = _lowest_common(first_concept, second, second_names, is_above, taxonomy)
    if lowest != first_concept and (lowest == _NO_CONCEPT or taxonomy.min_depths[lowest] == 0):
        to_root = taxonomy.root_distances[first_concept] + taxonomy.root_distances[second_concept]
        if to_root < FAR:
            # Among equally deep concepts, NLTK prefers the artificial root to a real one.
            return float(2.0 / (to_root + 2))
        if lowest == _NO_CONCEPT:
            return 0.0
    depth = taxonomy.max_depths[lowest] + 1
    single, offsets = np.empty(1, np.int64), np.zeros(2, np.int64)
    single[0], offsets[1] = lowest, 1
    above = climb(single, offsets, taxonomy)
    path = _distance(above, first, first_distances) + _distance(above, second, second_distances)
    return float(2.0 * depth / (path + 2 * depth))


@inlined
def _lowest_common(
    first_concept: int,
    second: IntArray,
    second_names: IntArray,
    is_above: BoolArray,
    taxonomy: Taxonomy,
) -> int:
    """Return the deepest concept above both; among ties `first_concept`, otherwise the first."""
    lowest, depth = _NO_CONCEPT, -1
    for index in range(len(second)):
        concept = second[index]
        if not is_above[second_names[index]] or taxonomy.min_depths[concept] < depth:
            continue
        is_deeper = taxonomy.min_depths[concept] > depth
        if is_deeper or concept == first_concept or (lowest != first_concept and concept < lowest):
            lowest, depth = concept, taxonomy.min_depths[concept]
    return lowest


@inlined
def _distance(above: Above, concepts: IntArray, distances: IntArray) -> int:
    """Return the shortest path between a concept and one above it, given the concepts above each.

    It need not lead straight up: a path through a higher concept can be shorter.
    """
    shortest = FAR
    for index in range(len(concepts)):
        for higher in range(len(above.concepts)):
            if above.concepts[higher] == concepts[index]:
                shortest = min(shortest, distances[index] + above.distances[higher])
    return shortest
