"""Ways up in a taxonomy, and the shortest paths up and down again."""

from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.taxonomy.shortest_paths import shortest_paths
from rte_baselines.kernels.taxonomy.taxonomy import FAR, climb
from tests.kernels.batches import kernel_settings, ragged
from tests.kernels.taxonomies import (
    all_pairs,
    as_taxonomy,
    distances_up,
    root_distance,
    sets_of,
    taxonomies,
)


@given(taxonomies(), st.data())
@kernel_settings
def test_climbing_finds_all_concepts_above_with_distances(taxonomy, data):
    parents, joined = taxonomy
    sets = data.draw(sets_of(parents))
    found = climb(ragged(sets).arrays, as_taxonomy(parents, joined))
    for index, concepts in enumerate(sets):
        place = slice(found.offsets[index], found.offsets[index + 1])
        expected = {}
        for concept in concepts:
            for above, distance in distances_up(parents, concept).items():
                expected[above] = min(expected.get(above, FAR), distance)
        distances = found.distances[place].tolist()
        assert dict(zip(found.concepts[place].tolist(), distances, strict=True)) == expected
        assert distances == sorted(distances)


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
