"""Predicates of the hypothesis that the text says the opposite of."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from rte_baselines.features.subsumption.concept_graph import ConceptGraph, Level, Node
from rte_baselines.features.subsumption.functional import chain_lengths
from rte_baselines.features.subsumption.unification_costs import (
    Costs,
    NodeUnifications,
    edge_unification,
    is_vouched_for,
    same_predicate,
)
from rte_baselines.lexicon.antonyms import antonyms

Opposition = Literal["negated in one only", "antonym"]


@dataclass(frozen=True)
class Contradiction:
    """A predicate of the hypothesis and one of the text that cannot both hold.

    Parameters
    ----------
    node, text_node : int
    how : {"negated in one only", "antonym"}
    share : float
        How many of the arguments of the hypothesis's predicate are those of the other one,
        above 0 and at most 1.
    """

    node: int
    text_node: int
    how: Opposition
    share: float


def contradiction(
    text: ConceptGraph, hypothesis: ConceptGraph, unifications: NodeUnifications, costs: Costs
) -> Contradiction | None:
    """Return the contradiction with the largest share of common arguments; None without any.

    Two predicates contradict each other if they are the same but that one is negated, or
    antonyms and none or both are negated; each as far as its snippet vouches for it, as where
    predicates unify. Only where no predicate that it may unify with has as many arguments in
    common: who buys from Ann is not denied by Ann's selling.

    Parameters
    ----------
    text : ConceptGraph
        Expanded.
    hypothesis : ConceptGraph
    unifications : mapping of int to mapping of int to Unification
        See `node_unifications`.
    costs : Costs

    Raises
    ------
    ResourceError
        If there is no WordNet, or it is damaged.
    """
    nodes, text_nodes = (graph.of_level(Level.PREDICATE) for graph in (hypothesis, text))
    lengths = chain_lengths(
        [text.nodes[one] for one in text_nodes],
        [hypothesis.nodes[one] for one in nodes],
        costs.longest_chain,
    )

    def common_arguments(node: int, other: int) -> float:
        return _common_arguments(node, other, text, hypothesis, unifications, costs)

    found = []
    for node, row in zip(nodes, lengths.tolist(), strict=True):
        agreeing = unifications.get(node, ())
        for other, length in zip(text_nodes, row, strict=True):
            how = _opposition(hypothesis.nodes[node], text.nodes[other], length, costs)
            if how is not None:
                share = common_arguments(node, other)
                if share > max(map(partial(common_arguments, node), agreeing), default=0.0):
                    found.append(Contradiction(node, other, how, share))
    return max(found, key=lambda one: one.share, default=None)


def _opposition(one: Node, another: Node, length: float, costs: Costs) -> Opposition | None:
    if one.status is None or another.status is None:
        return None
    if not is_vouched_for(one.status, another.status, trusts_reports=costs.trusts_reports):
        return None
    if one.status.negated != another.status.negated:
        is_same = same_predicate(one, another, length) is not None
        return "negated in one only" if is_same else None
    return "antonym" if another.lemmas[0] in antonyms(one.lemmas[0], "VERB") else None


def _common_arguments(
    node: int,
    other: int,
    text: ConceptGraph,
    hypothesis: ConceptGraph,
    unifications: NodeUnifications,
    costs: Costs,
) -> float:
    """Return the share of a predicate's arguments that may unify with those of another."""
    arguments = hypothesis.arguments(node)
    common = [
        edge
        for edge in arguments
        if any(
            text_edge.target in unifications.get(edge.target, ())
            and edge_unification(edge, text_edge, text, costs) is not None
            for text_edge in text.arguments(other)
        )
    ]
    return len(common) / len(arguments) if arguments else 0.0
