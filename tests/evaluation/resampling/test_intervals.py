"""Wilson's interval."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from rte_baselines.evaluation.resampling.bootstrap import wilson_interval


def test_by_hand():
    # One of one with z = 1.959964: z^2 = 3.841459, and the lower end is
    # 1 / (1 + z^2) = 0.206549, as the spread is half of z^2 / (1 + z^2).
    assert wilson_interval(1, 1) == pytest.approx((0.206549, 1.0), abs=1e-6)
    assert wilson_interval(0, 1) == pytest.approx((0.0, 1 - 0.206549), abs=1e-6)


@pytest.mark.slow
@given(st.integers(1, 5000), st.floats(0, 1), st.floats(0.5, 0.999))
def test_as_scipy_has_it(trials, share, level):
    successes = round(share * trials)
    expected = binomtest(successes, trials).proportion_ci(level, method="wilson")
    low, high = wilson_interval(successes, trials, level)
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0 <= low <= successes / trials <= high <= 1
