"""Pruning a tree as C4.5 does, by a pessimistic estimate of its errors.

References
----------
J. R. Quinlan, C4.5: Programs for Machine Learning, Morgan Kaufmann 1993, chapter 4 and the
listing of ``AddErrs``.
"""

from math import sqrt

import numpy as np

from rte_baselines.heads.c45_growing import split_rows
from rte_baselines.heads.decision_tree import IntArray, Node, TrainingPairs

# The normal deviates of C4.5, between which it interpolates.
_FACTORS = (0.0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00)
_DEVIATES = (4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00)
# The tolerance, in errors, with which a smaller tree is preferred, as in C4.5.
_TOLERANCE = 0.1


def prune_tree(tree: Node, training: TrainingPairs, confidence_factor: float) -> Node:
    """Return the tree with subtrees replaced by leaves, or by their largest branch.

    From the leaves upwards, each node is replaced by the alternative with the lowest estimate of
    errors: the unchanged subtree, a leaf, or the subtree of its largest branch. In the last case
    (subtree raising), the pairs of the other branches go to this subtree too. A smaller tree is
    preferred if its estimate is at most 0.1 errors higher.

    Parameters
    ----------
    tree : Node
        Grown on the training pairs.
    training : TrainingPairs
    confidence_factor : float
        See `estimated_errors`.
    """
    return _Pruner(training, confidence_factor).prune(tree, np.arange(len(training.labels)))


def estimated_errors(pairs: int, errors: int, confidence_factor: float) -> float:
    """Return the pessimistic estimate of the errors of a leaf.

    It is the number of pairs times the upper limit of a binomial confidence interval for the
    probability of an error. As in C4.5, the limit is exact for a leaf without errors, and otherwise
    approximated by the normal distribution.

    Parameters
    ----------
    pairs : int
        The number of training pairs in the leaf.
    errors : int
        The number of these pairs that do not have its label.
    confidence_factor : float
        The probability of at most this number of errors at the upper limit, in (0, 1].
    """
    if not pairs:
        return 0.0
    if not errors:
        return pairs * float(1.0 - confidence_factor ** (1.0 / pairs))
    deviate = float(np.interp(confidence_factor, _FACTORS, _DEVIATES)) ** 2
    counted = errors + 0.5
    spread = sqrt(deviate * (counted * (1.0 - counted / pairs) + deviate / 4.0))
    return pairs * (counted + deviate / 2.0 + spread) / (pairs + deviate)


def estimated_tree_errors(tree: Node, confidence_factor: float) -> float:
    """Return the sum of the pessimistic estimates of a tree's leaves."""
    return sum(estimated_errors(leaf.size, leaf.errors, confidence_factor) for leaf in tree.leaves)


class _Pruner:
    def __init__(self, training: TrainingPairs, confidence_factor: float) -> None:
        self.training = training
        self.confidence_factor = confidence_factor

    def prune(self, tree: Node, rows: IntArray) -> Node:
        """Return the pruned tree on the training pairs in `rows`."""
        if tree.split is None:
            return tree
        parts = split_rows(self.training, tree.split, rows)
        branches = map(self.prune, tree.branches, parts)
        tree = Node(tree.counts, tree.split, tuple(branches))
        leaf = Node(tree.counts)
        largest = max(tree.branches, key=lambda branch: branch.size)
        raised = self._recounted(largest, rows)
        as_tree, as_leaf, as_raised = map(self._estimate, (tree, leaf, raised))
        if as_leaf <= min(as_tree, as_raised) + _TOLERANCE:
            return leaf
        # Its branches have other pairs than before.
        return self.prune(raised, rows) if as_raised <= as_tree + _TOLERANCE else tree

    def _recounted(self, tree: Node, rows: IntArray) -> Node:
        """Return a tree with the counts of other training pairs."""
        counts = self.training.counts(rows)
        if tree.split is None:
            return Node(counts)
        parts = split_rows(self.training, tree.split, rows)
        return Node(counts, tree.split, tuple(map(self._recounted, tree.branches, parts)))

    def _estimate(self, tree: Node) -> float:
        return estimated_tree_errors(tree, self.confidence_factor)
