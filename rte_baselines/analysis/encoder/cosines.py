"""Cosines and lengths of vectors."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.ragged import FloatArray


def cosines(rows: NDArray[Any], others: NDArray[Any]) -> FloatArray:
    """Return the cosine of each row of one matrix with each row of another.

    Shapes are (rows, dimensions), (others, dimensions) and (rows, others). Cosines are from -1 to
    1; 0 for vectors of zeros.
    """
    numbers, other_numbers = np.array(rows, np.float64), np.array(others, np.float64)
    product: FloatArray = numbers @ other_numbers.T
    # The product is divided instead of the vectors, because it usually has fewer numbers.
    product /= _lengths(numbers)
    product /= _lengths(other_numbers).T
    # A cosine can exceed its bounds by a rounding error. Clipping in place saves memory.
    np.minimum(product, 1.0, out=product)
    np.maximum(product, -1.0, out=product)
    return product


def units_of(rows: NDArray[Any]) -> FloatArray:
    """Divide each row by its Euclidean length; rows whose length is 0 in floating point stay."""
    numbers = np.array(rows, np.float64)
    numbers /= _nonzero(np.linalg.norm(numbers, axis=1, keepdims=True))
    return numbers


def _lengths(numbers: FloatArray) -> FloatArray:
    """Return the length of each row, shape (rows, 1); 1 for those whose length is 0."""
    # Products of each row with itself take half the time of a norm, for which squares are stored.
    squares = np.matmul(numbers[:, np.newaxis, :], numbers[:, :, np.newaxis])
    return _nonzero(np.sqrt(squares[:, :, 0]))


def _nonzero(lengths: FloatArray) -> FloatArray:
    """Replace lengths of 0 by 1."""
    lengths[lengths == 0.0] = 1.0
    return lengths
