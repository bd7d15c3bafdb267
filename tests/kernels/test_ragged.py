"""Ragged arrays, and the integers of many slices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import ranges

slices = st.lists(st.tuples(st.integers(-5, 50), st.integers(0, 6)), max_size=8)


def test_ranges_worked_by_hand():
    found = ranges(np.array([7, 2, 4]), np.array([2, 0, 3]))
    assert found.values.tolist() == [7, 8, 4, 5, 6]
    assert found.offsets.tolist() == [0, 2, 2, 5]


@pytest.mark.slow
@given(slices)
def test_ranges_equal_those_of_python(slices):
    starts, lengths = (np.array([pair[side] for pair in slices], np.int64) for side in (0, 1))
    found = ranges(starts, lengths)
    expected = [list(range(start, start + length)) for start, length in slices]
    assert [found[row].tolist() for row in range(len(found))] == expected
