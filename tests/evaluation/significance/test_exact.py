"""Exact tests and Holm's correction: by hand, and against SciPy and statsmodels."""

from math import sqrt
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import mcnemar as mcnemar_of_statsmodels
from statsmodels.stats.multitest import multipletests

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.evaluation.significance.exact import binomial_test, holm, mcnemar, slice_p_values

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def test_holm_by_hand():
    # Smallest first: 3 * 0.01, 2 * 0.02, then 0.03, which may not fall below 0.04.
    assert holm([0.02, 0.03, 0.01]) == pytest.approx([0.04, 0.04, 0.03])
    assert holm([0.6, 0.7]) == pytest.approx([1, 1])
    assert holm([]).tolist() == []


@given(p_values)
def test_holm_as_statsmodels_has_it(values):
    # statsmodels collects garbage in each call, which takes long with all that tests have loaded.
    with patch("gc.collect"):
        expected = multipletests(values, method="holm")[1]
    assert holm(values) == pytest.approx(expected)


@given(p_values)
def test_holm_keeps_the_order_and_lowers_nothing(values):
    adjusted = holm(values)
    assert (adjusted >= values).all()
    assert (adjusted <= 1).all()
    assert (np.diff(adjusted[np.argsort(values, kind="stable")]) >= 0).all()


def test_mcnemar_by_hand():
    # A alone is right on 1 pair, B alone on 5: (1 + 6) of 64 ways, on either side.
    found = mcnemar([1, 0, 0, 0, 0, 0, 1, 0], [0, 1, 1, 1, 1, 1, 1, 0])
    assert (found.only_a, found.only_b) == (1, 5)
    assert found.p_value == pytest.approx(14 / 64)
    assert mcnemar([1, 0], [1, 0]).p_value == 1


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60))
def test_mcnemar_as_statsmodels_has_it(pairs):
    of_a, of_b = np.array(pairs).T
    table = [[np.sum((of_a == x) & (of_b == y)) for y in (True, False)] for x in (True, False)]
    found, turned = mcnemar(of_a, of_b), mcnemar(of_b, of_a)
    assert found.p_value == pytest.approx(mcnemar_of_statsmodels(table, exact=True).pvalue)
    assert (turned.only_b, turned.only_a) == (found.only_a, found.only_b)
    assert turned.p_value == found.p_value


def test_slices_by_hand():
    # The first 3 of 6 pairs are right: 1 of 20 choices of 3 pairs, and the opposite is as extreme.
    correct = np.array([1, 1, 1, 0, 0, 0])
    found = slice_p_values(correct, {"first": np.arange(3), "all": np.arange(6)})
    assert found["first"] == pytest.approx(2 * 2 / 20)  # Holm's correction for 2 slices
    assert found["all"] == 1
    assert slice_p_values(correct, {}) == {}


@given(data=st.data(), correct=st.lists(st.booleans(), min_size=2, max_size=12))
def test_range_and_invariances_of_slices(data, correct):
    hits = np.array(correct)
    places = st.lists(st.integers(0, len(hits) - 1), unique=True, min_size=1)
    slices = {str(n): np.array(found) for n, found in enumerate(data.draw(st.lists(places)))}
    found = slice_p_values(hits, slices)
    assert all(0 < p_value <= 1 for p_value in found.values())
    # That all is wrong in place of right is as far from chance.
    opposite = slice_p_values(~hits, slices)
    assert found == pytest.approx(opposite)
    # A slice and all other pairs differ as much as the other way around.
    for positions in slices.values():
        rest = np.setdiff1d(np.arange(len(hits)), positions)
        if len(rest):
            one, other = (slice_p_values(hits, {0: part})[0] for part in (positions, rest))
            assert one == pytest.approx(other)


def test_the_binomial_test_by_hand():
    # 8, 9 or 10 heads of 10: 45 + 10 + 1 of 1024 ways; as few tails are as improbable.
    assert binomial_test(8, 10, 0.5) == pytest.approx(112 / 1024)


# SciPy's test overflows near 0 and 1, which are tested below.
@given(st.integers(1, 100_000), st.floats(1e-12, 1 - 1e-12), st.floats(-6, 6))
def test_the_binomial_test_as_scipy_has_it(pairs, chance, deviations):
    expected = pairs * chance + deviations * sqrt(pairs * chance * (1 - chance))
    hits = min(max(round(expected), 0), pairs)
    found = binomial_test(hits, pairs, chance)
    assert found == pytest.approx(binomtest(hits, pairs, chance).pvalue)


@pytest.mark.parametrize("chance", [0, 1])
def test_the_binomial_test_of_certain_hits(chance):
    assert binomial_test(5 * chance, 5, chance) == 1
    assert binomial_test(2, 5, chance) == 0


@pytest.mark.parametrize(("hits", "pairs", "chance"), [(3, 2, 0.5), (0, 0, 0.5), (1, 2, 1.5)])
def test_impossible_numbers_are_refused(hits, pairs, chance):
    with pytest.raises(InputError, match="expected at least one pair, no more hits than pairs"):
        binomial_test(hits, pairs, chance)
    with pytest.raises(InputError, match="a p-value is outside"):
        holm([0.5, 1.1])
    with pytest.raises(RunError, match="2 judgments of A and 3 of B"):
        mcnemar([True, False], [True, False, True])
