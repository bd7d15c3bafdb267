"""Almost stochastic order: worked by hand, its invariances, and `deepsig`."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.significance.stochastic_order import stochastic_order

scores = st.lists(st.integers(0, 20).map(lambda n: n / 20), min_size=2, max_size=6)


def test_worked_by_hand():
    """Quantiles of A are 1 and 4, of B 2, 2 and 3, on thirds and halves.

    Up to 1/2, A's is 1 and B's 2: squares 1/2. From there, A's is 4 and B's first 2 for 1/6,
    then 3 for 1/3: squares 4/6 + 1/3 = 1. The violation is (1/2) / (3/2).
    """
    found = stochastic_order([4, 1], [2, 3, 2])
    assert found.violation == pytest.approx(1 / 3)


def test_the_bound_is_the_ratio_and_its_spread_times_a_normal_quantile():
    """A: 0 and 3, B: 1 and 1. Resamples of A are 00, 03, 03, 33: ratios 1, 1/5, 1/5, 0.

    Their mean is 7/20, and their variance (169 + 9 + 9 + 49) / 1600.
    """
    found = stochastic_order([0, 3], [1, 1])
    assert found.violation == pytest.approx(1 / 5)
    assert found.bound == pytest.approx(0.2 + 1.6449 * np.sqrt(0.1475), abs=0.02)
    assert found.bound_of_reverse == 1
    # Three comparisons: a level of 5%/3.
    stricter = stochastic_order([0, 3], [1, 1], comparisons=3)
    assert stricter.bound == pytest.approx(min(1, 0.2 + 2.128 * np.sqrt(0.1475)), abs=0.02)


def test_of_equal_scores_there_is_no_order():
    assert stochastic_order([0.5, 0.5], [0.5, 0.5, 0.5]) is None


def test_greater_in_every_quantile_is_no_violation():
    found = stochastic_order([0.7, 0.8, 0.9], [0.1, 0.2, 0.3])
    assert (found.violation, found.bound, found.bound_of_reverse) == (0, 0, 1)
    found = stochastic_order([0.1, 0.2, 0.3], [0.7, 0.8, 0.9])
    assert (found.violation, found.bound, found.bound_of_reverse) == (1, 1, 0)


@given(scores, scores)
def test_range_symmetry_and_invariances(a, b):
    found = stochastic_order(a, b)
    if found is None:
        assert set(a) == set(b)
        assert len(set(a)) == 1
        return
    assert 0 <= found.violation <= found.bound <= 1
    assert found.bound_of_reverse >= 1 - found.violation - 1e-12
    reverse = stochastic_order(b, a)
    assert reverse.violation == pytest.approx(1 - found.violation)
    moved = stochastic_order([10 * score + 3 for score in a[::-1]], [10 * score + 3 for score in b])
    assert moved.violation == pytest.approx(found.violation)
    # A score that is given twice counts twice, in both samples alike.
    doubled = stochastic_order(a * 2, b * 2)
    assert doubled.violation == pytest.approx(found.violation)


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(5, 5), (3, 8)])
def test_deepsig_finds_the_same(sizes):
    module = pytest.importorskip("deepsig.aso")
    generator = np.random.default_rng(7)
    a, b = generator.normal(0.4, 1, sizes[0]), generator.normal(0, 1, sizes[1])
    found = stochastic_order(a, b)
    # Its integrals are sums over steps, its bootstrap has few resamples here.
    theirs = module.compute_violation_ratio(a, b, dt=0.001)
    assert found.violation == pytest.approx(theirs, abs=0.01)
    options = {"num_bootstrap_iterations": 300, "dt": 0.02, "seed": 1, "show_progress": False}
    assert found.bound == pytest.approx(module.aso(a, b, **options), abs=0.06)


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ([0.5], [0.1, 0.2], "1 score of A; expected those of two seeds or more"),
        ([0.5, 0.2], [0.1, np.nan], "a score of B is not finite"),
    ],
)
def test_refused(a, b, message):
    with pytest.raises(InputError, match=message):
        stochastic_order(a, b)
