"""Distributions by hand, and against SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from rte_baselines.kernels.distributions import (
    binomial_probabilities,
    entropy_terms,
    student_t_within,
)


@given(st.integers(0, 3_000), st.floats(1e-6, 1 - 1e-6))
def test_binomial_as_scipy_has_it(trials, chance):
    found = binomial_probabilities(0, trials, trials, chance)
    expected = stats.binom.pmf(np.arange(trials + 1), trials, chance)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-290)


def test_negligible_numbers_are_left_out():
    inside = binomial_probabilities(300, 700, 1000, 0.5)
    assert inside == pytest.approx(binomial_probabilities(0, 1000, 1000, 0.5)[300:701], rel=1e-12)


def test_student_by_hand():
    # Cauchy's distribution is within 1 half of the time; with two degrees, t / sqrt(2 + t^2) is.
    assert student_t_within(1, 0.5) == pytest.approx(1, rel=1e-14)
    assert student_t_within(2, 0.5) == pytest.approx((2 / 3) ** 0.5, rel=1e-14)
    # From tables, to three decimals.
    assert student_t_within(5, 0.95) == pytest.approx(2.571, abs=5e-4)
    assert student_t_within(30, 0.99) == pytest.approx(2.750, abs=5e-4)


@given(st.integers(1, 3_000), st.floats(0.001, 0.9999))
def test_student_as_scipy_has_it(freedom, level):
    expected = -special.stdtrit(freedom, (1 - level) / 2)
    assert student_t_within(freedom, level) == pytest.approx(expected, rel=1e-11)


@given(st.lists(st.floats(0, 1), min_size=1))
def test_entropy_terms_as_scipy_has_them(probabilities):
    expected = special.entr(probabilities)
    assert entropy_terms(np.array(probabilities)) == pytest.approx(expected, rel=1e-12, abs=1e-300)
