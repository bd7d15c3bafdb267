"""Similarities of concepts by their common hypernyms."""

import numpy as np

from rte_baselines.kernels.compile import compiled
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
    return _best_similarities(
        measure,
        one_by_one(first.values).offsets,
        one_by_one(second.values).offsets,
        first.values,
        first.offsets,
        second.values,
        second.offsets,
        rows,
        columns,
        taxonomy,
    )


@compiled
def _best_similarities(
    measure: int,
    single_first: IntArray,
    single_second: IntArray,
    first: IntArray,
    first_offsets: IntArray,
    second: IntArray,
    second_offsets: IntArray,
    rows: IntArray,
    columns: IntArray,
    taxonomy: Taxonomy,
) -> FloatArray:
    above_first = climb(first, single_first, taxonomy)
    above_second = climb(second, single_second, taxonomy)
    names, other_names, types = intern(above_first.concepts, above_second.concepts)
    # The extra, last element is always False; the name -1 of concepts not above the first set
    # selects it.
    is_above = np.zeros(types + 1, np.bool_)
    best = np.zeros(len(rows))
    for pair in range(len(rows)):
        row, column = rows[pair], columns[pair]
        for first_concept in range(first_offsets[row], first_offsets[row + 1]):
            marked = slice(
                above_first.offsets[first_concept], above_first.offsets[first_concept + 1]
            )
            is_above[names[marked]] = True
            for second_concept in range(second_offsets[column], second_offsets[column + 1]):
                candidates = slice(
                    above_second.offsets[second_concept], above_second.offsets[second_concept + 1]
                )
                is_common = is_above[other_names[candidates]]
                value = _similarity(
                    measure,
                    above_first.concepts[marked],
                    above_first.distances[marked],
                    above_second.concepts[candidates],
                    above_second.distances[candidates],
                    is_common,
                    taxonomy,
                )
                best[pair] = max(best[pair], value)
            is_above[names[marked]] = False
    return best


@compiled
def _similarity(
    measure: int,
    first: IntArray,
    first_distances: IntArray,
    second: IntArray,
    second_distances: IntArray,
    is_common: BoolArray,
    taxonomy: Taxonomy,
) -> float:
    """Compare two concepts, given the concepts above each, beginning with itself.

    ``is_common`` marks the concepts above the second that are also above the first.
    """
    if measure == WU_PALMER:
        return _wu_palmer(first, first_distances, second, second_distances, is_common, taxonomy)
    content = taxonomy.content
    shared = 0.0
    for index in range(len(second)):
        if is_common[index] and np.isfinite(content[second[index]]):
            shared = max(shared, content[second[index]])
    if measure == RESNIK:
        return shared
    first_concept, second_concept = first[0], second[0]
    if first_concept == second_concept:
        return 1.0 if measure == LIN else NO_DISTANCE
    is_joined = (
        taxonomy.root_distances[first_concept] + taxonomy.root_distances[second_concept] < FAR
    )
    if (
        content[first_concept] == 0
        or content[second_concept] == 0
        or not (is_joined or is_common.any())
    ):
        return 0.0
    if measure == LIN:
        return float(2 * shared / (content[first_concept] + content[second_concept]))
    distance = content[first_concept] + content[second_concept] - 2 * shared
    return float(1 / distance) if distance > 0 else NO_DISTANCE


@compiled
def _wu_palmer(
    first: IntArray,
    first_distances: IntArray,
    second: IntArray,
    second_distances: IntArray,
    is_common: BoolArray,
    taxonomy: Taxonomy,
) -> float:
    first_concept, second_concept = first[0], second[0]
    lowest = _lowest_common(first_concept, second, is_common, taxonomy)
    if lowest != first_concept and (lowest == _NO_CONCEPT or taxonomy.min_depths[lowest] == 0):
        to_root = taxonomy.root_distances[first_concept] + taxonomy.root_distances[second_concept]
        if to_root < FAR:
            # Among equally deep concepts, NLTK prefers the artificial root to a real one.
            return float(2.0 / (to_root + 2))
        if lowest == _NO_CONCEPT:
            return 0.0
    depth = taxonomy.max_depths[lowest] + 1
    above = climb(np.array([lowest]), np.array([0, 1]), taxonomy)
    path = _distance(above, first, first_distances) + _distance(above, second, second_distances)
    return float(2.0 * depth / (path + 2 * depth))


@compiled
def _lowest_common(
    first_concept: int, second: IntArray, is_common: BoolArray, taxonomy: Taxonomy
) -> int:
    """Return the deepest concept above both; among ties `first_concept`, otherwise the first."""
    lowest, depth = _NO_CONCEPT, -1
    for index in range(len(second)):
        concept = second[index]
        if not is_common[index] or taxonomy.min_depths[concept] < depth:
            continue
        is_deeper = taxonomy.min_depths[concept] > depth
        if is_deeper or concept == first_concept or (lowest != first_concept and concept < lowest):
            lowest, depth = concept, taxonomy.min_depths[concept]
    return lowest


@compiled
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
