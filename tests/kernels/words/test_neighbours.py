"""What slots share, against dense matrices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from rte_baselines.kernels.words.neighbours import slot_overlap
from tests.kernels.batches import kernel_settings

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
