from itertools import compress, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.subsumption.costs import Unification
from rte_baselines.features.subsumption.unification import (
    UnifiedEdge,
    UnifiedNode,
    best_unification,
)

EXACT = Unification(0.0, "")
SAVINGS = st.integers(1, 8).map(lambda eighths: eighths / 8)


def node_pair(node, text_node, saving):
    return UnifiedNode(node, text_node, EXACT, saving)


def edge_pair(edge, ends, saving):
    return UnifiedEdge(edge, ends, EXACT, None, saving)


@st.composite
def programmes(draw):
    """Up to four nodes and four of the text with edges between them, as pairs that may meet."""
    positions = st.integers(0, 3)
    met = sorted(draw(st.sets(st.tuples(positions, positions), max_size=9)))
    nodes = [node_pair(first, second, draw(SAVINGS)) for first, second in met]
    edges = []
    # Each edge of the hypothesis leads from one node to another, and so must its pairs.
    for edge, (source, target) in enumerate(
        draw(st.lists(st.tuples(positions, positions), max_size=4))
    ):
        ends = [
            (first, second)
            for first, second in product(range(len(nodes)), repeat=2)
            if (nodes[first].node, nodes[second].node) == (source, target)
        ]
        edges += [edge_pair(edge, pair, draw(SAVINGS)) for pair in ends if draw(st.booleans())]
    return nodes, edges


def saved(nodes, edges, chosen_nodes, chosen_edges):
    chosen = [*compress(nodes, chosen_nodes), *compress(edges, chosen_edges)]
    return sum(pair.saving for pair in chosen)


def is_unification(nodes, edges, chosen_nodes, chosen_edges):
    """Whether a choice holds to the constraints of section 5.2.1."""
    met, drawn = list(compress(nodes, chosen_nodes)), list(compress(edges, chosen_edges))
    return (
        len({pair.node for pair in met}) == len({pair.text_node for pair in met}) == len(met)
        and len({pair.edge for pair in drawn}) == len(drawn)
        and all(chosen_nodes[end] for pair in drawn for end in pair.ends)
    )


def best_by_enumeration(nodes, edges):
    best = 0.0
    for chosen in product([False, True], repeat=len(nodes)):
        if is_unification(nodes, (), chosen, ()):
            of_edges = {}
            for pair in edges:
                if chosen[pair.ends[0]] and chosen[pair.ends[1]]:
                    of_edges[pair.edge] = max(of_edges.get(pair.edge, 0), pair.saving)
            best = max(best, saved(nodes, (), chosen, ()) + sum(of_edges.values()))
    return best


@given(programme=programmes())
def test_saves_as_much_as_any_unification(programme):
    nodes, edges = programme
    chosen_nodes, chosen_edges = best_unification(nodes, edges)
    assert is_unification(nodes, edges, chosen_nodes, chosen_edges)
    np.testing.assert_allclose(
        saved(nodes, edges, chosen_nodes, chosen_edges), best_by_enumeration(nodes, edges)
    )


def test_an_edge_unifies_with_the_edge_that_saves_most():
    nodes = [node_pair(0, 0, 0.5), node_pair(1, 1, 0.5)]
    _, edges = best_unification(nodes, [edge_pair(0, (0, 1), saving) for saving in (0.2, 0.4, 0.3)])
    assert edges.tolist() == [False, True, False]


def test_odd_cycles_need_integer_variables():
    # Each edge needs its ends on different sides, which two of three can have, but by halves
    # all three: 3 * 0.1 + 3 * 1 for the relaxation, 3 * 0.1 + 2 * 1 for whole numbers.
    nodes = [node_pair(node, node * 2 + side, 0.1) for node in range(3) for side in range(2)]
    position = {(pair.node, pair.text_node % 2): number for number, pair in enumerate(nodes)}
    edges = [
        edge_pair(number, (position[first, side], position[second, 1 - side]), 1.0)
        for number, (first, second) in enumerate([(0, 1), (1, 2), (2, 0)])
        for side in range(2)
    ]
    chosen, drawn = best_unification(nodes, edges)
    np.testing.assert_allclose(
        saved(nodes, edges, chosen, drawn), best_by_enumeration(nodes, edges)
    )
    np.testing.assert_allclose(best_by_enumeration(nodes, edges), 3 * 0.1 + 2 * 1.0)
