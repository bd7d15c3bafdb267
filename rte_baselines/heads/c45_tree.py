"""Growing a tree as C4.5 does, by the gain ratio, and pruning it by an estimate of its errors.

References
----------
J. R. Quinlan, C4.5: Programs for Machine Learning, Morgan Kaufmann 1993, chapters 2 and 4, and the
listing of ``AddErrs``.

J. R. Quinlan, Improved use of continuous attributes in C4.5, Journal of Artificial
Intelligence Research 4, 1996: the correction of the gain of numeric columns in release 8.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.heads.decision_tree import IntArray, Node, Split, TrainingPairs
from rte_baselines.kernels.ragged import FloatArray

# The amount by which a gain may be below the average, as in C4.5.
_GAIN_TOLERANCE = 1e-3
# Splits without any gain can have a gain other than 0 by rounding errors.
_ROUNDING = 1e-9
# The minimum size of both branches of a numeric split: a tenth of the mean number of pairs of a
# label, but at most 25.
_SHARE_OF_LABEL, _ENOUGH = 0.1, 25
# The maximum depth of a tree that can be saved as JSON and read, by Python's limit of recursion.
# C4.5 has no such limit.
_DEEPEST = 200
# The normal deviates of C4.5, between which it interpolates.
_FACTORS = (0.0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00)
_DEVIATES = (4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00)
# The tolerance, in errors, with which a smaller tree is preferred, as in C4.5.
_ERROR_TOLERANCE = 0.1


@dataclass(frozen=True)
class Candidate:
    """A possible split with its merits, in bits for each pair.

    `gain`: the information gain about the label. For numeric columns, it is reduced by the
    correction for the number of possible cuts. `split_information`: the entropy of the branches,
    regardless of the labels.
    """

    split: Split
    gain: float
    split_information: float

    @property
    def gain_ratio(self) -> float:
        """The information gain divided by the split information."""
        return self.gain / self.split_information


def grow_tree(training: TrainingPairs, minimum_pairs: int) -> Node:
    """Return the tree that C4.5 grows, before pruning.

    A subtree becomes a leaf if it has no fewer errors on the training pairs than the leaf.

    `minimum_pairs`: the minimum number of pairs in at least two branches of each split.
    """
    return TreeGrower(training, minimum_pairs).grow(np.arange(len(training.labels)))


def best_candidate(candidates: Sequence[Candidate]) -> Candidate | None:
    """Return the candidate with the highest gain ratio among those with at least average gain.

    Among ties, it is the first.
    """
    if not candidates:
        return None
    enough = sum(candidate.gain for candidate in candidates) / len(candidates) - _GAIN_TOLERANCE
    large = [candidate for candidate in candidates if candidate.gain >= enough]
    return max(large, key=lambda candidate: candidate.gain_ratio)


class TreeGrower:
    """Finds the splits of C4.5, and grows trees of them, on some of the training pairs."""

    def __init__(self, training: TrainingPairs, minimum_pairs: int) -> None:
        self.training = training
        self.minimum_pairs = minimum_pairs
        self.is_label = training.labels[:, np.newaxis] == np.arange(training.label_count)
        # Information is a sum of n log n over counts.
        counts = np.arange(len(training.labels) + 1)
        self.count_logs = counts * np.log2(np.maximum(counts, 1))

    def grow(self, rows: IntArray, depth: int = 0) -> Node:
        """Return the tree on some of the training pairs."""
        if depth > _DEEPEST:
            raise InputError(
                f"the tree is more than {_DEEPEST} tests deep with minimum_pairs = "
                f"{self.minimum_pairs}; a higher minimum_pairs makes it smaller"
            )
        leaf = Node(self.training.counts(rows))
        if leaf.errors == 0 or leaf.size < 2 * self.minimum_pairs:
            return leaf
        best = best_candidate(self.candidates(rows))
        if best is None:
            return leaf
        parts = split_rows(self.training, best.split, rows)
        branches = tuple(self.grow(part, depth + 1) for part in parts)
        tree = Node(leaf.counts, best.split, branches)
        return tree if tree.errors < leaf.errors else leaf

    def candidates(self, rows: IntArray) -> list[Candidate]:
        """Return the best split of each column with a gain, in the order of the columns."""
        splits = (
            self._nominal(column, values, rows) if values else self._numeric(column, rows)
            for column, values in enumerate(self.training.value_counts)
        )
        return [candidate for candidate in splits if candidate and candidate.gain > _ROUNDING]

    def _nominal(self, column: int, values: int, rows: IntArray) -> Candidate | None:
        """Return the split by the values of a nominal column, if enough of them have pairs."""
        counts = np.zeros((values, self.training.label_count), dtype=np.intp)
        codes = self.training.inputs[rows, column].astype(np.intp)
        np.add.at(counts, (codes, self.training.labels[rows]), 1)
        sizes = counts.sum(axis=1)
        if (sizes >= self.minimum_pairs).sum() < 2:
            return None
        gain = float(self._gains(counts[np.newaxis])[0])
        return Candidate(Split(column), gain, self._split_information(sizes))

    def _numeric(self, column: int, rows: IntArray) -> Candidate | None:
        """Return the cut of a numeric column that gains most, if there is any."""
        values = self.training.inputs[rows, column]
        order = np.argsort(values, kind="stable")
        values, size = values[order], len(rows)
        smallest = self._smallest_branch(column, size)
        below = np.arange(1, size)
        far_enough = (below >= smallest) & (size - below >= smallest)
        cuts = np.flatnonzero(far_enough & (values[:-1] < values[1:]))
        if not len(cuts):
            return None
        cumulated = np.cumsum(self.is_label[rows[order]], axis=0)
        low = cumulated[cuts]
        gains = self._gains(np.stack([low, cumulated[-1] - low], axis=1))
        best = int(np.argmax(gains))
        gain = float(gains[best] - np.log2(len(cuts)) / size)
        position = int(cuts[best])
        low_value, high_value = values[position], values[position + 1]
        # The largest training value at most halfway; half of each, as the sum may overflow.
        halfway = max(low_value / 2 + high_value / 2, low_value)
        inputs = self.training.inputs[:, column]
        cut = float(inputs[(inputs <= halfway) & (inputs < high_value)].max())
        information = self._split_information(np.array([position + 1, size - position - 1]))
        return Candidate(Split(column, cut), gain, information)

    def _smallest_branch(self, column: int, size: int) -> float:
        """Return how many pairs both branches of a split in two must have."""
        if column in self.training.binary:
            return self.minimum_pairs
        share = _SHARE_OF_LABEL * size / self.training.label_count
        return max(self.minimum_pairs, min(share, _ENOUGH))

    def _gains(self, counts: IntArray) -> FloatArray:
        """Return the gains of splits; `counts` has shape (splits, branches, labels)."""
        whole = self._information(counts.sum(axis=1))
        parts = self._information(counts).sum(axis=1)
        gains: FloatArray = (whole - parts) / counts[0].sum()
        return gains

    def _split_information(self, sizes: IntArray) -> float:
        return float(self._information(sizes) / sizes.sum())

    def _information(self, counts: IntArray) -> FloatArray:
        """Return the entropy of counts along the last axis, times their sum, in bits."""
        logs: FloatArray = self.count_logs[counts.sum(axis=-1)] - self.count_logs[counts].sum(
            axis=-1
        )
        return logs


def split_rows(training: TrainingPairs, split: Split, rows: IntArray) -> list[IntArray]:
    """Return which of some training pairs go to each branch of a split."""
    numbers = split.branches_of(training.inputs[rows])
    branches = training.value_counts[split.column] or 2
    return [rows[numbers == number] for number in range(branches)]


def prune_tree(
    tree: Node, training: TrainingPairs, confidence_factor: float, rows: IntArray | None = None
) -> Node:
    """Return the tree with subtrees replaced by leaves, or by their largest branch.

    From the leaves upwards, each node is replaced by the alternative with the lowest estimate of
    errors: the unchanged subtree, a leaf, or the subtree of its largest branch. In the last case
    (subtree raising), the pairs of the other branches go to this subtree too. A smaller tree is
    preferred if its estimate is at most 0.1 errors higher. `rows`: the training pairs that reach
    the tree, by default all. `confidence_factor`: see `estimated_errors`.
    """
    if tree.split is None:
        return tree
    rows = np.arange(len(training.labels)) if rows is None else rows
    parts = split_rows(training, tree.split, rows)
    branches = (
        prune_tree(branch, training, confidence_factor, part)
        for branch, part in zip(tree.branches, parts, strict=True)
    )
    tree = Node(tree.counts, tree.split, tuple(branches))
    leaf = Node(tree.counts)
    raised = _recounted(max(tree.branches, key=lambda branch: branch.size), training, rows)
    as_tree, as_leaf, as_raised = (
        estimated_tree_errors(alternative, confidence_factor)
        for alternative in (tree, leaf, raised)
    )
    if as_leaf <= min(as_tree, as_raised) + _ERROR_TOLERANCE:
        return leaf
    if as_raised > as_tree + _ERROR_TOLERANCE:
        return tree
    # Its branches have other pairs than before.
    return prune_tree(raised, training, confidence_factor, rows)


def _recounted(tree: Node, training: TrainingPairs, rows: IntArray) -> Node:
    """Return a tree with the counts of other training pairs."""
    counts = training.counts(rows)
    if tree.split is None:
        return Node(counts)
    parts = split_rows(training, tree.split, rows)
    branches = (
        _recounted(branch, training, part)
        for branch, part in zip(tree.branches, parts, strict=True)
    )
    return Node(counts, tree.split, tuple(branches))


def estimated_errors(pairs: int, errors: int, confidence_factor: float) -> float:
    """Return the pessimistic estimate of the errors of a leaf.

    It is the number of pairs times the upper limit of a binomial confidence interval for the
    probability of an error. As in C4.5, the limit is exact for a leaf without errors, and otherwise
    approximated by the normal distribution.

    `pairs`: the number of training pairs in the leaf. `errors`: the number of these pairs that do
    not have its label. `confidence_factor`: the probability of at most this number of errors at the
    upper limit, in (0, 1].
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
