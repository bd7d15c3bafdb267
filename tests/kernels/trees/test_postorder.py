"""Forests in postorder."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.trees.tree_edit_distance import postorder
from tests.kernels.batches import kernel_settings
from tests.kernels.trees.forests import forests, in_postorder, ragged


def recursively(heads):
    """Return nodes and first leaves as the definition has them."""
    nodes, leftmost = [], []

    def visit(head):
        for node in range(len(heads)):
            if heads[node] == head:
                first = len(nodes)
                visit(node)
                nodes.append(node)
                leftmost.append(first)

    visit(-1)
    return nodes, leftmost


def test_by_hand():
    # 2 is the root of 0 and 4; 1 hangs from 0, 3 from 4.
    nodes, leftmost = in_postorder([2, 0, -1, 4, 2])
    assert nodes.tolist() == [1, 0, 3, 4, 2]
    assert leftmost.values.tolist() == [0, 0, 2, 2, 0]


@pytest.mark.slow
@given(st.lists(forests(), max_size=4))
@kernel_settings
def test_equals_the_definition(batch):
    nodes, leftmost = in_postorder(*batch)
    expected = [recursively(heads) for heads in batch]
    assert nodes.tolist() == [node for order, _ in expected for node in order]
    assert leftmost.values.tolist() == [leaf for _, leaves in expected for leaf in leaves]
    assert leftmost.lengths.tolist() == list(map(len, batch))


def test_long_chain():
    size = 50_000
    nodes, leftmost = in_postorder(range(-1, size - 1))
    assert (nodes == np.arange(size)[::-1]).all()
    assert not leftmost.values.any()


@pytest.mark.parametrize("heads", [[0], [1, 0], [-1, 2, 1]])
def test_cycles_are_refused(heads):
    with pytest.raises(ValueError, match="heads form a cycle"):
        postorder(ragged([[-1], heads]))


@pytest.mark.parametrize("heads", [[1], [-2], [-1, 2]])
def test_heads_outside_of_the_forest_are_refused(heads):
    with pytest.raises(ValueError, match="a head is outside of its forest"):
        postorder(ragged([heads, [-1]]))
