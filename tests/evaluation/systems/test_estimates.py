"""Means over seeds, with their intervals, and deviations that are due to seeds."""

import statistics
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.measures.base import estimate
from rte_baselines.evaluation.resampling import bootstrap
from rte_baselines.evaluation.systems.estimates import (
    SeedValues,
    estimates_over_seeds,
    macro_estimate,
    mean_of_independent,
    mean_over_datasets,
    noise_of_mean,
    resampled_means,
    seed_noise,
)

MEASURES = available_measures()
accuracy, entropy = MEASURES["accuracy_2way"], MEASURES["mutual_information"]


pytestmark = pytest.mark.usefixtures("few_resamples")


def of(measure, system):
    return estimates_over_seeds([measure], system)[measure.name]


def test_mean_and_standard_deviation_by_hand(judged):
    """Right on 4, 2 and 3 of 4: deviations 1/4, -1/4 and 0; their squares sum to 2/16."""
    found = of(accuracy, judged([[1, 1, 1, 1], [1, 0, 0, 1], [0, 1, 1, 1]]))
    assert (found.mean, found.sd) == (0.75, 0.25)
    assert found.by_seed == {"1": 1.0, "2": 0.5, "3": 0.75}
    assert found.low < 0.75 < found.high


@pytest.mark.parametrize("measure", [accuracy, entropy])
def test_a_single_run_is_scored_as_ever(judged, measure):
    system = judged([[1, 1, 0, 1, 0, 1]], seeds=["only"])
    found, expected = of(measure, system), estimate([measure], system.judgments[0])[measure.name]
    assert (found.mean, found.low, found.high) == (expected.value, expected.low, expected.high)
    assert (found.sd, found.by_seed) == (None, {"only": expected.value})


def test_runs_that_do_not_differ_vary_by_pairs_alone(judged):
    row = [1, 1, 0, 1, 0, 1] * 10
    several, one = of(entropy, judged([row] * 3)), of(entropy, judged([row]))
    assert several.sd == 0
    assert (several.mean, several.low, several.high) == pytest.approx((one.mean, one.low, one.high))


def test_no_interval_where_the_bootstrap_is_unfit(judged):
    system = judged([[1, 0, 1], [1, 1, 1]])
    given = {"confidences": np.full(3, 0.5), "probabilities": np.full((3, 4), 0.25)}
    judgments = tuple(replace(one, **given) for one in system.judgments)
    found = of(MEASURES["calibration_error"], replace(system, judgments=judgments))
    assert (found.low, found.high) == (None, None)
    assert found.sd is not None


@pytest.mark.slow
@settings(max_examples=15)
@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=2, max_size=3))
def test_range_and_invariances(judged, rows):
    found = of(accuracy, judged(rows))
    assert 0 <= found.low <= found.mean <= found.high <= 1
    # The order of pairs does not matter.
    moved = [row[2:] + row[:2] for row in rows]
    assert of(accuracy, judged(moved)) == found


@pytest.mark.slow
def test_a_macro_average_by_hand():
    """0.6 and 0.8 on one dataset, 0.5 and 0.3 on the other: by seed, 0.55 both."""
    datasets = [
        (SeedValues({"1": 0.6, "2": 0.8}), np.full(500, 0.7)),
        (SeedValues({"2": 0.3, "1": 0.5}), np.full(300, 0.4)),
    ]
    found = macro_estimate(accuracy, datasets)
    assert found.mean == pytest.approx(0.55)
    assert found.sd == pytest.approx(0, abs=1e-12)
    assert (found.low, found.high) == pytest.approx((0.55, 0.55))
    assert found.by_seed == pytest.approx({"1": 0.55, "2": 0.55})
    others = (SeedValues({"a": 0.5, "b": 0.3}), np.full(300, 0.4))
    unlike = macro_estimate(accuracy, [datasets[0], others])
    assert (unlike.sd, unlike.by_seed) == (None, {})
    assert unlike.low < 0.5 < 0.6 < unlike.high
    assert macro_estimate(entropy, datasets).low is None


def test_datasets_are_resampled_independently():
    """The variance of a mean of two is half of their own; that of equal draws would be whole."""
    values = np.random.default_rng(0).normal(size=1_000)
    mean = mean_of_independent([values, np.append(values, np.nan)], np.random.default_rng(1))
    assert np.var(mean) == pytest.approx(np.var(values) / 2, rel=0.1)
    without = mean_of_independent([values, np.full(3, np.nan)], np.random.default_rng(1))
    assert np.isnan(without).all()


@pytest.mark.slow
@pytest.mark.parametrize("are_same_seeds", [True, False])
def test_intervals_of_macro_averages_hold_the_truth(judged, monkeypatch, are_same_seeds):
    """As often as they say, for seeds that differ, on two datasets of different sizes."""
    monkeypatch.setattr(bootstrap, "_MOST_RESAMPLES", 200)
    generator = np.random.default_rng(4)
    # The effect of a seed is normal with a variance of 0.04, all else with one of 1.
    skills = {80: 0.4, 50: 1.2}
    truth = np.mean([NormalDist().cdf(skill / np.sqrt(1.04)) for skill in skills.values()])
    held = 0
    for _ in range(60):
        effects = generator.normal(0, 0.2, (2, 4))
        datasets = []
        for number, (size, skill) in enumerate(skills.items()):
            of_seeds = effects[0 if are_same_seeds else number, :, np.newaxis]
            right = skill + of_seeds + generator.normal(0, 1, (4, size)) > 0
            names = [f"{seed}{'' if are_same_seeds else number}" for seed in range(4)]
            system = judged(right, seeds=names)
            datasets.append(resampled_means([accuracy], system)[accuracy.name])
        found = macro_estimate(accuracy, datasets)
        held += found.low <= truth <= found.high
    # 57 are expected, with a standard error of 1.7.
    assert held >= 52


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
