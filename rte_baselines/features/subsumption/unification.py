"""The cheapest unification of a hypothesis's graph with a text's."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress, product

import numpy as np

from rte_baselines.features.subsumption.concept_graph import BEFORE, ConceptGraph, Edge, Level
from rte_baselines.features.subsumption.costs import GraphPair, NodeUnifications, Unification
from rte_baselines.kernels.ragged import BoolArray, FloatArray

_IN_ORDER = Unification(0.0, "in order")
MOST_PARTNERS = 10
"""The maximum number of nodes of the text that a node of the hypothesis can unify with."""


@dataclass(frozen=True)
class UnifiedNode:
    """A node of the hypothesis and one of the text that it can unify with, u(n, m).

    `saving`: the cost of leaving the node unmatched minus the cost of this unification; positive.
    """

    node: int
    text_node: int
    unification: Unification
    saving: float


@dataclass(frozen=True)
class UnifiedEdge:
    """An edge of the hypothesis and one of the text that it can unify with, u(e, f).

    `ends`: the indices of the unified nodes of its source and its target, among the candidates.
    `text_edge`: None for the order of words, between which other words may stand. `saving`: as for
    nodes.
    """

    edge: int
    ends: tuple[int, int]
    unification: Unification
    text_edge: Edge | None
    saving: float


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
            # A predicate that must unify saves more than all nodes and edges together, at most 1.
            weight[hypothesis.nodes[node].level] * (1 - unification.cost)
            + (2.0 if node in predicates else 0.0),
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
    is_rejected = not predicates <= {unified.node for unified in found.nodes}
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
        partners: list[tuple[int, int, Unification | None, Edge | None]]
        if BEFORE in edge.names:
            # The order of words is transitive: other words may stand in between.
            partners = [
                (source, target, _IN_ORDER, None)
                for source, target in product(sources, sorted(targets))
                if pair.text.nodes[source].position < pair.text.nodes[target].position
            ]
        else:
            partners = [
                (source, text_edge.target, pair.edge_unification(edge, text_edge), text_edge)
                for source in sources
                for text_edge in pair.text.outgoing(source)
                if text_edge.target in targets
            ]
        for source, target, unification, text_edge in partners:
            if unification is not None:
                ends = sources[source], targets[target]
                saving = weight[pair.hypothesis.level_of(edge)] * (1 - unification.cost)
                yield UnifiedEdge(number, ends, unification, text_edge, saving)


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
    costs: defaultdict[Level, list[float]] = defaultdict(list)
    node_costs = {unified.node: unified.unification.cost for unified in nodes}
    edge_costs = {unified.edge: unified.unification.cost for unified in edges}
    for index, node in enumerate(hypothesis.nodes):
        costs[node.level].append(node_costs.get(index, 1.0))
    for index, edge in enumerate(hypothesis.edges):
        costs[hypothesis.level_of(edge)].append(edge_costs.get(index, 1.0))
    level_costs = {level: math.fsum(values) / len(values) for level, values in costs.items()}
    total = math.fsum(weights[level] for level in level_costs)
    weighted = math.fsum(weights[level] * cost for level, cost in level_costs.items())
    # A hypothesis without nodes has no evidence of entailment: its cost is 1.
    cost = min(weighted / total, 1.0) if total else 1.0
    return Subsumption(nodes, edges, cost, level_costs)


def best_unification(
    nodes: Sequence[UnifiedNode], edges: Sequence[UnifiedEdge]
) -> tuple[BoolArray, BoolArray]:
    """Return the pairs of the unification with the largest total saving.

    desalvobraz2006 section 5.2: variables u(n, m) and u(e, f) that are 0 or 1, with

    - u(e, f) => u(n, m) for the sources and for the targets of the edges;
    - the sum of u(n, m) over m at most 1: a node unifies with at most one node of the text;
    - the sum of u(n, m) over n at most 1: a node of the text unifies with at most one node.

    In the paper the sum over m is 1, because all nodes must unify. Here the saving compared
    with unifying nothing is maximized, which is equivalent to minimizing the cost. A pair
    without competing pairs is in every best unification, so that only the others are
    variables. If the node variables are 0 or 1, so are the best edge variables; therefore edge
    variables need not be integers.

    The result marks the node pairs and the edge pairs.
    """
    counts = Counter(pair.node for pair in nodes)
    text_counts = Counter(pair.text_node for pair in nodes)
    has_no_competitor = [counts[pair.node] == text_counts[pair.text_node] == 1 for pair in nodes]
    chosen = np.array(has_no_competitor, np.bool_)
    if not chosen.all():
        chosen = _solved(nodes, edges, chosen)
    return chosen, _best_edges(edges, chosen)


def _best_edges(edges: Sequence[UnifiedEdge], chosen: BoolArray) -> BoolArray:
    """Mark the pair of each edge with the largest saving, among those whose ends unify."""
    best: dict[int, int] = {}
    for index, pair in enumerate(edges):
        if chosen[pair.ends[0]] and chosen[pair.ends[1]]:
            previous = best.get(pair.edge)
            if previous is None or pair.saving > edges[previous].saving:
                best[pair.edge] = index
    marks = np.zeros(len(edges), np.bool_)
    marks[list(best.values())] = True
    return marks


def _solved(
    nodes: Sequence[UnifiedNode], edges: Sequence[UnifiedEdge], fixed: BoolArray
) -> BoolArray:
    """Return the best node pairs, given those that are certainly among them."""
    open_nodes = np.flatnonzero(~fixed).tolist()
    variable_of = {pair: variable for variable, pair in enumerate(open_nodes)}
    open_edges = [pair for pair in edges if not (fixed[pair.ends[0]] and fixed[pair.ends[1]])]
    savings = [nodes[pair].saving for pair in open_nodes] + [pair.saving for pair in open_edges]
    # The factor of each variable in each sum that is at most 1 or, of an implication, at most 0.
    rows: defaultdict[tuple[str | int, ...], dict[int, float]] = defaultdict(dict)
    for pair_index, variable in variable_of.items():
        rows["node", nodes[pair_index].node][variable] = 1.0
        rows["text node", nodes[pair_index].text_node][variable] = 1.0
    for variable, pair in enumerate(open_edges, start=len(open_nodes)):
        rows["edge", pair.edge][variable] = 1.0
        for end in set(pair.ends) & variable_of.keys():
            # Targets unify one to one, so that the edges of a source pair can be summed.
            rows["implication", pair.edge, end] |= {variable_of[end]: -1.0, variable: 1.0}
    bounds = [0.0 if kind == "implication" else 1.0 for kind, *_ in rows]
    is_integer = np.arange(len(savings)) < len(open_nodes)
    values = _maximized(np.array(savings), is_integer, list(rows.values()), bounds)
    chosen: BoolArray = fixed.copy()
    chosen[open_nodes] = values[: len(open_nodes)] > 0.5
    return chosen


def _maximized(
    savings: FloatArray,
    is_integer: BoolArray,
    rows: Sequence[Mapping[int, float]],
    bounds: Sequence[float],
) -> FloatArray:
    """Return the values, from 0 to 1, with the largest saving; shape (variables,).

    The linear relaxation is solved first, because it is much faster and its solution is almost
    always integral. Otherwise the integer programme is solved.

    `rows`: the factors of the variables in each sum. `bounds`: the upper bounds of the sums.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    starts = np.cumsum([0, *map(len, rows)])
    columns = [variable for row in rows for variable in row]
    factors = [factor for row in rows for factor in row.values()]
    matrix = csr_array((factors, columns, starts), shape=(len(rows), len(savings)))
    constraints = LinearConstraint(matrix, -np.inf, bounds)
    relaxed = milp(-savings, bounds=Bounds(0, 1), constraints=constraints)
    if relaxed.success:
        nodes = relaxed.x[is_integer]
        if np.abs(nodes - np.round(nodes)).max(initial=0.0) < 1e-6:
            return np.asarray(relaxed.x)
    solution = milp(
        -savings,
        integrality=is_integer.astype(np.int64),
        bounds=Bounds(0, 1),
        constraints=constraints,
        options={"mip_rel_gap": 0.0, "node_limit": 200},
    )
    # The best solution within the limit of branches is used; without any, nothing is unified.
    return np.zeros(len(savings)) if solution.x is None else np.asarray(solution.x)
