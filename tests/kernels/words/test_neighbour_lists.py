"""Looking entries up in each other's lists against dictionaries."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import offsets_of
from rte_baselines.kernels.words.neighbours import mutual_values
from tests.kernels.batches import kernel_settings

ENTRIES = 6
lists = st.lists(
    st.dictionaries(st.integers(0, ENTRIES - 1), st.integers(1, 9)),
    min_size=ENTRIES,
    max_size=ENTRIES,
)
entries = st.integers(-1, ENTRIES - 1)
pairs = st.lists(st.tuples(entries, entries), max_size=9)


def looked_up(lists, pairs, kernel=mutual_values):
    items = [sorted(entry.items()) for entry in lists]
    flat = np.array([item for entry in items for item in entry], np.uint16).reshape(-1, 2)
    offsets = offsets_of(np.array([len(entry) for entry in items], np.int64)).astype(np.int32)
    numbers = np.array(pairs, np.int64).reshape(-1, 2).T.copy()
    return kernel(*numbers, offsets, flat[:, 0].copy(), flat[:, 1].copy())


@pytest.mark.slow
@given(lists, pairs)
@kernel_settings
def test_the_larger_of_both_lists(lists, pairs):
    found = looked_up(lists, pairs)
    assert found.shape == (len(pairs),)
    for value, (entry, other) in zip(found, pairs, strict=True):
        known = entry >= 0 and other >= 0
        expected = max(lists[entry].get(other, 0), lists[other].get(entry, 0)) if known else 0
        assert value == expected


@pytest.mark.slow
@given(lists, pairs)
@kernel_settings
def test_the_plain_twin_finds_the_same(lists, pairs):
    twin = looked_up(lists, pairs, mutual_values.py_func)
    assert (looked_up(lists, pairs) == twin).all()


def test_hand_worked():
    lists = [{1: 7, 3: 2}, {0: 5}, {}, {}, {}, {}]
    pairs = [(0, 1), (1, 0), (0, 3), (3, 0), (0, 0), (2, 1), (-1, 1), (0, -1)]
    assert looked_up(lists, pairs).tolist() == [7, 7, 2, 2, 0, 0, 0, 0]
