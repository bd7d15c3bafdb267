"""How often each unit is drawn, against NumPy's draws counted one by one."""

from itertools import takewhile

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.kernels.rankings.resampling import draw_counts, draw_weights


@settings(max_examples=40)
@given(size=st.integers(1, 20), resamples=st.integers(1, 5), seed=st.integers(0, 99))
def test_counts_what_the_generator_draws(size, resamples, seed):
    generator = np.random.default_rng(seed)
    counts = np.vstack([draw_counts(size, rows, generator) for rows in (resamples, 2)])
    drawn = np.random.default_rng(seed).integers(size, size=(resamples + 2, size))
    assert counts.shape == drawn.shape
    for row, draws in zip(counts, drawn.tolist(), strict=True):
        assert row.tolist() == [draws.count(unit) for unit in range(size)]


def drawn_gammas(shapes, seed):
    """Three rows of what the generator draws: exponential numbers, then gamma numbers."""
    generator = np.random.default_rng(seed)
    gammas = np.empty((3, len(shapes)))
    first = len(list(takewhile(lambda shape: shape == 1, shapes)))
    gammas[:, :first] = generator.standard_exponential((3, first))
    gammas[:, first:] = generator.standard_gamma(shapes[first:], (3, len(shapes) - first))
    return gammas


@given(
    shapes=st.lists(st.sampled_from([0.01, 0.5, 1.0]), min_size=1, max_size=9),
    total=st.integers(1, 400),
    seed=st.integers(0, 99),
)
def test_weights_are_shares_of_the_total_rounded_as_cumulative_sums(shapes, total, seed):
    shapes = np.array([1.0, *shapes])
    weights = draw_weights(shapes, total, 3, np.random.default_rng(seed))
    gammas = drawn_gammas(shapes, seed)
    assert (weights.sum(axis=1) == total).all()
    assert (weights >= 0).all()
    assert (abs(weights - total * gammas / gammas.sum(axis=1, keepdims=True)) <= 1 + 1e-9).all()
    sums = np.cumsum(gammas, axis=1)
    expected = np.diff(np.rint(sums * (total / sums[:, -1:])), axis=1, prepend=0)
    assert weights.tolist() == expected.tolist()
