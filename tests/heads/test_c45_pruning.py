"""Pessimistic pruning, against the figures of Quinlan 1993 and by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.heads.c45_tree import (
    estimated_errors,
    estimated_tree_errors,
    grow_tree,
    prune_tree,
)
from rte_baselines.heads.decision_tree import Node, Split
from tests.heads.c45_data import outline, training_pairs, training_sets


def inner_nodes(tree):
    return bool(tree.branches) + sum(map(inner_nodes, tree.branches))


@pytest.mark.parametrize(
    ("pairs", "errors", "limit"), [(6, 0, 0.206), (9, 0, 0.143), (1, 0, 0.750), (16, 1, 0.157)]
)
def test_the_limits_in_the_book(pairs, errors, limit):
    # Quinlan 1993 section 4.2
    assert estimated_errors(pairs, errors, 0.25) / pairs == pytest.approx(limit, abs=0.0005)


def test_the_subtrees_of_the_voting_data_become_leaves():
    # The subtree of the voting data in Quinlan 1993 section 4.2, democrats first.
    budget = [0] * 151 + [1] + [2] * 16
    spending = [0] * 152 + [0] * 6 + [1] * 9 + [2]
    training = training_pairs(
        np.column_stack([budget, spending]), [0] * 151 + [0] + [0] * 15 + [1], value_counts=(3, 3)
    )
    spent = Node((15, 1), Split(1), (Node((6, 0)), Node((9, 0)), Node((0, 1))))
    tree = Node((167, 1), Split(0), (Node((151, 0)), Node((1, 0)), spent))
    assert estimated_tree_errors(spent, 0.25) == pytest.approx(3.273, abs=0.003)
    assert estimated_errors(16, 1, 0.25) == pytest.approx(2.512, abs=0.006)
    leaf_for_spent = Node(tree.counts, tree.split, (*tree.branches[:2], Node(spent.counts)))
    assert estimated_tree_errors(leaf_for_spent, 0.25) == pytest.approx(4.642, abs=0.02)
    assert estimated_errors(168, 1, 0.25) == pytest.approx(2.610, abs=0.001)
    assert outline(prune_tree(tree, training, 0.25)) == (167, 1)


def test_the_largest_branch_takes_the_place_of_its_parent():
    # The first column sends three pairs aside, which the second could tell apart as well.
    first = [0] * 40 + [1] * 3
    second = [0] * 20 + [1] * 20 + [0, 1, 1]
    training = training_pairs(np.column_stack([first, second]), second)
    large = Node((20, 20), Split(1, 0.0), (Node((20, 0)), Node((0, 20))))
    tree = Node((21, 22), Split(0, 0.0), (large, Node((1, 2))))
    assert outline(prune_tree(tree, training, 0.25)) == (1, 0.0, (21, 0), (0, 22))


def test_a_smaller_tree_may_have_a_tenth_of_an_error_more():
    # 5.59 errors of the leaf against 2.27 + 3.24 of its branches.
    training = training_pairs([0] * 5 + [1] * 5, [0, 0, 0, 0, 1, 0, 0, 1, 1, 1])
    tree = Node((6, 4), Split(0, 0.0), (Node((4, 1)), Node((2, 3))))
    assert outline(prune_tree(tree, training, 0.25)) == (6, 4)
    # 3.40 of the raised branch, with an error, against 3.33 of the three leaves.
    columns = np.column_stack([[0] * 6 + [1] * 3, [0, 0, 0, 1, 1, 1, 0, 1, 1]])
    training = training_pairs(columns, [0] * 3 + [1] * 6)
    large = Node((3, 3), Split(1, 0.0), (Node((3, 0)), Node((0, 3))))
    tree = Node((3, 6), Split(0, 0.0), (large, Node((0, 3))))
    assert outline(prune_tree(tree, training, 0.25)) == (1, 0.0, (3, 1), (0, 5))


@pytest.mark.parametrize("errors", [0, 1, 5])
def test_a_lower_confidence_factor_is_more_pessimistic(errors):
    estimates = [estimated_errors(20, errors, factor) for factor in (0.01, 0.1, 0.25, 0.5, 1.0)]
    assert estimates == sorted(estimates, reverse=True)
    assert all(estimate >= errors for estimate in estimates)
    assert estimated_errors(0, 0, 0.25) == 0


@given(training=training_sets(), factor=st.sampled_from([0.05, 0.25, 0.5]))
def test_pruning_never_raises_the_estimate(training, factor):
    grown = grow_tree(training, 1)
    pruned = prune_tree(grown, training, factor)
    # C4.5 accepts a tenth of an error more for each inner node that it replaces.
    tolerated = 0.1 * inner_nodes(grown)
    limit = estimated_tree_errors(grown, factor) + tolerated
    assert estimated_tree_errors(pruned, factor) <= limit + 1e-9
    assert len(pruned.leaves) <= len(grown.leaves)
    assert pruned.counts == grown.counts
    assert sum(leaf.size for leaf in pruned.leaves) == pruned.size
    assert pruned.errors >= grown.errors
