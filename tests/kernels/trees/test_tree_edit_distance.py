"""Forests in postorder, the tree edit distance, and the edits that it takes."""

from functools import cache

import numpy as np
import pytest
import zss
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.kernels.trees.tree_edit_distance import (
    UNMATCHED,
    EditCosts,
    postorder,
    tree_edits,
)
from tests.kernels.batches import kernel_settings, ragged
from tests.kernels.trees.forests import forests, in_postorder


def edits(first, second, deletions, insertions, substitutions):
    """Return distance and partners of one pair, given by the costs in postorder."""
    sides = [in_postorder(heads).leftmost for heads in (first, second)]
    costs = EditCosts(deletions, insertions, np.asarray(substitutions, np.float64).ravel())
    found = tree_edits(*sides, np.array([0]), costs)
    return float(found.distances[0]), found.partners.tolist()


def as_zss(heads):
    """Return a tree whose nodes are labelled by their places in postorder."""
    order = in_postorder(heads).nodes.tolist()
    nodes = [zss.Node(order.index(node)) for node in range(len(heads))]
    for node, head in enumerate(heads):
        if head >= 0:
            nodes[head].addkid(nodes[node])
    return nodes[order[-1]]


def nested(heads, head=-1):
    """Return a forest as nested tuples of (place in postorder, what is below)."""
    order = in_postorder(heads).nodes.tolist()
    return tuple(
        (order.index(node), nested(heads, node))
        for node in range(len(heads))
        if heads[node] == head
    )


def recursive(first, second, deletions, insertions, substitutions):
    """Return the least cost, and the most matches at it, by the textbook's recursion."""

    @cache
    def best(these, those):
        if not these and not those:
            return 0.0, 0
        found = []
        if these:
            node, below = these[-1]
            cost, matches = best(these[:-1] + below, those)
            found.append((cost + deletions[node], matches))
        if those:
            other, below = those[-1]
            cost, matches = best(these, those[:-1] + below)
            found.append((cost + insertions[other], matches))
        if these and those:
            (node, below), (other, other_below) = these[-1], those[-1]
            cost, matches = best(these[:-1], those[:-1])
            inner_cost, inner_matches = best(below, other_below)
            cost += inner_cost + substitutions[node][other]
            found.append((cost, matches + inner_matches + 1))
        return min(found, key=lambda way: (way[0], -way[1]))

    return best(nested(first), nested(second))


def random_costs(random, rows, columns):
    """Return costs with some that are nothing, and some substitutions that are forbidden."""
    deletions = np.array([random.choice([0.0, 1.0, random.random()]) for _ in range(rows)])
    insertions = np.array([random.choice([0.0, 1.0, random.random()]) for _ in range(columns)])
    substitutions = [
        [random.choice([0.0, np.inf, 2 * random.random()]) for _ in range(columns)]
        for _ in range(rows)
    ]
    return deletions, insertions, np.array(substitutions)


def test_the_classic_example():
    # Zhang and Shasha 1989, Figure 4: f(d(a c(b)) e) and f(c(d(a b)) e).
    first, second = [-1, 0, 1, 1, 3, 0], [-1, 0, 1, 2, 2, 0]
    # In postorder: c is deleted below d and inserted above it, all others stay.
    changes = [[float(one != other) for other in "abdcef"] for one in "abcdef"]
    distance, partners = edits(first, second, np.ones(6), np.ones(6), changes)
    assert distance == 2
    assert partners == [0, 1, UNMATCHED, 2, 4, 5]


@given(forests(9, is_tree=True), forests(is_tree=True), st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_trees_equal_zss(first, second, random):
    costs = random_costs(random, len(first), len(second))
    distance, partners = edits(first, second, *costs)
    assert distance == pytest.approx(zss_distance(first, second, *costs), abs=1e-9)
    check_script(first, second, costs, distance, partners)


def zss_distance(first, second, deletions, insertions, substitutions):
    return zss.distance(
        as_zss(first),
        as_zss(second),
        zss.Node.get_children,
        insert_cost=lambda node: insertions[node.label],
        remove_cost=lambda node: deletions[node.label],
        update_cost=lambda node, other: substitutions[node.label, other.label],
    )


def check_script(first, second, costs, distance, partners):
    """Check that partners are one to one, keep order and ancestors, and cost the distance."""
    deletions, insertions, substitutions = costs
    pairs = [(node, other) for node, other in enumerate(partners) if other != UNMATCHED]
    inserted = set(range(len(second))) - {other for _, other in pairs}
    assert len(inserted) == len(second) - len(pairs)
    leftmost, other_leftmost = (in_postorder(side).leftmost.values for side in (first, second))
    for node, other in pairs:
        for below, other_below in pairs:
            assert (below < node) == (other_below < other)
            is_below = leftmost[node] <= below <= node
            assert is_below == (other_leftmost[other] <= other_below <= other)
    deleted = [node for node, other in enumerate(partners) if other == UNMATCHED]
    cost = sum(deletions[node] for node in deleted) + sum(insertions[node] for node in inserted)
    cost += sum(substitutions[pair] for pair in pairs)
    assert cost == pytest.approx(distance, abs=1e-9)


@given(forests(), forests(), st.randoms(use_true_random=False))
@kernel_settings
def test_forests_equal_the_recursion(first, second, random):
    # Whole numbers, whose sums do not depend on their order, so that there are ties.
    costs = [np.round(cost * 2) for cost in random_costs(random, len(first), len(second))]
    substitutions = costs[2].reshape(len(first), len(second))
    distance, partners = edits(first, second, costs[0], costs[1], substitutions)
    matches = sum(partner != UNMATCHED for partner in partners)
    assert (distance, matches) == recursive(first, second, costs[0], costs[1], substitutions)
    check_script(first, second, (costs[0], costs[1], substitutions), distance, partners)


def test_several_forests_can_be_compared_with_one():
    firsts = in_postorder([-1], [], [-1, 0]).leftmost
    seconds = in_postorder([-1, -1], [-1]).leftmost
    # Blocks of 1 by 1, 0 by 2 and 2 by 1.
    costs = EditCosts(np.full(3, 5.0), np.array([1.0, 2.0, 4.0]), np.array([0.5, np.inf, 3.0]))
    found = tree_edits(firsts, seconds, np.array([1, 0, 1]), costs)
    assert found.distances.tolist() == [0.5, 3.0, 8.0]
    assert found.partners.tolist() == [0, UNMATCHED, 0]


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


def test_cycles_and_heads_outside_of_the_forest_are_refused():
    for heads in ([0], [1, 0], [-1, 2, 1]):
        with pytest.raises(ValueError, match="heads form a cycle"):
            postorder(ragged([[-1], heads]))
    for heads in ([1], [-2], [-1, 2]):
        with pytest.raises(ValueError, match="a head is outside of its forest"):
            postorder(ragged([heads, [-1]]))
