"""The shortest chains of links."""

from collections import deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.chains import Links, chain_lengths
from rte_baselines.kernels.ragged import offsets_of

from .batches import bits, interpreting, kernel_settings, ragged

CONCEPTS = 8
concepts = st.integers(0, CONCEPTS - 1)
graphs = st.lists(st.lists(concepts, max_size=4), min_size=CONCEPTS, max_size=CONCEPTS)
sets = st.lists(st.lists(concepts, max_size=3), max_size=4)


def links_of(graph):
    targets = np.array([target for targets in graph for target in targets], np.int32)
    return Links(offsets_of(np.array(list(map(len, graph)))), targets)


def shortest(sources, goals, graph, longest):
    """Breadth-first search, from the book."""
    distances = dict.fromkeys(sources, 0)
    waiting = deque(sources)
    while waiting:
        concept = waiting.popleft()
        for target in graph[concept]:
            if target not in distances:
                distances[target] = distances[concept] + 1
                waiting.append(target)
    found = [distances[goal] for goal in goals if distances.get(goal, np.inf) <= longest]
    return min(found, default=np.inf)


# 0 -> 1 -> 2 -> 3, and 0 -> 4
GRAPH = [[1, 4], [2], [3], [], [], [], [], []]


@pytest.mark.parametrize(
    ("sources", "goals", "longest", "length"),
    [
        ([0], [0], 9, 0),
        ([0], [3], 9, 3),
        ([0], [3], 2, np.inf),
        ([3], [0], 9, np.inf),
        ([0, 2], [3], 9, 1),
        ([0], [3, 4], 9, 1),
        ([], [3], 9, np.inf),
        ([0], [], 9, np.inf),
        ([1], [1], 0, 0),
    ],
)
def test_lengths_worked_by_hand(sources, goals, longest, length):
    lengths = chain_lengths(ragged([sources]), ragged([goals]), links_of(GRAPH), longest)
    assert lengths.tolist() == [[length]]


@pytest.mark.slow
@given(graphs, sets, sets, st.integers(0, 5))
@kernel_settings
def test_equals_a_search_from_every_set(graph, sources, goals, longest):
    expected = [[shortest(one, other, graph, longest) for one in sources] for other in goals]
    found = chain_lengths(ragged(sources), ragged(goals), links_of(graph), longest)
    assert found.shape == (len(goals), len(sources))
    assert found.tolist() == expected


@pytest.mark.slow
@given(graphs, sets, sets)
@kernel_settings
def test_equals_its_plain_twin(graph, sources, goals):
    sources, goals, links = ragged(sources), ragged(goals), links_of(graph)
    found = chain_lengths(sources, goals, links, 3)
    with interpreting():
        assert bits(chain_lengths(sources, goals, links, 3)) == bits(found)
