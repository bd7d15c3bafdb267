"""Whether rankings and confidences given as arrays are what measures read them as.

Scores and probabilities are higher for surer entailment, ranks are lower. Where one stands for the
other, every measure of rankings has the value of the opposite system. Confidences are those in the
labels; probabilities of ENTAILMENT are low for other labels where the system is sure.
"""

import warnings

import numpy as np

from rte_baselines.errors import InputWarning, RunError
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, Judgments
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.runs.label_confidences import (
    agree_with_labels,
    probability_instead,
    seeming_probabilities,
)

_DIRECTION = "the lowest rank is the surest entailment"
# Below, labels and a ranking may be opposite by chance, or because of a poor system.
_MIN_OF_EACH_KIND = 3
_MIN_LABELS = 20
# Of labels that follow from scores nearly, as the most probable of three do.
_MAX_IN_ORDER = 0.1


def check_direction(judgments: Judgments) -> None:
    """Check that a ranking is not of scores or probabilities, which are highest first.

    Parameters
    ----------
    judgments : Judgments
        With a ranking that is given, not made of the probabilities.

    Raises
    ------
    RunError
        If the ranking has the opposite order of the probabilities, or if it has fractions in
        [0, 1], which may be probabilities, unless it has the order of the probabilities.

    Warns
    -----
    InputWarning
        If it has the pairs labelled ENTAILMENT after all or nearly all others.
    """
    assert judgments.ranking is not None
    ranking, columns = judgments.ranking, judgments.probabilities
    if columns is not None and _rises_with(ranking, -columns[:, ENTAILMENT]):
        return
    if columns is not None and _rises_with(ranking, columns[:, ENTAILMENT]):
        raise RunError(
            "ranking is opposite to the probabilities: it rises with the probability of "
            f"ENTAILMENT, but {_DIRECTION}; expected ranks from 1, or no ranking, as the "
            "probabilities give one"
        )
    if _are_fractions(ranking):
        raise RunError(
            f"ranking holds fractions in [0, 1], which may be probabilities, but {_DIRECTION}; "
            "expected ranks from 1, the probabilities of ENTAILMENT as probabilities=, or scores "
            "with the sign changed as ranking=-scores"
        )
    if _is_opposite(ranking, judgments.labels_entail):
        warnings.warn(
            "ranking seems to hold scores, as it is higher for ENTAILMENT than for nearly all "
            f"other labels, but {_DIRECTION}; if so, change the sign: ranking=-scores",
            InputWarning,
            stacklevel=3,
        )


def check_confidences_in_labels(judgments: Judgments) -> None:
    """Check that confidences are those in the labels, not probabilities of one label for all pairs.

    Parameters
    ----------
    judgments : Judgments
        With confidences that are given, not made of the probabilities.

    Raises
    ------
    RunError
        If the confidences are the probabilities of one label, also where the label is another.

    Warns
    -----
    InputWarning
        If they seem to be, as `seeming_probabilities` says.
    """
    confidences, columns, codes = judgments.confidences, judgments.probabilities, judgments.labels
    assert confidences is not None
    if columns is not None:
        if agree_with_labels(confidences, columns, codes):
            return
        if other := probability_instead(confidences, columns, codes):
            raise RunError(
                f"confidences are the probabilities of {other}, also where the label is another "
                "one; expected the confidence in each label, or no confidences, as the "
                "probabilities give them"
            )
    if seeming := seeming_probabilities(confidences, codes):
        warnings.warn(
            f"confidences seem to be probabilities of {seeming.of}, as they are {seeming.why}; "
            "they are read as confidences in the labels; if they are probabilities, give those of "
            "ENTAILMENT as probabilities= instead",
            InputWarning,
            stacklevel=3,
        )


def _rises_with(ranking: IntArray | FloatArray, keys: FloatArray) -> bool:
    """Whether the ranking rises with the keys; rounding may make some of either equal."""
    order = np.lexsort((ranking, keys))
    has_ranks = ranking.min() < ranking.max() and keys.min() < keys.max()
    return bool(has_ranks and (np.diff(ranking[order]) >= 0).all())


def _are_fractions(ranking: IntArray | FloatArray) -> bool:
    in_unit = (ranking >= 0) & (ranking <= 1)
    return bool(in_unit.all() and (ranking != np.round(ranking)).any())


def _is_opposite(ranking: IntArray | FloatArray, entails: BoolArray) -> bool:
    """Whether all labels, or nearly all of many, follow from the opposite ranking."""
    entailed, others = ranking[entails], np.sort(ranking[~entails])
    if min(len(entailed), len(others)) < _MIN_OF_EACH_KIND:
        return False
    if others[-1] < entailed.min():
        return True
    # The others after each entailed pair; those with an equal rank count half.
    up_to, below = (np.searchsorted(others, entailed, side) for side in ("right", "left"))
    in_order = 1 - (up_to + below).mean() / 2 / len(others)
    return len(ranking) >= _MIN_LABELS and bool(in_order <= _MAX_IN_ORDER)
