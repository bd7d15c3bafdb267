"""Curves, as arrays to plot: by hand, against scikit-learn, and against the measures."""

import numpy as np
import pytest
import sklearn.metrics
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.curves import (
    accuracy_by_threshold,
    precision_recall_curve,
    reliability_curve,
    risk_coverage_curve,
    score_distribution,
)

scored = st.lists(st.tuples(st.booleans(), st.integers(-4, 4)), min_size=1, max_size=30)
with_hits = scored.filter(lambda pairs: any(hit for hit, _ in pairs))


def columns(pairs):
    """Which pairs are entailed, and their scores."""
    entailed, scores = zip(*pairs, strict=True)
    return np.array(entailed), np.array(scores, dtype=np.float64)


def hits(pattern):
    return np.array([mark == "+" for mark in pattern])


def test_precision_and_recall_by_hand():
    # 3 of 5 are entailed, at ranks 1, 3 and 4.
    curve = precision_recall_curve(np.arange(5), hits("+-++-"))
    assert curve.ranks.tolist() == [1, 2, 3, 4, 5]
    assert curve.recall == pytest.approx([1 / 3, 1 / 3, 2 / 3, 1, 1])
    assert curve.precision == pytest.approx([1, 1 / 2, 2 / 3, 3 / 4, 3 / 5])
    # A later point of the same recall has what the earlier one has.
    assert curve.interpolated == pytest.approx([1, 1, 3 / 4, 3 / 4, 3 / 4])
    assert curve.eleven_points == pytest.approx([1] * 4 + [3 / 4] * 7)
    # Ties have one point together.
    curve = precision_recall_curve(np.array([2, 1, 2, 2, 7]), hits("-+-+-"))
    assert curve.ranks.tolist() == [1, 4, 5]
    assert curve.precision.tolist() == [1, 1 / 2, 2 / 5]
    with pytest.raises(RunError, match="no pair is entailed"):
        precision_recall_curve(np.arange(2), hits("--"))


def test_a_point_at_one_of_the_eleven_recalls_counts_there():
    # Recalls of 0.1, 0.2, ..., 1 are reached at ranks 2, 4, ..., 20 with precision 1/2.
    curve = precision_recall_curve(np.arange(21), hits("-+" * 10 + "-"))
    assert curve.eleven_points.tolist() == [1 / 2] * 11


@pytest.mark.slow
@given(with_hits)
def test_as_scikit_learn_has_precision_and_recall(pairs):
    entailed, scores = columns(pairs)
    curve = precision_recall_curve(-scores, entailed)
    precision, recall, thresholds = sklearn.metrics.precision_recall_curve(entailed, scores)
    # It goes upwards, and adds a point for nothing found.
    assert curve.precision == pytest.approx(precision[-2::-1])
    assert curve.recall == pytest.approx(recall[-2::-1])
    assert curve.ranks.tolist() == [(scores >= t).sum() for t in thresholds[::-1]]


@pytest.mark.slow
@given(with_hits)
def test_interpolation_is_the_highest_precision_from_a_recall_on(pairs):
    entailed, scores = columns(pairs)
    curve = precision_recall_curve(-scores, entailed)
    for recall, found in zip(curve.recall, curve.interpolated, strict=True):
        assert found == curve.precision[curve.recall >= recall].max()
    for tenths, found in enumerate(curve.eleven_points):
        recalled = curve.recall * entailed.sum()
        reached = 10 * recalled.round() >= tenths * entailed.sum()
        assert found == curve.precision[reached].max()


def test_accuracy_by_threshold_by_hand():
    curve = accuracy_by_threshold(np.array([0.2, 0.8, 0.5, 0.5]), hits("-++-"))
    assert curve.thresholds[:3].tolist() == [0.2, 0.5, 0.8]
    assert 0.8 < curve.thresholds[3] < 0.8 + 1e-15
    # All entailed: 2 of 4; all but the lowest: 3; the highest alone: 3; none: 2.
    assert curve.accuracy.tolist() == [2 / 4, 3 / 4, 3 / 4, 2 / 4]


@pytest.mark.slow
@given(scored)
def test_accuracy_is_that_of_each_threshold(pairs):
    entailed, scores = columns(pairs)
    curve = accuracy_by_threshold(scores, entailed)
    assert curve.thresholds[:-1].tolist() == sorted(set(scores))
    expected = [np.mean((scores >= t) == entailed) for t in curve.thresholds]
    assert curve.accuracy == pytest.approx(expected)


def test_score_distribution_by_hand():
    found = score_distribution(np.array([0.0, 0.4, 0.5, 1.0]), hits("-+-+"), bins=2)
    assert found.edges.tolist() == [0, 0.5, 1]
    assert found.entailed.tolist() == [1, 1]
    assert found.others.tolist() == [1, 1]
    found = score_distribution(np.full(3, 7.0), hits("++-"))
    assert found.edges[[0, -1]].tolist() == [6.5, 7.5]


