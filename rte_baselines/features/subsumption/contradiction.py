"""Contradictions between predicates of hypothesis and text: negation and antonymy."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from rte_baselines.analysis.predicates.predications import Status
from rte_baselines.features.subsumption.concept_graph import ConceptGraph, Level, Node
from rte_baselines.features.subsumption.costs import (
    Costs,
    NodeUnifications,
    edge_unification,
    is_status_entailed,
    is_tense_matched,
    same_predicate,
)
from rte_baselines.features.subsumption.functional import chain_lengths
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import antonyms

Opposition = Literal["negated in one only", "antonym"]


@dataclass(frozen=True)
class Contradiction:
    """A predicate of the hypothesis and one of the text that cannot both hold.

    `share`: the share of the arguments of the hypothesis's predicate that the text's predicate has
    in common, above 0 and at most 1.
    """

    node: int
    text_node: int
    relation: Opposition
    share: float


def contradiction(
    text: ConceptGraph, hypothesis: ConceptGraph, unifications: NodeUnifications, costs: Costs
) -> Contradiction | None:
    """Return the contradiction with the largest share of common arguments; None without any.

    Two predicates contradict each other if they are the same and exactly one is negated, or if
    they are antonyms and neither is negated (what does not rise need not fall). Neither may be
    merely possible, because what might happen might also not happen, and they must have the
    same tense. Their commitments must match as for unification. A contradiction does not count
    if the hypothesis's predicate can unify with a predicate that has as many arguments in
    common: Ann's selling does not contradict that somebody buys from Ann.

    The text's graph is expanded.
    """
    nodes, text_nodes = (graph.of_level(Level.PREDICATE) for graph in (hypothesis, text))
    lengths = chain_lengths(
        [text.nodes[text_node] for text_node in text_nodes],
        [hypothesis.nodes[node] for node in nodes],
        costs.longest_chain,
    )

    def common_arguments(node: int, text_node: int) -> float:
        return _common_arguments(node, text_node, text, hypothesis, unifications, costs)

    contradictions = []
    for node, row in zip(nodes, lengths.tolist(), strict=True):
        partners = unifications.get(node, ())
        for text_node, length in zip(text_nodes, row, strict=True):
            relation = _opposition(hypothesis.nodes[node], text.nodes[text_node], length, costs)
            if relation is not None:
                share = common_arguments(node, text_node)
                if share > max(map(partial(common_arguments, node), partners), default=0.0):
                    contradictions.append(Contradiction(node, text_node, relation, share))
    return max(contradictions, key=lambda each: each.share, default=None)


def _opposition(node: Node, text_node: Node, length: float, costs: Costs) -> Opposition | None:
    status, text_status = node.status, text_node.status
    if status is None or text_status is None or not _can_contradict(status, text_status, costs):
        return None
    if status.negated != text_status.negated:
        is_same = same_predicate(node, text_node, length) is not None
        return "negated in one only" if is_same else None
    are_antonyms = text_node.lemmas[0] in antonyms(node.lemmas[0], "VERB")
    return "antonym" if are_antonyms and not status.negated else None


def _can_contradict(status: Status, text_status: Status, costs: Costs) -> bool:
    """Whether neither is merely possible, and tenses and commitments match."""
    return (
        "possible" not in (status.modality, text_status.modality)
        and is_tense_matched(status, text_status)
        and is_status_entailed(status, text_status, trusts_reports=costs.trusts_reports)
    )


def _common_arguments(
    node: int,
    text_node: int,
    text: ConceptGraph,
    hypothesis: ConceptGraph,
    unifications: NodeUnifications,
    costs: Costs,
) -> float:
    """Return the share of a predicate's arguments that can unify with those of another."""
    arguments = hypothesis.arguments(node)
    common = [
        edge
        for edge in arguments
        if any(
            text_edge.target in unifications.get(edge.target, ())
            and edge_unification(edge, text_edge, text, costs) is not None
            for text_edge in text.arguments(text_node)
        )
    ]
    return len(common) / len(arguments) if arguments else 0.0
