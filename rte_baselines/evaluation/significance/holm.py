"""Correction of p-values for testing several hypotheses at once."""

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.errors import InputError
from rte_baselines.kernels.ragged import FloatArray


def holm(p_values: ArrayLike) -> FloatArray:
    """Adjust the p-values of several tests for there being several.

    Rejecting each hypothesis whose adjusted value is at most alpha rejects any true one
    with a probability of at most alpha, however the tests depend on each other.

    Parameters
    ----------
    p_values : array_like of float, shape (m,)
        Each in [0, 1].

    Returns
    -------
    ndarray of float64, shape (m,)
        In the order given; none smaller than it was, none above 1.

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
        raise InputError("a p-value is outside [0, 1]; expected none")
    order = np.argsort(values, kind="stable")
    adjusted = np.empty_like(values)
    still_open = np.arange(len(values), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(values[order] * still_open), 1)
    return adjusted
