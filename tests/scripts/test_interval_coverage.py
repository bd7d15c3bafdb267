"""Simulated intervals hold the true value about as often as they say."""

import interval_coverage
import numpy as np
import pytest
from interval_coverage import coverages, kinds_of

from rte_baselines.evaluation.inputs.judgments import ENTAILMENT
from rte_baselines.evaluation.resampling import bootstrap


@pytest.fixture(autouse=True)
def restored_resamples(monkeypatch):
    """Undo what `coverages` sets."""
    monkeypatch.setattr(bootstrap, "_MOST_RESAMPLES", bootstrap._MOST_RESAMPLES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "accuracy", "number"), [(50, 0.98, 1), (50, 0.98, 2), (200, 0.83, 3)]
)
def test_intervals_hold_the_true_value(monkeypatch, size, accuracy, number):
    """Ordinary percentile intervals hold it in 36% of the second cell for cws."""
    # So that the true value is off by less than a tenth of the standard error on 200 pairs.
    monkeypatch.setattr(interval_coverage, "_TRUE_PAIRS", 50_000)
    kind = list(kinds_of(accuracy))[number]
    found = coverages(80, 500, size, kind)
    assert {"cws", "average_precision", "kappa", "mutual_information", "nlp"} <= found.keys()
    assert "calibration_error" not in found
    # 80 samples know 95% with a standard error of 2.4%. Wilson's interval of a recall of 98%
    # holds it if all of five pairs are right, that is, in 90% of samples.
    least = {"recall": 0.85}
    missed = {name: held for name, held in found.items() if held < least.get(name, 0.88)}
    assert missed == {}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_made_up_systems_are_as_accurate_as_asked_for(number):
    kind = list(kinds_of(0.83))[number]
    sample, other = kind.samples(20_000, np.random.default_rng(1))
    assert np.mean(other.gold == other.labels) == pytest.approx(0.83, abs=0.02)
    assert np.mean(sample.gold == sample.labels) == pytest.approx(0.83, abs=0.02)
    # Confidences are calibrated.
    assert sample.confidences.mean() == pytest.approx(0.83, abs=0.02)
    assert sample.probabilities.sum(axis=1) == pytest.approx(np.ones(20_000))
    entailed = sample.labels == ENTAILMENT
    assert sample.probabilities[entailed, ENTAILMENT] == pytest.approx(sample.confidences[entailed])