@pytest.mark.parametrize(
    "scores", [[1.0, np.nextafter(1, 2)], [-1e308, 1e308], [1e17, 1e17], [0.0, 5e-324]]
)
def test_the_narrowest_and_the_widest_scores_have_a_distribution(scores):
    found = score_distribution(np.array(scores), hits("+-"))
    assert np.isfinite(found.edges).all()
    assert (np.diff(found.edges) > 0).all()
    assert (found.entailed.sum(), found.others.sum()) == (1, 1)


@pytest.mark.slow
@given(st.lists(st.tuples(st.booleans(), st.floats(-100, 100)), min_size=1), st.integers(1, 20))
def test_every_pair_is_in_the_distribution(pairs, bins):
    entailed, scores = columns(pairs)
    found = score_distribution(scores, entailed, bins)
    assert len(found.edges) <= bins + 1
    for kind, counts in ((entailed, found.entailed), (~entailed, found.others)):
        below = [(scores[kind] < edge).sum() for edge in found.edges]
        below[-1] = kind.sum()
        assert counts.tolist() == np.diff(below).tolist()


with_probabilities = st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=40)


def curve_of(pairs, bins=10):
    entailed, probabilities = columns(pairs)
    return reliability_curve(probabilities, entailed, bins)


def test_reliability_by_hand():
    # Two bins: 0 and 0.5 are in the lower one, whose upper bound belongs to it.
    curve = curve_of([(False, 0.0), (True, 0.5), (True, 0.6), (True, 1.0), (False, 0.8)], bins=2)
    assert curve.edges.tolist() == [[0, 0.5], [0.5, 1]]
    assert curve.mean_probability == pytest.approx([0.25, 0.8])
    assert curve.share_entailed == pytest.approx([1 / 2, 2 / 3])
    assert curve.pairs.tolist() == [2, 3]
    assert curve.calibration_error == pytest.approx((2 * 0.25 + 3 * (0.8 - 2 / 3)) / 5)
    # Bins without pairs are left out.
    curve = curve_of([(True, 0.05), (False, 0.95)])
    assert curve.edges == pytest.approx(np.array([[0, 0.1], [0.9, 1]]))


@pytest.mark.slow
@given(with_probabilities, st.integers(1, 12))
def test_reliability_as_scikit_learn_has_it(pairs, bins):
    curve = curve_of(pairs, bins)
    shares, means = calibration_curve(*zip(*pairs, strict=True), n_bins=bins)
    assert curve.share_entailed == pytest.approx(shares)
    assert curve.mean_probability == pytest.approx(means)


@pytest.mark.slow
@given(with_probabilities, st.integers(1, 12))
def test_each_pair_is_in_one_bin(pairs, bins):
    curve = curve_of(pairs, bins)
    assert curve.pairs.sum() == len(pairs)
    assert (curve.pairs > 0).all()
    slack = 1e-12
    assert (curve.edges[:, 0] <= curve.mean_probability + slack).all()
    assert (curve.mean_probability <= curve.edges[:, 1] + slack).all()
    assert 0 <= curve.calibration_error <= 1


def test_risk_by_hand():
    """The surest is right; of the two tied next ones one is wrong; the last is wrong."""
    curve = risk_coverage_curve(np.array([0.5, 0.9, 0.1, 0.5]), hits("++--"))
    assert curve.coverage.tolist() == [0.25, 0.75, 1]
    assert curve.risk.tolist() == pytest.approx([0, 1 / 3, 1 / 2])
    assert curve.confidence.tolist() == [0.9, 0.5, 0.1]
    # Half of the tied ones: a quarter of the confident, of which half are wrong.
    assert curve.risk_at(np.array([0.5])) == pytest.approx([0.5 / 2])


def test_pairs_without_a_label_limit_the_coverage():
    """By hand: of eight confident, four are labelled; the surest two are a quarter of all."""
    curve = risk_coverage_curve(np.array([0.9, 0.8, 0.7, 0.6]), hits("+-+-"), unanswered=4)
    assert curve.coverage.tolist() == [0.125, 0.25, 0.375, 0.5]
    assert curve.risk.tolist() == pytest.approx([0, 1 / 2, 1 / 3, 1 / 2])
    assert curve.risk_at(np.array([0.25, 0.5])) == pytest.approx([1 / 2, 1 / 2])


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from([0.2, 0.5, 0.9]), st.booleans()), min_size=1, max_size=9))
def test_it_ends_at_the_error_rate_and_has_the_accuracies_of_the_measures(judged):
    confidences, right = (np.array(column) for column in zip(*judged, strict=True))
    curve = risk_coverage_curve(confidences, right)
    assert curve.risk[-1] == pytest.approx(1 - right.mean())
    assert ((curve.risk >= 0) & (curve.risk <= 1)).all()
    gold = ["YES"] * len(judged)
    labels = np.where(right, "YES", "NO").tolist()
    for name, coverage in (("accuracy_at_coverage_50", 0.5), ("accuracy_at_coverage_80", 0.8)):
        expected = available_measures()[name](gold, labels, confidences=confidences)
        assert 1 - curve.risk_at(np.array([coverage])) == pytest.approx([expected])
