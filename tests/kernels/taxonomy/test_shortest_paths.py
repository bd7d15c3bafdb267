"""Ways up in a taxonomy, and the shortest paths up and down again."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.taxonomy.shortest_paths import shortest_paths
from rte_baselines.kernels.taxonomy.taxonomy import FAR, climb
from tests.kernels.batches import bits, interpreting, kernel_settings
from tests.kernels.taxonomies import (
    as_taxonomy,
    distances_up,
    ragged,
    root_distance,
    sets_of,
    taxonomies,
)


def all_pairs(first, second):
    return [places.ravel() for places in np.indices((len(first), len(second)))]


@pytest.mark.slow
@given(taxonomies(), st.data())
@kernel_settings
def test_climbing_finds_all_concepts_above_with_distances(taxonomy, data):
    parents, joined = taxonomy
    sets = data.draw(sets_of(parents))
    arguments = (ragged(sets).values, ragged(sets).offsets, as_taxonomy(parents, joined))
    found = climb(*arguments)
    with interpreting():
        assert bits(climb(*arguments)) == bits(found)
    for index, concepts in enumerate(sets):
        place = slice(found.offsets[index], found.offsets[index + 1])
        expected = {}
        for concept in concepts:
            for above, distance in distances_up(parents, concept).items():
                expected[above] = min(expected.get(above, FAR), distance)
        distances = found.distances[place].tolist()
        assert dict(zip(found.concepts[place].tolist(), distances, strict=True)) == expected
        assert distances == sorted(distances)


@pytest.mark.slow
@given(taxonomies(), st.data())
@kernel_settings
def test_equals_comparing_every_two_concepts(taxonomy, data):
    parents, joined = taxonomy
    first, second = data.draw(sets_of(parents)), data.draw(sets_of(parents))
    rows, columns = all_pairs(first, second)
    found = shortest_paths(
        ragged(first), ragged(second), rows, columns, as_taxonomy(parents, joined)
    )
    for row, column, length in zip(rows, columns, found.tolist(), strict=True):
        paths = [
            path(parents, joined, one, other) for one in first[row] for other in second[column]
        ]
        assert min(length, FAR) == min(paths, default=FAR)


def path(parents, joined, one, other):
    ups, downs = distances_up(parents, one), distances_up(parents, other)
    ways = [ups[above] + downs[above] for above in ups.keys() & downs.keys()]
    if joined:
        ways.append(root_distance(parents, one) + root_distance(parents, other))
    return min(ways, default=FAR)


def test_pairs_may_come_in_any_order():
    # 1 and 2 are below 0; 3 is below 2.
    parents = [[], [0], [0], [2]]
    sets = ragged([[1], [2], [3]])
    found = shortest_paths(
        sets, sets, np.array([2, 0, 2, 1]), np.array([0, 2, 2, 1]), as_taxonomy(parents, False)
    )
    assert found.tolist() == [3, 3, 0, 0]
