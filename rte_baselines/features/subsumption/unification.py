"""The cheapest unification of a hypothesis's graph with a text's."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress

from rte_baselines.features.subsumption.concept_graph import BEFORE, ConceptGraph, Edge, Level
from rte_baselines.features.subsumption.costs import GraphPair, NodeUnifications, Unification
from rte_baselines.features.subsumption.integer_programme import (
    UnifiedEdge,
    UnifiedNode,
    best_unification,
)

_IN_ORDER = Unification(0.0, "in order")

# The savings of all nodes and edges together are at most 1.
_MORE_THAN_ALL_ELSE = 2.0

MOST_PARTNERS = 10
"""The maximum number of nodes of the text that a node of the hypothesis can unify with."""


def best_partners(pair: GraphPair, unifications: NodeUnifications) -> NodeUnifications:
    """Return at most `MOST_PARTNERS` of each node's partners.

    These are the cheapest. Among ties, they have most edges in common with the node (of a dozen
    "X is a judge", the one with the same X); among further ties, they are the first. Unifications
    are given from those of predicates to those of words, so that words are chosen by the phrases
    that were kept.
    """
    kept = dict(unifications)
    edges, text_edges = map(_edges_by_node, (pair.hypothesis, pair.text))

    def can_unify(edge: Edge, text_edge: Edge) -> bool:
        return (
            text_edge.source in kept.get(edge.source, ())
            and text_edge.target in kept.get(edge.target, ())
            and pair.edge_unification(edge, text_edge) is not None
        )

    def rank(node: int, text_node: int) -> tuple[float, int, int]:
        common = (
            any(can_unify(edge, text_edge) for text_edge in text_edges[text_node])
            for edge in edges[node]
        )
        return kept[node][text_node].cost, -sum(common), text_node

    for node, partners in unifications.items():
        if len(partners) > MOST_PARTNERS:
            ranked = sorted(partners, key=partial(rank, node))
            kept[node] = {text_node: partners[text_node] for text_node in ranked[:MOST_PARTNERS]}
    return kept


def _edges_by_node(graph: ConceptGraph) -> defaultdict[int, list[Edge]]:
    """Return the edges of each node as source or target, without the order of words."""
    edges: defaultdict[int, list[Edge]] = defaultdict(list)
    for edge in graph.edges:
        if BEFORE not in edge.names:
            edges[edge.source].append(edge)
            edges[edge.target].append(edge)
    return edges


@dataclass(frozen=True)
class Subsumption:
    """The cheapest unification of a hypothesis's graph with a text's.

    It is optimal except for one limit: a node can unify only with its `best_partners`.

    `cost`: from 0, if all nodes and edges match exactly, to 1, if none unify or if the pair is
    rejected. `level_costs`: the cost of each level, from 0 to 1, of which `cost` is the weighted
    mean, unless the pair is rejected. Levels without nodes in the hypothesis are omitted.
    `is_rejected`: whether a predicate is not unified, and such pairs are rejected.
    """

    nodes: tuple[UnifiedNode, ...]
    edges: tuple[UnifiedEdge, ...]
    cost: float
    level_costs: Mapping[Level, float]
    is_rejected: bool = False


def subsumption(
    pair: GraphPair, unifications: NodeUnifications, weights: Sequence[float]
) -> Subsumption:
    """Return the cheapest unification of a hypothesis with a text.

    `weights`: that of each level, from predicates to words; none negative.
    """
    hypothesis = pair.hypothesis
    weight = _weights_of_elements(hypothesis, weights)
    predicates = set(hypothesis.of_level(Level.PREDICATE)) if pair.costs.rejects else set()
    nodes = [
        UnifiedNode(
            node,
            text_node,
            unification,
            weight[hypothesis.nodes[node].level] * (1 - unification.cost)
            + (_MORE_THAN_ALL_ELSE if node in predicates else 0.0),
        )
        for node, partners in unifications.items()
        for text_node, unification in partners.items()
    ]
    edges = list(_candidate_edges(pair, nodes, weight))
    chosen, chosen_edges = best_unification(nodes, edges)
    found = _with_costs(
        hypothesis,
        weights,
        tuple(compress(nodes, chosen)),
        tuple(compress(edges, chosen_edges)),
    )
    is_rejected = not predicates <= {each.node for each in found.nodes}
    return replace(found, cost=1.0, is_rejected=True) if is_rejected else found


def _candidate_edges(
    pair: GraphPair, nodes: Sequence[UnifiedNode], weight: Mapping[Level, float]
) -> Iterator[UnifiedEdge]:
    """Yield all pairs of edges that can unify if their ends do."""
    indices: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for index, candidate in enumerate(nodes):
        indices[candidate.node][candidate.text_node] = index
    for number, edge in enumerate(pair.hypothesis.edges):
        sources, targets = indices[edge.source], indices[edge.target]
        partners_of = _word_order_partners if BEFORE in edge.names else _edge_partners
        for source, target, unification, text_edge in partners_of(pair, edge, sources, targets):
            ends = sources[source], targets[target]
            saving = weight[pair.hypothesis.level_of(edge)] * (1 - unification.cost)
            yield UnifiedEdge(number, ends, unification, text_edge, saving)


def _edge_partners(
    pair: GraphPair, edge: Edge, sources: Iterable[int], targets: Collection[int]
) -> Iterator[tuple[int, int, Unification, Edge]]:
    """Yield source, target and unification of the text's edges that an edge can unify with."""
    for source in sources:
        for text_edge in pair.text.outgoing(source):
            if text_edge.target in targets:
                unification = pair.edge_unification(edge, text_edge)
                if unification is not None:
                    yield source, text_edge.target, unification, text_edge


