"""The speed of the tree edit distance, compared with the package zss, which is plain Python.

    python benchmarks/tree_edit_distance.py [--pairs N] [--repeats N]

Random trees of 30 nodes are edited into random trees of 10, about the numbers of words in a
text and a hypothesis. Both get the same trees, built beforehand, and the same random costs,
and must find the same distances before they are timed; ours also finds the edits. Needs the
extra ``dev``.
"""

import argparse
from dataclasses import dataclass
from random import Random

import numpy as np
import zss
from measuring import NOTE, Spread, ratios, seconds

from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.kernels.trees.tree_edit_distance import (
    EditCosts,
    Postorder,
    postorder,
    tree_edits,
)

TEXT, HYPOTHESIS = 30, 10


@dataclass(frozen=True)
class Trees:
    """Random trees of one size, for both implementations."""

    ordered: Postorder
    roots: list[zss.Node]
    """The roots of the same trees; nodes are labelled by their positions in postorder."""

    @classmethod
    def random(cls, random: Random, count: int, size: int) -> "Trees":
        """Generate trees in which the head of each node is a random earlier node."""
        heads = [[-1, *(random.randrange(node) for node in range(1, size))] for _ in range(count)]
        ordered = postorder(Ragged.concatenate(map(np.array, heads)))
        positions = np.argsort(ordered.nodes.reshape(count, size), axis=1).tolist()
        return cls(ordered, list(map(root_of, heads, positions)))


def root_of(heads: list[int], labels: list[int]) -> zss.Node:
    """Return the root of a tree for zss, which is the first node."""
    nodes = list(map(zss.Node, labels))
    for node, head in enumerate(heads):
        if head >= 0:
            nodes[head].addkid(nodes[node])
    return nodes[0]


def random_costs(random: np.random.Generator, pairs: int) -> EditCosts:
    """Return costs with one free substitution in five, and the others forbidden."""
    free = random.random(pairs * TEXT * HYPOTHESIS) < 0.2
    return EditCosts(
        random.random(pairs * TEXT), random.random(pairs * HYPOTHESIS), np.where(free, 0.0, np.inf)
    )


def zss_distances(texts: Trees, hypotheses: Trees, costs: EditCosts) -> list[float]:
    """Return the distance of each pair by zss."""
    pairs = len(texts.roots)
    deletions = costs.deletions.reshape(pairs, TEXT).tolist()
    insertions = costs.insertions.reshape(pairs, HYPOTHESIS).tolist()
    substitutions = costs.substitutions.reshape(pairs, TEXT, HYPOTHESIS).tolist()
    return [
        zss.distance(
            *roots,
            zss.Node.get_children,
            insert_cost=lambda node, own=inserting: own[node.label],
            remove_cost=lambda node, own=deleting: own[node.label],
            update_cost=lambda node, other, own=changing: own[node.label][other.label],
        )
        for *roots, deleting, inserting, changing in zip(
            texts.roots, hypotheses.roots, deletions, insertions, substitutions, strict=True
        )
    ]


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    random = Random(11)
    texts = Trees.random(random, arguments.pairs, TEXT)
    hypotheses = Trees.random(random, arguments.pairs, HYPOTHESIS)
    costs = random_costs(np.random.default_rng(11), arguments.pairs)
    compare(texts, hypotheses, costs, arguments.repeats)


def compare(texts: Trees, hypotheses: Trees, costs: EditCosts, repeats: int) -> None:
    """Time both in turn, and print the results."""
    pairs = len(texts.roots)

    def ours() -> FloatArray:
        forests = texts.ordered.leftmost, hypotheses.ordered.leftmost
        return tree_edits(*forests, np.arange(pairs), costs).distances

    def theirs() -> list[float]:
        return zss_distances(texts, hypotheses, costs)

    np.testing.assert_allclose(ours(), theirs())
    times = [(seconds(ours), seconds(theirs)) for _ in range(repeats)]
    mine, others = zip(*times, strict=True)
    print(f"{pairs} pairs of trees, {TEXT} and {HYPOTHESIS} nodes; {NOTE} of {repeats} repeats\n")
    print(f"zss, pairs per second   {Spread.of(pairs / time for time in others):,.0f}")
    print(f"ours, pairs per second  {Spread.of(pairs / time for time in mine):,.0f}")
    print(f"times faster            {ratios(others, mine):.0f}")


if __name__ == "__main__":
    main()
