"""Means of a measure over runs with several seeds, differences of means, and their intervals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.measures.base import (
    Measure,
    bootstrap_interval,
    estimate,
    without_pseudo,
)
from rte_baselines.evaluation.report.printed import notes_on_schemes
from rte_baselines.evaluation.report.tables import estimate_cell
from rte_baselines.evaluation.resampling.bootstrap import (
    SEED,
    Estimate,
    Resamples,
    Statistic,
    draws,
    percentile_interval,
    resampled_together,
)
from rte_baselines.evaluation.resampling.seeds import (
    SeedValues,
    mean_over_datasets,
    noise_of_mean,
    seed_noise,
)
from rte_baselines.evaluation.seeds.systems import SeededJudgments, on_common_pairs
from rte_baselines.evaluation.significance.randomization import (
    comparable,
    in_canonical_order,
    share_as_large,
)
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.rendering.tables import decimal

MACRO_RESAMPLES = 10_000
"""The number of resamples of a mean over datasets, which may have different numbers each."""

MISSING = "-"
INTERVALS = (
    "ranges: 95% confidence intervals of the mean over seeds, over seeds and pairs (of single "
    "runs, over pairs alone, so that they do not say what another seed would reach); sd: standard "
    "deviation over seeds"
)


@dataclass(frozen=True)
class SeedDifference:
    """The difference ``a - b`` between the means of systems A and B over their seeds.

    The 95% confidence interval is over seeds and pairs. The p-value is two-sided, in (0, 1];
    `p_holm` has Holm's correction for all comparisons that are made. Seeds are paired if those of A
    and B have the same names.
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


