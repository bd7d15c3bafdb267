"""Contradictions between predicates of hypothesis and text: negation and antonymy."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from rte_baselines.features.subsumption.concept_graph import Level, Node
from rte_baselines.features.subsumption.costs import (
    Costs,
    GraphPair,
    NodeUnifications,
    is_status_entailed,
    is_tense_matched,
    same_predicate,
)
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


def contradiction(pair: GraphPair, unifications: NodeUnifications) -> Contradiction | None:
    """Return the contradiction with the largest share of common arguments; None without any.

    Two predicates contradict each other if they are the same and exactly one is negated, or if
    they are antonyms and neither is negated (what does not rise need not fall). Neither may be
    merely possible, because what might happen might also not happen, and they must have the
    same tense. Their commitments must match as for unification. A contradiction does not count
    if the hypothesis's predicate can unify with a predicate that has as many arguments in
    common: Ann's selling does not contradict that somebody buys from Ann.
    """

    def common_arguments(node: int, text_node: int) -> float:
        """Return the share of a predicate's arguments that can unify with those of another."""
        arguments = pair.hypothesis.arguments(node)
        common = [
            edge
            for edge in arguments
            if any(
                text_edge.target in unifications.get(edge.target, ())
                and pair.edge_unification(edge, text_edge) is not None
                for text_edge in pair.text.arguments(text_node)
            )
        ]
        return len(common) / len(arguments) if arguments else 0.0

    contradictions = []
    for node, candidates in pair.chains(Level.PREDICATE):
        partners = unifications.get(node, ())
        for text_node, length in candidates:
            both = pair.hypothesis.nodes[node], pair.text.nodes[text_node]
            relation = _opposition(*both, length, pair.costs)
            if relation is not None:
                share = common_arguments(node, text_node)
                if share > max(map(partial(common_arguments, node), partners), default=0.0):
                    contradictions.append(Contradiction(node, text_node, relation, share))
    return max(contradictions, key=lambda found: found.share, default=None)


def _opposition(node: Node, text_node: Node, length: float, costs: Costs) -> Opposition | None:
    status, text_status = node.status, text_node.status
    if status is None or text_status is None:
        return None
    is_possible = "possible" in (status.modality, text_status.modality)
    if is_possible or not is_tense_matched(status, text_status):
        return None
    if not is_status_entailed(status, text_status, trusts_reports=costs.trusts_reports):
        return None
    if status.negated != text_status.negated:
        is_same = same_predicate(node, text_node, length) is not None
        return "negated in one only" if is_same else None
    are_antonyms = text_node.lemmas[0] in antonyms(node.lemmas[0], "VERB")
    return "antonym" if are_antonyms and not status.negated else None
