"""Edits that turn the trees of a text into those of a hypothesis, as numbers and in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from rich.cells import set_cell_size

from rte_baselines.features.base import Illustration
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.describing import WIDTH, clipped
from rte_baselines.features.trees.dependency_forests import DependencyForests
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.trees.tree_edit_distance import (
    UNMATCHED,
    EditCosts,
    TreeEdits,
    tree_edits,
)
from rte_baselines.rendering.drawings.shapes import TreeNode, Trees

EditKind = Literal["same", "substituted", "inserted", "deleted"]
_MARKS: Mapping[EditKind, str] = {"same": "=", "substituted": "~", "inserted": "+", "deleted": "-"}


@dataclass(frozen=True)
class Edit:
    """One operation of an edit script from the text's tree to the hypothesis's.

    `text`, `hypothesis`: the positions of the words; None on the text side of an insertion and on
    the hypothesis side of a deletion.
    """

    kind: EditKind
    text: int | None
    hypothesis: int | None
    cost: float


@dataclass(frozen=True)
class LabelledForest:
    """The dependency trees of a snippet, with readable labels.

    `heads`: the position of each word's head, by ascending position; -1 for a root. `labels`: the
    lemma of each word and its relation to the head: ``lemma-relation``.
    """

    heads: Mapping[int, int]
    labels: Mapping[int, str]

    @classmethod
    def of(
        cls, lemmas: Sequence[str], relations: Sequence[str], words: IntArray, heads: IntArray
    ) -> "LabelledForest":
        """Label some words of a snippet, given their positions and those of their heads.

        The lemmas and relations are those of all words.
        """
        head_of = dict(sorted(zip(words.tolist(), heads.tolist(), strict=True)))
        labels = {
            word: lemmas[word] if head < 0 else f"{lemmas[word]}-{relations[word]}"
            for word, head in head_of.items()
        }
        return cls(head_of, labels)

    def drawn(self) -> Iterator[tuple[int, str]]:
        """Yield each word, after its head, with its label at the end of a branch."""
        children: dict[int, list[int]] = {word: [] for word in (-1, *self.heads)}
        for word, head in self.heads.items():
            children[head].append(word)
        stack = [(root, "", "") for root in reversed(children[-1])]
        while stack:
            word, branch, indent = stack.pop()
            yield word, branch + self.labels[word]
            # Deeper levels would be clipped anyway.
            indent = indent[:WIDTH]
            last = children[word][-1:]
            for child in reversed(children[word]):
                corner, beside = ("└ ", "  ") if [child] == last else ("├ ", "│ ")
                stack.append((child, indent + corner, indent + beside))


@dataclass(frozen=True)
class EditScript:
    """The edits that turn a text's tree into a hypothesis's, with their costs.

    `edits`: in the order of the hypothesis's words, then deletions in the order of the text's.
    `insertion_cost`: the cost of inserting the whole hypothesis.
    """

    edits: Sequence[Edit]
    text: LabelledForest
    hypothesis: LabelledForest
    insertion_cost: float

    @property
    def cost(self) -> float:
        """The total cost of the edits."""
        return sum(edit.cost for edit in self.edits)

    def illustrations(self) -> tuple[Illustration, ...]:
        """Return the script line by line, and the two trees."""
        return (
            Illustration("Edit script", tuple(map(clipped, self._script()))),
            Illustration("Dependency trees", tuple(map(clipped, self._trees())), self.drawing()),
        )

    def drawing(self) -> Trees:
        """Return the trees with their edits, to be drawn."""
        sides = self.text, self.hypothesis
        text_places, places = (
            dict[int | None, int]((word, place) for place, (word, _) in enumerate(side.drawn()))
            for side in sides
        )
        text_nodes, nodes = {}, {}
        for edit in self.edits:
            place, text_place = places.get(edit.hypothesis), text_places.get(edit.text)
            if edit.text is not None:
                head = text_places.get(self.text.heads[edit.text])
                text_nodes[edit.text] = TreeNode(
                    self.text.labels[edit.text], head, edit.kind, place
                )
            if edit.hypothesis is not None:
                head = places.get(self.hypothesis.heads[edit.hypothesis])
                nodes[edit.hypothesis] = TreeNode(
                    self.hypothesis.labels[edit.hypothesis], head, edit.kind, text_place
                )
        return Trees(
            tuple(text_nodes[word] for word in text_places if word is not None),
            tuple(nodes[word] for word in places if word is not None),
        )

    def _script(self) -> Iterator[str]:
        yield _row("cost", "", "text", "hypothesis")
        for edit in self.edits:
            text = "" if edit.text is None else self.text.labels[edit.text]
            hypothesis = "" if edit.hypothesis is None else self.hypothesis.labels[edit.hypothesis]
            yield _row(f"{edit.cost:.2f}", edit.kind, text, hypothesis)
        yield _row(f"{self.cost:.2f}", "total", "", "")
        yield _row(f"{self.insertion_cost:.2f}", "to insert the whole hypothesis", "", "")

    def _trees(self) -> Iterator[str]:
        yield "=1 the same, ~1 substituted, - deleted, + inserted"
        marks = self._marks()
        for side, forest in (("text", self.text), ("hypothesis", self.hypothesis)):
            yield ""
            yield f"     {side}"
            for word, branch in forest.drawn():
                yield f"{marks[side, word]:>4} {branch}"

    def _marks(self) -> dict[tuple[str, int], str]:
        """Return the mark of each word; a word and its substitute have the same number."""
        marks = {}
        pairs = 0
        for edit in self.edits:
            pairs += edit.text is not None and edit.hypothesis is not None
            mark = _MARKS[edit.kind]
            for side, word in (("text", edit.text), ("hypothesis", edit.hypothesis)):
                if word is not None:
                    marks[side, word] = f"{mark}{pairs}" if mark in "=~" else mark
        return marks


def _row(cost: str, kind: str, text: str, hypothesis: str) -> str:
    cell = set_cell_size(text, 28)
    return f"{cost:>7}  {kind:11}  {cell}  {hypothesis}".rstrip()


@dataclass(frozen=True)
class OperationCounts:
    """Counts of the edit operations of some pairs, defined as in Table 2 of kouylekov2006.

    In each column of the table, deletions and substitutions add up to 23,011 (23,010 for system
    6), which must be the number of nodes of all texts; insertions and substitutions add up to
    10,613, which must be the number of nodes of all hypotheses. (Systems 4 and 7 show the
    insertions that by this sum belong to system 6, and system 6 shows fewer: misprints.) The
    shares are relative to these sums. Therefore an unchanged node counts as substituted, and a
    node in a sentence of the text that was not chosen counts as deleted.
    """

    deletions: int
    insertions: int
    substitutions: int

    @property
    def deleted(self) -> float:
        """The share of the texts' nodes that are deleted; the paper's %deletions."""
        return self.deletions / max(self.deletions + self.substitutions, 1)

    @property
    def inserted(self) -> float:
        """The share of the hypotheses' nodes that are inserted; the paper's %insertions."""
        return self.insertions / max(self.insertions + self.substitutions, 1)

    @property
    def substituted(self) -> float:
        """The share of the hypotheses' nodes that are not inserted; %substitutions."""
        return self.substitutions / max(self.insertions + self.substitutions, 1)


