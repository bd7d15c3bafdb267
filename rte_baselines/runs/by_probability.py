"""What follows from probabilities: confidences and rankings."""

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Label
from rte_baselines.runs.columns import LABELS, Codes

_ENTAILMENT, _NO_ENTAILMENT = map(LABELS.index, (Label.ENTAILMENT, Label.NO_ENTAILMENT))
_NOT_ENTAILED = [code for code in range(len(LABELS)) if code != _ENTAILMENT]
_THREE_WAY_ONLY = [LABELS.index(label) for label in (Label.CONTRADICTION, Label.UNKNOWN)]


def entailment_scores(probabilities: FloatArray) -> FloatArray:
    """Return the probabilities of ENTAILMENT, given a column for each of `LABELS`."""
    return probabilities[:, _ENTAILMENT]


def label_confidences(probabilities: FloatArray, codes: Codes) -> FloatArray | None:
    """Return how probable each label is, or None if the probabilities do not say.

    Three-way probabilities say how probable NO_ENTAILMENT is; two-way ones do not say how
    probable CONTRADICTION and UNKNOWN are. `probabilities`, of shape (n, 4), have a column for each
    of `LABELS`; `codes`, of shape (n,), are indices of these.
    """
    is_two_way = probabilities[:, _NO_ENTAILMENT] > 0
    if (is_two_way & np.isin(codes, _THREE_WAY_ONLY)).any():
        return None
    of_label: FloatArray = probabilities[np.arange(len(codes)), codes]
    not_entailed = probabilities[:, _NOT_ENTAILED].sum(axis=1)
    return np.where(codes == _NO_ENTAILMENT, not_entailed, of_label)


def ranks_by_score(scores: FloatArray) -> IntArray:
    """Return the rank of each pair: the highest score has rank 1, and equal ones share a rank."""
    return np.unique(-scores, return_inverse=True)[1].astype(np.int64) + 1