@dataclass(frozen=True)
class SeedEstimate:
    """The value of a measure for a system: its mean over seeds.

    The standard deviation over seeds is as in `SeedValues.sd`, None for a single run. The 95%
    confidence interval of the mean is over seeds and pairs, of a single run over pairs; None if
    there is none.
    """

    mean: float
    sd: float | None
    low: float | None
    high: float | None
    by_seed: Mapping[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Return the estimate as a JSON object."""
        return asdict(self)


@brief
@dataclass(frozen=True)
class Resampled:
    """The values of a system with each seed, and their mean in resamples of the pairs.

    `means` has shape (resamples,).
    """

    values: SeedValues
    means: FloatArray


def estimates_over_seeds(
    measures: Sequence[Measure], system: SeededJudgments
) -> dict[str, SeedEstimate]:
    """Return the mean of each measure over seeds, with its interval over seeds and pairs, by name.

    Each measure must be defined with every seed. In each resample, pairs get random weights, the
    same for all seeds, and the mean over seeds a random deviation (`seed_noise`). The interval is
    the percentile interval, as for a single run.
    """
    if len(system.seeds) == 1:
        (seed,), (judged,) = system.seeds, system.judgments
        return {
            name: SeedEstimate(found.value, None, found.low, found.high, {seed: found.value})
            for name, found in estimate(measures, judged).items()
        }
    ends = _intervals(measures, system)
    found = {}
    for measure in measures:
        values = SeedValues(system.values(measure))
        low, high = ends.get(measure.name, (None, None))
        found[measure.name] = SeedEstimate(values.mean, values.sd, low, high, values.by_seed)
    return found


def _intervals(
    measures: Sequence[Measure], system: SeededJudgments
) -> dict[str, tuple[float, float]]:
    fit = [measure for measure in measures if measure.resampling != "unfit"]
    drawn = resampled_means(fit, system) if fit else {}
    shifted = [measure for measure in fit if measure.resampling == "shifted"]
    rows = _resampled(list(map(without_pseudo, shifted)), system) if shifted else []
    unsmoothed = {measure.name: of.mean(axis=0) for measure, of in zip(shifted, rows, strict=True)}
    ends = {}
    for measure in fit:
        found = drawn[measure.name]
        # The same draws for all measures, as their resamples are the same.
        generator = np.random.default_rng([SEED, 2])
        noise = seed_noise(found.values, len(found.means), generator)
        ends[measure.name] = bootstrap_interval(
            measure,
            found.values.mean,
            np.clip(found.means + noise, *measure.range),
            pairs=min(map(measure.pairs_averaged, system.judgments)),
            unsmoothed=unsmoothed.get(measure.name),
        )
    return ends


def resampled_means(measures: Sequence[Measure], system: SeededJudgments) -> dict[str, Resampled]:
    """Return, for each measure, the mean over seeds in resamples of the pairs.

    Resamples are those of `resampled`, with the same weights for all seeds.
    """
    drawn = _resampled([measure.resampled for measure in measures], system)
    return {
        measure.name: Resampled(SeedValues.of(system.values(measure), of), of.mean(axis=0))
        for measure, of in zip(measures, drawn, strict=True)
    }


def _resampled(statistics: Sequence[Statistic], system: SeededJudgments) -> list[FloatArray]:
    """Return the values of each statistic, of shape (seeds, resamples)."""
    drawn = resampled_together(statistics, in_canonical_order(*system.judgments))
    return [np.array(of_seeds) for of_seeds in zip(*drawn, strict=True)]


def macro_estimate(measure: Measure, datasets: Sequence[Resampled]) -> SeedEstimate:
    """Return the mean over datasets of the means over seeds, with its interval.

    Pairs of different datasets are resampled independently; see `noise_of_mean` for seeds. There
    are a standard deviation and values by seed if the seeds are the same on all datasets, and no
    interval if percentile intervals of the measure are not valid.
    """
    by_dataset = [found.values for found in datasets]
    mean = float(np.mean([values.mean for values in by_dataset]))
    low = high = None
    if measure.resampling == "faithful":
        generator = np.random.default_rng([SEED, 3])
        drawn = mean_of_independent([found.means for found in datasets], generator)
        noise = noise_of_mean(by_dataset, len(drawn), generator)
        low, high = percentile_interval(np.clip(drawn + noise, *measure.range), mean)
    averaged = mean_over_datasets(by_dataset)
    if averaged is None:
        return SeedEstimate(mean, None, low, high, {})
    return SeedEstimate(mean, averaged.sd, low, high, averaged.by_seed)


def mean_of_independent(
    resampled: Sequence[FloatArray], generator: np.random.Generator
) -> FloatArray:
    """Return the mean of values that are resampled independently of each other.

    The arrays, NaN where a resample has no value, may differ in length; `generator` draws from
    each. The result, shape (MACRO_RESAMPLES,), is NaN if none of the resamples of one has a value.
    """
    drawn = []
    for values in resampled:
        defined = values[~np.isnan(values)]
        drawn.append(generator.choice(defined if len(defined) else values, MACRO_RESAMPLES))
    mean: FloatArray = np.mean(drawn, axis=0)
    return mean


def seed_cell(estimate: SeedEstimate | None) -> str:
    """Return a mean with its interval and its standard deviation below it."""
    if estimate is None:
        return MISSING
    cell = estimate_cell(Estimate(estimate.mean, estimate.low, estimate.high))
    return cell if estimate.sd is None else f"{cell}\nsd {decimal(estimate.sd)}"


def seed_notes(systems: Iterable[SeededJudgments]) -> Iterator[str]:
    """Yield the seeds of each system, and what is known of its training."""
    for system in systems:
        if len(system.seeds) > 1:
            yield f"{system.name}: {counted(len(system.seeds), 'seed')}, {', '.join(system.seeds)}"
        yield from (f"{run}: {finding.text}" for run, finding in system.findings)


def score_notes(systems: Sequence[SeededJudgments], pairs: int) -> Iterator[str]:
    """Yield notes on systems that are scored on different pairs or in different schemes.

    `pairs` is the number of gold pairs.
    """
    for system in systems:
        if len(system.answered) < pairs:
            yield (
                f"{system.name} is scored on the {len(system.answered)} of "
                f"{counted(pairs, 'pair')} that all of its runs label; accuracies of all pairs are "
                "of all, and count those without a label as wrong"
            )
    schemes = {system.name: system.judgments[0].scheme for system in systems}
    yield from notes_on_schemes(schemes, "systems")


def gap_notes(gaps: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Yield why values are missing, from measures, systems and reasons."""
    missing: dict[tuple[str, str], list[str]] = {}
    for measure, system, reason in gaps:
        missing.setdefault((system, reason), []).append(measure)
    for (system, reason), measures in missing.items():
        yield f"{', '.join(measures)} of {system}: {reason}"


def names_with_a_value(asked: Sequence[str], found: Iterable[Iterable[str]]) -> list[str]:
    """Return the names of the measures with a value for any system, as they were asked for."""
    known = {name for names in found for name in names}
    return [name for name in asked if name in known]
