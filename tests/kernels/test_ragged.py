"""Ragged arrays, and arrays that do not belong together, which kernels refuse."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import Ragged, ranges, require_equal_lengths

slices = st.lists(st.tuples(st.integers(-5, 50), st.integers(0, 6)), max_size=8)


@given(slices)
def test_ranges_equal_those_of_python(slices):
    starts, lengths = (np.array([pair[side] for pair in slices], np.int64) for side in (0, 1))
    found = ranges(starts, lengths)
    expected = [list(range(start, start + length)) for start, length in slices]
    assert [found[row].tolist() for row in range(len(found))] == expected


@pytest.mark.parametrize(
    ("message", "values", "offsets"),
    [
        ("3 values of sequences that end at 5", [1, 2, 3], [0, 5]),
        ("sequences that end at no offset", [1, 2, 3], []),
        ("offsets of sequences are negative", [1, 2, 3], [-1, 0]),
        ("or descend", [1, 2, 3], [0, 3, 1]),
    ],
)
def test_offsets_outside_of_the_values_are_refused(message, values, offsets):
    with pytest.raises(ValueError, match=message):
        Ragged(np.array(values), np.array(offsets, np.int64))


def test_arrays_of_different_lengths_are_refused():
    require_equal_lengths(rows=[1, 2], columns=[3, 4])
    with pytest.raises(ValueError, match="1 sets of goals beside 2 rows; expected as many of each"):
        require_equal_lengths(rows=[1, 2], sets_of_goals=[3])