@dataclass(frozen=True)
class TreeComparison:
    """The forests of a batch, and the costs of editing them.

    `texts`: one or more forests of each text, of which the nearest is chosen. `hypotheses`: one
    forest of each hypothesis. `costs`: deletion costs of the texts' nodes, insertion costs of the
    hypotheses' nodes, and substitution costs of each text's nodes by its hypothesis's nodes.
    """

    batch: PairBatch
    texts: DependencyForests
    hypotheses: DependencyForests
    costs: EditCosts

    @cached_property
    def edits(self) -> TreeEdits:
        """The cheapest edits of every forest of a text."""
        texts, hypotheses = self.texts, self.hypotheses
        return tree_edits(texts.leftmost, hypotheses.leftmost, texts.snippets, self.costs)

    @cached_property
    def chosen(self) -> IntArray:
        """The nearest forest of each text, the first of ties, shape (pairs,)."""
        order = np.lexsort((self.edits.distances, self.texts.snippets))
        return order[self.texts.first_forests[:-1]]

    @property
    def distances(self) -> FloatArray:
        """The distance of each pair, shape (pairs,)."""
        return self.edits.distances[self.chosen]

    @property
    def insertion_costs(self) -> FloatArray:
        """The cost of inserting each whole hypothesis, shape (pairs,)."""
        lengths = self.hypotheses.leftmost.lengths
        pairs = np.repeat(np.arange(len(lengths)), lengths)
        return np.asarray(np.bincount(pairs, self.costs.insertions, len(lengths)), np.float64)

    def operation_counts(self) -> OperationCounts:
        """Count the operations of all pairs."""
        partners_by_pair = (
            self.edits.partners[self._nodes_of(pair)] for pair in range(len(self.batch))
        )
        substitutions = sum(int((partners != UNMATCHED).sum()) for partners in partners_by_pair)
        return OperationCounts(
            len(self.texts.words) - substitutions,
            len(self.hypotheses.words) - substitutions,
            substitutions,
        )

    def edit_script(self) -> EditScript:
        """Return the edits of a batch of one pair."""
        (text,), (hypothesis,), nodes = self.batch.texts, self.batch.hypotheses, self._nodes_of(0)
        text_forest = LabelledForest.of(
            text.lemmas, self.texts.relations, self.texts.words[nodes], self.texts.heads[nodes]
        )
        hypothesis_forest = LabelledForest.of(
            hypothesis.lemmas,
            self.hypotheses.relations,
            self.hypotheses.words,
            self.hypotheses.heads,
        )
        edits = (
            *self._substitutions_and_insertions(text_forest, hypothesis_forest),
            *self._deletions(),
        )
        return EditScript(edits, text_forest, hypothesis_forest, float(self.insertion_costs[0]))

    def _substitutions_and_insertions(
        self, text: LabelledForest, hypothesis: LabelledForest
    ) -> Iterator[Edit]:
        """Yield the edit that makes each word of the hypothesis of a batch of one pair."""
        nodes, words = self._nodes_of(0), self.hypotheses.words
        text_words, partners = self.texts.words[nodes], self.edits.partners[nodes]
        shape = len(self.texts.words), len(words)
        substitutions = self.costs.substitutions.reshape(shape)[nodes]
        for node in np.argsort(words).tolist():
            word = int(words[node])
            if node not in partners:
                cost = float(self.costs.insertions[node])
                yield Edit("inserted", None, word, cost)
                continue
            text_node = int(np.flatnonzero(partners == node)[0])
            text_word, cost = int(text_words[text_node]), float(substitutions[text_node, node])
            is_same = text.labels[text_word] == hypothesis.labels[word]
            yield Edit("same" if is_same else "substituted", text_word, word, cost)

    def _deletions(self) -> Iterator[Edit]:
        """Yield the deletions from the chosen forest of a batch of one pair, word by word."""
        nodes = self._nodes_of(0)
        words, deletions = self.texts.words[nodes], self.costs.deletions[nodes]
        deleted = self.edits.partners[nodes] == UNMATCHED
        for node in np.argsort(words).tolist():
            if deleted[node]:
                yield Edit("deleted", int(words[node]), None, float(deletions[node]))

    def _nodes_of(self, pair: int) -> slice:
        """Return the range of a pair's chosen forest in the nodes of all texts."""
        forest, offsets = self.chosen[pair], self.texts.leftmost.offsets
        return slice(int(offsets[forest]), int(offsets[forest + 1]))
