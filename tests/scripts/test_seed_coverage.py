"""Simulated intervals over seeds hold the true value about as often as they say."""

import numpy as np
import pytest
from seed_coverage import COLUMNS, World, rates

from rte_baselines.evaluation.resampling import bootstrap


@pytest.mark.slow
def test_intervals_over_unlike_seeds_hold_the_true_value(monkeypatch):
    monkeypatch.setattr(bootstrap, "_MOST_RESAMPLES", 200)
    found = rates(World(200, 0.65, 3, 0.16), 30)
    assert found.keys() == set(COLUMNS)
    # 30 samples know a coverage of 95% with a standard error of 4%, and errors of 5% likewise.
    assert found["interval"] >= 0.83
    assert found["interval"] >= found["drawn seeds"]
    assert found["errors, paired"] <= 0.17
    assert found["errors, unpaired"] <= 0.17


def test_made_up_systems_are_as_accurate_as_asked_for():
    world = World(20_000, 0.83, 2, 0.02)
    a, b = world.sample(np.random.default_rng(1), share=0.5)
    assert np.mean(a.judgments[0].correct) == pytest.approx(0.83, abs=0.03)
    assert a.seeds == b.seeds
    assert not set(a.seeds) & set(world.sample(np.random.default_rng(1), share=0.0)[1].seeds)
