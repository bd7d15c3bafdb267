"""Bootstrap intervals, against ones made in plain Python, by SciPy, and by formula."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rte_baselines.evaluation import available_measures, bootstrap
from rte_baselines.evaluation.bootstrap import SEED, bootstrap_interval, resamples_of
from rte_baselines.evaluation.judgments import ENTAILMENT, LABELS, Judgments
from rte_baselines.kernels.rankings import average_precision, confidence_weighted_score
from rte_baselines.pairs import Label

NO_ENTAILMENT = LABELS.index(Label.NO_ENTAILMENT)
measures = available_measures()
cws, ap = measures["cws"], measures["average_precision"]
ranking_measures = pytest.mark.parametrize("measure", [cws, ap], ids=lambda m: m.name)


def judgments(hits, keys):
    """Where a hit is an entailed pair rightly said to be so; ascending keys rank."""
    gold = np.where(hits, ENTAILMENT, NO_ENTAILMENT).astype(np.int8)
    said = np.full(len(gold), ENTAILMENT, dtype=np.int8)
    keys = np.asarray(keys, dtype=np.float64)
    return Judgments(gold, said, ranking=keys, confidences=-keys)


def score(measure, hits, keys):
    """The measure of one resample, written out; None where it is undefined."""
    if measure is cws:
        return confidence_weighted_score(-keys, hits)
    return average_precision(keys, hits) if hits.any() else np.nan


def random_hits(size, seed=0):
    """Hits that stand rather in front, with some ties."""
    generator = np.random.default_rng(seed)
    keys = generator.integers(2 * size, size=size)
    return generator.random(size) < 0.8 - 0.3 * keys / size, keys


@ranking_measures
@pytest.mark.parametrize(
    ("hits", "keys"), [([1, 0, 1], [1, 2, 3]), ([0, 0, 1, 1, 0, 1], [1, 2, 2, 2, 3, 4])]
)
def test_as_in_plain_python_on_the_same_resamples(measure, hits, keys):
    """Pairs are given in the order that ranking them gives, misses of a tie first."""
    hits, keys = np.array(hits, dtype=bool), np.array(keys)
    generator = np.random.default_rng(SEED)
    values = []
    for _ in range(10_000):
        drawn = generator.integers(len(hits), size=len(hits))
        values.append(score(measure, hits[drawn], keys[drawn]))
    expected = np.nanquantile(values, [0.025, 0.975])
    assert measure.interval(judgments(hits, keys)) == pytest.approx(expected.tolist())


@ranking_measures
def test_as_scipy_has_it_but_for_chance(measure):
    hits, keys = random_hits(200)
    found = stats.bootstrap(
        (hits, keys),
        partial(score, measure),
        paired=True,
        vectorized=False,
        n_resamples=4000,
        method="percentile",
        random_state=np.random.default_rng(1),
    )
    # An end is off by some 0.05 of the standard error among 4,000 resamples.
    expected = tuple(found.confidence_interval)
    within = 0.25 * found.standard_error
    assert measure.interval(judgments(hits, keys)) == pytest.approx(expected, abs=within)


@pytest.mark.parametrize(("right", "size"), [(4, 6), (30, 50), (199, 200)])
def test_where_all_are_tied_cws_is_accuracy_and_its_resamples_are_binomial(right, size):
    low, high = cws.interval(judgments(np.arange(size) < right, np.zeros(size)))
    expected = stats.binom.ppf([0.025, 0.975], size, right / size) / size
    assert (low, high) == pytest.approx(expected.tolist(), abs=1 / size + 1e-9)


@ranking_measures
@pytest.mark.parametrize("size", [1, 2, 800])
def test_a_perfect_run_is_perfect_whatever_is_drawn(measure, size):
    assert measure.interval(judgments(np.ones(size, bool), np.arange(size))) == (1, 1)


def test_other_runs_without_spread():
    assert cws.interval(judgments(np.zeros(9, bool), np.arange(9))) == (0, 0)
    entailed_first = judgments(np.arange(90) < 40, np.arange(90))
    assert ap.interval(entailed_first) == (1, 1)


@ranking_measures
def test_the_order_of_the_pairs_does_not_matter(measure):
    given_order = judgments(*random_hits(60))
    shuffled = given_order.select(np.random.default_rng(1).permutation(60))
    assert measure.interval(shuffled) == measure.interval(given_order)


@ranking_measures
def test_more_pairs_narrow_the_interval(measure):
    widths = [np.ptp(measure.interval(judgments(*random_hits(size)))) for size in (50, 200, 800)]
    # By a half for four times the pairs.
    assert np.divide(widths[1:], widths[:-1]) == pytest.approx([0.5, 0.5], abs=0.12)


def mean_of(numbers):
    return lambda counts: counts @ numbers / len(numbers)


@settings(max_examples=25)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=30), st.integers(0, 5))
def test_any_statistic_has_an_interval(numbers, seed):
    numbers = np.array(numbers)
    value = float(numbers.mean())
    low, high = bootstrap_interval(mean_of(numbers), len(numbers), value, seed=seed)
    assert min(numbers) <= low <= value <= high <= max(numbers)
    assert (low, high) == bootstrap_interval(mean_of(numbers), len(numbers), value, seed=seed)
    narrow = bootstrap_interval(mean_of(numbers), len(numbers), value, level=0.5, seed=seed)
    assert low <= narrow[0] <= narrow[1] <= high


def test_another_seed_draws_other_resamples():
    numbers = np.random.default_rng(0).random(100)
    first, second = (
        bootstrap_interval(mean_of(numbers), 100, numbers.mean(), seed=seed) for seed in (1, 2)
    )
    assert first != second
    assert first == pytest.approx(second, abs=0.01)


def test_resamples_without_a_value_do_not_count():
    def sometimes(counts):
        return np.where(counts[:, 0] == 1, 7.0, np.nan)

    assert bootstrap_interval(sometimes, 5, 7.0) == (7, 7)


def test_the_interval_holds_the_value():
    assert bootstrap_interval(mean_of(np.ones(4)), 4, 0.5) == (0.5, 1)
    assert bootstrap_interval(mean_of(np.ones(4)), 4, 1.5) == (1, 1.5)


def test_of_very_many_pairs_there_are_fewer_resamples():
    assert [resamples_of(size) for size in (1, 800, 2_000)] == [10_000] * 3
    assert resamples_of(10_000) == 2_000
    assert [resamples_of(size) for size in (40_000, 1_000_000)] == [500] * 2


@pytest.mark.parametrize("size", [1, 13, 800, 70_000, 1_000_000])
def test_resamples_are_drawn_a_few_at_a_time(monkeypatch, size):
    drawn = []

    def record(size, resamples, generator):
        drawn.append(resamples)
        return np.zeros((resamples, 1), dtype=np.int64)

    monkeypatch.setattr(bootstrap, "draw_counts", record)
    bootstrap_interval(lambda counts: np.zeros(len(counts)), size, 0.0)
    assert sum(drawn) == resamples_of(size)
    assert max(drawn) == 1 or max(drawn) * size <= 100_000
