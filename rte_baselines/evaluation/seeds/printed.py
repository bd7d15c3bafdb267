"""What the reports on systems of several seeds have in common: their forms, cells and notes."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rte_baselines.evaluation.report.tables import estimate_cell
from rte_baselines.evaluation.resampling.estimate import Estimate
from rte_baselines.evaluation.seeds.estimates import SeedEstimate
from rte_baselines.evaluation.seeds.systems import SeededJudgments
from rte_baselines.tables import Table, decimal, latex_of, markdown_of, text_of

MISSING = "-"
INTERVALS = (
    "ranges: 95% confidence intervals of the mean over seeds, over seeds and pairs (of single "
    "runs, over pairs alone, so that they do not say what another seed would reach); sd: standard "
    "deviation over seeds"
)


class Printed(ABC):
    """A report of tables and notes, in every form in which it is printed."""

    def to_text(self, width: int = 80) -> str:
        """Return the report for a terminal of `width` columns."""
        return text_of(self.tables(), self.notes(), width, lead=self.lead())

    def to_markdown(self) -> str:
        """Return the report in GitHub's Markdown."""
        return markdown_of(self.tables(), self.notes(), lead=self.lead())

    def to_latex(self) -> str:
        """Return the report in LaTeX: tables for the package booktabs, notes as comments."""
        return latex_of(self.tables(), self.notes(), lead=self.lead())

    def to_json(self) -> str:
        """Return the report as JSON without NaN."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_markdown_(self) -> str:
        """Return what a notebook shows."""
        return self.to_markdown()

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""

    @abstractmethod
    def tables(self) -> Iterator[Table]:
        """Yield the tables."""

    @abstractmethod
    def notes(self) -> Iterator[str]:
        """Yield the notes below the tables."""

    def lead(self) -> Iterator[str]:
        """Yield the sentences above the tables."""
        yield from ()


def seed_cell(estimate: SeedEstimate | None) -> str:
    """Return a mean with its interval and its standard deviation below it."""
    if estimate is None:
        return MISSING
    cell = estimate_cell(Estimate(estimate.mean, estimate.low, estimate.high))
    return cell if estimate.sd is None else f"{cell}\nsd {decimal(estimate.sd)}"


def seed_notes(systems: Iterable[SeededJudgments], pairs: int) -> Iterator[str]:
    """Yield the seeds of each system, the pairs that it leaves out, and its training.

    Parameters
    ----------
    systems : iterable of SeededJudgments
    pairs : int
        The number of gold pairs.
    """
    for system in systems:
        if len(system.seeds) > 1:
            yield f"{system.name}: {len(system.seeds)} seeds, {', '.join(system.seeds)}"
        if len(system.answered) < pairs:
            yield (
                f"{system.name} is scored on the {len(system.answered)} of {pairs} pairs that all "
                "of its runs label"
            )
        yield from (f"{run}: {finding.text}" for run, finding in system.findings)


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
