"""Confidence intervals with a closed form."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist


@dataclass(frozen=True)
class Estimate:
    """The value of a measure, and the ends of its confidence interval, None if it has none."""

    value: float
    low: float | None = None
    high: float | None = None


def proportion(successes: int, trials: int) -> Estimate:
    """Return a proportion of one trial or more, with Wilson's interval at 95%."""
    return Estimate(successes / trials, *wilson_interval(successes, trials))


def wilson_interval(successes: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Return Wilson's score interval of a proportion of one trial or more, within [0, 1].

    Its low end is exactly 0 if no trial succeeds, its high end exactly 1 if all do.

    Notes
    -----
    E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", Journal of the American Statistical Association 22 (1927).
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    proportion = successes / trials
    scale = 1 + z**2 / trials
    centre = (proportion + z**2 / (2 * trials)) / scale
    variance = proportion * (1 - proportion) / trials
    spread = z / scale * sqrt(variance + z**2 / (4 * trials**2))
    low = 0.0 if successes == 0 else centre - spread
    high = 1.0 if successes == trials else centre + spread
    return low, high
