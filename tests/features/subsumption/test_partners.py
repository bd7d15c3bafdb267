import pytest

from rte_baselines.features.subsumption.concept_graph import (
    CONTAINS,
    ConceptGraph,
    Edge,
    Level,
    Node,
)
from rte_baselines.features.subsumption.costs import Costs, GraphPair, Unification
from rte_baselines.features.subsumption.unification import MOST_PARTNERS, best_partners
from tests.features.subsumption.graphs import status

COSTS = Costs(attribute=0.1, rule=0.1, longest_chain=3, trusts_reports=False)
NAMES = [f"person{number}" for number in range(MOST_PARTNERS + 5)]


def judges(names):
    """The graph of "X is a judge" of each name."""
    nodes, edges = [], []
    for name in names:
        first = len(nodes)
        nodes += [
            Node(Level.PREDICATE, ("be",), first, status=status("present")),
            Node(Level.PHRASE, (name,), first, "NP"),
            Node(Level.PHRASE, ("judge",), first + 1, "NP"),
            Node(Level.WORD, (name,), first, "NOUN", name),
            Node(Level.WORD, ("judge",), first + 1, "NOUN", "judge"),
        ]
        links = [(0, 1, "ARG1"), (0, 2, "ARG2"), (1, 3, CONTAINS), (2, 4, CONTAINS)]
        edges += [Edge(first + a, first + b, frozenset({label})) for a, b, label in links]
    return ConceptGraph(nodes, edges)


def kept_of(text, hypothesis):
    pair = GraphPair(text, hypothesis, COSTS)
    return best_partners(pair, pair.node_unifications())


@pytest.mark.parametrize("position", [0, MOST_PARTNERS, len(NAMES) - 1])
def test_keeps_the_partner_with_most_common_edges_in_any_position(position):
    kept = kept_of(judges(NAMES), judges([NAMES[position]]))
    # Five nodes for each name, in the same order in text and hypothesis.
    assert [5 * position + node in kept[node] for node in range(5)] == [True] * 5
    assert [len(kept[node]) for node in range(5)] == [10, 1, 10, 1, 10]


def test_cheaper_partners_are_preferred():
    word = Node(Level.WORD, ("boat",), 0, "NOUN", "boat")
    text = ConceptGraph([word] * (MOST_PARTNERS + 2))
    costs = {other: Unification(0.3 if other < 2 else 0.1, "") for other in range(len(text.nodes))}
    kept = best_partners(GraphPair(text, ConceptGraph([word]), COSTS), {0: costs})
    assert sorted(kept[0]) == [*range(2, MOST_PARTNERS + 2)]
