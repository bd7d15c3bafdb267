"""Parses that are corrected."""

from collections.abc import Container

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.logic.meaning.lexicon import verb_of_form

_KEPT = ("words", "word_offsets", "norms", "sentence_starts", "entity_labels", "entity_starts")


def subtree(tree: DependencyTree, word: int, left_out: Container[int] = ()) -> list[int]:
    """Return a word and the words below it, without some with all that is below them."""
    kept = [word]
    for node in kept:
        kept.extend(below for below in tree.dependents(node) if below not in left_out)
    return sorted(kept)


class Parse:
    """The tags and the tree of a snippet, while they are corrected.

    Words in lower case that are names where they are capitalized are known.
    """

    def __init__(self, analysis: Analysis, names: frozenset[str] = frozenset()) -> None:
        self._analysis = analysis
        self.names = names
        self.words = analysis.words
        self.norms = analysis.norms
        self.labels = analysis.entity_labels
        self.tags = list(analysis.tags)
        self.pos = list(analysis.pos)
        self.lemmas = list(analysis.lemmas)
        self.heads: list[int] = analysis.heads.tolist()
        self.relations = list(analysis.relations)
        self.tree = DependencyTree(analysis)

    def grow(self) -> None:
        """Read the tree again after changes, if any; those that make a circle are undone."""
        tree = self.tree
        now = (self.relations, self.tags, self.pos, self.lemmas)
        read = (tree.relations, tree.tags, tree.pos, tree.lemmas)
        if self.heads == tree.heads and tuple(map(tuple, now)) == read:
            return
        if not self._is_tree():
            self.heads, self.relations = list(tree.heads), list(tree.relations)
        self.tree = DependencyTree(self.analysis())

    def analysis(self) -> Analysis:
        """Return the snippet with the parse as it is now."""
        result = Analysis(self._analysis.text, default_analyzer())
        result.layers |= {name: self._analysis.layer(name) for name in _KEPT}
        result.layers |= {
            "tags": tuple(self.tags),
            "pos": tuple(self.pos),
            "lemmas": tuple(self.lemmas),
            "heads": np.array(self.heads, dtype=np.int64),
            "relations": tuple(self.relations),
        }
        return result

    def attach(self, word: int, head: int, relation: str) -> None:
        """Make a word a dependent of another one, unless it is above it."""
        if head != word and not self._is_above(word, head):
            self.heads[word] = head
            self.relations[word] = relation

    def pass_on(self, old: int, new: int, *relations: str) -> None:
        """Attach dependents of a word that are before another one to that one."""
        for dependent in self.tree.dependents(old, *relations):
            if dependent < new:
                self.attach(dependent, new, self.tree.relations[dependent])

    def _is_above(self, word: int, other: int) -> bool:
        """Whether a word is above another one, in the tree as it is now and not as last read."""
        above = self.heads[other]
        # Changes that are not read yet may have made a circle, which may be without either word.
        for _ in self.heads:
            if above in (-1, word):
                break
            above = self.heads[above]
        return above == word

    def _is_tree(self) -> bool:
        """Whether no heads are in a circle."""
        above = np.append(self.heads, -1)
        for _ in range(len(self.heads).bit_length()):
            # Twice as far above each word; -1 is above itself.
            above = above[above]
        return bool((above < 0).all())

    def make_verb(self, word: int, tag: str) -> None:
        """Tag a word as a verb."""
        self.tags[word], self.pos[word] = tag, "VERB"
        self.lemmas[word] = verb_of_form(self.norms[word])
