"""Binomial probabilities of the number of pairs that get a label drawn at random."""

from math import ceil, floor, sqrt

import numpy as np
import scipy

from rte_baselines.kernels.ragged import FloatArray


def likely_successes(trials: float, probability: float) -> tuple[FloatArray, FloatArray]:
    """Return the numbers of successes with a noticeable probability, and the probabilities.

    Numbers farther from the mean than 9 standard deviations plus 40 have a probability below
    the precision of a float64, so that expectations are exact without them.

    Parameters
    ----------
    trials : float
        The number of trials, a whole number of at least 0.
    probability : float
        The probability of success in each trial, in [0, 1].

    Returns
    -------
    successes : ndarray of float64, shape (numbers,)
        Consecutive whole numbers between 0 and `trials`.
    chances : ndarray of float64, shape (numbers,)
        Their probabilities, which sum to 1.
    """
    mean = trials * probability
    reach = 9 * sqrt(mean * (1 - probability)) + 40
    lowest, highest = max(floor(mean - reach), 0.0), min(ceil(mean + reach), trials)
    successes = np.arange(lowest, highest + 1)
    failures = trials - successes
    arrangements = (
        scipy.special.gammaln(trials + 1)
        - scipy.special.gammaln(successes + 1)
        - scipy.special.gammaln(failures + 1)
    )
    likelihood = np.exp(
        arrangements
        + scipy.special.xlogy(successes, probability)
        + scipy.special.xlog1py(failures, -probability)
    )
    return successes, likelihood / likelihood.sum()
