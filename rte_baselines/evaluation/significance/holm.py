"""Holm's correction of p-values for multiple tests."""

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.ragged import FloatArray

LEVEL = 0.05
"""The level at which adjusted p-values are called significant."""


def holm(p_values: ArrayLike) -> FloatArray:
    """Adjust p-values for multiple tests by Holm's method.

    If every hypothesis with an adjusted p-value of at most alpha is rejected, the probability
    of rejecting any true hypothesis is at most alpha, even if the tests are dependent.

    Parameters
    ----------
    p_values : array_like of float, shape (m,)
        Each in [0, 1].

    Returns
    -------
    ndarray of float64, shape (m,)
        The adjusted p-values in the given order; none is lower than before, none above 1.

    Raises
    ------
    InputError
        If a value is outside [0, 1].

    Notes
    -----
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
    Journal of Statistics 6 (1979).
    """
    values = np.asarray(p_values, dtype=np.float64).reshape(-1)
    if not ((values >= 0) & (values <= 1)).all():
        raise InputError("a p-value is outside [0, 1]; expected all p-values in [0, 1]")
    order = np.argsort(values, kind="stable")
    adjusted = np.empty_like(values)
    factors = np.arange(len(values), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(values[order] * factors), 1)
    return adjusted
