"""Concept graphs: nodes on three levels (predicates, phrases and words), and their edges."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from rte_baselines.analysis.coreference.names import Name
from rte_baselines.analysis.predicates.predications import Status

CONTAINS = "CONTAINS"
"""From a predicate or a phrase to one of its words."""

BEFORE = "BEFORE"
"""From a word to the next one."""

GENITIVE = "POSS"
"""From a phrase to one in the genitive."""

MODIFIER = "MOD"
"""From a phrase to a phrase within it that has neither preposition nor genitive."""


class Level(IntEnum):
    """The hierarchical sets of desalvobraz2006 section 5.1: H0, H1 and H2."""

    PREDICATE = 0
    PHRASE = 1
    WORD = 2


@dataclass(frozen=True)
class Node:
    """A predicate, a phrase or a word with its attributes; missing attributes are empty.

    `lemmas`: PREDICATE_VALUE, PHHEAD or LEMMA. A phrase that represents several coreferent mentions
    has the head of each. They are followed by the compounds in WordNet of the head and the words
    before it (lung_cancer), for words as well. `position`: that of its (first) head word in the
    snippet. A node that a rule adds has the position of the node that the rule was applied to.
    `type`: PHTYPE of phrases (NP, ADJP, ADVP), POS of words. `word`: WORD, in lower case. `entity`:
    NETYPE. `names`: the names in a phrase. `status`: TENSE, MODALITY and NEGATION of a predicate.
    `applied`: the rules that were applied to derive it, in order.
    """

    level: Level
    lemmas: tuple[str, ...]
    position: int
    type: str = ""
    word: str = ""
    entity: str = ""
    names: tuple[Name, ...] = ()
    status: Status | None = None
    applied: tuple[str, ...] = ()


@dataclass(frozen=True)
class Edge:
    """A relation between two nodes, which are given by their indices.

    `names`: a semantic role such as ARG0, a preposition, or both. `applied`: the rules that were
    applied to derive it, in order.
    """

    source: int
    target: int
    names: frozenset[str]
    applied: tuple[str, ...] = ()

    @property
    def roles(self) -> frozenset[str]:
        """The names in capital letters, which are not prepositions."""
        return frozenset(name for name in self.names if name.isupper())

    @property
    def prepositions(self) -> frozenset[str]:
        """The names that are prepositions, or conjunctions of clauses."""
        return self.names - self.roles


class ConceptGraph:
    """The concept graph of a snippet.

    The level of an edge is that of its source: edges to the arguments of a predicate belong to
    the predicates, edges to the phrases and words in a phrase to the phrases, and the order of
    words to the words.
    """

    def __init__(self, nodes: Iterable[Node] = (), edges: Iterable[Edge] = ()) -> None:
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self._outgoing: list[list[Edge]] = []
        for node in nodes:
            self.add(node)
        for edge in edges:
            self.connect(edge)

    def add(self, node: Node) -> int:
        """Append a node, and return its number."""
        self.nodes.append(node)
        self._outgoing.append([])
        return len(self.nodes) - 1

    def connect(self, edge: Edge) -> None:
        """Append an edge."""
        self.edges.append(edge)
        self._outgoing[edge.source].append(edge)

    def outgoing(self, node: int) -> Sequence[Edge]:
        """Return the edges whose source is a node."""
        return self._outgoing[node]

    def arguments(self, node: int) -> list[Edge]:
        """Return the outgoing edges of a node that lead to phrases and predicates."""
        return [edge for edge in self._outgoing[node] if CONTAINS not in edge.names]

    def words_in(self, node: int) -> list[int]:
        """Return the words that a predicate or a phrase contains."""
        return [edge.target for edge in self._outgoing[node] if CONTAINS in edge.names]

    def of_level(self, level: Level) -> list[int]:
        """Return the nodes of a level."""
        return [position for position, node in enumerate(self.nodes) if node.level is level]

    def level_of(self, edge: Edge) -> Level:
        """Return the level of an edge."""
        return self.nodes[edge.source].level
