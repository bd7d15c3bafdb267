"""Trees grown by the gain ratio and pruned, against published figures and by hand."""

import itertools
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy
from sklearn.datasets import load_iris

from rte_baselines.core.errors import InputError
from rte_baselines.heads.c45_tree import (
    Candidate,
    best_candidate,
    estimated_errors,
    estimated_tree_errors,
    grow_tree,
    prune_tree,
)
from rte_baselines.heads.decision_tree import Node, Split
from tests.heads.c45_data import candidate_splits, golf, outline, training_pairs, training_sets


def test_the_tree_of_the_weather_data():
    sunny = (2, 75.0, (2, 0), (0, 3))
    rain = (3, None, (3, 0), (0, 2))
    grown = grow_tree(golf(), 2)
    assert outline(grown) == (0, None, sunny, (4, 0), rain)
    # Pruning leaves it as it is.
    assert prune_tree(grown, golf(), 0.25) == grown


def test_the_gain_ratios_of_the_weather_data():
    # Quinlan 1993 section 2.2: outlook gains 0.246 of 1.577 bits, windy 0.048.
    by_column = {candidate.split.column: candidate for candidate in candidate_splits(golf(), 2)}
    outlook, windy = by_column[0], by_column[3]
    assert outlook.gain == pytest.approx(0.246, abs=0.001)
    assert outlook.split_information == pytest.approx(1.577, abs=0.001)
    assert outlook.gain_ratio == pytest.approx(0.156, abs=0.001)
    assert windy.gain == pytest.approx(0.048, abs=0.001)
    assert windy.split_information == pytest.approx(0.985, abs=0.001)


def test_the_tree_of_the_iris_data():
    # As Weka prints J48's: leaves (50), (48/1), (3), (3/1) and (46/1).
    iris = load_iris()
    training = training_pairs(iris.data, iris.target, label_count=3)
    virginica = (3, 1.5, (0, 0, 3), (0, 2, 1))
    versicolor = (2, 4.9, (0, 47, 1), virginica)
    expected = (3, 0.6, (50, 0, 0), (3, 1.7, versicolor, (0, 1, 45)))
    assert outline(prune_tree(grow_tree(training, 2), training, 0.25)) == expected


def test_the_gain_of_a_numeric_column_pays_for_the_choice_of_a_cut():
    # Of the cuts after 1, 2 and 3, the second gains the whole bit.
    training = training_pairs([4, 2, 3, 1], [1, 0, 1, 0])
    (candidate,) = candidate_splits(training, 1)
    assert candidate.split == Split(0, 2.0)
    assert candidate.gain == pytest.approx(1 - log2(3) / 4)
    assert candidate.split_information == pytest.approx(1.0)
    # With two pairs on each side, there is but one cut, and nothing to pay.
    assert candidate_splits(training, 2)[0].gain == pytest.approx(1.0)


@pytest.mark.parametrize(("pairs", "smallest"), [(20, 2), (100, 5), (1000, 25)])
def test_how_many_pairs_a_branch_of_a_numeric_split_has(pairs, smallest):
    # One label for the lowest two; the cut comes as near as it may.
    labels = [0, 0] + [1] * (pairs - 2)
    (candidate,) = candidate_splits(training_pairs(range(pairs), labels), 2)
    assert candidate.split.cut == smallest - 1


def test_two_branches_of_a_nominal_split_have_enough_pairs():
    def splits(codes):
        labels = [0, 0, 0, 1, 1]
        return candidate_splits(training_pairs(codes, labels, value_counts=(3,)), 2)

    assert [candidate.split for candidate in splits([0, 0, 1, 2, 2])] == [Split(0)]
    assert splits([0, 0, 0, 1, 2]) == []


@pytest.mark.parametrize("value_counts", [(0,), (2,)])
def test_equal_branches_gain_nothing(value_counts):
    for entailed, others in itertools.product(range(1, 12), repeat=2):
        labels = [0] * entailed + [1] * others
        column = [0] * len(labels) + [1] * 2 * len(labels)
        assert candidate_splits(training_pairs(column, labels * 3, value_counts), 2) == []


def test_a_value_without_pairs_has_an_empty_branch():
    training = training_pairs([0, 0, 2, 2], [0, 0, 1, 1], value_counts=(3,))
    assert outline(grow_tree(training, 2)) == (0, None, (2, 0), (0, 0), (0, 2))
    probabilities = grow_tree(training, 2).probabilities(np.array([[1.0], [-1.0], [2.0]]))
    np.testing.assert_allclose(probabilities, [[0.5, 0.5], [0.5, 0.5], [0, 1]])


def test_the_highest_ratio_among_gains_of_at_least_the_average():
    first, second = Candidate(Split(0), 0.9, 1.8), Candidate(Split(1), 0.8, 1.3)
    low = Candidate(Split(2), 0.1, 0.1)
    assert best_candidate([first, second, low]) is second
    assert best_candidate([low]) is low
    assert best_candidate([]) is None


def test_a_cut_is_the_largest_training_value_up_to_halfway():
    # Where the first column is 0, the second is 1 or 10; the 5 of another pair is the cut.
    inputs = [[0, 1]] * 4 + [[0, 10]] * 4 + [[1, 1]] * 8 + [[1, 5]] * 2 + [[1, 10]] * 8
    training = training_pairs(inputs, [0] * 4 + [1] * 22)
    expected = (0, 0.0, (1, 5.0, (4, 0), (0, 4)), (0, 18))
    assert outline(grow_tree(training, 2)) == expected


