"""What unifying costs, and what it comes to: G of desalvobraz2006 section 5.1."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Met: TypeAlias = tuple[int, str]
"""How many attributes are not matched, and how the rest is."""


@dataclass(frozen=True)
class Costs:
    """What unifying costs, where a node or an edge that is not unified costs 1.

    Parameters
    ----------
    attribute : float
        Each attribute of the hypothesis that the text lacks.
    rule : float
        Each application of a rule that a node is owed to.
    longest_chain : int
        The most relations of WordNet between two words.
    trusts_reports : bool
        Whether what is said to be so is so.
    """

    attribute: float
    rule: float
    longest_chain: int
    trusts_reports: bool


@dataclass(frozen=True)
class Unification:
    """How two nodes or edges unify.

    Parameters
    ----------
    cost : float
        Below 1.
    how : str
        In a word or two.
    """

    cost: float
    how: str


NodeUnifications = Mapping[int, Mapping[int, Unification]]
"""For each node of the hypothesis those of the text that it may unify with."""
