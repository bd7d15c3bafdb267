"""Products of matrices in which a row of the result depends on one row of the input alone.

A pipeline stacks the words of a batch as the rows of a matrix. BLAS libraries sum the terms of a
row in an order that depends on the number of rows, the place of the row and the number of threads.
The last bit of a word's scores would therefore depend on the other snippets of the batch. With one
thread, ONNX Runtime sums all rows in the same order, and is as fast.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from thinc.api import get_current_ops, set_current_ops
from thinc.backends.numpy_ops import NumpyOps

from rte_baselines.core.resources.onnx_sessions import OnnxSession

MODEL = Path(__file__).with_name("row_product.onnx")
"""The product as an ONNX model, of `scripts/build_row_product.py`."""

# Several threads would divide a product, and with it the sums, by the number of rows.
_session = OnnxSession(MODEL, threads=1)


class RowProductOps(NumpyOps):
    """The operations of spaCy's pipelines on NumPy arrays, with `row_product` as their product."""

    def __init__(self) -> None:
        super().__init__(use_blis=False)

    def gemm(
        self, x: Any, y: Any, out: Any = None, trans1: bool = False, trans2: bool = False
    ) -> Any:
        """Return the product of `x` and `y`, each transposed if `trans1` or `trans2` is set."""
        if not x.dtype == y.dtype == np.float32:
            return super().gemm(x, y, out=out, trans1=trans1, trans2=trans2)
        product = row_product(x.T if trans1 else x, y if trans2 else y.T)
        if out is None:
            return product
        out[...] = product
        return out


@contextmanager
def using_row_products() -> Iterator[None]:
    """Give `RowProductOps` to the networks that are created in the block."""
    before = get_current_ops()
    set_current_ops(RowProductOps())
    try:
        yield
    finally:
        set_current_ops(before)


def row_product(rows: Any, weights: Any) -> Any:
    """Return the product of a matrix with a transposed one: (n, k) and (m, k) give (n, m), float32.

    The bits of a row depend on this row of `rows` and on `weights` alone.
    """
    if not (rows.size and weights.size):
        return np.zeros((len(rows), len(weights)), np.float32)
    # ONNX Runtime sums the terms of a single row in another order.
    several = np.repeat(rows, 2, axis=0) if len(rows) == 1 else rows
    feeds = {"rows": several, "weights": weights}
    contiguous = {name: np.ascontiguousarray(given) for name, given in feeds.items()}
    (product,) = _session.opened().run(None, contiguous)
    return product[: len(rows)]
