"""The dependency trees of a snippet, with access to heads and dependents."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from types import MappingProxyType
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
    dependents: list[Sequence[int]]
    """The positions of the dependents of each word, from left to right."""
    by_relation: list[Mapping[str, Sequence[int]]]
    """The dependents of each word by their relation, with and without its subtype."""


# Shared by the many words without dependents, so that there is less to allocate.
_NO_DEPENDENTS: Sequence[int] = ()
_NO_RELATIONS: Mapping[str, Sequence[int]] = MappingProxyType({})


@registry.layers("dependents.v1")
class DependentsLayer(Layer):
    """The dependents of each word, computed once for all trees of a snippet."""

    provides = ("dependents",)
    needs = ("heads", "relations")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Dependents]]:
        """List the dependents in the parses."""
        for analysis in analyses:
            heads: list[int] = analysis.heads.tolist()
            bases = list(map(_base, analysis.relations))
            dependents: list[Sequence[int]] = [_NO_DEPENDENTS] * len(heads)
            by_relation: list[Mapping[str, Sequence[int]]] = [_NO_RELATIONS] * len(heads)
            for head, words in _below(heads).items():
                dependents[head] = words
                by_relation[head] = _by_relation(words, analysis.relations, bases)
            yield {"dependents": Dependents(heads, bases, dependents, by_relation)}


def _below(heads: Sequence[int]) -> dict[int, list[int]]:
    """Return the dependents of each word that has any."""
    below: dict[int, list[int]] = {}
    for word, head in enumerate(heads):
        if head >= 0:
            below.setdefault(head, []).append(word)
    return below


def _by_relation(
    words: Sequence[int], relations: Sequence[str], bases: Sequence[str]
) -> dict[str, list[int]]:
    """Group words by their relation, and by its base."""
    groups: dict[str, list[int]] = {}
    for word in words:
        groups.setdefault(bases[word], []).append(word)
        if relations[word] != bases[word]:
            groups.setdefault(relations[word], []).append(word)
    return groups


@cache
def _base(relation: str) -> str:
    """Return a relation without its subtype."""
    return relation.partition(":")[0]


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
        by_relation = self._by_relation[head]
        # Most words have no dependents, and most calls are for a single relation.
        if not by_relation or not relations:
            return self._dependents[head]
        if len(relations) == 1:
            return by_relation.get(relations[0], _NO_DEPENDENTS)
        found = [by_relation[relation] for relation in relations if relation in by_relation]
        if len(found) > 1:
            return sorted(set().union(*found))
        return found[0] if found else _NO_DEPENDENTS

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
