"""Looking entries up in each other's lists against dictionaries."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.neighbour_lists import mutual_values
from rte_baselines.kernels.ragged import offsets_of

from .batches import kernel_settings

ENTRIES = 6
lists = st.lists(
    st.dictionaries(st.integers(0, ENTRIES - 1), st.integers(1, 9)),
    min_size=ENTRIES,
    max_size=ENTRIES,
)
sought = st.lists(st.integers(-1, ENTRIES - 1), max_size=5)


def looked_up(lists, rows, columns, kernel=mutual_values):
    items = [sorted(entry.items()) for entry in lists]
    flat = np.array([item for entry in items for item in entry], np.uint16).reshape(-1, 2)
    offsets = offsets_of(np.array([len(entry) for entry in items], np.int64)).astype(np.int32)
    numbers = (np.array(entries, np.int64) for entries in (rows, columns))
    return kernel(*numbers, offsets, flat[:, 0].copy(), flat[:, 1].copy())


@pytest.mark.slow
@given(lists, sought, sought)
@kernel_settings
def test_the_larger_of_both_lists(lists, rows, columns):
    found = looked_up(lists, rows, columns)
    assert found.shape == (len(rows), len(columns))
    for value, row, column in zip(
        found.ravel(), np.repeat(rows, len(columns)), np.tile(columns, len(rows)), strict=True
    ):
        known = row >= 0 and column >= 0
        expected = max(lists[row].get(column, 0), lists[column].get(row, 0)) if known else 0
        assert value == expected


@pytest.mark.slow
@given(lists, sought, sought)
@kernel_settings
def test_the_plain_twin_finds_the_same(lists, rows, columns):
    twin = looked_up(lists, rows, columns, mutual_values.py_func)
    assert (looked_up(lists, rows, columns) == twin).all()


def test_hand_worked():
    lists = [{1: 7, 3: 2}, {0: 5}, {}, {}, {}, {}]
    assert looked_up(lists, [0, 2, -1], [1, 3, 0]).tolist() == [[7, 2, 0], [0, 0, 0], [0, 0, 0]]
