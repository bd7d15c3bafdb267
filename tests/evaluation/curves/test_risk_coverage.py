"""Risk-coverage curves: by hand, and against the areas and accuracies of the measures."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.curves import risk_coverage_curve

pairs = st.lists(st.tuples(st.sampled_from([0.2, 0.5, 0.9]), st.booleans()), min_size=1, max_size=9)


def curve_of(*judged):
    confidences, right = zip(*judged, strict=True)
    return risk_coverage_curve(np.array(confidences), np.array(right))


def test_by_hand():
    """The surest is right; of the two tied next ones one is wrong; the last is wrong."""
    curve = curve_of((0.5, True), (0.9, True), (0.1, False), (0.5, False))
    assert curve.coverage.tolist() == [0.25, 0.75, 1]
    assert curve.risk.tolist() == pytest.approx([0, 1 / 3, 1 / 2])
    assert curve.confidence.tolist() == [0.9, 0.5, 0.1]
    # Half of the tied ones: a quarter of the pairs, of which half are wrong.
    assert curve.risk_at(np.array([0.5])) == pytest.approx([0.5 / 2])


def test_pairs_without_a_label_limit_the_coverage():
    """By hand: of eight pairs, four are labelled; the surest two are a quarter of all."""
    judged = np.array([0.9, 0.8, 0.7, 0.6]), np.array([True, False, True, False])
    curve = risk_coverage_curve(*judged, unanswered=4)
    assert curve.coverage.tolist() == [0.125, 0.25, 0.375, 0.5]
    assert curve.risk.tolist() == pytest.approx([0, 1 / 2, 1 / 3, 1 / 2])
    assert curve.risk_at(np.array([0.25, 0.5])) == pytest.approx([1 / 2, 1 / 2])


@pytest.mark.slow
@given(pairs)
def test_it_ends_at_the_error_rate_and_has_the_accuracies_of_the_measures(judged):
    curve = curve_of(*judged)
    confidences, right = (np.array(column) for column in zip(*judged, strict=True))
    assert curve.risk[-1] == pytest.approx(1 - right.mean())
    assert ((curve.risk >= 0) & (curve.risk <= 1)).all()
    gold = ["YES"] * len(judged)
    labels = np.where(right, "YES", "NO").tolist()
    for name, coverage in (("accuracy_at_coverage_50", 0.5), ("accuracy_at_coverage_80", 0.8)):
        expected = available_measures()[name](gold, labels, confidences=confidences)
        assert 1 - curve.risk_at(np.array([coverage])) == pytest.approx([expected])
