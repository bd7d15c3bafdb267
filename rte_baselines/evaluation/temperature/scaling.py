"""Temperature scaling, which makes probabilities flatter or sharper, and its losses."""

import numpy as np
import scipy

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation.curves import reliability_curve
from rte_baselines.kernels.ragged import FloatArray, IntArray

LOWEST, HIGHEST = 0.01, 100.0
"""The temperatures among which the best one is sought."""

# Three times 1/3, written with fewer digits, are not quite equal after they were made to sum to 1.
_ROUNDING = 1e-12


def scaled(probabilities: FloatArray, temperature: float) -> FloatArray:
    """Return probabilities at a temperature: proportional to ``p ** (1 / temperature)``.

    The most probable label stays so, unless its probability is higher by a rounding error alone.
    Above 1, they are less sure; a probability of 0 stays 0. Arrays have shape (n, labels).

    C. Guo, G. Pleiss, Y. Sun and K. Q. Weinberger, "On calibration of modern neural networks"
    (2017), equation 9: the softmax of logits divided by the temperature. The logarithms of
    probabilities are logits but for a constant, which cancels out.
    """
    found: FloatArray = np.exp(log_scaled(probabilities, temperature))
    return found


def log_scaled(probabilities: FloatArray, temperature: float) -> FloatArray:
    """Return the natural logarithms of `scaled`, finite even if a probability rounds to 0."""
    return _log_scaled(probabilities, 1 / temperature)


def fit_temperature(probabilities: FloatArray, gold: IntArray) -> float:
    """Return the temperature with the lowest mean negative log probability of the gold labels.

    `probabilities` has shape (n, labels), and `gold`, shape (n,), the column of each gold label.
    The result is from `LOWEST`, if each gold label is the most probable one, to `HIGHEST`, if
    probabilities are worse than equal ones. It is an error if no temperature changes the loss: a
    gold label has a probability of 0, or the probabilities above 0 are equal for each pair. Guo et
    al. (2017), section 4.2; the loss is convex in the inverse of the temperature.
    """
    impossible = int((probabilities[np.arange(len(gold)), gold] == 0).sum())
    if impossible:
        raise RunError(
            f"the probability of the gold label is 0 for {impossible} of {len(gold)} pairs, which "
            "no temperature changes; expected positive probabilities"
        )

    if _are_level(probabilities):
        raise RunError(
            f"no temperature changes a probability of any of the {len(gold)} fitted pairs, as each "
            "is 0, 1 or the same for all labels; expected the probabilities of a system that is "
            "more and less sure"
        )

    def loss(log_temperature: float) -> float:
        logs = _log_scaled(probabilities, np.exp(-log_temperature))
        return -float(np.mean(logs[np.arange(len(gold)), gold]))

    found = scipy.optimize.minimize_scalar(
        loss, bounds=(np.log(LOWEST), np.log(HIGHEST)), method="bounded", options={"xatol": 1e-6}
    )
    # Near an end, the loss is level but for rounding.
    best = min((np.log(LOWEST), np.log(HIGHEST), float(found.x)), key=loss)
    return {np.log(LOWEST): LOWEST, np.log(HIGHEST): HIGHEST}.get(best, float(np.exp(best)))


def _are_level(probabilities: FloatArray) -> bool:
    """Whether the probabilities above 0 are equal in each row, so that none can be scaled."""
    highest = probabilities.max(axis=1)
    lowest = np.min(probabilities, axis=1, where=probabilities > 0, initial=1.0)
    return bool(np.all(highest - lowest <= _ROUNDING))


def _log_scaled(probabilities: FloatArray, inverse: float) -> FloatArray:
    with np.errstate(divide="ignore"):
        logits = np.log(probabilities) * inverse
    logs: FloatArray = scipy.special.log_softmax(logits, axis=1)
    return logs


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
