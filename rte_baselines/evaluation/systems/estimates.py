"""Means of a measure over runs with several seeds, differences of means, and their intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import nan, sqrt
from typing import Any, Literal

import numpy as np
import scipy

from rte_baselines.core.representing import brief, plain
from rte_baselines.evaluation.measures.base import (
    Measure,
    bootstrap_interval,
    estimate,
    resampled_values,
    unsmoothed_values,
)
from rte_baselines.evaluation.resampling.bootstrap import (
    SEED,
    Estimate,
    expanded_level,
    percentile_interval,
)
from rte_baselines.evaluation.significance.exact import LEVEL, holm
from rte_baselines.evaluation.significance.randomization import in_canonical_order, share_as_large
from rte_baselines.evaluation.systems.judged import JudgedSystem
from rte_baselines.kernels.ragged import FloatArray

MACRO_RESAMPLES = 10_000
"""The number of resamples of a mean over datasets, which may have different numbers each."""


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
        """The standard deviation over seeds, with one seed less as denominator; None for one."""
        values = list(self.by_seed.values())
        return float(np.std(values, ddof=1)) if len(values) > 1 else None


@dataclass(frozen=True)
class SeedEstimate:
    """The value of a measure for a system: its mean over seeds, with their standard deviation.

    The deviation is None for a single run. The 95% interval of the mean is over seeds and pairs, of
    a single run over pairs; None if there is none.
    """

    mean: float
    sd: float | None
    low: float | None
    high: float | None
    by_seed: Mapping[str, float]

    @property
    def estimate(self) -> Estimate:
        """The mean with its interval."""
        return Estimate(self.mean, self.low, self.high)


Direction = Literal["higher", "lower", "neither"]

Names = tuple[str, str]
"""The names of two systems that are compared."""

BOOTSTRAP, RANDOMIZATION, MCNEMAR = "bootstrap", "randomization", "mcnemar"
"""The tests of a difference, by the names that they have in JSON."""


@brief
@dataclass(frozen=True)
class Difference:
    """Two runs or systems by one measure, on the same pairs: their values, and ``a - b``.

    Values of systems are means over their seeds, which are paired if those of A and B have the same
    names. The 95% interval of the difference is by the paired bootstrap, over pairs and seeds; its
    ends are NaN if only tests are made. The p-values are two-sided, in (0, 1], by the names of the
    tests; `p_holm` is that of the deciding test, adjusted by Holm's method for all differences that
    are compared, NaN before. `pairs` is their number, 0 if it is not known.
    """

    direction: Direction
    a: float
    b: float
    p_values: Mapping[str, float]
    pairs: int = 0
    low: float = nan
    high: float = nan
    is_paired: bool = False
    p_holm: float = nan

    @property
    def difference(self) -> float:
        """The value of A less that of B."""
        return self.a - self.b

    @property
    def deciding(self) -> str:
        """The test by which the difference is more than chance: of accuracies, McNemar's.

        Approximate randomization only estimates its p-value, with a lowest value that may be above
        the level when it is corrected. Systems of several seeds have the bootstrap alone.
        """
        return next(test for test in (MCNEMAR, RANDOMIZATION, BOOTSTRAP) if test in self.p_values)

    @property
    def p_value(self) -> float:
        """The p-value of the deciding test."""
        return self.p_values[self.deciding]

    @property
    def ahead(self) -> float:
        """Above 0 if the value of A is the better one, below 0 if that of B is, else 0."""
        return {"higher": 1, "lower": -1, "neither": 0}[self.direction] * self.difference

    def reversed(self) -> "Difference":
        """Return the difference of B less A."""
        # No -0.0, which would be shown with its sign.
        return replace(self, a=self.b, b=self.a, low=0 - self.high, high=0 - self.low)

    def to_dict(self, *shown: str) -> dict[str, Any]:
        """Return some of the attributes as JSON has them."""
        return {name: plain(getattr(self, name)) for name in shown}


def with_holm(differences: Mapping[Names, Difference]) -> dict[Names, Difference]:
    """Adjust the p-values of the deciding tests by Holm's method for all differences."""
    adjusted = holm([difference.p_value for difference in differences.values()]).tolist()
    return {
        names: replace(difference, p_holm=p_value)
        for (names, difference), p_value in zip(differences.items(), adjusted, strict=True)
    }


def better_than(differences: Mapping[Names, Difference]) -> dict[str, list[str]]:
    """Return, for each system, those that it is better than by more than chance, if there are any.

    The p-values are those that `with_holm` adjusts.
    """
    found: dict[str, list[str]] = {}
    for (a, b), difference in differences.items():
        if difference.ahead and difference.p_holm < LEVEL:
            better, worse = (a, b) if difference.ahead > 0 else (b, a)
            found.setdefault(better, []).append(worse)
    return found


