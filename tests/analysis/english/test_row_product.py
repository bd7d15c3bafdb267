import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thinc.api import NumpyOps, get_current_ops

from rte_baselines.analysis.english.row_product import (
    RowProductOps,
    row_product,
    using_row_products,
)
from rte_baselines.core.resources.onnx_sessions import THREADS_VARIABLE

# Terms of a sum, and columns of the result: the shapes of the shipped pipeline's networks, and
# those that libraries treat in their own ways.
SIZES = [
    *((768, 576), (576, 576), (192, 49), (192, 128), (128, 4992)),
    *((300, 96), (64, 3), (7, 1), (1, 5)),
]


def drawn(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def test_by_hand():
    rows = np.array([[1, 2], [0, -1]], np.float32)
    weights = np.array([[1, 0], [3, 4], [-1, 1]], np.float32)
    assert row_product(rows, weights).tolist() == [[1, 11, 1], [0, -4, -1]]
    assert row_product(rows[:1], weights).tolist() == [[1, 11, 1]]


@given(st.integers(0, 9), st.integers(1, 90), st.integers(1, 90), st.data())
def test_a_row_is_the_same_in_any_place(seed, terms, columns, data):
    weights, row = drawn(seed, columns, terms), drawn(seed + 1, 1, terms)
    (alone,) = row_product(row, weights)
    size = data.draw(st.integers(1, 50))
    place = data.draw(st.integers(0, size - 1))
    rows = drawn(seed + 2, size, terms)
    rows[place] = row
    np.testing.assert_array_equal(row_product(rows, weights)[place], alone)


ROWS_IN_A_PROCESS = """
import sys
import numpy as np
from rte_baselines.analysis.english.row_product import row_product
generator = np.random.default_rng(1)
for terms, columns in {sizes}:
    rows = generator.standard_normal((100, terms)).astype(np.float32)
    weights = generator.standard_normal((columns, terms)).astype(np.float32)
    together = row_product(rows, weights)
    np.testing.assert_allclose(together, rows @ weights.T, rtol=1e-3, atol=1e-4)
    for size in (1, 2, 3, 8, 20, 50):
        np.testing.assert_array_equal(row_product(rows[:size], weights), together[:size])
    sys.stdout.write(str(abs(hash(together.tobytes()))))
"""


@pytest.mark.slow
def test_it_does_not_depend_on_the_threads_that_a_user_states():
    printed = set()
    for threads in ("1", "2", "4"):
        environment = {**os.environ, THREADS_VARIABLE: threads, "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-c", ROWS_IN_A_PROCESS.format(sizes=SIZES)]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert run.stderr == ""
        printed.add(run.stdout)
    assert len(printed) == 1


def test_products_of_other_types_are_those_of_numpy():
    assert RowProductOps().gemm(np.eye(2), np.ones((2, 3))).tolist() == [[1.0] * 3] * 2


@pytest.mark.parametrize("shapes", [((0, 3), (2, 3)), ((2, 3), (0, 3)), ((2, 0), (3, 0))])
def test_without_numbers(shapes):
    rows, weights = (np.ones(shape, np.float32) for shape in shapes)
    np.testing.assert_array_equal(row_product(rows, weights), rows @ weights.T)


@pytest.mark.parametrize("trans1", [False, True])
@pytest.mark.parametrize("trans2", [False, True])
def test_operations_are_those_of_thinc(trans1, trans2):
    x = drawn(1, *((5, 4) if trans1 else (4, 5)))
    y = drawn(2, *((3, 5) if trans2 else (5, 3)))
    expected = NumpyOps().gemm(x, y, trans1=trans1, trans2=trans2)
    out = np.empty_like(expected)
    operations = RowProductOps()
    found = operations.gemm(x, y, trans1=trans1, trans2=trans2)
    assert operations.gemm(x, y, out=out, trans1=trans1, trans2=trans2) is out
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    np.testing.assert_array_equal(found, out)


def test_other_operations_are_back_after_the_block():
    before = get_current_ops()
    with using_row_products():
        assert isinstance(get_current_ops(), RowProductOps)
    assert get_current_ops() is before