def _word_order_partners(
    pair: GraphPair, edge: Edge, sources: Iterable[int], targets: Collection[int]
) -> Iterator[tuple[int, int, Unification, None]]:
    """Yield pairs of the text's words in the order of two words of the hypothesis.

    The order is transitive: other words may stand in between.
    """
    nodes = pair.text.nodes
    for source in sources:
        for target in sorted(targets):
            if nodes[source].position < nodes[target].position:
                yield source, target, _IN_ORDER, None


def _weights_of_elements(hypothesis: ConceptGraph, weights: Sequence[float]) -> dict[Level, float]:
    """Return the weight of one node or edge of each level; the weights of all sum to 1.

    The nodes and edges of a level share the weight of the level equally.
    """
    counts = Counter(node.level for node in hypothesis.nodes)
    counts.update(hypothesis.level_of(edge) for edge in hypothesis.edges)
    total = sum(weights[level] for level in counts)
    return {
        level: weights[level] / (total * count) if total else 0.0 for level, count in counts.items()
    }


def _with_costs(
    hypothesis: ConceptGraph,
    weights: Sequence[float],
    nodes: tuple[UnifiedNode, ...],
    edges: tuple[UnifiedEdge, ...],
) -> Subsumption:
    """Return a unification with its costs."""
    costs: defaultdict[Level, list[float]] = defaultdict(list)
    node_costs = {each.node: each.unification.cost for each in nodes}
    edge_costs = {each.edge: each.unification.cost for each in edges}
    for index, node in enumerate(hypothesis.nodes):
        costs[node.level].append(node_costs.get(index, 1.0))
    for index, edge in enumerate(hypothesis.edges):
        costs[hypothesis.level_of(edge)].append(edge_costs.get(index, 1.0))
    level_costs = {level: math.fsum(each) / len(each) for level, each in costs.items()}
    total = math.fsum(weights[level] for level in level_costs)
    weighted = math.fsum(weights[level] * cost for level, cost in level_costs.items())
    # A hypothesis without nodes has no evidence of entailment: its cost is 1.
    cost = min(weighted / total, 1.0) if total else 1.0
    return Subsumption(nodes, edges, cost, level_costs)
