"""The cheapest edits of the texts of a batch into their hypotheses."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rte_baselines.features.batch import PairBatch
from rte_baselines.features.dependency_forests import DependencyForests
from rte_baselines.features.edit_script import Edit, EditScript, LabelledForest
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.tree_edit_distance import UNMATCHED, EditCosts, TreeEdits, tree_edits


@dataclass(frozen=True)
class OperationCounts:
    """The operations of the cheapest edits of some pairs, as Table 2 of kouylekov2006 has them.

    In the columns of the table deletions and substitutions add up to 23,011 (23,010 for
    system 6), which must be the nodes of all texts, and insertions and substitutions to
    10,613, which must be those of all hypotheses. (Systems 4 and 7 show the insertions that
    by this sum are those of system 6, and system 6 shows fewer: misprints.) The shares are of
    these sums. So a node that stays as it is counts as substituted, and one in a sentence of
    the text that was not chosen as deleted.

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
    """The forests of a batch, and what editing them costs.

    Parameters
    ----------
    batch : PairBatch
    texts : DependencyForests
        Of each text, those of which the nearest is chosen.
    hypotheses : DependencyForests
        One of each hypothesis.
    costs : EditCosts
        Of the texts' nodes and the hypotheses'; substitutions of each text's by each of its
        hypothesis's.
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
        """The nearest forest of each text, the first of several, shape (pairs,)."""
        by_distance = np.lexsort((self.edits.distances, self.texts.snippets))
        return by_distance[self.texts.first_forests[:-1]]

    @property
    def distances(self) -> FloatArray:
        """The distance of each pair, shape (pairs,)."""
        return self.edits.distances[self.chosen]

    @property
    def whole(self) -> FloatArray:
        """The cost of inserting each whole hypothesis, shape (pairs,)."""
        lengths = self.hypotheses.leftmost.lengths
        pairs = np.repeat(np.arange(len(lengths)), lengths)
        return np.asarray(np.bincount(pairs, self.costs.insertions, len(lengths)), np.float64)

    def operation_counts(self) -> OperationCounts:
        """Count the operations of all pairs."""
        partners = (self.edits.partners[self._nodes_of(pair)] for pair in range(len(self.batch)))
        substitutions = sum(int((some != UNMATCHED).sum()) for some in partners)
        return OperationCounts(
            len(self.texts.words) - substitutions,
            len(self.hypotheses.words) - substitutions,
            substitutions,
        )

    def edit_script(self) -> EditScript:
        """Return the edits of the pair, if the batch is of one."""
        (text,), (hypothesis,), nodes = self.batch.texts, self.batch.hypotheses, self._nodes_of(0)
        was = LabelledForest.of(text, self.texts.words[nodes], self.texts.heads[nodes])
        becomes = LabelledForest.of(hypothesis, self.hypotheses.words, self.hypotheses.heads)
        edits = (*self._edits_of_hypothesis(was, becomes), *self._deletions())
        return EditScript(edits, was, becomes, float(self.whole[0]))

    def _edits_of_hypothesis(self, was: LabelledForest, becomes: LabelledForest) -> Iterator[Edit]:
        """Yield how the one hypothesis comes about, word by word."""
        nodes, new_words = self._nodes_of(0), self.hypotheses.words
        words, partners = self.texts.words[nodes], self.edits.partners[nodes]
        shape = len(self.texts.words), len(new_words)
        changes = self.costs.substitutions.reshape(shape)[nodes]
        for new_node in np.argsort(new_words).tolist():
            new_word = int(new_words[new_node])
            if new_node not in partners:
                cost = float(self.costs.insertions[new_node])
                yield Edit("inserted", None, new_word, cost)
                continue
            node = int(np.flatnonzero(partners == new_node)[0])
            word, cost = int(words[node]), float(changes[node, new_node])
            is_same = was.labels[word] == becomes.labels[new_word]
            yield Edit("same" if is_same else "substituted", word, new_word, cost)

    def _deletions(self) -> Iterator[Edit]:
        """Yield what is deleted from the chosen forest of the one text, word by word."""
        nodes = self._nodes_of(0)
        words, deletions = self.texts.words[nodes], self.costs.deletions[nodes]
        deleted = self.edits.partners[nodes] == UNMATCHED
        for node in np.argsort(words).tolist():
            if deleted[node]:
                yield Edit("deleted", int(words[node]), None, float(deletions[node]))

    def _nodes_of(self, pair: int) -> slice:
        """Return which of all nodes of texts those of a pair's chosen forest are."""
        forest, offsets = self.chosen[pair], self.texts.leftmost.offsets
        return slice(int(offsets[forest]), int(offsets[forest + 1]))
