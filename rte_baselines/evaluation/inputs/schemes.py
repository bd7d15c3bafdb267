"""Labels and their probabilities among those of one scheme."""

import numpy as np

from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, Codes, columns_of, conflate_codes
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Scheme


def positions_in(scheme: Scheme, codes: Codes) -> IntArray:
    """Return the place of each label among those of a scheme, conflated if it is two-way."""
    codes = conflate_codes(codes) if scheme is Scheme.TWO_WAY else codes
    return np.searchsorted(columns_of(scheme), codes).astype(np.int64)


def probabilities_in(scheme: Scheme, probabilities: FloatArray) -> FloatArray:
    """Return the probabilities of the labels of a scheme, conflated if it is two-way.

    They are divided by their sum, which is 1 in a file but for rounding: shape (n, labels), given
    those of all `LABELS`.
    """
    found = probabilities[:, columns_of(scheme)]
    if scheme is Scheme.TWO_WAY:
        entailed = probabilities[:, ENTAILMENT]
        found = np.column_stack([entailed, probabilities.sum(axis=1) - entailed])
    normalized: FloatArray = found / found.sum(axis=1, keepdims=True)
    return normalized
