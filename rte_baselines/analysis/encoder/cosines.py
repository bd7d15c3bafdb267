"""Cosines of vectors."""

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
    # A product can exceed its bounds by a rounding error.
    product: FloatArray = np.clip(_units(rows) @ _units(others).T, -1.0, 1.0)
    return product


def _units(rows: NDArray[Any]) -> FloatArray:
    numbers = np.asarray(rows, np.float64)
    lengths = np.linalg.norm(numbers, axis=1, keepdims=True)
    units: FloatArray = np.divide(numbers, lengths, out=np.zeros(numbers.shape), where=lengths > 0)
    return units
