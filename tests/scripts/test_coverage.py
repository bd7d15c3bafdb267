"""Simulated intervals hold the true value about as often as they say."""

import disagreement_coverage
import interval_coverage
import numpy as np
import pytest
import seed_coverage

from rte_baselines.evaluation.disagreement import report
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT
from rte_baselines.evaluation.resampling import bootstrap


@pytest.fixture(autouse=True)
def restored_resamples(monkeypatch):
    """Undo what the scripts set."""
    monkeypatch.setattr(bootstrap, "_MOST_RESAMPLES", bootstrap._MOST_RESAMPLES)
    monkeypatch.setattr(report, "_CORRELATION_RESAMPLES", report._CORRELATION_RESAMPLES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "accuracy", "number"), [(50, 0.98, 1), (50, 0.98, 2), (200, 0.83, 3)]
)
def test_intervals_hold_the_true_value(monkeypatch, size, accuracy, number):
    """Ordinary percentile intervals hold it in 36% of the second cell for cws."""
    # So that the true value is off by less than a tenth of the standard error on 200 pairs.
    monkeypatch.setattr(interval_coverage, "_TRUE_PAIRS", 50_000)
    kind = list(interval_coverage.kinds_of(accuracy))[number]
    found = interval_coverage.coverages(80, 500, size, kind)
    assert {"cws", "average_precision", "kappa", "mutual_information", "nlp"} <= found.keys()
    assert "calibration_error" not in found
    # 80 samples know 95% with a standard error of 2.4%. Wilson's interval of a recall of 98%
    # holds it if all of five pairs are right, that is, in 90% of samples.
    least = {"recall": 0.85}
    missed = {name: held for name, held in found.items() if held < least.get(name, 0.88)}
    assert missed == {}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_made_up_runs_are_as_accurate_as_asked_for(number):
    kind = list(interval_coverage.kinds_of(0.83))[number]
    sample, other = kind.samples(20_000, np.random.default_rng(1))
    assert np.mean(other.gold == other.labels) == pytest.approx(0.83, abs=0.02)
    assert np.mean(sample.gold == sample.labels) == pytest.approx(0.83, abs=0.02)
    # Confidences are calibrated.
    assert sample.confidences.mean() == pytest.approx(0.83, abs=0.02)
    assert sample.probabilities.sum(axis=1) == pytest.approx(np.ones(20_000))
    entailed = sample.labels == ENTAILMENT
    assert sample.probabilities[entailed, ENTAILMENT] == pytest.approx(sample.confidences[entailed])


@pytest.mark.slow
def test_intervals_over_unlike_seeds_hold_the_true_value(monkeypatch):
    monkeypatch.setattr(bootstrap, "_MOST_RESAMPLES", 200)
    found = seed_coverage.rates(seed_coverage.World(200, 0.65, 3, 0.16), 30)
    assert found.keys() == set(seed_coverage.COLUMNS)
    # 30 samples know a coverage of 95% with a standard error of 4%, and errors of 5% likewise.
    assert found["interval"] >= 0.83
    assert found["interval"] >= found["drawn seeds"]
    assert found["errors, paired"] <= 0.17
    assert found["errors, unpaired"] <= 0.17


def test_made_up_systems_are_as_accurate_as_asked_for():
    world = seed_coverage.World(20_000, 0.83, 2, 0.02)
    a, b = world.sample(np.random.default_rng(1), share=0.5)
    assert np.mean(a.judgments[0].correct) == pytest.approx(0.83, abs=0.03)
    assert a.seeds == b.seeds
    assert not set(a.seeds) & set(world.sample(np.random.default_rng(1), share=0.0)[1].seeds)


@pytest.mark.slow
def test_intervals_of_disagreement_hold_the_true_value(monkeypatch):
    monkeypatch.setattr(disagreement_coverage, "_TRUE_PAIRS", 5_000)
    found = disagreement_coverage.coverages(12, 500, 50, 5)
    # 12 samples know 95% with a standard error of 6%.
    assert min(found.values()) >= 0.7
