"""Unification of edges: the function G of desalvobraz2006 section 5.1."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from rte_baselines.core.resources.resources import packaged_lines
from rte_baselines.features.subsumption.concept_graph import (
    BEFORE,
    CONTAINS,
    GENITIVE,
    MODIFIER,
    ConceptGraph,
    Edge,
)
from rte_baselines.features.subsumption.costs import Comparison, Costs, Unification

# Names that match only themselves.
_FIXED = frozenset({"ARG0", "ARG1", GENITIVE, MODIFIER, CONTAINS, BEFORE})


def edge_unification(
    edge: Edge, text_edge: Edge, text: ConceptGraph, costs: Costs
) -> Unification | None:
    """Return the unification of two edges whose ends unify, None if they cannot.

    They are compared on two levels, as in section 5.1: by the semantic role, and by the
    preposition at the level of the parse. If both have a role or a preposition and they differ,
    each difference costs an attribute; opposites such as "from" and "to" do not unify. If the
    prepositions are equal, roles may differ at no cost, because they are less certain. Without
    a common name, ARG0 and ARG1 match only themselves.
    """
    comparison = _compare_names(edge, text_edge)
    if comparison is None:
        return None
    unmatched, relation = comparison
    # Rules that also added the source are counted in the cost of the source.
    steps = len(text_edge.applied) - len(text.nodes[text_edge.source].applied)
    cost = unmatched * costs.attribute + max(steps, 0) * costs.rule
    return Unification(cost, relation) if cost < 1 else None


def _compare_names(edge: Edge, text_edge: Edge) -> Comparison | None:
    # A shortcut: most edges that are compared have the same names.
    if edge.names == text_edge.names:
        return 0, "same role"
    common = edge.names & text_edge.names
    if not common and (edge.names | text_edge.names) & _FIXED:
        return None
    if any(are_opposite(*both) for both in product(edge.prepositions, text_edge.prepositions)):
        return None
    has_other_preposition = _differ(edge.prepositions, text_edge.prepositions)
    if common:
        relation = "another preposition" if has_other_preposition else "same role"
        return int(has_other_preposition), relation
    has_other_role = _differ(edge.roles, text_edge.roles) or not has_other_preposition
    relation = "another role" if has_other_role else "another preposition"
    return has_other_role + has_other_preposition, relation


def _differ(names: frozenset[str], text_names: frozenset[str]) -> bool:
    """Whether both sides have names, but none in common."""
    return bool(names and text_names and names.isdisjoint(text_names))


def are_opposite(first: str, second: str) -> bool:
    """Whether two prepositions or conjunctions exclude each other, such as "to" and "from".

    Parameters
    ----------
    first, second : str
        Lemmas; those of several words have blanks: "out of".
    """
    return frozenset({first, second}) in _opposites()


@cache
def _opposites() -> frozenset[frozenset[str]]:
    """Return the pairs of ``opposite_prepositions.txt``."""
    lines = packaged_lines("rte_baselines.features.subsumption", "opposite_prepositions.txt")
    return frozenset(pair for line in lines for pair in _pairs(line))


def _pairs(line: str) -> Iterator[frozenset[str]]:
    sides = (side.split("|") for side in line.split(">"))
    for pair in product(*sides):
        yield frozenset(preposition.strip() for preposition in pair)
