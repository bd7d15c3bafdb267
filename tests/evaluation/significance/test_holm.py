"""Holm's correction, by hand and against statsmodels."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from rte_baselines.evaluation.significance.exact import holm

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def test_holm_by_hand():
    # Smallest first: 3 * 0.01, 2 * 0.02, then 0.03, which may not fall below 0.04.
    assert holm([0.02, 0.03, 0.01]) == pytest.approx([0.04, 0.04, 0.03])
    assert holm([0.6, 0.7]) == pytest.approx([1, 1])
    assert holm([]).tolist() == []


@pytest.mark.slow
@given(p_values)
def test_holm_as_statsmodels_has_it(values):
    # statsmodels collects garbage in each call, which takes long with all that tests have loaded.
    with patch("gc.collect"):
        expected = multipletests(values, method="holm")[1]
    assert holm(values) == pytest.approx(expected)


@pytest.mark.slow
@given(p_values)
def test_holm_keeps_the_order_and_lowers_nothing(values):
    adjusted = holm(values)
    assert (adjusted >= values).all()
    assert (adjusted <= 1).all()
    assert (np.diff(adjusted[np.argsort(values, kind="stable")]) >= 0).all()
