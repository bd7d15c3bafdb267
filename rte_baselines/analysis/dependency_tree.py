"""The dependencies of a snippet, for code that goes up and down them."""

from collections.abc import Iterator

from rte_baselines.analysis.analysis import Analysis

PARSE_LAYERS = ("lemmas", "pos", "tags", "heads", "relations")
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
        self.lemmas = analysis.lemmas
        self.pos = analysis.pos
        self.tags = analysis.tags
        self.relations = analysis.relations
        self.heads: list[int] = analysis.heads.tolist()
        self._dependents: list[list[int]] = [[] for _ in self.heads]
        for word, head in enumerate(self.heads):
            if head >= 0:
                self._dependents[head].append(word)

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

    def with_conjuncts(self, word: int) -> list[int]:
        """Return a word and those coordinated with it, from left to right."""
        return [word, *self.dependents(word, "conj")]

    def ancestors(self, word: int) -> Iterator[int]:
        """Yield the head of a word, the head of that, and so on up to the root."""
        head = self.heads[word]
        while head >= 0:
            yield head
            head = self.heads[head]

    def marker(self, word: int) -> str:
        """Return the lemmas of the preposition or conjunction before a word; empty if none."""
        return self._joined(self.dependents(word, "case", "mark"))

    def preposition(self, word: int) -> str:
        """Return the lemmas of the preposition before a word; empty if there is none."""
        return self._joined(self.dependents(word, "case"))

    def _joined(self, marks: list[int]) -> str:
        parts = [part for mark in marks for part in (mark, *self.dependents(mark, "fixed"))]
        # The sign of the genitive is no preposition.
        return " ".join(self.lemmas[part] for part in parts if self.tags[part] != "POS")