@pytest.mark.parametrize("values", [[1.0, np.nextafter(1.0, 2.0)], [-1.7e308, 1.7e308]])
def test_values_that_have_no_number_halfway(values):
    training = training_pairs(np.repeat(values, 3), [0, 0, 0, 1, 1, 1])
    assert outline(grow_tree(training, 2)) == (0, values[0], (3, 0), (0, 3))


def test_a_split_without_fewer_errors_is_undone():
    # Both sides of the only cut have more pairs of label 0.
    training = training_pairs([0] * 9 + [1] * 9, [0] * 9 + [0] * 5 + [1] * 4)
    assert candidate_splits(training, 2)
    assert outline(grow_tree(training, 2)) == (14, 4)


@pytest.mark.slow
def test_a_tree_too_deep_to_be_saved_is_refused():
    # Each column sets one pair more apart, and labels alternate.
    pairs = 205
    inputs = np.triu(np.ones((pairs, pairs)))
    labels = np.arange(pairs) % 2
    with pytest.raises(InputError, match=r"more than 200 tests deep with minimum_pairs = 1; a"):
        grow_tree(training_pairs(inputs, labels, value_counts=(2,) * pairs), 1)


def information(labels):
    """The entropy of labels in bits, from its definition."""
    return entropy(np.bincount(labels, minlength=2), base=2)


@given(training=training_sets())
def test_candidates_are_those_of_the_definitions(training):
    labels, size = training.labels, len(training.labels)
    smallest = max(2, min(0.1 * size / 2, 25))
    found = {candidate.split.column: candidate for candidate in candidate_splits(training, 2)}
    for column in (0, 1):
        values = training.inputs[:, column]
        gains = {}
        for cut in np.unique(values)[:-1].tolist():
            low, high = labels[values <= cut], labels[values > cut]
            if min(len(low), len(high)) >= smallest:
                rest = (len(low) * information(low) + len(high) * information(high)) / size
                gains[cut] = information(labels) - rest
        price = log2(len(gains)) / size if gains else 0
        if max(gains.values(), default=0) - price > 1e-6:
            candidate = found[column]
            assert candidate.gain == pytest.approx(max(gains.values()) - price)
            assert gains[candidate.split.cut] == pytest.approx(max(gains.values()))
            split = information((values > candidate.split.cut).astype(int))
            assert candidate.split_information == pytest.approx(split)
        else:
            assert column not in found


@given(training=training_sets(), value=st.floats(-1e9, 1e9), is_nominal=st.booleans())
def test_a_constant_column_changes_nothing(training, value, is_nominal):
    constant = np.full(len(training.labels), 0.0 if is_nominal else value)
    inputs = np.column_stack([training.inputs, constant])
    values = (*training.value_counts, 3 if is_nominal else 0)
    extended = training_pairs(inputs, training.labels, values)
    assert grow_tree(extended, 2) == grow_tree(training, 2)


@given(training=training_sets(), steps=st.lists(st.floats(0.001, 1000.0), min_size=6, max_size=6))
def test_a_monotone_transformation_changes_no_training_pair(training, steps):
    transformed = training.inputs.copy()
    transformed[:, 0] = np.cumsum(steps)[transformed[:, 0].astype(int)]
    other = training_pairs(transformed, training.labels, training.value_counts)
    expected = grow_tree(training, 2).probabilities(training.inputs)
    np.testing.assert_array_equal(grow_tree(other, 2).probabilities(transformed), expected)


@given(training=training_sets())
def test_counts_are_those_of_the_pairs_that_come(training):
    tree = grow_tree(training, 1)
    assert tree.size == len(training.labels)
    assert sum(leaf.size for leaf in tree.leaves) == tree.size
    shares = tree.probabilities(training.inputs)
    assert (np.argmax(shares, axis=1) != training.labels).sum() == tree.errors


# Pessimistic pruning, against the figures of Quinlan 1993 and by hand.


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
    if is_pruned_by_leaves(grown, pruned):
        assert pruned.errors >= grown.errors


def is_pruned_by_leaves(grown, pruned):
    """Whether subtrees became leaves, and none was replaced by its largest branch."""
    return not pruned.branches or (
        pruned.split == grown.split
        and all(map(is_pruned_by_leaves, grown.branches, pruned.branches))
    )


def test_a_raised_branch_may_have_fewer_errors_than_the_tree():
    # The first column alone tells the labels, but the gain ratio begins with the nominal one.
    inputs = [[0, 0], [0, 1], [1, 0], [1, 0], [1, 2], [1, 2], [1, 1], [2, 0], [2, 1]]
    training = training_pairs(inputs, [0, 0, 1, 1, 1, 1, 1, 0, 0], value_counts=(0, 3))
    grown = grow_tree(training, 1)
    raised = (0, 0.0, (1, 0), (0, 1.0, (0, 2), (1, 0)))
    assert outline(grown) == (1, None, raised, (2, 1), (0, 2))
    assert outline(prune_tree(grown, training, 0.25)) == (0, 0.0, (2, 0), (0, 1.0, (0, 5), (2, 0)))
