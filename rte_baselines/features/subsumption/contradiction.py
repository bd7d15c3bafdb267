"""Predicates of the hypothesis that the text says the opposite of."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from rte_baselines.analysis.predications import Status
from rte_baselines.features.subsumption.concept_graph import ConceptGraph, Level, Node
from rte_baselines.features.subsumption.costs import Costs, NodeUnifications
from rte_baselines.features.subsumption.edge_costs import edge_unification
from rte_baselines.features.subsumption.functional import chain_lengths
from rte_baselines.features.subsumption.node_costs import (
    is_tense_matched,
    is_vouched_for,
    same_predicate,
)
from rte_baselines.lexicon.wordnet.antonymy import antonyms

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
    antonyms and neither is negated: what does not rise need not fall. Neither may be only
    possible, as what might happen might also not happen, and they have the same tense. For
    the rest, their snippets vouch for them as where predicates unify. Only where no
    predicate that it may unify with has as many arguments in common: who buys from Ann is
    not denied by Ann's selling.

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
    status, text_status = one.status, another.status
    if status is None or text_status is None or not _can_clash(status, text_status, costs):
        return None
    if status.negated != text_status.negated:
        is_same = same_predicate(one, another, length) is not None
        return "negated in one only" if is_same else None
    are_antonyms = another.lemmas[0] in antonyms(one.lemmas[0], "VERB")
    return "antonym" if are_antonyms and not status.negated else None


def _can_clash(status: Status, text_status: Status, costs: Costs) -> bool:
    """Whether both are said to be so, or not to be so, and at the same time."""
    return (
        "possible" not in (status.modality, text_status.modality)
        and is_tense_matched(status, text_status)
        and is_vouched_for(status, text_status, trusts_reports=costs.trusts_reports)
    )


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
