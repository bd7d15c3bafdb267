"""Costs and results of unification: the function G of desalvobraz2006 section 5.1."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Comparison: TypeAlias = tuple[int, str]
"""The number of attributes that do not match, and the relation of the others."""


@dataclass(frozen=True)
class Costs:
    """The costs of unification; a node or an edge that is not unified costs 1.

    Parameters
    ----------
    attribute : float
        The cost of each attribute of the hypothesis that does not match.
    rule : float
        The cost of each rule that was applied to derive a node or an edge.
    longest_chain : int
        The maximum number of WordNet relations between two words.
    trusts_reports : bool
        Whether reported statements count as facts.
    rejects : bool
        Whether a pair is rejected, at a cost of 1, if a predicate of the hypothesis is not
        unified. As many of them as possible are unified then, whatever the rest costs.
    """

    attribute: float
    rule: float
    longest_chain: int
    trusts_reports: bool
    rejects: bool = False


@dataclass(frozen=True)
class Unification:
    """The unification of two nodes or edges.

    Parameters
    ----------
    cost : float
        Below 1.
    relation : str
        In a word or two.
    """

    cost: float
    relation: str


NodeUnifications = Mapping[int, Mapping[int, Unification]]
"""For each node of the hypothesis, the nodes of the text that it can unify with."""