Resampled = tuple[SeedValues, FloatArray]
"""The values of a system with each seed, and their mean in resamples, shape (resamples,)."""


@dataclass(frozen=True)
class ResampledDifference:
    """Two systems' values with each seed, and the difference of means in resamples of the pairs.

    `by_seed` are the differences with each seed if both systems have the same seeds, and several.
    `differences` has shape (resamples,). Values are within `range`, and means over `pairs`.
    """

    direction: Direction
    a: SeedValues
    b: SeedValues
    by_seed: SeedValues | None
    differences: FloatArray
    range: tuple[float, float]
    pairs: int


def estimates_over_seeds(
    measures: Sequence[Measure],
    system: JudgedSystem,
    drawn: Mapping[str, Resampled] | None = None,
) -> dict[str, SeedEstimate]:
    """Return the mean of each measure over seeds, with its interval over seeds and pairs, by name.

    Each measure must be defined with every seed. In each resample, pairs get random weights, the
    same for all seeds, and the mean over seeds a random deviation (`seed_noise`). The interval is
    the percentile interval, as for a single run. `drawn` are the `resampled_means`, if at hand.
    """
    if len(system.seeds) == 1:
        (seed,), (judged,) = system.seeds, system.judgments
        return {
            name: SeedEstimate(found.value, None, found.low, found.high, {seed: found.value})
            for name, found in estimate(measures, judged).items()
        }
    drawn = drawn or resampled_means(measures, system)
    unsmoothed = unsmoothed_values(measures, in_canonical_order(*system.judgments))
    found = {}
    for measure in measures:
        values, means = drawn[measure.name]
        low = high = None
        if measure.resampling != "unfit":
            # The same deviations for all measures.
            noise = seed_noise(values, len(means), np.random.default_rng([SEED, 2]))
            by_seed = unsmoothed.get(measure.name)
            low, high = bootstrap_interval(
                measure,
                values.mean,
                means + noise,
                *system.judgments,
                unsmoothed=None if by_seed is None else by_seed.mean(axis=0),
            )
        found[measure.name] = SeedEstimate(values.mean, values.sd, low, high, values.by_seed)
    return found


def resampled_means(measures: Sequence[Measure], system: JudgedSystem) -> dict[str, Resampled]:
    """Return the mean of each measure over seeds in resamples, with the same weights for all."""
    drawn = resampled_values(measures, in_canonical_order(*system.judgments))
    return {
        m.name: (SeedValues.of(system.values(m), drawn[m.name]), drawn[m.name].mean(axis=0))
        for m in measures
    }


def macro_estimate(measure: Measure, datasets: Sequence[Resampled]) -> SeedEstimate:
    """Return the mean over datasets of the means over seeds, with its interval.

    Pairs of different datasets are resampled independently; see `noise_of_mean` for seeds. There
    are a standard deviation and values by seed if the seeds are the same on all datasets, and no
    interval if percentile intervals of the measure are not valid.
    """
    by_dataset, means = [values for values, _ in datasets], [means for _, means in datasets]
    mean = float(np.mean([values.mean for values in by_dataset]))
    low = high = None
    if measure.resampling == "faithful":
        generator = np.random.default_rng([SEED, 3])
        drawn = mean_of_independent(means, generator)
        drawn = drawn + noise_of_mean(by_dataset, len(drawn), generator)
        low, high = percentile_interval(np.clip(drawn, *measure.range), mean)
    averaged = mean_over_datasets(by_dataset) or SeedValues({})
    return SeedEstimate(mean, averaged.sd, low, high, averaged.by_seed)


def resampled_differences(
    measures: Sequence[Measure], a: JudgedSystem, b: JudgedSystem
) -> dict[str, ResampledDifference]:
    """Return, for each measure, the difference of means over seeds in resamples of the pairs.

    Each measure must be defined with every seed. The systems are those that `together` returns.
    """
    ordered = in_canonical_order(*a.judgments, *b.judgments)
    number = len(a.seeds)
    a, b = replace(a, judgments=ordered[:number]), replace(b, judgments=ordered[number:])
    drawn = resampled_values(measures, a.judgments, b.judgments)
    are_paired = number > 1 and a.seeds == b.seeds
    found = {}
    for measure in measures:
        drawn_a, drawn_b = drawn[measure.name][:number], drawn[measure.name][number:]
        values_a, values_b = a.values(measure), b.values(measure)
        by_seed = None
        if are_paired:
            differences = {seed: values_a[seed] - values_b[seed] for seed in a.seeds}
            by_seed = SeedValues.of(differences, drawn_a - drawn_b)
        found[measure.name] = ResampledDifference(
            measure.direction,
            SeedValues.of(values_a, drawn_a),
            SeedValues.of(values_b, drawn_b),
            by_seed,
            drawn_a.mean(axis=0) - drawn_b.mean(axis=0),
            measure.range_of(a.judgments[0]),
            min(map(measure.pairs_averaged, ordered)),
        )
    return found


