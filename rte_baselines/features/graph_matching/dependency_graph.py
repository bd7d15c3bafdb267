"""Extended dependency graphs: constituents, and typed dependencies between them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rte_baselines.analysis.predications import Function, Modality

ConstituentType = Literal["noun", "verb"]
"""Verb phrases, and all others, which are compared as noun and prepositional phrases are."""

DependencyType = Function | Literal["modifier"]
"""The function that an argument has in the active voice, or that of what modifies a noun."""


class SimpleConstituent(NamedTuple):
    """A leaf of a constituent, mostly a word.

    Parameters
    ----------
    surface : str
        In lower case.
    lemma : str
        Of a verb with a particle, both ("give_up").
    stem : str
    part : str
        The part of speech, as Universal Dependencies names it.
    """

    surface: str
    lemma: str
    stem: str
    part: str


@dataclass(frozen=True)
class Constituent:
    """A phrase that no other phrase is part of.

    Parameters
    ----------
    type : {"noun", "verb"}
    governor : SimpleConstituent
        The potential semantic governor: a noun also where a preposition is the syntactic
        head, a main verb also where an auxiliary is.
    others : tuple of SimpleConstituent
        The other leaves, from left to right. Of verb phrases none: what matters of their
        auxiliaries is the modality.
    place : int
        The position in the snippet of the word that states it.
    words : tuple of int
        The positions of its words. An apposition states "be" without a word.
    modality : {"none", "possible", "necessary"}
    negated : bool
    is_nominalization : bool
        Whether it is a noun read as a verb.
    """

    type: ConstituentType
    governor: SimpleConstituent
    others: tuple[SimpleConstituent, ...]
    place: int
    words: tuple[int, ...]
    modality: Modality = "none"
    negated: bool = False
    is_nominalization: bool = False


class Dependency(NamedTuple):
    """That one constituent depends on another, each given by its number.

    Parameters
    ----------
    head, modifier : int
    type : str
        See `DependencyType`.
    """

    head: int
    modifier: int
    type: DependencyType


@dataclass(frozen=True)
class DependencyGraph:
    """An extended dependency graph (XDG).

    It may hold alternative readings side by side, all as plausible as each other.

    Parameters
    ----------
    constituents : tuple of Constituent
    dependencies : tuple of Dependency
        Each once.
    main_verb : int or None
        The number of the verb phrase that is the root of the first sentence with one.
    """

    constituents: tuple[Constituent, ...]
    dependencies: tuple[Dependency, ...]
    main_verb: int | None = None

    def modifier_of(self, head: int | None, *types: DependencyType) -> int | None:
        """Return what depends on a constituent in the first of these types that has any."""
        found = (
            dependency.modifier
            for type_ in types
            for dependency in self.dependencies
            if dependency.head == head and dependency.type == type_
        )
        return next(found, None)

    def extended(
        self, constituents: Iterable[Constituent], dependencies: Iterable[Dependency]
    ) -> "DependencyGraph":
        """Return the graph with further constituents, numbered on, and their dependencies."""
        together = dict.fromkeys((*self.dependencies, *dependencies))
        return DependencyGraph((*self.constituents, *constituents), tuple(together), self.main_verb)
