"""Limiting the nodes of the text that a node of the hypothesis can unify with."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from rte_baselines.features.subsumption.concept_graph import BEFORE, ConceptGraph, Edge
from rte_baselines.features.subsumption.costs import Costs, NodeUnifications, Unification
from rte_baselines.features.subsumption.edge_costs import edge_unification

MOST_PARTNERS = 10
"""The maximum number of nodes of the text that a node of the hypothesis can unify with."""


def best_partners(
    unifications: NodeUnifications, text: ConceptGraph, hypothesis: ConceptGraph, costs: Costs
) -> NodeUnifications:
    """Return at most `MOST_PARTNERS` of each node's partners.

    These are the cheapest. Among ties, they have most edges in common with the node (of a dozen
    "X is a judge", the one with the same X); among further ties, they are the first. Levels are
    processed from predicates to words, so that words are chosen by the phrases that were kept.

    Parameters
    ----------
    unifications : mapping of int to mapping of int to Unification
        All unifications, those of predicates first and those of words last.
    text, hypothesis : ConceptGraph
    costs : Costs
    """
    chooser = _Chooser(unifications, text, hypothesis, costs)
    for node, partners in unifications.items():
        if len(partners) > MOST_PARTNERS:
            chooser.choose(node)
    return chooser.kept


class _Chooser:
    """Limits the partners, one node of the hypothesis after the other."""

    def __init__(
        self,
        unifications: NodeUnifications,
        text: ConceptGraph,
        hypothesis: ConceptGraph,
        costs: Costs,
    ) -> None:
        self.kept: dict[int, Mapping[int, Unification]] = dict(unifications)
        self._text = text
        self._hypothesis = hypothesis
        self._costs = costs

    def choose(self, node: int) -> None:
        """Keep the best partners of a node."""
        partners = self.kept[node]
        ranked = sorted(
            partners,
            key=lambda text_node: (
                partners[text_node].cost,
                -self._common_edges(node, text_node),
                text_node,
            ),
        )
        self.kept[node] = {text_node: partners[text_node] for text_node in ranked[:MOST_PARTNERS]}

    def _common_edges(self, node: int, text_node: int) -> int:
        """Return the number of edges of a node that can unify with edges of a text node."""
        return sum(
            any(self._can_unify(edge, text_edge) for text_edge in self._text_edges[text_node])
            for edge in self._edges[node]
        )

    def _can_unify(self, edge: Edge, text_edge: Edge) -> bool:
        return (
            text_edge.source in self.kept.get(edge.source, ())
            and text_edge.target in self.kept.get(edge.target, ())
            and edge_unification(edge, text_edge, self._text, self._costs) is not None
        )

    @cached_property
    def _edges(self) -> Mapping[int, Sequence[Edge]]:
        return _edges_by_node(self._hypothesis)

    @cached_property
    def _text_edges(self) -> Mapping[int, Sequence[Edge]]:
        return _edges_by_node(self._text)


def _edges_by_node(graph: ConceptGraph) -> Mapping[int, Sequence[Edge]]:
    """Return the edges of each node as source or target, without the order of words."""
    edges: defaultdict[int, list[Edge]] = defaultdict(list)
    for edge in graph.edges:
        if BEFORE not in edge.names:
            edges[edge.source].append(edge)
            edges[edge.target].append(edge)
    return edges
