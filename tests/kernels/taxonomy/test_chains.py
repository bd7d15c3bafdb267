"""The shortest chains of links."""

from collections import deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import offsets_of
from rte_baselines.kernels.taxonomy.chains import Links, chain_lengths
from tests.kernels.batches import bits, interpreting, kernel_settings, ragged

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
    only = np.zeros(1, np.int64)
    lengths = chain_lengths(
        ragged([sources]), ragged([goals]), only, only, links_of(GRAPH), longest
    )
    assert lengths.tolist() == [length]


@st.composite
def pairs_of_sets(draw):
    """Sets of sources and of goals, and pairs of them in any order."""
    sources, goals = draw(sets), draw(sets)
    every = [(source, goal) for source in range(len(sources)) for goal in range(len(goals))]
    pairs = draw(st.lists(st.sampled_from(every), max_size=9)) if every else []
    return sources, goals, np.array(pairs, np.int64).reshape(-1, 2).T


@given(graphs, pairs_of_sets(), st.integers(0, 5))
@kernel_settings
def test_equals_a_search_from_every_set(graph, drawn, longest):
    sources, goals, pairs = drawn
    expected = [
        shortest(sources[source], goals[goal], graph, longest) for source, goal in pairs.T.tolist()
    ]
    found = chain_lengths(ragged(sources), ragged(goals), *pairs, links_of(graph), longest)
    assert found.tolist() == expected


@given(graphs, pairs_of_sets())
@kernel_settings
def test_equals_its_plain_twin(graph, drawn):
    sources, goals, pairs = drawn
    arguments = ragged(sources), ragged(goals), *pairs, links_of(graph), 3
    found = chain_lengths(*arguments)
    with interpreting():
        assert bits(chain_lengths(*arguments)) == bits(found)


def test_pairs_that_lack_a_set_are_refused():
    only = np.zeros(1, np.int64)
    with pytest.raises(ValueError, match="0 goal sets beside 1 source sets"):
        chain_lengths(ragged([[0]]), ragged([[0]]), only, only[:0], links_of(GRAPH), 3)
