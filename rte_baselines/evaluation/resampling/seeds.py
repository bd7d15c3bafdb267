"""The part of the uncertainty of a mean over runs that is due to their random seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np
import scipy

from rte_baselines.core.representing import brief
from rte_baselines.kernels.ragged import FloatArray


@brief
@dataclass(frozen=True)
class SeedValues:
    """The value of a measure with each seed, by the seed's name, on the same pairs.

    `pair_variance` is the part of the variance between seeds that is due to the sample of pairs: on
    other pairs, another seed may be best. It is estimated from resamples of the pairs.
    """

    by_seed: Mapping[str, float]
    pair_variance: float = 0.0

    @classmethod
    def of(cls, by_seed: Mapping[str, float], resampled: FloatArray) -> "SeedValues":
        """Estimate the variance from resamples, shape (seeds, resamples), with NaN for no value."""
        if len(by_seed) < 2:
            return cls(by_seed)
        defined = resampled[:, ~np.isnan(resampled).any(axis=0)]
        deviations = defined - defined.mean(axis=0)
        variances = deviations.var(axis=1) if deviations.size else np.zeros(len(by_seed))
        return cls(by_seed, float(variances.sum()) / (len(by_seed) - 1))

    @property
    def mean(self) -> float:
        """The mean over seeds."""
        return float(np.mean(list(self.by_seed.values())))

    @property
    def sd(self) -> float | None:
        """The standard deviation over seeds, None for a single one.

        It is the square root of the sum of squared deviations over the number of seeds less one.
        """
        values = list(self.by_seed.values())
        return float(np.std(values, ddof=1)) if len(values) > 1 else None


def mean_over_datasets(datasets: Sequence[SeedValues]) -> SeedValues | None:
    """Return the mean over datasets with each seed, None if the seeds are not the same on all.

    The values are of one system on different pairs, whose resamples are independent.
    """
    seeds = list(datasets[0].by_seed)
    if any(set(values.by_seed) != set(seeds) for values in datasets):
        return None
    return SeedValues(
        {seed: float(np.mean([values.by_seed[seed] for values in datasets])) for seed in seeds},
        sum(values.pair_variance for values in datasets) / len(datasets) ** 2,
    )


def seed_noise(values: SeedValues, number: int, generator: np.random.Generator) -> FloatArray:
    """Draw deviations of a mean over seeds from the mean over all seeds that there could be.

    The sample variance s^2 of the values over seeds estimates the variance v of the seeds plus the
    `pair_variance`. Resamples of the pairs already have the latter, so only v is added. In each
    draw, the sum is (seeds - 1) s^2 divided by a chi-squared number with seeds - 1 degrees of
    freedom; v is the sum less the `pair_variance`, at least 0; and the deviation is normal with
    variance v / seeds. If the pair variance is 0, this is Student's distribution times the standard
    error of the mean, the posterior distribution of the mean of normal values under a uniform prior
    of the mean and the log variance (A. Gelman et al., Bayesian Data Analysis, 2013, section 3.2).
    Seeds drawn with replacement would vary too little: with two to five seeds, the variance of
    their mean is 1/2 to 4/5 of what it should be. A single seed has zeros.
    """
    seeds, sd = len(values.by_seed), values.sd
    if sd is None:
        return np.zeros(number)
    squares = generator.permutation(_chi_squared(seeds - 1, number))
    variances = np.maximum((seeds - 1) * sd**2 / squares - values.pair_variance, 0)
    normal = generator.permutation(_normal(number))
    drawn: FloatArray = normal * np.sqrt(variances) / sqrt(seeds)
    return drawn


def noise_of_mean(
    datasets: Sequence[SeedValues], number: int, generator: np.random.Generator
) -> FloatArray:
    """Draw deviations, due to seeds, of a mean over datasets, shape (number,).

    If the seeds have the same names on all datasets, they are taken to be the same trained systems,
    whose values are averaged first; else the seeds of each dataset vary independently.
    """
    values = mean_over_datasets(datasets)
    if values is not None:
        return seed_noise(values, number, generator)
    mean: FloatArray = np.mean([seed_noise(of, number, generator) for of in datasets], axis=0)
    return mean


# SciPy inverts a distribution slowly, and a mean has deviations for each measure and system.
@lru_cache(maxsize=16)
def _chi_squared(freedom: int, number: int) -> FloatArray:
    """Return numbers that divide a chi-squared distribution evenly."""
    return np.asarray(scipy.special.chdtri(freedom, _uniform(number)))


@lru_cache(maxsize=16)
def _normal(number: int) -> FloatArray:
    """Return numbers that divide the standard normal distribution evenly."""
    return np.asarray(scipy.special.ndtri(_uniform(number)))


def _uniform(number: int) -> FloatArray:
    """Return numbers that divide (0, 1) evenly."""
    shares: FloatArray = (np.arange(number) + 0.5) / number
    return shares
