"""C4.5 as a head."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.core.errors import ConfigError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import (
    Decisions,
    EitherSchemeHead,
    Reason,
    SchemeName,
    column_named,
    most_probable,
    require_labels,
)
from rte_baselines.heads.c45_tree import grow_tree, prune_tree
from rte_baselines.heads.decision_tree import UNKNOWN_VALUE, Node, TrainingPairs, tests_said
from rte_baselines.kernels.ragged import FloatArray


@registry.heads("c45.v1")
@dataclass(eq=False, repr=False)
class C45Head(EitherSchemeHead):
    """The decision tree of C4.5, release 8.

    The tree is grown by splits: among the splits with at least average gain, the one with the
    highest gain ratio is chosen. It is then pruned by a pessimistic estimate of its errors, with
    subtree raising. The probability of a label is its share of the training pairs in a leaf,
    without smoothing, as in Weka's J48 (bos2006 section 4.3); a leaf without training pairs has
    the shares of the node above it. All features are numeric, except the task and those of
    `binary`.

    C4.5 itself treats values that differ by less than 0.00001 as equal, can split on a nominal
    feature that gains nothing, and leaves nominal features with very many values out of the
    average gain. This tree does none of these.

    Parameters
    ----------
    scheme_name : {"two-way", "three-way"}, optional
        By default, the scheme of the training labels.
    task : bool
        Whether the task is a nominal feature. A split on it has a branch for each task of the
        training pairs, and one for pairs without a task if there are any. For a pair of any
        other task, all branches are averaged, weighted by their training pairs.
    minimum_pairs : int
        At least two branches of each split have so many training pairs (C4.5's option -m).
    confidence_factor : float or None
        In (0, 1]; a lower one prunes more (C4.5's option -c). With None, the tree is not
        pruned.
    binary : sequence of str, optional
        The names of columns with the values 0 and 1, such as whether there is a proof, that are
        nominal as in the data files of C4.5 and Weka. Both branches of a numeric split need 25
        training pairs, or a tenth of the training pairs of a label of average frequency if that
        is fewer. Branches of a nominal split need only `minimum_pairs`.

    Attributes
    ----------
    tasks_ : list of str
        The tasks with a branch, an empty string for pairs without one.
    tree_ : dict
        The tree: the ``counts`` of the scheme's labels, and for inner nodes the ``column``,
        the ``cut`` (None for tasks) and the ``branches``.

    References
    ----------
    J. R. Quinlan, C4.5: Programs for Machine Learning, Morgan Kaufmann 1993.

    J. R. Quinlan, Improved use of continuous attributes in C4.5, Journal of Artificial
    Intelligence Research 4, 1996.
    """

    scheme_name: SchemeName | None = None
    task: bool = False
    minimum_pairs: int = 2
    confidence_factor: float | None = 0.25
    binary: Sequence[str] | None = None

    def check_fields(self, path: str) -> None:
        """Check the fields, and that the numbers are in their ranges."""
        super().check_fields(path)
        if self.minimum_pairs < 1:
            raise ConfigError(f"{path}.minimum_pairs: {self.minimum_pairs} is not 1 or more")
        if self.confidence_factor is not None and not 0 < self.confidence_factor <= 1:
            raise ConfigError(
                f"{path}.confidence_factor: {self.confidence_factor} is not above 0 and at most 1"
            )

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Grow the tree on pairs of the scheme's labels, and prune it."""
        gold = self.gold(labels)
        require_labels(gold, self.scheme.labels, "C4.5")
        self.tasks_ = sorted({task or "" for task in table.tasks}) if self.task else []
        codes = {label.value: code for code, label in enumerate(self.scheme.labels)}
        training = TrainingPairs(
            inputs=self._inputs(table),
            labels=np.array([codes[label] for label in gold.tolist()], dtype=np.intp),
            label_count=len(codes),
            value_counts=(0,) * len(table.columns) + (len(self.tasks_),) * self.task,
            binary=self._binary_columns(table),
        )
        tree = grow_tree(training, self.minimum_pairs)
        if self.confidence_factor is not None:
            tree = prune_tree(tree, training, self.confidence_factor)
        self.tree_: dict[str, Any] = tree.to_plain()
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Return the most frequent label of each pair's leaf."""
        probabilities = Node.from_plain(self.tree_).probabilities(self._inputs(table))
        return most_probable(probabilities, tuple(label.value for label in self.scheme.labels))

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Say which tests lead to the leaf, and how many training pairs of it have its label."""
        path = Node.from_plain(self.tree_).path(self._inputs(table)[0])
        columns = [node.split.column for node in path if node.split is not None]
        tested = list(dict.fromkeys(columns))
        said = [self._tests_said(table, path, column) for column in tested]
        names = tuple(table.columns[c].name for c in tested if c < len(table.columns))
        return Reason("; ".join([*said, self._leaf_said(path)]), names if len(tested) == 1 else ())

    def _binary_columns(self, table: FeatureTable) -> frozenset[int]:
        columns = {name: column_named(table, name, "to be binary") for name in self.binary or ()}
        for name, column in columns.items():
            if not np.isin(table.values[:, column], (0, 1)).all():
                raise ConfigError(f"the feature {quoted(name)} has other values than 0 and 1")
        return frozenset(columns.values())

    def _inputs(self, table: FeatureTable) -> FloatArray:
        """Return the features, with the code of the task as the last one if it is a feature."""
        if not self.task:
            return table.values
        codes = {task: code for code, task in enumerate(self.tasks_)}
        tasks = [codes.get(task or "", UNKNOWN_VALUE) for task in table.tasks]
        return np.column_stack([table.values, np.array(tasks, dtype=np.float64)])

    def _leaf_said(self, path: Sequence[Node]) -> str:
        if path[-1].split is not None:
            return "no training pair is like that, so that the leaves of all tasks are averaged"
        counted = next(node for node in reversed(path) if node.size)
        count = max(counted.counts)
        label = self.scheme.labels[counted.counts.index(count)].value
        where = "in this leaf" if counted is path[-1] else "above this leaf, which has none,"
        verb = "is" if count == 1 else "are"
        return f"{count} of the {counted.size} training pairs {where} {verb} {label}"

    def _tests_said(self, table: FeatureTable, path: Sequence[Node], column: int) -> str:
        """Say the value of a column, and between which cuts of the path it lies."""
        if column == len(table.columns):
            task = table.tasks[0]
            return f"the task is {task}" if task else "there is no task"
        value = float(table.values[0, column])
        splits = [node.split for node in path if node.split and node.split.column == column]
        cuts = [split.cut for split in splits if split.cut is not None]
        return tests_said(table.columns[column].name, value, cuts)
