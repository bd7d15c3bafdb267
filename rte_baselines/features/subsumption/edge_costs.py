"""What it costs to unify two edges: G of desalvobraz2006 section 5.1."""

from itertools import product

from rte_baselines.features.subsumption.concept_graph import (
    BEFORE,
    CONTAINS,
    GENITIVE,
    MODIFIER,
    ConceptGraph,
    Edge,
)
from rte_baselines.features.subsumption.costs import Costs, Met, Unification
from rte_baselines.features.subsumption.prepositions import are_opposite

# These stand for nothing but themselves.
_FIXED = frozenset({"ARG0", "ARG1", GENITIVE, MODIFIER, CONTAINS, BEFORE})


def edge_unification(
    edge: Edge, text_edge: Edge, text: ConceptGraph, costs: Costs
) -> Unification | None:
    """Return how two edges may unify whose ends do.

    They are compared on two levels, as section 5.1 does: by the semantic role, and by the
    preposition at the level of the parse. What both have and is different costs an attribute;
    opposites such as "from" and "to" do not unify. But where the preposition is the same,
    the role, which a parse tells less surely, may be another one. Without a name in common,
    ARG0 and ARG1 stand for nothing but themselves.

    Parameters
    ----------
    edge, text_edge : Edge
    text : ConceptGraph
    costs : Costs
    """
    met = _names_met(edge, text_edge)
    if met is None:
        return None
    unmatched, how = met
    # What a rule adds with its source is paid for there.
    steps = len(text_edge.applied) - len(text.nodes[text_edge.source].applied)
    cost = unmatched * costs.attribute + max(steps, 0) * costs.rule
    return Unification(cost, how) if cost < 1 else None


def _names_met(edge: Edge, text_edge: Edge) -> Met | None:
    # Most edges that are compared have the same names: there is nothing more to look at.
    if edge.names == text_edge.names:
        return 0, "same role"
    common = edge.names & text_edge.names
    if not common and (edge.names | text_edge.names) & _FIXED:
        return None
    if any(are_opposite(*both) for both in product(edge.prepositions, text_edge.prepositions)):
        return None
    has_other_preposition = _differ(edge.prepositions, text_edge.prepositions)
    if common:
        how = "another preposition" if has_other_preposition else "same role"
        return int(has_other_preposition), how
    has_other_role = _differ(edge.roles, text_edge.roles) or not has_other_preposition
    how = "another role" if has_other_role else "another preposition"
    return has_other_role + has_other_preposition, how


def _differ(names: frozenset[str], text_names: frozenset[str]) -> bool:
    """Whether there are names on both sides, but none that is the same."""
    return bool(names and text_names and names.isdisjoint(text_names))
