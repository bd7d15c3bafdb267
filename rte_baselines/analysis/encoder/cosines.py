"""Cosines and lengths of vectors."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.ragged import FloatArray


def cosines(rows: NDArray[Any], others: NDArray[Any]) -> FloatArray:
    """Return the cosine of each row of one matrix with each row of another.

    Parameters
    ----------
    rows : ndarray, shape (rows, dimensions)
    others : ndarray, shape (others, dimensions)

    Returns
    -------
    ndarray of float64, shape (rows, others)
        From -1 to 1; 0 for vectors of zeros.
    """
    product: FloatArray = units_of(rows) @ units_of(others).T
    # A product can exceed its bounds by a rounding error. In place, as pairs have many products.
    np.minimum(product, 1.0, out=product)
    np.maximum(product, -1.0, out=product)
    return product


def units_of(rows: NDArray[Any]) -> FloatArray:
    """Divide each row by its Euclidean length; rows whose length is 0 in floating point stay.

    Parameters
    ----------
    rows : ndarray, shape (rows, dimensions)

    Returns
    -------
    ndarray of float64, shape (rows, dimensions)
    """
    numbers = np.array(rows, np.float64)
    # The same bits as those of `numpy.linalg.norm`, which copies the numbers first.
    lengths = np.sqrt(np.add.reduce(numbers * numbers, axis=1, keepdims=True))
    lengths[lengths == 0.0] = 1.0
    numbers /= lengths
    return numbers
