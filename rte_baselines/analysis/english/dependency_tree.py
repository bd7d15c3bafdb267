"""The dependency trees of a snippet, with access to heads and dependents."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import Layer
from rte_baselines.core.registry import registry

PARSE_LAYERS = ("norms", "lemmas", "pos", "tags", "heads", "relations", "dependents")
"""The layers that a tree is built from."""


class Dependents(NamedTuple):
    """What `DependencyTree` looks up, as lists, which are faster to index than arrays."""

    heads: list[int]
    """The position of each word's head; -1 for the root of a sentence."""
    bases: list[str]
    """The relation of each word to its head, without its subtype."""
    dependents: Sequence[Sequence[int]]
    """The positions of the dependents of each word, from left to right."""
    by_relation: Sequence[Mapping[str, Sequence[int]]]
    """The dependents of each word by their relation, with and without its subtype."""


@registry.layers("dependents.v1")
class DependentsLayer(Layer):
    """The dependents of each word, computed once for all trees of a snippet."""

    provides = ("dependents",)
    needs = ("heads", "relations")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Dependents]]:
        """List the dependents in the parses."""
        for analysis in analyses:
            heads: list[int] = analysis.heads.tolist()
            bases = [relation.partition(":")[0] for relation in analysis.relations]
            dependents: list[list[int]] = [[] for _ in heads]
            by_relation: list[dict[str, list[int]]] = [{} for _ in heads]
            for word, head in enumerate(heads):
                if head >= 0:
                    dependents[head].append(word)
                    for relation in {bases[word], analysis.relations[word]}:
                        by_relation[head].setdefault(relation, []).append(word)
            yield {"dependents": Dependents(heads, bases, dependents, by_relation)}


class DependencyTree:
    """The words of a parsed snippet with their heads and dependents; one tree for each sentence."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.norms = analysis.norms
        self.lemmas = analysis.lemmas
        self.pos = analysis.pos
        self.tags = analysis.tags
        self.relations = analysis.relations
        found: Dependents = analysis.layer("dependents")
        self.heads, self._bases, self._dependents, self._by_relation = found

    @cached_property
    def from_the_roots(self) -> list[int]:
        """All words, each after its head."""
        order = [word for word, head in enumerate(self.heads) if head < 0]
        for word in order:
            order.extend(self._dependents[word])
        return order

    def dependents(self, head: int, *relations: str) -> Sequence[int]:
        """Return the dependents of a word, from left to right.

        `relations` are those to include, by default all: "nsubj" includes its subtypes,
        "nsubj:pass" is only itself.
        """
        if not relations:
            return self._dependents[head]
        by_relation = self._by_relation[head]
        # Most calls are for a single relation.
        if len(relations) == 1:
            return by_relation.get(relations[0], ())
        found = [by_relation[relation] for relation in relations if relation in by_relation]
        return sorted(set().union(*found))

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

    def _joined(self, markers: Sequence[int]) -> str:
        parts = [part for marker in markers for part in (marker, *self.dependents(marker, "fixed"))]
        # The genitive's 's is not a preposition.
        return " ".join(self.norms[part] for part in parts if self.tags[part] != "POS")
