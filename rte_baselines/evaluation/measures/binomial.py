"""How many pairs a system that draws its labels at random may give one."""

from math import ceil, floor, sqrt

import numpy as np
from scipy.special import gammaln, xlog1py, xlogy

from rte_baselines.kernels.ragged import FloatArray


def likely_successes(trials: float, probability: float) -> tuple[FloatArray, FloatArray]:
    """Return the numbers of successes that are worth a look, and how probable each is.

    What is farther than 9 standard deviations and some from the mean has a probability
    below the precision of a float64, so that an expectation is exact without it.

    Parameters
    ----------
    trials : float
        A whole number, 0 or more.
    probability : float
        Of each success, in [0, 1].

    Returns
    -------
    successes : ndarray of float64, shape (numbers,)
        Consecutive whole numbers from 0 to `trials`.
    chances : ndarray of float64, shape (numbers,)
        Their probabilities, which sum to 1.
    """
    mean = trials * probability
    reach = 9 * sqrt(mean * (1 - probability)) + 40
    lowest, highest = max(floor(mean - reach), 0.0), min(ceil(mean + reach), trials)
    successes = np.arange(lowest, highest + 1)
    failures = trials - successes
    arrangements = gammaln(trials + 1) - gammaln(successes + 1) - gammaln(failures + 1)
    likelihood = np.exp(
        arrangements + xlogy(successes, probability) + xlog1py(failures, -probability)
    )
    return successes, likelihood / likelihood.sum()
