"""Ratios of sums over units: their intervals, by statsmodels and by simulation."""

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from rte_baselines.evaluation.ratios import Ratio
from rte_baselines.evaluation.resampling.bootstrap import Estimate


def test_intervals_of_a_share_are_about_those_of_statsmodels():
    hits = np.repeat([1.0, 0.0], [60, 140])
    estimate = Ratio(hits, np.ones(200)).estimate()
    expected = proportion_confint(60, 200, method="normal")
    assert (estimate.low, estimate.high) == pytest.approx(expected, abs=0.005)


@pytest.mark.slow
def test_intervals_over_input_templates_hold_the_truth():
    """As often as they say, where rules of an input template resemble each other.

    An interval that takes rules as independent does so far less often.
    """
    generator = np.random.default_rng(1)
    held = np.zeros(2)
    for _ in range(100):
        correct = generator.binomial(12, generator.beta(1.5, 3.5, size=30)).astype(float)
        estimate = Ratio(correct, np.full(30, 12.0)).estimate()
        of_rules = proportion_confint(correct.sum(), 360, method="wilson")
        for number, (low, high) in enumerate([(estimate.low, estimate.high), of_rules]):
            held[number] += low <= 1.5 / (1.5 + 3.5) <= high
    # 95 are expected, with a standard error of 2.2.
    assert held[0] >= 88
    assert held[1] <= 88


@pytest.mark.parametrize(("hits", "most"), [(0, 1.0), (20, 1.0), (20, 3.0), (0, 3.0)])
def test_intervals_at_the_ends_are_wilsons(hits, most):
    estimate = Ratio(np.full(20, hits / 20 * most), np.ones(20), most).estimate()
    expected = np.array(proportion_confint(hits, 20, method="wilson")) * most
    assert (estimate.low, estimate.high) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("correct", "rules"), [(1.0, 6.0), (0.1, 0.3)])
def test_units_with_the_same_ratio_give_no_interval(correct, rules):
    """An interval without width would say that the value is certain."""
    estimate = Ratio(np.full(3, correct), np.full(3, rules)).estimate()
    assert estimate == Estimate(pytest.approx(correct / rules))
    other = Ratio(np.array([correct] * 3 + [0.0]), np.full(4, rules)).estimate()
    assert other.low < other.high


def test_units_without_a_denominator_count_for_nothing():
    ones = np.ones(2)
    padded = Ratio(np.array([1.0, 0.0, 0.0]), np.array([1.0, 1.0, 0.0])).estimate()
    assert padded == Ratio(np.array([1.0, 0.0]), ones).estimate()
    assert Ratio(np.zeros(3), np.zeros(3)).estimate() is None
