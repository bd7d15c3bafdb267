"""The dependencies of a snippet, for code that goes up and down them."""

from collections.abc import Iterator
from functools import cached_property

from rte_baselines.analysis.analysis import Analysis

PARSE_LAYERS = ("norms", "lemmas", "pos", "tags", "heads", "relations")
"""The layers that a tree is made of."""


class DependencyTree:
    """The words of a snippet with what depends on each; one tree for each sentence.

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
        self.heads: list[int] = analysis.heads.tolist()
        self._dependents: list[list[int]] = [[] for _ in self.heads]
        for word, head in enumerate(self.heads):
            if head >= 0:
                self._dependents[head].append(word)

    @cached_property
    def from_the_roots(self) -> list[int]:
        """All words, each after its head."""
        order = [word for word, head in enumerate(self.heads) if head < 0]
        for word in order:
            order.extend(self._dependents[word])
        return order

    def dependents(self, head: int, *relations: str) -> list[int]:
        """Return the words that depend on another, from left to right.

        Parameters
        ----------
        head : int
        *relations : str
            Only in these: "nsubj" stands for its subtypes as well, "nsubj:pass" for itself.
            All, if none is given.
        """
        found = self._dependents[head]
        return [word for word in found if self.is_in(word, *relations)] if relations else found

    def is_in(self, word: int, *relations: str) -> bool:
        """Whether a word depends on its head in one of some relations, subtypes included."""
        relation = self.relations[word]
        return relation in relations or relation.partition(":")[0] in relations

    def first_conjunct(self, word: int) -> int:
        """Return the first of what a word is coordinated with; the word itself if nothing."""
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
        """Return the preposition or conjunction before a word, in lower case; empty if none."""
        return self._joined(self.dependents(word, "case", "mark"))

    def preposition(self, word: int) -> str:
        """Return the preposition before a word, in lower case; empty if there is none."""
        return self._joined(self.dependents(word, "case"))

    def _joined(self, marks: list[int]) -> str:
        parts = [part for mark in marks for part in (mark, *self.dependents(mark, "fixed"))]
        # The sign of the genitive is no preposition.
        return " ".join(self.norms[part] for part in parts if self.tags[part] != "POS")
