"""Information in shared contexts against dense matrices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from rte_baselines.kernels.words.slot_overlap import shared_information
from tests.kernels.batches import kernel_settings

# Few values, so that cells are often empty.
matrices = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda shape: st.lists(
        st.lists(st.sampled_from([0, 0, 0.5, 1, 3]), min_size=shape[1], max_size=shape[1]),
        min_size=shape[0],
        max_size=shape[0],
    )
)


def shared(matrix, word, kernel=shared_information):
    by_word = sparse.csr_array(np.array(matrix, np.float64))
    by_context = by_word.tocsc()
    return kernel(
        word,
        *(by_word.indptr, by_word.indices, by_word.data),
        *(by_context.indptr, by_context.indices, by_context.data),
    )


@pytest.mark.slow
@given(matrices)
@kernel_settings
def test_equals_dense_sums(matrix):
    dense = np.array(matrix, np.float64)
    for word, row in enumerate(dense):
        expected = np.where((dense > 0) & (row > 0), dense + row, 0).sum(axis=1)
        assert shared(matrix, word) == pytest.approx(expected)


@pytest.mark.slow
@given(matrices)
@kernel_settings
def test_the_plain_twin_sums_the_same(matrix):
    assert (shared(matrix, 0) == shared(matrix, 0, shared_information.py_func)).all()


def test_hand_worked():
    assert shared([[1, 2, 0], [3, 0, 4], [0, 0, 5]], 0).tolist() == [6, 4, 0]
