"""The binomial distribution, Student's t and terms of entropy, without importing SciPy.

Importing `scipy.special` takes longer than all else that an evaluation of a few hundred pairs
imports.
"""

from functools import lru_cache
from math import atan, cos, pi, sin, sqrt, tan
from statistics import NormalDist

import numpy as np

from rte_baselines.kernels.ragged import FloatArray

_MANY = 1000
# Of each power of 1 / freedom: the divisor, and the factors of the powers of z^2, highest first.
_EXPANSION = (
    (4, (1, 1)),
    (96, (5, 16, 3)),
    (384, (3, 19, 17, -15)),
    (92160, (79, 776, 1482, -1920, -945)),
)


def binomial_probabilities(fewest: float, most: float, trials: float, chance: float) -> FloatArray:
    """Return the probability of each number of successes, shape (most - fewest + 1,).

    Any number beside those from `fewest` to `most` has a negligible probability: they sum to 1.
    """
    mode = min(int((trials + 1) * chance), trials)
    above, below = np.arange(mode + 1, most + 1), np.arange(mode, fewest, -1)
    # From the mode, each number has a share of the probability of the number before.
    rising = np.cumprod((trials - above + 1) * chance / (above * (1 - chance)))
    falling = np.cumprod(below * (1 - chance) / ((trials - below + 1) * chance))
    likelihoods = np.concatenate((falling[::-1], [1.0], rising))
    probabilities: FloatArray = likelihoods / likelihoods.sum()
    return probabilities


@lru_cache(maxsize=1 << 10)
def student_t_within(freedom: int, level: float) -> float:
    """Return the t that Student's distribution exceeds, on both sides, with 1 - level.

    `freedom` is 1 or more, and `level` in (0, 1). With t = sqrt(freedom) tan(a), the level is the
    integral of cos^(freedom - 1) from 0 to a, divided by that to pi / 2; both have closed forms (M.
    Abramowitz and I. Stegun, "Handbook of mathematical functions" (1964), 26.7.3 and 26.7.4). Above
    1,000 degrees, where these are long sums, t is expanded around the normal quantile (26.7.5).
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    if freedom > _MANY:
        t = z
        for power, (divisor, terms) in enumerate(_EXPANSION, start=1):
            t += z * float(np.polyval(terms, z**2)) / divisor / float(freedom) ** power
        return t
    is_odd = freedom % 2
    powers = np.arange(3 - is_odd, freedom, 2)
    integrals = np.cumprod(np.append(pi / 2 if is_odd else 1.0, (powers - 1) / powers))
    factors = 1 / (powers * integrals[1:])
    angle, step = atan(z / sqrt(freedom)), 1.0
    # The level is a concave function of the angle, so that Newton's method rises to it.
    while step > 1e-9 * angle:
        reached = 2 * angle / pi if is_odd else sin(angle)
        reached += sin(angle) * float(factors @ cos(angle) ** (powers - 1))
        step = (level - reached) * float(integrals[-1]) / cos(angle) ** (freedom - 1)
        angle += step
    return sqrt(freedom) * tan(angle)


def entropy_terms(probabilities: FloatArray) -> FloatArray:
    """Return -p ln p for each probability p, 0 for 0, of the same shape."""
    terms: FloatArray = -probabilities * np.log(np.maximum(probabilities, np.finfo(float).tiny))
    return terms
