"""Simulated intervals hold the true value about as often as they say."""

import disagreement_coverage
import pytest
from disagreement_coverage import coverages

from rte_baselines.evaluation.disagreement import report
from rte_baselines.evaluation.resampling import bootstrap


@pytest.mark.slow
def test_intervals_hold_the_true_value(monkeypatch):
    # Restored afterwards.
    monkeypatch.setattr(report, "_CORRELATION_RESAMPLES", report._CORRELATION_RESAMPLES)
    monkeypatch.setattr(bootstrap, "_MOST_RESAMPLES", bootstrap._MOST_RESAMPLES)
    monkeypatch.setattr(disagreement_coverage, "_TRUE_PAIRS", 5_000)
    found = coverages(12, 500, 50, 5)
    # 12 samples know 95% with a standard error of 6%.
    assert min(found.values()) >= 0.7
