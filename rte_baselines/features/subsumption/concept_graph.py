"""Concept graphs: predicates, phrases and words as nodes on three levels, with their edges."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from rte_baselines.analysis.names import Name
from rte_baselines.analysis.predications import Status

CONTAINS = "CONTAINS"
"""From a predicate or a phrase to a word of its own."""

BEFORE = "BEFORE"
"""From a word to the next one."""

GENITIVE = "POSS"
"""From a phrase to one in the genitive."""

MODIFIER = "MOD"
"""From a phrase to one within it that has neither preposition nor genitive."""


class Level(IntEnum):
    """The hierarchical sets of desalvobraz2006 section 5.1: H0, H1 and H2."""

    PREDICATE = 0
    PHRASE = 1
    WORD = 2


@dataclass(frozen=True)
class Node:
    """A predicate, a phrase or a word with its attributes; those that are empty are not given.

    Parameters
    ----------
    level : Level
    lemmas : tuple of str
        PREDICATE_VALUE, PHHEAD or LEMMA. A phrase that stands for several mentions of one
        thing has the head of each. After these, what WordNet has as one word with the
        words before it (lung_cancer); a word has that too.
    place : int
        Where its (first) head word stands in the snippet. What a rule adds stands where that
        does which the rule applies to.
    type : str
        PHTYPE of phrases (NP, ADJP, ADVP), POS of words.
    word : str
        WORD, in lower case.
    entity : str
        NETYPE.
    names : tuple of Name
        Those that a phrase calls its thing by.
    status : Status or None
        TENSE, MODALITY and NEGATION of a predicate.
    applied : tuple of str
        The rules that led to it, first to last.
    """

    level: Level
    lemmas: tuple[str, ...]
    place: int
    type: str = ""
    word: str = ""
    entity: str = ""
    names: tuple[Name, ...] = ()
    status: Status | None = None
    applied: tuple[str, ...] = ()


@dataclass(frozen=True)
class Edge:
    """A relation between two nodes, by their places among the nodes of a graph.

    Parameters
    ----------
    source, target : int
    names : frozenset of str
        What it may be called: a semantic role such as ARG0, a preposition, or both.
    applied : tuple of str
        The rules that led to it, first to last.
    """

    source: int
    target: int
    names: frozenset[str]
    applied: tuple[str, ...] = ()

    @property
    def roles(self) -> frozenset[str]:
        """Those of the names that are no prepositions; they are written in capital letters."""
        return frozenset(name for name in self.names if name.isupper())

    @property
    def prepositions(self) -> frozenset[str]:
        """Those of the names that are prepositions, or the conjunction of a clause."""
        return self.names - self.roles


class ConceptGraph:
    """A snippet as a graph; nothing changes once it is made.

    The level of an edge is that of its source: the arguments of a predicate belong to the
    predicates, the phrases and words in a phrase to the phrases, the order to the words.

    Parameters
    ----------
    nodes : iterable of Node
    edges : iterable of Edge
    """

    def __init__(self, nodes: Iterable[Node] = (), edges: Iterable[Edge] = ()) -> None:
        self.nodes: Sequence[Node] = tuple(nodes)
        self.edges: Sequence[Edge] = tuple(edges)
        self._outgoing: list[list[Edge]] = [[] for _ in self.nodes]
        for edge in self.edges:
            self._outgoing[edge.source].append(edge)

    def outgoing(self, node: int) -> Sequence[Edge]:
        """Return the edges that a node is the source of."""
        return self._outgoing[node]

    def arguments(self, node: int) -> list[Edge]:
        """Return the outgoing edges of a node that lead to phrases and predicates."""
        return [edge for edge in self._outgoing[node] if CONTAINS not in edge.names]

    def words_in(self, node: int) -> list[int]:
        """Return the words that a predicate or a phrase contains."""
        return [edge.target for edge in self._outgoing[node] if CONTAINS in edge.names]

    def of_level(self, level: Level) -> list[int]:
        """Return the nodes of a level."""
        return [place for place, node in enumerate(self.nodes) if node.level is level]

    def level_of(self, edge: Edge) -> Level:
        """Return the level of an edge."""
        return self.nodes[edge.source].level
