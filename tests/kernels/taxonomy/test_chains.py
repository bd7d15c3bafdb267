"""The shortest chains of links."""

from collections import deque

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import offsets_of
from rte_baselines.kernels.taxonomy.chains import Links, chain_lengths
from tests.kernels.batches import kernel_settings, ragged

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
