"""Rank-weighted tables of resamples, against ones of the resamples written out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

from rte_baselines.kernels.rankings.resampled_rankings import rank_weighted_tables
from rte_baselines.kernels.rankings.resampling import draw_counts

CELLS = 5


@st.composite
def ordered_pairs(draw):
    """Cells, keys in ascending order, and units of some pairs."""
    size = draw(st.integers(1, 12))

    def column(highest):
        values = draw(st.lists(st.integers(0, highest), min_size=size, max_size=size))
        return np.array(values, dtype=np.int64)

    return column(CELLS - 1).astype(np.int8), np.sort(column(6)), column(size - 1)


def ties_of(keys):
    return np.array([0, *(np.flatnonzero(np.diff(keys)) + 1), len(keys)])


def test_by_hand():
    # Three pairs weigh 3, 2 and 1; the first two tied, 5/2 each; drawn twice and once,
    # the first and the last weigh 5/2, 5/2 and 1.
    cells, units = np.array([0, 1, 0], dtype=np.int8), np.arange(3)
    counts = np.array([[1, 1, 1], [2, 0, 1]])
    distinct = rank_weighted_tables(cells, np.array([0, 1, 2, 3]), units, counts, 2)
    assert distinct.tolist() == [[4, 2], [6, 0]]
    tied = rank_weighted_tables(cells, np.array([0, 2, 3]), units, counts, 2)
    assert tied.tolist() == [[3.5, 2.5], [6, 0]]


@pytest.mark.slow
@settings(max_examples=60)
@given(pairs=ordered_pairs(), seed=st.integers(0, 99))
def test_equals_the_scores_of_explicit_resamples(pairs, seed):
    cells, keys, units = pairs
    counts = draw_counts(len(keys), 4, np.random.default_rng(seed))
    tables = rank_weighted_tables(cells, ties_of(keys), units, counts, CELLS)
    for table, drawn in zip(tables, counts[:, units], strict=True):
        weights = drawn.sum() + 1 - rankdata(np.repeat(keys, drawn))
        expected = np.bincount(np.repeat(cells, drawn), weights, minlength=CELLS)
        assert table.tolist() == expected.tolist()


def test_sums_of_very_many_pairs_are_exact():
    size = 200_000
    counts = np.ones((1, size), dtype=np.int64)
    cells = np.zeros(size, dtype=np.int8)
    tables = rank_weighted_tables(cells, np.arange(size + 1), np.arange(size), counts, 2)
    assert tables.tolist() == [[size * (size + 1) / 2, 0]]
