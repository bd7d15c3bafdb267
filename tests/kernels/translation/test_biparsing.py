"""Best biparses, and the trees of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.translation import biparsing
from rte_baselines.kernels.translation.biparsing import INVERTED, STRAIGHT, TRANSDUCTION, biparse
from rte_baselines.kernels.words.subsequences import longest_common_subsequence
from tests.kernels.batches import kernel_settings, ragged
from tests.kernels.biparses import most_saved

LETTERS = st.text("abcd", max_size=5)
INVERSIONS = st.sampled_from([0.0, 0.25, 1.0])


@st.composite
def grids(draw, largest=5, values=(0.0, 0.0, 0.5, 1.0, 2.0)):
    """Return what two small sequences save; of all ties there are."""
    rows, columns = draw(st.integers(0, largest)), draw(st.integers(0, largest))
    items = st.lists(st.sampled_from(values), min_size=columns, max_size=columns)
    grid = draw(st.lists(items, min_size=rows, max_size=rows))
    return np.array(grid, np.float64).reshape(rows, columns)


def equal_words(text, hypothesis):
    """Return savings of 1 for equal letters."""
    rows = [[float(letter == other) for other in hypothesis] for letter in text]
    return np.array(rows).reshape(len(text), len(hypothesis))


def leaves_of(nodes):
    """Return the words and others of the leaves as the nodes have them, and in what order.

    Both lists are in the order in which the sequences have them if the tree is a biparse.
    """
    made = []
    for kind, word, other in reversed(nodes.tolist()):
        if kind == TRANSDUCTION:
            made.append(([word], [other]))
        else:
            (words, others), (more, more_others) = made.pop(), made.pop()
            straight, inverted = others + more_others, more_others + others
            made.append((words + more, straight if kind == STRAIGHT else inverted))
    assert len(made) <= 1
    return made[0] if made else ([], [])


def check_tree(parse, savings, inversion):
    """Check that the nodes are a biparse, and save what it says."""
    for words in leaves_of(parse.nodes):
        assert words == sorted(set(words))
    kinds = parse.nodes[:, 0]
    leaves = parse.nodes[kinds == TRANSDUCTION, 1:]
    assert (parse.nodes[kinds != TRANSDUCTION, 1:] == -1).all()
    saved = savings[leaves[:, 0], leaves[:, 1]]
    assert (saved > 0).all()
    assert parse.saving == pytest.approx(saved.sum() - inversion * (kinds == INVERTED).sum())


@given(grids(), INVERSIONS)
@kernel_settings
def test_equals_the_recurrences(savings, inversion):
    parse = biparse(savings, inversion)
    assert parse.saving == pytest.approx(most_saved(savings, inversion))
    check_tree(parse, savings, inversion)


@given(grids(values=(0.0, 0.0, 1.0, 2.0)))
@kernel_settings
def test_the_number_of_inversions_is_minimal(savings):
    saving = most_saved(savings)
    # 1/64 for each of at most four, among savings that are whole.
    fewest = round(64 * (saving - most_saved(savings, inversion=1 / 64)))
    assert np.count_nonzero(biparse(savings).nodes[:, 0] == INVERTED) == fewest


@given(LETTERS, LETTERS)
@kernel_settings
def test_beyond_the_largest_grid_there_are_straight_rules_only(text, hypothesis):
    grid = equal_words(text, hypothesis)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(biparsing, "LARGEST_GRID", 1)
        parse = biparse(grid)
    common = longest_common_subsequence(ragged([text]), ragged([hypothesis]))
    assert parse.saving == common[0]
    assert parse.has_straight_rules_only == bool(common[0])
    assert INVERTED not in parse.nodes[:, 0]
    check_tree(parse, grid, 0.0)


def test_long_sequences():
    parse = biparse(np.ones((300, 200)))
    assert parse.saving == 200
    check_tree(parse, np.ones((300, 200)), 0.0)
