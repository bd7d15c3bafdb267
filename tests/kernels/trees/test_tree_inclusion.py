"""Branches, and edges, of one tree that match branches of another."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.trees.tree_inclusion import included_nodes, nodes_of_kept_edges
from tests.kernels.batches import kernel_settings
from tests.kernels.trees.forests import forests


def parents(largest=6):
    """The node above each node of some trees, -1 for a root."""
    return forests(largest).map(lambda heads: np.array(heads, np.int64))


@st.composite
def cases(draw):
    text, hypothesis = draw(parents()), draw(parents(5))
    size = len(text) * len(hypothesis)
    entails = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    return text, hypothesis, np.array(entails, np.bool_).reshape(len(hypothesis), len(text))


def branches(parents):
    """The nodes of each branch, from its root to its leaf."""
    for leaf in set(range(len(parents))) - set(parents.tolist()):
        branch = [leaf]
        while parents[branch[0]] >= 0:
            branch.insert(0, int(parents[branch[0]]))
        yield branch


def by_trying_everything(text, hypothesis, entails):
    included = np.zeros(len(hypothesis), np.bool_)
    for branch, other in product(branches(hypothesis), list(branches(text))):
        for depths in product(range(len(other)), repeat=len(branch)):
            nodes = [other[depth] for depth in depths]
            if list(depths) == sorted(depths) and entails[branch, nodes].all():
                included[branch] = True
    return included


def edges_by_trying_everything(text, hypothesis, entails):
    included = np.zeros(len(hypothesis), np.bool_)
    for node, parent in enumerate(hypothesis):
        ends = [parent, node] if parent >= 0 else [node] * (node not in hypothesis)
        for other in branches(text):
            for upper, lower in product(range(len(other)), repeat=2):
                nodes = [other[upper], other[lower]][-len(ends) :]
                if ends and upper <= lower and entails[ends, nodes].all():
                    included[ends] = True
    return included


@given(cases())
@kernel_settings
def test_equals_trying_everything(case):
    np.testing.assert_array_equal(included_nodes(*case), by_trying_everything(*case))
    np.testing.assert_array_equal(nodes_of_kept_edges(*case), edges_by_trying_everything(*case))


# 0 over 1 over 2, and 0 over 3
TREE = [-1, 0, 1, 0]


@pytest.mark.parametrize(
    ("text", "entailing", "included", "of_edges"),
    [
        (TREE, [[0], [1], [2], [3]], [0, 1, 2, 3], [0, 1, 2, 3]),
        (TREE, [[0], [1], [2], []], [0, 1, 2], [0, 1, 2]),
        # A branch with a gap does not match, even if its leaf is entailed; the edges on either
        # side of the gap are lost.
        (TREE, [[0], [], [2], [3]], [0, 3], [0, 3]),
        (TREE, [[0], [], [2], []], [], []),
        # Without its root, 0, nothing of a tree matches. Of edges, the lower one is left; 3 is
        # entailed, but without its parent.
        (TREE, [[], [1], [2], [3]], [], [1, 2]),
        # The text may have nodes in between, but not in another order.
        ([-1, 0, 1, 2], [[0], [2], [3], []], [0, 1, 2], [0, 1, 2]),
        ([-1, 0, 1, 2], [[0], [3], [2], []], [], [0, 1]),
        # One node may entail a whole branch; two trees may have a branch each.
        ([-1], [[0], [0], [0], []], [0, 1, 2], [0, 1, 2]),
        ([-1, 0, 1, -1, 3], [[0, 3], [1], [2], [4]], [0, 1, 2, 3], [0, 1, 2, 3]),
        # Neither a branch nor an edge may leap from one tree to the other.
        ([-1, 0, 1, -1, 3], [[0], [1], [4], []], [], [0, 1]),
        # The edges need not match one branch together.
        ([-1, 0, 1, -1, 3], [[0], [1, 3], [4], []], [], [0, 1, 2]),
    ],
)
def test_worked_by_hand(text, entailing, included, of_edges):
    entails = np.zeros((4, len(text)), np.bool_)
    for node, places in enumerate(entailing):
        entails[node, places] = True
    case = np.array(text), np.array(TREE), entails
    assert np.flatnonzero(included_nodes(*case)).tolist() == included
    assert np.flatnonzero(nodes_of_kept_edges(*case)).tolist() == of_edges


@pytest.mark.parametrize("included", [included_nodes, nodes_of_kept_edges])
def test_deep_trees(included):
    chain = np.arange(-1, 1_999)
    assert included(chain, chain, np.eye(2_000, dtype=np.bool_)).all()
