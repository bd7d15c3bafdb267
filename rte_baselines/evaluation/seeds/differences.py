"""The difference between two systems of several seeds each, paired over pairs and seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from rte_baselines.core.representing import brief
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.resampling.bootstrap import (
    SEED,
    Resamples,
    draws,
    percentile_interval,
)
from rte_baselines.evaluation.resampling.seeds import SeedValues, noise_of_mean
from rte_baselines.evaluation.seeds.estimates import mean_of_independent
from rte_baselines.evaluation.seeds.systems import SeededJudgments, on_common_pairs
from rte_baselines.evaluation.significance.randomization import (
    comparable,
    in_canonical_order,
    share_as_large,
)
from rte_baselines.kernels.ragged import FloatArray


@dataclass(frozen=True)
class SeedDifference:
    """The difference between the means of systems A and B over their seeds.

    Parameters
    ----------
    a, b : float
        The means.
    difference : float
        ``a - b``.
    low, high : float
        Its 95% confidence interval, over seeds and pairs.
    p_value : float
        Two-sided, in (0, 1], against the hypothesis of no difference.
    is_paired : bool
        Whether the seeds of A and B are paired, since they have the same names.
    p_holm : float
        The p-value with Holm's correction for all comparisons that are made.
    """

    a: float
    b: float
    difference: float
    low: float
    high: float
    p_value: float
    is_paired: bool
    p_holm: float = 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return the difference as a JSON object."""
        return asdict(self)


@brief
@dataclass(frozen=True)
class ResampledDifference:
    """Two systems' values with each seed, and the difference of means in resamples of the pairs.

    `by_seed` are the differences with each seed if both systems have the same seeds, and several.
    `differences` has shape (resamples,).
    """

    a: SeedValues
    b: SeedValues
    by_seed: SeedValues | None
    differences: FloatArray


def together(
    a: SeededJudgments, b: SeededJudgments, pairs: int
) -> tuple[SeededJudgments, SeededJudgments]:
    """Return two systems on the pairs that all runs of both label, in one scheme and order.

    `pairs` is the number of gold pairs. It is an error if no pair is labelled by all runs of both.
    """
    answered = [a.answered] * len(a.seeds) + [b.answered] * len(b.seeds)
    common, judgments = on_common_pairs(
        [*a.judgments, *b.judgments], answered, pairs, f"{a.name} and {b.name}"
    )
    ordered = in_canonical_order(*comparable(*judgments))
    return (
        replace(a, judgments=ordered[: len(a.seeds)], answered=common),
        replace(b, judgments=ordered[len(a.seeds) :], answered=common),
    )


def resampled_differences(
    measures: Sequence[Measure], a: SeededJudgments, b: SeededJudgments
) -> dict[str, ResampledDifference]:
    """Return, for each measure, the difference of means over seeds in resamples of the pairs.

    Each measure must be defined with every seed. The systems are those that `together` returns.
    """
    drawn: list[list[FloatArray]] = [[] for _ in measures]
    for units, counts in draws(len(a.answered)):
        resamples = [Resamples(judged, units, counts) for judged in (*a.judgments, *b.judgments)]
        for values, measure in zip(drawn, measures, strict=True):
            values.append(np.array([measure.resampled(of_seed) for of_seed in resamples]))
    return {
        measure.name: _difference(a.values(measure), b.values(measure), np.hstack(values))
        for measure, values in zip(measures, drawn, strict=True)
    }


def _difference(
    a: Mapping[str, float], b: Mapping[str, float], resampled: FloatArray
) -> ResampledDifference:
    of_a, of_b = resampled[: len(a)], resampled[len(a) :]
    paired = None
    if len(a) > 1 and set(a) == set(b):
        order = [list(b).index(seed) for seed in a]
        paired = SeedValues.of({seed: a[seed] - b[seed] for seed in a}, of_a - of_b[order])
    return ResampledDifference(
        SeedValues.of(a, of_a),
        SeedValues.of(b, of_b),
        paired,
        of_a.mean(axis=0) - of_b.mean(axis=0),
    )


def difference_over_seeds(
    datasets: Sequence[ResampledDifference], measure: Measure
) -> SeedDifference:
    """Return the difference between two systems on a dataset, or its mean over several.

    With d for the difference and d* for that of a resample of the pairs plus random deviations
    due to seeds (`seed_noise`), the interval is the percentile interval of d*, limited by the range
    of the measure. The p-value is the share of resamples in which ``|d* - d| >= |d|``, where the
    original pairs count as one resample: for single runs, that of `paired_bootstraps`. If both
    systems have the same seeds, deviations are those of the mean of the differences with each seed;
    else, those of A and of B are independent. A single run has none: the result holds for this run.
    """
    lowest, highest = measure.range
    mean_a, mean_b = (
        float(np.mean([values.mean for values in of])) for of in zip(*_both(datasets), strict=True)
    )
    observed = mean_a - mean_b
    generator = np.random.default_rng([SEED, 4])
    drawn = datasets[0].differences
    if len(datasets) > 1:
        drawn = mean_of_independent([found.differences for found in datasets], generator)
    drawn = drawn + _noise(datasets, len(drawn), generator)
    possible = np.clip(drawn, lowest - highest, highest - lowest)
    return SeedDifference(
        mean_a,
        mean_b,
        observed,
        *percentile_interval(possible, observed),
        share_as_large(np.append(drawn - observed, observed), observed),
        all(found.by_seed is not None for found in datasets),
    )


def _noise(
    datasets: Sequence[ResampledDifference], number: int, generator: np.random.Generator
) -> FloatArray:
    paired = [found.by_seed for found in datasets if found.by_seed is not None]
    if len(paired) == len(datasets):
        return noise_of_mean(paired, number, generator)
    of_a, of_b = zip(*_both(datasets), strict=True)
    return noise_of_mean(of_a, number, generator) - noise_of_mean(of_b, number, generator)


def _both(datasets: Sequence[ResampledDifference]) -> list[tuple[SeedValues, SeedValues]]:
    return [(found.a, found.b) for found in datasets]