def difference_over_seeds(datasets: Sequence[ResampledDifference]) -> Difference:
    """Return the difference between two systems on a dataset, or its mean over several.

    With d for the difference and d* for that of a resample of the pairs plus random deviations
    due to seeds (`seed_noise`), the interval is the percentile interval of d*. The p-value is the
    share of resamples in which ``|d* - d| >= |d|``, where the original pairs count as one resample,
    and those without a value are ignored: the achieved significance level of the bootstrap shifted
    to no difference (B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapter
    16; T. Berg-Kirkpatrick et al., "An empirical investigation of statistical significance in NLP",
    2012, section 2, whose one-sided test counts d* > 2d). If both systems have the same seeds,
    deviations are those of the mean of the differences with each seed; else, those of A and of B
    are independent. A single run has none: the result holds for this run.
    """
    a, b = [dataset.a for dataset in datasets], [dataset.b for dataset in datasets]
    mean_a, mean_b = (float(np.mean([values.mean for values in system])) for system in (a, b))
    observed = mean_a - mean_b
    generator = np.random.default_rng([SEED, 4])
    drawn = datasets[0].differences
    if len(datasets) > 1:
        drawn = mean_of_independent([dataset.differences for dataset in datasets], generator)
    paired = [dataset.by_seed for dataset in datasets if dataset.by_seed is not None]
    is_paired = len(paired) == len(datasets)
    noise = noise_of_mean(paired if is_paired else a, len(drawn), generator)
    if not is_paired:
        noise = noise - noise_of_mean(b, len(drawn), generator)
    drawn = drawn + noise
    p_value = share_as_large(np.append(drawn - observed, observed), observed)
    # Both values are within the same range, and means over so many pairs.
    largest = np.ptp([dataset.range for dataset in datasets])
    level = expanded_level(min(dataset.pairs for dataset in datasets))
    ends = percentile_interval(np.clip(drawn, -largest, largest), observed, level=level)
    return Difference(
        datasets[0].direction,
        mean_a,
        mean_b,
        {BOOTSTRAP: p_value},
        low=ends[0],
        high=ends[1],
        is_paired=is_paired,
    )


def mean_of_independent(
    resampled: Sequence[FloatArray], generator: np.random.Generator
) -> FloatArray:
    """Return the mean of values that are resampled independently, shape (MACRO_RESAMPLES,).

    The arrays, NaN where a resample has no value, may differ in length.
    """
    drawn = []
    for values in resampled:
        defined = values[~np.isnan(values)]
        drawn.append(generator.choice(defined if len(defined) else values, MACRO_RESAMPLES))
    mean: FloatArray = np.mean(drawn, axis=0)
    return mean


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
    chi_squared, normal = _evenly(number, seeds - 1)
    squares = generator.permutation(chi_squared)
    variances = np.maximum((seeds - 1) * sd**2 / squares - values.pair_variance, 0)
    deviations: FloatArray = generator.permutation(normal) * np.sqrt(variances)
    return deviations / sqrt(seeds)


def noise_of_mean(
    datasets: Sequence[SeedValues], number: int, generator: np.random.Generator
) -> FloatArray:
    """Draw deviations, due to seeds, of a mean over datasets, shape (number,).

    Seeds of the same names on all datasets are taken to be the same trained systems, whose values
    are averaged first; else the seeds of each dataset vary independently.
    """
    if (averaged := mean_over_datasets(datasets)) is not None:
        return seed_noise(averaged, number, generator)
    drawn = [seed_noise(values, number, generator) for values in datasets]
    mean: FloatArray = np.mean(drawn, axis=0)
    return mean


# SciPy inverts a distribution slowly, and a mean has deviations for each measure and system.
@lru_cache(maxsize=16)
def _evenly(number: int, freedom: int) -> tuple[FloatArray, FloatArray]:
    """Return numbers that divide a chi-squared and the standard normal distribution evenly."""
    shares = (np.arange(number) + 0.5) / number
    return scipy.special.chdtri(freedom, shares), scipy.special.ndtri(shares)
