"""Which nodes of the text a node of the hypothesis is compared with, where many will do."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from rte_baselines.features.subsumption.concept_graph import BEFORE, ConceptGraph, Edge
from rte_baselines.features.subsumption.costs import Costs, NodeUnifications, Unification
from rte_baselines.features.subsumption.edge_costs import edge_unification

MOST_PARTNERS = 10
"""How many nodes of the text a node of the hypothesis is compared with."""


def likeliest_partners(
    unifications: NodeUnifications, text: ConceptGraph, hypothesis: ConceptGraph, costs: Costs
) -> NodeUnifications:
    """Return no more than `MOST_PARTNERS` of each node's partners.

    They are the cheapest; of equally cheap ones those with most edges in common with the
    node (so of a dozen "X is a judge" the one of the same X); of those the first. Levels are
    looked at from the top down: words stay with the phrases that stayed.

    Parameters
    ----------
    unifications : mapping of int to mapping of int to Unification
        All that there are, those of predicates first and of words last.
    text, hypothesis : ConceptGraph
    costs : Costs
    """
    chooser = _Chooser(unifications, text, hypothesis, costs)
    for node, partners in unifications.items():
        if len(partners) > MOST_PARTNERS:
            chooser.choose(node)
    return chooser.kept


class _Chooser:
    """Leaves out partners, one node of the hypothesis after the other."""

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
        """Keep the likeliest partners of a node."""
        partners = self.kept[node]
        ranked = sorted(
            partners, key=lambda other: (partners[other].cost, -self._in_common(node, other), other)
        )
        self.kept[node] = {other: partners[other] for other in ranked[:MOST_PARTNERS]}

    def _in_common(self, node: int, other: int) -> int:
        """Return how many edges of a node may unify with edges of another."""
        return sum(
            any(self._may_unify(edge, text_edge) for text_edge in self._text_edges[other])
            for edge in self._edges[node]
        )

    def _may_unify(self, edge: Edge, text_edge: Edge) -> bool:
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
    """Return the edges that each node is an end of, but for the order of words."""
    edges: defaultdict[int, list[Edge]] = defaultdict(list)
    for edge in graph.edges:
        if BEFORE not in edge.names:
            edges[edge.source].append(edge)
            edges[edge.target].append(edge)
    return edges
