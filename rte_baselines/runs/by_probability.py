"""What follows from probabilities: confidences and rankings, and which labels contradict them."""

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
    probable CONTRADICTION and UNKNOWN are.

    Parameters
    ----------
    probabilities : ndarray of float64, shape (n, 4)
        A column for each of `LABELS`.
    codes : ndarray of int8, shape (n,)
        The labels, as indices of `LABELS`.
    """
    is_two_way = probabilities[:, _NO_ENTAILMENT] > 0
    if (is_two_way & np.isin(codes, _THREE_WAY_ONLY)).any():
        return None
    of_label: FloatArray = probabilities[np.arange(len(codes)), codes]
    not_entailed = probabilities[:, _NOT_ENTAILED].sum(axis=1)
    return np.where(codes == _NO_ENTAILMENT, not_entailed, of_label)


def contradiction(probabilities: FloatArray, codes: Codes) -> str | None:
    """Say which label is not the most probable one; None if that is one label at most.

    A single one may be due to rounding, and has little effect on the scores.

    Parameters
    ----------
    probabilities : ndarray of float64, shape (n, 4)
        A column for each of `LABELS`; all 0 where a system gives none.
    codes : ndarray of int8, shape (n,)
        The labels, as indices of `LABELS`. In the other scheme than the probabilities, they are
        compared two-way.
    """
    entailed, no_entailment = probabilities[:, _ENTAILMENT], probabilities[:, _NO_ENTAILMENT]
    of_label = probabilities[np.arange(len(codes)), codes]
    is_conflated = (no_entailment > 0) & np.isin(codes, _THREE_WAY_ONLY)
    is_contradicted = np.where(
        codes == _NO_ENTAILMENT,
        probabilities[:, _NOT_ENTAILED].sum(axis=1) < entailed,
        np.where(is_conflated, no_entailment, of_label) < probabilities.max(axis=1, initial=0),
    )
    if is_contradicted.sum() <= 1:
        return None
    position = int(np.argmax(is_contradicted))
    most_probable = LABELS[int(np.argmax(probabilities[position]))]
    return (
        f"{LABELS[codes[position]]} although {most_probable} is most probable (prediction "
        f"{position + 1})"
    )


def follow_from_cutoff(probabilities: FloatArray, codes: Codes) -> bool:
    """Whether labels are two-way, and ENTAILMENT has higher probabilities than all others.

    Parameters are those of `contradiction`.
    """
    entailed, entails = probabilities[:, _ENTAILMENT], codes == _ENTAILMENT
    lowest, highest = entailed[entails].min(initial=1), entailed[~entails].max(initial=0)
    return not np.isin(codes, _THREE_WAY_ONLY).any() and bool(lowest > highest)


def ranks_by_score(scores: FloatArray) -> IntArray:
    """Return the rank of each pair: the highest score has rank 1, and equal ones share a rank."""
    return np.unique(-scores, return_inverse=True)[1].astype(np.int64) + 1
