"""Senses of words, ways up in a taxonomy, and the shortest paths up and down again."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import offsets_of
from rte_baselines.kernels.taxonomy.shortest_paths import shortest_paths
from rte_baselines.kernels.taxonomy.taxonomy import FAR, climb, select_senses
from tests.kernels.batches import bits, interpreting, kernel_settings, ragged
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
    arguments = ragged(sets).arrays, as_taxonomy(parents, joined)
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


PART_STARTS = np.array([0, 4, 6, 6, 9], dtype=np.int32)
words_of_senses = st.lists(st.lists(st.integers(0, 8), max_size=4), min_size=1, max_size=5)


@given(words_of_senses, st.data())
@kernel_settings
def test_senses_equal_plain_python(synsets_of_words, data):
    queries = data.draw(
        st.lists(st.tuples(st.integers(-1, len(synsets_of_words) - 1), st.integers(-1, 3)))
    )
    offsets = offsets_of(np.array([len(row) for row in synsets_of_words])).astype(np.int32)
    synsets = [synset for row in synsets_of_words for synset in row]
    words, parts = (
        np.array([query[side] for query in queries], dtype=np.int64) for side in range(2)
    )
    arguments = (words, parts, offsets, np.array(synsets, dtype=np.int32), PART_STARTS)
    found = select_senses(*arguments)
    with interpreting():
        twin = select_senses(*arguments)
    assert bits((twin.values, twin.offsets)) == bits((found.values, found.offsets))
    assert len(found) == len(queries)
    for index, (word, part) in enumerate(queries):
        expected = [
            sense
            for sense in range(offsets[word], offsets[word + 1])
            if word >= 0
            and part >= 0
            and PART_STARTS[part] <= synsets[sense] < PART_STARTS[part + 1]
        ]
        assert found[index].tolist() == expected
