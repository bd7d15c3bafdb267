"""Complex nominals: nouns that are one noun phrase, such as "opinion poll" and "Ann Berg"."""

from collections.abc import Sequence

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.english.labels import TIME

NOUNS = frozenset({"NOUN", "PROPN", "NUM", "SYM"})
"""The parts of speech of words that are nouns in logic forms, besides pronouns such as "nobody"."""

_PRONOUNS_THAT_ARE_NOUNS = frozenset({"NN", "NNS"})
_IN_NAMES = ("compound", "flat", "nmod:desc", "goeswith")
_IN_DATES = ("nummod", "nmod:unmarked", "amod")


class Nominals:
    """The complex nominals of a snippet, by the heads of their noun phrases."""

    def __init__(self, tree: DependencyTree) -> None:
        self._tree = tree
        analysis: Analysis = tree.analysis
        self._words = analysis.words
        self._labels = analysis.entity_labels
        self._entities = np.cumsum(analysis.entity_starts).tolist()
        self._values = analysis.numbers.tolist()
        self.is_date = analysis.layer("is_date")
        self._heads: dict[int, int] = {}
        for word in tree.from_the_roots:
            head = tree.heads[word]
            if head >= 0 and self._is_in(word, head):
                self._heads[word] = self._heads.get(head, head)
        self._members: dict[int, list[int]] = {}
        for word, head in sorted(self._heads.items()):
            self._members.setdefault(head, []).append(word)

    def head(self, word: int) -> int:
        """Return the head of the nominal that contains a word; the word itself if there is none."""
        return self._heads.get(word, word)

    def members(self, head: int) -> list[int]:
        """Return the nouns of a nominal, from left to right."""
        return sorted([*self._members.get(head, ()), head])

    def is_noun(self, word: int) -> bool:
        """Whether a word is a noun of its own; of a number such as "two million", one word is."""
        tree = self._tree
        if tree.is_in(word, "fixed", "expl"):
            return False
        if tree.pos[word] == "NUM":
            continues = word > 0 and tree.pos[word - 1] in ("NUM", "SYM", "PUNCT")
            return not (np.isnan(self._values[word]) and continues)
        if tree.pos[word] == "PRON":
            return tree.tags[word] in _PRONOUNS_THAT_ARE_NOUNS
        return tree.pos[word] in NOUNS and not tree.is_in(word, "case", "mark", "cc", "advmod")

    def name(self, word: int) -> str:
        """Return the predicate of a noun: its lemma, the spelling of a name, or the number."""
        tree = self._tree
        value = self._values[word]
        if tree.pos[word] == "NUM" and not np.isnan(value):
            return f"{value:.15g}"
        name = tree.norms[word] if tree.tags[word] == "NNP" else tree.lemmas[word]
        is_abbreviation = name.endswith(".") and "." not in name[:-1]
        return (name[:-1] if is_abbreviation else name) or name

    def is_number(self, word: int) -> bool:
        """Whether a word is a number outside dates and times."""
        is_time = self.is_date[word] or self._labels[word] == TIME
        return self._tree.pos[word] == "NUM" and not is_time

    def number(self, word: int) -> int | None:
        """Return the word that has the value of a number: "two" of the million in "two million"."""
        for part in (word, *self._tree.dependents(word)):
            if self.is_number(part) and not np.isnan(self._values[part]):
                return part
        return None

    def entity(self, word: int) -> str:
        """Return the type of the named entity that a word is in; empty if it is in none.

        A year is a date, whatever it is in; "May" may be a name.
        """
        label = self._labels[word]
        is_year = self.is_date[word] and (not label or self._tree.pos[word] == "NUM")
        return TIME if is_year else label

    def inner_name(self, members: Sequence[int]) -> list[int]:
        """Return the nouns that are the name in a nominal: "Ann Berg" in "Minister Ann Berg".

        Empty if the name is one noun or all of the nominal, or if there is none.
        """
        last = members[-1]
        labelled = [word for word in members if self._labels[word]]
        name = [word for word in labelled if self._entities[word] == self._entities[last]]
        return name if self._labels[last] and 1 < len(name) < len(members) else []

    def _is_in(self, word: int, head: int) -> bool:
        """Whether a noun is in a nominal with its head."""
        tree = self._tree
        if not (self.is_noun(word) and (self.is_noun(head) or tree.pos[head] in NOUNS)):
            return False
        if tree.relations[word] == "compound:prt":
            return False
        is_in_date = self._labels[word] == self._labels[head] == TIME
        is_in_date = is_in_date and self._entities[word] == self._entities[head]
        if is_in_date and tree.is_in(word, *_IN_DATES, *_IN_NAMES):
            return True
        is_separate = self.is_date[word] or tree.pos[word] == "NUM"
        return tree.is_in(word, *_IN_NAMES) and not is_separate
