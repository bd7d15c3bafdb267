"""Deviations of means due to seeds: by hand, and against SciPy."""

import statistics

import numpy as np
import pytest
from scipy import stats

from rte_baselines.evaluation.systems.estimates import (
    SeedValues,
    mean_over_datasets,
    noise_of_mean,
    seed_noise,
)


def by_seed(*numbers):
    return {str(seed): number for seed, number in enumerate(numbers)}


def noise(seeds, number=2_000):
    return seed_noise(seeds, number, np.random.default_rng(1))


def test_a_single_run_has_no_deviation():
    assert SeedValues({"1": 0.5}).sd is None
    assert not noise(SeedValues({"1": 0.5})).any()
    assert SeedValues.of({"1": 0.5}, np.ones((1, 3))).pair_variance == 0


def test_pair_variance_by_hand():
    """Deviations from the mean of both are 1, -1 and 0 of the first, the opposite of the other.

    The variance of each is 2/3, and their sum is divided by one seed less.
    """
    resampled = np.array([[4.0, 1.0, 5.0, np.nan], [2.0, 3.0, 5.0, 0.0]])
    assert SeedValues.of(by_seed(3, 3), resampled).pair_variance == pytest.approx(4 / 3)
    # Of three seeds that do not differ from their mean but in the first and the second: half.
    three = np.array([[4.0, 1.0, 5.0], [2.0, 3.0, 5.0], [3.0, 2.0, 5.0]])
    assert SeedValues.of(by_seed(3, 3, 3), three).pair_variance == pytest.approx(4 / 3 / 2)


@pytest.mark.parametrize("numbers", [(0.6, 0.7), (0.5, 0.6, 0.9), (0.1, 0.2, 0.3, 0.1, 0.2)])
def test_without_pair_variance_it_is_student_s_distribution(numbers):
    drawn = noise(SeedValues(by_seed(*numbers)))
    error = statistics.stdev(numbers) / len(numbers) ** 0.5
    expected = stats.t(len(numbers) - 1, scale=error)
    for level in (0.1, 0.25, 0.75, 0.9):
        assert np.quantile(drawn, level) == pytest.approx(expected.ppf(level), rel=0.15)
    assert np.median(drawn) == pytest.approx(0, abs=0.1 * error)


def test_variance_that_pairs_explain_is_not_counted_twice():
    alone, partly, wholly = (
        np.abs(noise(SeedValues(by_seed(0.6, 0.7, 0.8), variance))) for variance in (0, 0.005, 10)
    )
    assert np.median(wholly) == 0
    assert wholly.mean() < partly.mean() < alone.mean()


def test_seeds_of_the_same_names_are_averaged_over_datasets_first():
    """Seeds 0 and 1 change places, so that their averages are equal."""
    first, second = SeedValues(by_seed(0.4, 0.6), 0.01), SeedValues(by_seed(0.7, 0.5), 0.03)
    both = mean_over_datasets([first, second])
    assert both.by_seed == pytest.approx(by_seed(0.55, 0.55))
    assert both.pair_variance == pytest.approx(0.01)
    generator = np.random.default_rng(0)
    assert not noise_of_mean([first, second], 50, generator).any()
    others = SeedValues({"a": 0.7, "b": 0.5})
    assert mean_over_datasets([first, others]) is None
    assert noise_of_mean([SeedValues(by_seed(0.4, 0.6)), others], 50, generator).any()
