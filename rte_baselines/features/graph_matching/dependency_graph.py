"""Extended dependency graphs: constituents, and typed dependencies between them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rte_baselines.analysis.predicates.predications import Function, Modality

ConstituentType = Literal["noun", "verb"]
"""The type of a phrase: a verb phrase, or any other phrase, compared like a noun phrase."""

DependencyType = Function | Literal["modifier"]
"""The function of an argument in the active voice, or "modifier" for modifiers of nouns."""


class SimpleConstituent(NamedTuple):
    """A leaf of a constituent, mostly a word.

    Parameters
    ----------
    surface : str
        In lower case.
    lemma : str
        Of a verb with its particle ("give_up").
    stem : str
    part : str
        The Universal Dependencies part of speech.
    """

    surface: str
    lemma: str
    stem: str
    part: str


@dataclass(frozen=True)
class Constituent:
    """A phrase; phrases do not overlap.

    Parameters
    ----------
    type : {"noun", "verb"}
    governor : SimpleConstituent
        The potential semantic governor: the noun even if a preposition is the syntactic head,
        the main verb even if an auxiliary is.
    others : tuple of SimpleConstituent
        The other leaves, from left to right. Verb phrases have none, because their auxiliaries
        are represented by the modality.
    position : int
        The position of the head word in the snippet.
    words : tuple of int
        The positions of its words; empty for appositions, which are read as "be".
    modality : {"none", "possible", "necessary"}
    negated : bool
    is_nominalization : bool
        Whether it is a noun that is read as a verb.
    other_words : tuple of int
        The positions of `others`.
    """

    type: ConstituentType
    governor: SimpleConstituent
    others: tuple[SimpleConstituent, ...]
    position: int
    words: tuple[int, ...]
    modality: Modality = "none"
    negated: bool = False
    is_nominalization: bool = False
    other_words: tuple[int, ...] = ()

    @property
    def governor_word(self) -> int | None:
        """The position of the governor; None if it is read into the text, such as "be"."""
        return self.position if self.words else None


class Dependency(NamedTuple):
    """A typed dependency between two constituents.

    Parameters
    ----------
    head, modifier : int
        The indices of the constituents.
    type : str
        See `DependencyType`.
    """

    head: int
    modifier: int
    type: DependencyType


@dataclass(frozen=True)
class DependencyGraph:
    """An extended dependency graph (XDG).

    It may contain alternative readings, all equally plausible.

    Parameters
    ----------
    constituents : tuple of Constituent
    dependencies : tuple of Dependency
        Without duplicates.
    main_verb : int or None
        The index of the first verb phrase that is the root of a sentence.
    """

    constituents: tuple[Constituent, ...]
    dependencies: tuple[Dependency, ...]
    main_verb: int | None = None

    def modifier_of(self, head: int | None, *types: DependencyType) -> int | None:
        """Return the first dependent of a constituent by these types, in order of the types."""
        modifiers = (
            dependency.modifier
            for type_ in types
            for dependency in self.dependencies
            if dependency.head == head and dependency.type == type_
        )
        return next(modifiers, None)

    def extended(
        self, constituents: Iterable[Constituent], dependencies: Iterable[Dependency]
    ) -> "DependencyGraph":
        """Return the graph with further constituents appended, and their dependencies."""
        distinct = dict.fromkeys((*self.dependencies, *dependencies))
        return DependencyGraph((*self.constituents, *constituents), tuple(distinct), self.main_verb)
