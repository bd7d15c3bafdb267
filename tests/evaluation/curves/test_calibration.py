"""Reliability curves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve

from rte_baselines.evaluation.curves import reliability_curve

judged = st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=40)


def curve_of(pairs, bins=10):
    entailed, probabilities = (np.array(column) for column in zip(*pairs, strict=True))
    return reliability_curve(probabilities, entailed, bins)


def test_by_hand():
    # Two bins: 0 and 0.5 are in the lower one, whose upper bound belongs to it.
    curve = curve_of([(False, 0.0), (True, 0.5), (True, 0.6), (True, 1.0), (False, 0.8)], bins=2)
    assert curve.edges.tolist() == [[0, 0.5], [0.5, 1]]
    assert curve.mean_probability == pytest.approx([0.25, 0.8])
    assert curve.share_entailed == pytest.approx([1 / 2, 2 / 3])
    assert curve.pairs.tolist() == [2, 3]
    assert curve.calibration_error == pytest.approx((2 * 0.25 + 3 * (0.8 - 2 / 3)) / 5)


def test_bins_without_pairs_are_left_out():
    curve = curve_of([(True, 0.05), (False, 0.95)])
    assert curve.edges == pytest.approx(np.array([[0, 0.1], [0.9, 1]]))
    assert curve.pairs.tolist() == [1, 1]


@pytest.mark.slow
@given(judged, st.integers(1, 12))
def test_as_scikit_learn_has_it(pairs, bins):
    entailed, probabilities = zip(*pairs, strict=True)
    curve = curve_of(pairs, bins)
    shares, means = calibration_curve([*entailed], [*probabilities], n_bins=bins)
    assert curve.share_entailed == pytest.approx(shares)
    assert curve.mean_probability == pytest.approx(means)


@pytest.mark.slow
@given(judged, st.integers(1, 12))
def test_each_pair_is_in_one_bin(pairs, bins):
    curve = curve_of(pairs, bins)
    assert curve.pairs.sum() == len(pairs)
    assert (curve.pairs > 0).all()
    slack = 1e-12
    assert (curve.edges[:, 0] <= curve.mean_probability + slack).all()
    assert (curve.mean_probability <= curve.edges[:, 1] + slack).all()
    assert 0 <= curve.calibration_error <= 1
