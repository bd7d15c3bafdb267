"""What slots share, against dense matrices, and look-ups in lists, against dictionaries."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from rte_baselines.kernels.ragged import offsets_of
from rte_baselines.kernels.words.neighbours import mutual_values, slot_overlap
from tests.kernels.batches import kernel_settings

ENTRIES = 6
neighbour_lists = st.lists(
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


@given(neighbour_lists, pairs)
@kernel_settings
def test_the_larger_of_both_lists(lists, pairs):
    found = looked_up(lists, pairs)
    assert found.shape == (len(pairs),)
    for value, (entry, other) in zip(found, pairs, strict=True):
        known = entry >= 0 and other >= 0
        expected = max(lists[entry].get(other, 0), lists[other].get(entry, 0)) if known else 0
        assert value == expected


@given(neighbour_lists, pairs)
@kernel_settings
def test_the_plain_twin_finds_the_same(lists, pairs):
    twin = looked_up(lists, pairs, mutual_values.py_func)
    assert (looked_up(lists, pairs) == twin).all()


def test_lists_worked_by_hand():
    lists = [{1: 7, 3: 2}, {0: 5}, {}, {}, {}, {}]
    pairs = [(0, 1), (1, 0), (0, 3), (3, 0), (0, 0), (2, 1), (-1, 1), (0, -1)]
    assert looked_up(lists, pairs).tolist() == [7, 7, 2, 2, 0, 0, 0, 0]


# Few values, so that cells are often empty.
matrices = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda shape: st.lists(
        st.lists(st.sampled_from([0, 0, 0.5, 1, 3]), min_size=shape[1], max_size=shape[1]),
        min_size=shape[0],
        max_size=shape[0],
    )
)


def overlap(matrix, slot):
    by_slot = sparse.csr_array(np.array(matrix, np.float64))
    by_filler = by_slot.tocsc()
    return slot_overlap(
        slot,
        *(by_slot.indptr, by_slot.indices, by_slot.data),
        *(by_filler.indptr, by_filler.indices, by_filler.data),
    )


@given(matrices)
@kernel_settings
def test_equals_dense_sums(matrix):
    dense = np.array(matrix, np.float64)
    for slot, row in enumerate(dense):
        own, others, shared = overlap(matrix, slot)
        is_shared = (dense > 0) & (row > 0)
        assert own == pytest.approx((is_shared * row).sum(axis=1))
        assert others == pytest.approx((is_shared * dense).sum(axis=1))
        assert shared.tolist() == is_shared.sum(axis=1).tolist()


def test_hand_worked():
    own, others, shared = overlap([[1, 2, 0], [3, 0, 4], [0, 0, 5]], 0)
    assert (own.tolist(), others.tolist(), shared.tolist()) == ([3, 1, 0], [3, 3, 0], [2, 1, 0])
