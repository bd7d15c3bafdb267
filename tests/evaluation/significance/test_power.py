"""The power of McNemar's test: by hand, and by all tables and statsmodels' test."""

from functools import partial
from math import comb
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.significance.power import (
    MOST_PAIRS,
    independent_agreement,
    mcnemar_power,
    pairs_needed,
    smallest_difference,
    smallest_difference_by_interval,
)

shares = st.floats(0, 1)


def test_by_hand():
    # All pairs are discordant. Six of one system alone are significant, 2/64, five are not, 2/32.
    assert mcnemar_power(6, 1, 0) == pytest.approx(1)
    assert mcnemar_power(5, 1, 0) == 0
    assert mcnemar_power(6, 0.5, 0) == pytest.approx(0.75**6 + 0.25**6)
    assert mcnemar_power(6, 0, 0) == pytest.approx(2 / 64)
    # Half are, of seven: six or all seven.
    six, seven = 7 / 128 * (0.75**6 + 0.25**6), 1 / 128 * (0.75**7 + 0.25**7)
    assert mcnemar_power(7, 0.25, 0.5) == pytest.approx(six + seven)
    assert mcnemar_power(800, 0, 1) == 0


def test_differences_and_pairs_by_hand():
    # q^6 + (1 - q)^6 = 0.8 for q = (1 + difference) / 2.
    found = smallest_difference(6, 0)
    q = (1 + found) / 2
    assert q**6 + (1 - q) ** 6 == pytest.approx(0.8, abs=1e-5)
    assert smallest_difference(5, 0) is None
    assert smallest_difference(800, 1) is None
    assert pairs_needed(1, 0) == 6
    assert pairs_needed(1e-6, 0.5) is None


def test_independent_agreement_by_hand():
    assert independent_agreement(0.6, 0.2) == pytest.approx(0.6 * 0.8 + 0.4 * 0.2)


def by_all_tables(pairs, difference, agreement, level):
    """The probability of all tables with a p-value of statsmodels below the level."""
    better, worse = (1 - agreement + difference) / 2, (1 - agreement - difference) / 2
    return sum(
        comb(pairs, only_a)
        * comb(pairs - only_a, only_b)
        * better**only_a
        * worse**only_b
        * agreement ** (pairs - only_a - only_b)
        for only_a in range(pairs + 1)
        for only_b in range(pairs - only_a + 1)
        if only_a + only_b and mcnemar([[0, only_a], [only_b, 0]], exact=True).pvalue < level
    )


@pytest.mark.slow
@pytest.mark.parametrize("level", [0.05, 0.01])
@pytest.mark.parametrize(("difference", "agreement"), [(0.2, 0.6), (0.1, 0.85), (0, 0.5)])
def test_all_tables(difference, agreement, level):
    with patch("gc.collect"):
        expected = by_all_tables(22, difference, agreement, level)
    assert mcnemar_power(22, difference, agreement, level=level) == pytest.approx(expected)


@given(st.integers(1, 300), shares, shares)
def test_power_is_a_probability_and_rises_with_the_difference(pairs, share, agreement):
    difference = (1 - agreement) * share
    found = mcnemar_power(pairs, difference, agreement)
    assert 0 <= found <= 1
    assert found <= mcnemar_power(pairs, (difference + 1 - agreement) / 2, agreement) + 1e-12


def test_the_smallest_difference_by_an_interval():
    """A standard error of 0.01 shows 0.0280, and accuracies differ by less than 1."""
    low, high = 0.3 - 0.0195996, 0.3 + 0.0195996
    assert smallest_difference_by_interval(low, high) == pytest.approx(0.0280159, rel=1e-5)
    assert smallest_difference_by_interval(-0.6, 0.8) is None


@given(st.integers(1, 2000), shares)
def test_the_smallest_difference_has_the_power(pairs, agreement):
    found = smallest_difference(pairs, agreement)
    if found is None:
        assert mcnemar_power(pairs, 1 - agreement, agreement) < 0.8
    else:
        assert mcnemar_power(pairs, found, agreement) >= 0.8
        assert mcnemar_power(pairs, max(found - 1e-5, 0), agreement) < 0.8


@given(st.floats(0.01, 1), shares)
def test_one_pair_less_than_needed_has_less_power(difference, share):
    agreement = share * (1 - difference)
    needed = pairs_needed(difference, agreement)
    assert 1 < needed <= MOST_PAIRS
    assert mcnemar_power(needed, difference, agreement) >= 0.8
    assert mcnemar_power(needed - 1, difference, agreement) < 0.8


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (mcnemar_power, (0, 0.1, 0.5), "0 pairs; expected at least one"),
        (mcnemar_power, (8, 0.1, 1.5), "an agreement of 1.5; expected a share from 0 to 1"),
        (mcnemar_power, (8, 0.3, 0.8), "systems that agree so often differ by at most 0.2"),
        (mcnemar_power, (8, -0.1, 0.5), "expected a difference from 0 to this"),
        (partial(mcnemar_power, level=1), (8, 0.1, 0.5), "a level of 1; expected a probability"),
        (partial(smallest_difference, power=1), (8, 0.5), "a power of 1; expected"),
        (pairs_needed, (0, 0.5), "a difference of 0; expected more than 0"),
    ],
)
def test_refusals(function, arguments, message):
    with pytest.raises(InputError, match=message):
        function(*arguments)
