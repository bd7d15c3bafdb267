"""The best unification of a hypothesis's graph with a text's, and what it costs."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

from rte_baselines.features.subsumption.concept_graph import (
    BEFORE,
    ConceptGraph,
    Edge,
    Level,
)
from rte_baselines.features.subsumption.costs import Costs, NodeUnifications, Unification
from rte_baselines.features.subsumption.edge_costs import edge_unification
from rte_baselines.features.subsumption.integer_programme import (
    EdgePair,
    NodePair,
    best_unification,
)

_IN_ORDER = Unification(0.0, "in order")


@dataclass(frozen=True)
class MetNode:
    """A node of the hypothesis with the one of the text that it unifies with.

    Parameters
    ----------
    node, text_node : int
    unification : Unification
    """

    node: int
    text_node: int
    unification: Unification


@dataclass(frozen=True)
class MetEdge:
    """An edge of the hypothesis, by its place, that unifies with one of the text.

    Parameters
    ----------
    edge : int
    ends : tuple of two int
        The places, among the nodes that may meet, of its source and its target.
    unification : Unification
    text_edge : Edge or None
        None of an order of words, which may have others in between.
    """

    edge: int
    ends: tuple[int, int]
    unification: Unification
    text_edge: Edge | None


@dataclass(frozen=True)
class Subsumption:
    """The cheapest way to find a hypothesis's graph in a text's.

    Of all ways, but for one limit: a node meets one of the ten of the text that are likeliest
    (`likeliest_partners`).

    Parameters
    ----------
    nodes : tuple of MetNode
    edges : tuple of MetEdge
    cost : float
        From 0, if everything is there as it is, to 1, if nothing is.
    level_costs : mapping of Level to float
        The cost by level, each from 0 to 1; the weighted mean of these is `cost`. Levels of
        which the hypothesis has nothing are left out.
    """

    nodes: tuple[MetNode, ...]
    edges: tuple[MetEdge, ...]
    cost: float
    level_costs: Mapping[Level, float]


def subsumption(
    text: ConceptGraph,
    hypothesis: ConceptGraph,
    unifications: NodeUnifications,
    weights: Sequence[float],
    costs: Costs,
) -> Subsumption:
    """Return the cheapest unification of a hypothesis with a text.

    Parameters
    ----------
    text : ConceptGraph
        Expanded.
    hypothesis : ConceptGraph
    unifications : mapping of int to mapping of int to Unification
        See `node_unifications`.
    weights : sequence of three float
        What each level weighs, from predicates to words; none negative.
    costs : Costs
    """
    nodes = _nodes_that_may_meet(unifications)
    edges = _edges_that_may_meet(text, hypothesis, nodes, costs)
    weight = _weights_of_elements(hypothesis, weights)
    node_pairs = [
        NodePair(
            met.node,
            met.text_node,
            weight[hypothesis.nodes[met.node].level] * (1 - met.unification.cost),
        )
        for met in nodes
    ]
    edge_pairs = [
        EdgePair(
            met.edge,
            met.ends,
            weight[hypothesis.level_of(hypothesis.edges[met.edge])] * (1 - met.unification.cost),
        )
        for met in edges
    ]
    chosen, chosen_edges = best_unification(node_pairs, edge_pairs)
    return _priced(
        hypothesis,
        weights,
        tuple(compress(nodes, chosen)),
        tuple(compress(edges, chosen_edges)),
    )


def _nodes_that_may_meet(unifications: NodeUnifications) -> list[MetNode]:
    return [
        MetNode(node, other, unification)
        for node, partners in unifications.items()
        for other, unification in partners.items()
    ]


def _edges_that_may_meet(
    text: ConceptGraph, hypothesis: ConceptGraph, nodes: Sequence[MetNode], costs: Costs
) -> list[MetEdge]:
    """Return all edges with edges of the text that they may unify with, if their ends do."""
    places: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for place, met in enumerate(nodes):
        places[met.node][met.text_node] = place
    found = []
    for number, edge in enumerate(hypothesis.edges):
        sources, targets = places[edge.source], places[edge.target]
        along = _in_order if BEFORE in edge.names else _along_edges
        met_ends = along(edge, text, list(sources), set(targets), costs)
        for one, other, unification, text_edge in met_ends:
            ends = sources[one], targets[other]
            found.append(MetEdge(number, ends, unification, text_edge))
    return found


def _along_edges(
    edge: Edge, text: ConceptGraph, sources: Sequence[int], targets: set[int], costs: Costs
) -> Iterator[tuple[int, int, Unification, Edge]]:
    """Yield the ends of the edges of the text that an edge may unify with, and how."""
    for source in sources:
        for text_edge in text.outgoing(source):
            if text_edge.target in targets:
                unification = edge_unification(edge, text_edge, text, costs)
                if unification is not None:
                    yield source, text_edge.target, unification, text_edge


def _in_order(
    edge: Edge, text: ConceptGraph, sources: Sequence[int], targets: set[int], costs: Costs
) -> Iterator[tuple[int, int, Unification, None]]:
    """Yield words of the text that stand in the order of two of the hypothesis.

    The order is transitive: others may stand in between.
    """
    for source in sources:
        for target in sorted(targets):
            if text.nodes[source].place < text.nodes[target].place:
                yield source, target, _IN_ORDER, None


def _weights_of_elements(hypothesis: ConceptGraph, weights: Sequence[float]) -> dict[Level, float]:
    """Return what a node or an edge of each level weighs, all together 1.

    However many there are of a level, together they have its share of the weights.
    """
    counts = Counter(node.level for node in hypothesis.nodes)
    counts.update(hypothesis.level_of(edge) for edge in hypothesis.edges)
    total = sum(weights[level] for level in counts)
    return {
        level: weights[level] / (total * count) if total else 0.0 for level, count in counts.items()
    }


def _priced(
    hypothesis: ConceptGraph,
    weights: Sequence[float],
    nodes: tuple[MetNode, ...],
    edges: tuple[MetEdge, ...],
) -> Subsumption:
    """Return a unification with its costs."""
    costs: defaultdict[Level, list[float]] = defaultdict(list)
    node_costs = {met.node: met.unification.cost for met in nodes}
    edge_costs = {met.edge: met.unification.cost for met in edges}
    for place, node in enumerate(hypothesis.nodes):
        costs[node.level].append(node_costs.get(place, 1.0))
    for place, edge in enumerate(hypothesis.edges):
        costs[hypothesis.level_of(edge)].append(edge_costs.get(place, 1.0))
    level_costs = {level: math.fsum(each) / len(each) for level, each in costs.items()}
    total = math.fsum(weights[level] for level in level_costs)
    weighed = math.fsum(weights[level] * cost for level, cost in level_costs.items())
    # Nothing is found nowhere: of a hypothesis without nodes, nothing speaks for entailment.
    cost = min(weighed / total, 1.0) if total else 1.0
    return Subsumption(nodes, edges, cost, level_costs)
