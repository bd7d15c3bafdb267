"""Decision trees: inner nodes test one column, leaves count the labels of training pairs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

from rte_baselines.heads.base import plain_number
from rte_baselines.kernels.ragged import FloatArray

IntArray = NDArray[np.intp]

UNKNOWN_VALUE = -1
"""The code of a nominal value that no training pair has."""


@dataclass(frozen=True)
class TrainingPairs:
    """The numbers and labels that a tree is grown on.

    `inputs`, shape (pairs, columns): values of numeric columns, codes 0, 1, ... of the values of
    nominal columns. `labels`, shape (pairs,): codes 0, 1, ... of the labels. `value_counts`, length
    columns: the number of values of each nominal column; 0 for numeric columns. `binary`: the
    numeric columns with only two values, which are treated as nominal and cut between the two
    values.
    """

    inputs: FloatArray
    labels: IntArray
    label_count: int
    value_counts: tuple[int, ...]
    binary: frozenset[int] = frozenset()

    def counts(self, rows: IntArray) -> tuple[int, ...]:
        """Return how many of some pairs have each label."""
        return tuple(np.bincount(self.labels[rows], minlength=self.label_count).tolist())


@dataclass(frozen=True)
class Split:
    """The test of an inner node.

    `cut`: pairs with at most this value go to the first branch, the others to the second. With
    None, the column is nominal and has a branch for each value.
    """

    column: int
    cut: float | None = None

    def branches_of(self, inputs: FloatArray) -> IntArray:
        """Return the branch of each row, `UNKNOWN_VALUE` where none is meant for its value."""
        values = inputs[:, self.column]
        return (values if self.cut is None else values > self.cut).astype(np.intp)


@dataclass(frozen=True)
class Node:
    """A node with everything below it; a leaf has no split and no branches.

    `counts`: the number of training pairs with each label that reach this node.
    """

    counts: tuple[int, ...]
    split: Split | None = None
    branches: tuple["Node", ...] = ()

    @property
    def size(self) -> int:
        """The number of training pairs that reach this node."""
        return sum(self.counts)

    @property
    def leaves(self) -> tuple["Node", ...]:
        """The leaves below, or the node itself if it is one."""
        return tuple(leaf for branch in self.branches for leaf in branch.leaves) or (self,)

    @property
    def errors(self) -> int:
        """The number of training pairs without the most frequent label of their leaf."""
        return sum(leaf.size - max(leaf.counts) for leaf in self.leaves)

    def probabilities(self, inputs: FloatArray, above: FloatArray | None = None) -> FloatArray:
        """Return the shares of the labels in the leaf of each row, shape (rows, labels).

        A leaf without training pairs has the shares of the node above it. Where a nominal
        value is unknown, the shares of all branches are averaged, weighted by their size.

        `inputs` has shape (rows, columns). `above`, shape (labels,): the shares in the node above;
        needed if there are no training pairs here.
        """
        own = above if above is not None and not self.size else np.array(self.counts) / self.size
        if self.split is None:
            return np.tile(own, (len(inputs), 1))
        numbers = self.split.branches_of(inputs)
        shares = np.zeros((len(inputs), len(self.counts)))
        unknown = numbers == UNKNOWN_VALUE
        for number, branch in enumerate(self.branches):
            here = numbers == number
            shares[here] = branch.probabilities(inputs[here], own)
            if unknown.any() and branch.size:
                weight = branch.size / self.size
                shares[unknown] += weight * branch.probabilities(inputs[unknown])
        return shares

    def path(self, row: FloatArray) -> list["Node"]:
        """Return the nodes on the path of a row of inputs.

        The last node is its leaf, or the node at which its nominal value is unknown.
        """
        nodes = [self]
        while (split := nodes[-1].split) is not None:
            number = int(split.branches_of(row[np.newaxis])[0])
            if number == UNKNOWN_VALUE:
                break
            nodes.append(nodes[-1].branches[number])
        return nodes

    def to_plain(self) -> dict[str, Any]:
        """Return the tree as numbers, lists and dictionaries, for JSON."""
        plain: dict[str, Any] = {"counts": list(self.counts)}
        if self.split is not None:
            plain |= {"column": self.split.column, "cut": self.split.cut}
            plain["branches"] = [branch.to_plain() for branch in self.branches]
        return plain

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Self:
        """Return the tree that `to_plain` has taken apart."""
        counts = tuple(map(int, plain["counts"]))
        if "branches" not in plain:
            return cls(counts)
        cut = None if plain["cut"] is None else float(plain["cut"])
        branches = tuple(map(cls.from_plain, plain["branches"]))
        return cls(counts, Split(int(plain["column"]), cut), branches)


def tests_said(name: str, value: float, cuts: Sequence[float]) -> str:
    """Say the value of a feature, and between which cuts of the tests it lies.

    `cuts`: the cuts that the value is compared with; a value equal to a cut counts as below it.
    """
    low = max((cut for cut in cuts if cut < value), default=None)
    high = min((cut for cut in cuts if cut >= value), default=None)
    bounds = [bound for bound in (low, high) if bound is not None]
    written = [plain_number(number) for number in (value, *bounds)]
    if len(set(written)) < len({value, *bounds}):
        # Different numbers would look alike.
        written = [repr(number) for number in (value, *bounds)]
    sides = ["above"] * (low is not None) + ["at most"] * (high is not None)
    within = " and ".join(f"{side} {bound}" for side, bound in zip(sides, written[1:], strict=True))
    return f"{name} is {written[0]}, {within}"
