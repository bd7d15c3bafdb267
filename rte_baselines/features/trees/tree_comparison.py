"""Tree edit distances between the texts and the hypotheses of a batch."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rte_baselines.features.batch import PairBatch
from rte_baselines.features.trees.dependency_forests import DependencyForests
from rte_baselines.features.trees.edit_script import Edit, EditScript, LabelledForest
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.trees.tree_edit_distance import (
    UNMATCHED,
    EditCosts,
    TreeEdits,
    tree_edits,
)


@dataclass(frozen=True)
class OperationCounts:
    """Counts of the edit operations of some pairs, defined as in Table 2 of kouylekov2006.

    In each column of the table, deletions and substitutions add up to 23,011 (23,010 for system
    6), which must be the number of nodes of all texts; insertions and substitutions add up to
    10,613, which must be the number of nodes of all hypotheses. (Systems 4 and 7 show the
    insertions that by this sum belong to system 6, and system 6 shows fewer: misprints.) The
    shares are relative to these sums. Therefore an unchanged node counts as substituted, and a
    node in a sentence of the text that was not chosen counts as deleted.

    Parameters
    ----------
    deletions, insertions, substitutions : int
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

    Parameters
    ----------
    batch : PairBatch
    texts : DependencyForests
        One or more forests of each text, of which the nearest is chosen.
    hypotheses : DependencyForests
        One forest of each hypothesis.
    costs : EditCosts
        Deletion costs of the texts' nodes, insertion costs of the hypotheses' nodes, and
        substitution costs of each text's nodes by its hypothesis's nodes.
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
        by_distance = np.lexsort((self.edits.distances, self.texts.snippets))
        return by_distance[self.texts.first_forests[:-1]]

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
