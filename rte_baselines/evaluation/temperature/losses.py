"""Losses of probabilities of all labels, and their calibration error."""

import numpy as np

from rte_baselines.evaluation.curves.calibration import reliability_curve
from rte_baselines.kernels.ragged import FloatArray, IntArray


def negative_log_likelihoods(probabilities: FloatArray, gold: IntArray) -> FloatArray:
    """Return the negative natural logarithm of each gold label's probability, shape (n,)."""
    with np.errstate(divide="ignore"):
        return log_losses(np.log(probabilities), gold)


def log_losses(logs: FloatArray, gold: IntArray) -> FloatArray:
    """Return the negative of each gold label's natural log probability, shape (n,)."""
    # The absolute value, since the negative of log 1 would be printed as -0.
    found: FloatArray = np.abs(logs[np.arange(len(gold)), gold])
    return found


def brier_scores(probabilities: FloatArray, gold: IntArray) -> FloatArray:
    """Return half of the sum over labels of squared errors of each pair, in [0, 1], shape (n,).

    Two-way, it is the squared error of the probability of ENTAILMENT, whose mean is `brier`. G. W.
    Brier, "Verification of forecasts expressed in terms of probability", Monthly Weather Review 78
    (1950), without the half.
    """
    errors = probabilities - np.eye(probabilities.shape[1])[gold]
    halves: FloatArray = np.square(errors).sum(axis=1) / 2
    return halves


def calibration_error(probabilities: FloatArray, gold: IntArray) -> float:
    """Return the expected calibration error of the most probable labels, in [0, 1].

    The distance between the mean probability of the most probable labels and the share of these
    that are right, averaged over ten bins of equal width: Guo et al. (2017), equation 3.
    """
    right = np.argmax(probabilities, axis=1) == gold
    return reliability_curve(probabilities.max(axis=1), right).calibration_error
