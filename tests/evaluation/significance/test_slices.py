import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.evaluation.significance.exact import slice_p_values


def test_by_hand():
    # The first 3 of 6 pairs are right: 1 of 20 choices of 3 pairs, and the opposite is as extreme.
    correct = np.array([1, 1, 1, 0, 0, 0])
    found = slice_p_values(correct, {"first": np.arange(3), "all": np.arange(6)})
    assert found["first"] == pytest.approx(2 * 2 / 20)  # Holm's correction for 2 slices
    assert found["all"] == 1
    assert slice_p_values(correct, {}) == {}


@pytest.mark.slow
@given(data=st.data(), correct=st.lists(st.booleans(), min_size=2, max_size=12))
def test_range_and_invariances(data, correct):
    hits = np.array(correct)
    places = st.lists(st.integers(0, len(hits) - 1), unique=True, min_size=1)
    slices = {str(n): np.array(found) for n, found in enumerate(data.draw(st.lists(places)))}
    found = slice_p_values(hits, slices)
    assert all(0 < p_value <= 1 for p_value in found.values())
    # That all is wrong in place of right is as far from chance.
    opposite = slice_p_values(~hits, slices)
    assert found == pytest.approx(opposite)
    # A slice and all other pairs differ as much as the other way around.
    for positions in slices.values():
        rest = np.setdiff1d(np.arange(len(hits)), positions)
        if len(rest):
            one, other = (slice_p_values(hits, {0: part})[0] for part in (positions, rest))
            assert one == pytest.approx(other)
