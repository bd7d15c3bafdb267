"""Whether a system is better or worse on some of the pairs than on the others."""

from collections.abc import Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.evaluation.significance.holm import holm
from rte_baselines.kernels.ragged import BoolArray, IntArray

_Key = TypeVar("_Key")


def slice_p_values(correct: ArrayLike, slices: Mapping[_Key, IntArray]) -> dict[_Key, float]:
    """Test whether the accuracy in each slice differs from that on all other pairs.

    Parameters
    ----------
    correct : array_like of bool, shape (pairs,)
        Whether the system labels each pair correctly.
    slices : mapping of object to ndarray of int64
        The positions of the pairs of each slice.

    Returns
    -------
    dict of object to float
        The two-sided p-value of Fisher's exact test, with Holm's correction over all slices, which
        may have pairs in common. 1 for a slice without pairs, or with all of them.

    Notes
    -----
    R. A. Fisher, "The logic of inductive inference", Journal of the Royal Statistical Society 98
    (1935).
    """
    from scipy.stats import fisher_exact

    hits: BoolArray = np.asarray(correct, dtype=np.bool_)
    right, pairs = int(hits.sum()), len(hits)
    p_values = []
    for positions in slices.values():
        inside, size = int(hits[positions].sum()), len(positions)
        outside = right - inside
        table = [[inside, size - inside], [outside, pairs - size - outside]]
        p_values.append(float(fisher_exact(table).pvalue))
    return dict(zip(slices, holm(p_values).tolist(), strict=True))
