"""Confidence intervals with a closed form."""

from math import sqrt
from statistics import NormalDist


def wilson_interval(successes: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Return Wilson's score interval of a proportion.

    Parameters
    ----------
    successes, trials : int
        ``0 <= successes <= trials``, and at least one trial.
    level : float
        How probably the interval holds the true proportion, in (0, 1).

    Returns
    -------
    low, high : float
        Within [0, 1]; exactly 0 for no success and 1 for nothing but successes.

    Notes
    -----
    E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", Journal of the American Statistical Association 22 (1927).
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = successes / trials
    scale = 1 + z**2 / trials
    centre = (share + z**2 / (2 * trials)) / scale
    spread = z / scale * sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2))
    low = 0.0 if successes == 0 else centre - spread
    high = 1.0 if successes == trials else centre + spread
    return low, high
