"""Cells and notes of the reports on systems of several seeds."""

from collections.abc import Iterable, Iterator, Sequence

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.report.printed import notes_on_schemes
from rte_baselines.evaluation.report.tables import estimate_cell
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.evaluation.seeds.estimates import SeedEstimate
from rte_baselines.evaluation.seeds.systems import SeededJudgments
from rte_baselines.rendering.tables import decimal

MISSING = "-"
INTERVALS = (
    "ranges: 95% confidence intervals of the mean over seeds, over seeds and pairs (of single "
    "runs, over pairs alone, so that they do not say what another seed would reach); sd: standard "
    "deviation over seeds"
)


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
