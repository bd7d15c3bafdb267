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


@pytest.mark.parametrize("included", [included_nodes, nodes_of_kept_edges])
def test_deep_trees(included):
    chain = np.arange(-1, 1_999)
    assert included(chain, chain, np.eye(2_000, dtype=np.bool_)).all()
