"""The dependency trees of a snippet, with access to heads and dependents."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import Layer
from rte_baselines.registry import registry

PARSE_LAYERS = ("norms", "lemmas", "pos", "tags", "heads", "relations", "dependents")
"""The layers that a tree is built from."""


class Dependents(NamedTuple):
    """What `DependencyTree` looks up, as lists, which are faster to index than arrays."""

    heads: list[int]
    """The position of each word's head; -1 for the root of a sentence."""
    dependents: list[list[int]]
    """The positions of the dependents of each word, from left to right."""
    bases: list[str]
    """The relation of each word to its head, without its subtype."""
    relations: list[set[str]]
    """The relations of the dependents of each word, with and without subtypes."""


@registry.layers("dependents.v1")
class DependentsLayer(Layer):
    """The dependents of each word, computed once for all trees of a snippet."""

    provides = ("dependents",)
    needs = ("heads", "relations")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Dependents]]:
        """List the dependents in the parses."""
        for analysis in analyses:
            heads: list[int] = analysis.heads.tolist()
            own = analysis.relations
            bases = list(map(_base, own))
            dependents: list[list[int]] = [[] for _ in heads]
            relations: list[set[str]] = [set() for _ in heads]
            for word, head in enumerate(heads):
                if head >= 0:
                    dependents[head].append(word)
                    relations[head].add(own[word])
                    relations[head].add(bases[word])
            yield {"dependents": Dependents(heads, dependents, bases, relations)}


@cache
def _base(relation: str) -> str:
    """Return a relation without its subtype."""
    return relation.partition(":")[0]


class DependencyTree:
    """The words of a snippet with their heads and dependents; one tree for each sentence.

    Parameters
    ----------
    analysis : Analysis
        With the layers of a parse.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.norms = analysis.norms
        self.lemmas = analysis.lemmas
        self.pos = analysis.pos
        self.tags = analysis.tags
        self.relations = analysis.relations
        found: Dependents = analysis.layer("dependents")
        self.heads, self._dependents, self._bases, self._relations_below = found

    @cached_property
    def from_the_roots(self) -> list[int]:
        """All words, each after its head."""
        order = [word for word, head in enumerate(self.heads) if head < 0]
        for word in order:
            order.extend(self._dependents[word])
        return order

    def dependents(self, head: int, *relations: str) -> list[int]:
        """Return the dependents of a word, from left to right.

        Parameters
        ----------
        head : int
        *relations : str
            The relations to include: "nsubj" includes its subtypes, "nsubj:pass" is only
            itself. By default all.
        """
        every = self._dependents[head]
        if not every or not relations:
            return every
        # Most calls ask for relations that no dependent has.
        if self._relations_below[head].isdisjoint(relations):
            return []
        own, bases = self.relations, self._bases
        return [word for word in every if own[word] in relations or bases[word] in relations]

    def is_in(self, word: int, *relations: str) -> bool:
        """Whether a word has one of some relations to its head, subtypes included."""
        return self.relations[word] in relations or self._bases[word] in relations

    def first_conjunct(self, word: int) -> int:
        """Return the first conjunct of the coordination of a word; without one, the word."""
        while self.is_in(word, "conj") and self.heads[word] >= 0:
            word = self.heads[word]
        return word

    def ancestors(self, word: int) -> Iterator[int]:
        """Yield the head of a word, the head of that, and so on up to the root."""
        head = self.heads[word]
        while head >= 0:
            yield head
            head = self.heads[head]

    def marker(self, word: int) -> str:
        """Return the preposition or conjunction of a word, in lower case; empty if none."""
        return self._joined(self.dependents(word, "case", "mark"))

    def preposition(self, word: int) -> str:
        """Return the preposition of a word, in lower case; empty if there is none."""
        return self._joined(self.dependents(word, "case"))

    def _joined(self, markers: list[int]) -> str:
        parts = [part for marker in markers for part in (marker, *self.dependents(marker, "fixed"))]
        # The genitive's 's is not a preposition.
        return " ".join(self.norms[part] for part in parts if self.tags[part] != "POS")
