"""Cosines and lengths of vectors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from rte_baselines.analysis.encoder.cosines import cosines, units_of


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.int64])
def test_lengths_worked_by_hand(kind):
    rows = np.array([(3, 4), (0, 0), (0, -2)], kind)
    np.testing.assert_allclose(units_of(rows), [(0.6, 0.8), (0, 0), (0, -1)], rtol=1e-15)
    assert rows.tolist() == [[3, 4], [0, 0], [0, -2]]


def test_cosines_worked_by_hand():
    found = cosines(np.array([(3.0, 4.0), (0.0, 0.0)]), np.array([(4.0, 3.0), (-6.0, -8.0)]))
    np.testing.assert_allclose(found, [(0.96, -1.0), (0.0, 0.0)], rtol=1e-15)


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**32 - 1))
def test_cosines_equal_those_of_scipy(rows, others, seed):
    generator = np.random.default_rng(seed)
    first, second = (generator.normal(size=(n, 6)).astype(np.float16) for n in (rows, others))
    found = cosines(first, second)
    expected = 1.0 - cdist(first.astype(np.float64), second.astype(np.float64), "cosine")
    np.testing.assert_allclose(found, expected, atol=1e-14)
    np.testing.assert_allclose(cosines(second, first), found.T, atol=1e-15)
    # Lengths do not matter.
    np.testing.assert_allclose(cosines(first * np.float16(4.0), second), found, atol=1e-15)


def test_rounding_errors_do_not_exceed_the_bounds():
    rows = np.random.default_rng(0).normal(size=(200, 7))
    found = cosines(np.vstack((rows, -rows)), rows)
    assert (found.max(), found.min()) == (1.0, -1.0)


def test_no_vectors():
    assert cosines(np.empty((0, 3), np.float16), np.ones((2, 3), np.float16)).shape == (0, 2)
