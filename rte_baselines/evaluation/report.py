"""What an evaluation found, and the forms in which it is handed on."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rte_baselines.evaluation.phenomena import FEW_PAIRS
from rte_baselines.evaluation.scores import SystemScores
from rte_baselines.evaluation.tables import (
    chance_table,
    confusion_table,
    measured,
    overall_table,
    phenomenon_tables,
    task_table,
)
from rte_baselines.pairs import Scheme
from rte_baselines.quoting import shortened
from rte_baselines.representing import named
from rte_baselines.tables import Table, latex_of, markdown_of, text_of

PHENOMENA_NOTE = (
    "phenomena: as two linguists found them in RTE-1's test set (vanderwende2006, Tables 2 to 5); "
    f"a pair may have several; a number of pairs in brackets is below {FEW_PAIRS}, and too small "
    "to tell systems apart"
)


_LONGEST_NAMES = 200


@dataclass(frozen=True)
class Report:
    """The scores of runs, beside those of trivial systems on the same pairs.

    Parameters
    ----------
    runs, trivial : tuple of SystemScores
        Trivial systems' values are expected ones.
    pairs : int
        How many pairs were scored.
    scheme : Scheme
        Three-way if any run is scored so.
    signature : str
        What another person needs to get the same figures.
    """

    runs: tuple[SystemScores, ...]
    trivial: tuple[SystemScores, ...]
    pairs: int
    scheme: Scheme
    signature: str

    def to_text(self, width: int = 80) -> str:
        """Return the report for a terminal of `width` columns."""
        return text_of(self._tables(), self._notes(), width)

    def to_markdown(self) -> str:
        """Return the report in GitHub's Markdown."""
        return markdown_of(self._tables(), self._notes())

    def to_latex(self) -> str:
        """Return the report in LaTeX: tables for the package booktabs, notes as comments."""
        return latex_of(self._tables(), self._notes())

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON has it."""
        return {
            "runs": [run.to_dict() for run in self.runs],
            "trivial": [system.to_dict() for system in self.trivial],
            "pairs": self.pairs,
            "scheme": str(self.scheme),
            "signature": self.signature,
        }

    def to_json(self) -> str:
        """Return the report as JSON, in which no number is NaN."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        names = shortened(", ".join(run.name for run in self.runs), _LONGEST_NAMES)
        return named(self, names, f"{self.pairs} pairs", str(self.scheme))

    def _repr_markdown_(self) -> str:
        """Return what a notebook shows."""
        return self.to_markdown()

    def _tables(self) -> Iterator[Table]:
        if measured(self.runs):
            yield overall_table(self.runs, self.trivial, self.pairs)
            if any(run.tasks for run in self.runs):
                yield task_table(self.runs)
        yield from phenomenon_tables(self.runs, self.trivial)
        chances = chance_table(self.runs)
        if chances.rows:
            yield chances
        if len(self.runs) == 1:
            yield confusion_table(self.runs[0])

    def _notes(self) -> Iterator[str]:
        """Yield what the tables leave open: ranges, gaps, findings, and the signature."""
        yield (
            "ranges: 95% confidence intervals, Wilson's of shares of pairs, from a bootstrap over "
            "pairs of all else, where its resamples differ; trivial systems: expected values; "
            "p-values: two-sided, exact of accuracies, of cws from simulated guesses; of several "
            "runs, by Holm's correction"
        )
        if any(run.phenomena for run in self.runs):
            yield PHENOMENA_NOTE
        yield from self.remarks()
        for reason, measures, systems in self.gaps():
            yield f"{', '.join(measures)} of {', '.join(systems)}: {reason}"
        for run in self.runs:
            yield from (f"{run.name}: {finding.text}" for finding in run.findings)
        yield self.signature

    def remarks(self) -> Iterator[str]:
        """Yield what to know before runs are compared: which pairs, and which scheme, they have."""
        for run in self.runs:
            if run.overall.pairs < self.pairs:
                yield (
                    f"{run.name} labels {run.overall.pairs} of {self.pairs} pairs and is scored "
                    "on these; trivial systems on all"
                )
        if len({run.scheme for run in self.runs if run.scheme}) > 1:
            names = [run.name for run in self.runs if run.scheme is Scheme.TWO_WAY]
            yield (
                f"the labels of {', '.join(names)} are two-way, and so are kappa and what is "
                "measured in bits, which are three-way of other runs"
            )

    def gaps(self) -> Iterator[tuple[str, list[str], list[str]]]:
        """Yield why values are missing, and of which measures and systems."""
        systems: dict[tuple[str, str], list[str]] = {}
        for measure, reason, system in self._missing_values():
            systems.setdefault((measure, reason), []).append(system)
        measures: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        for (measure, reason), names in systems.items():
            measures.setdefault((reason, tuple(names)), []).append(measure)
        for (reason, names_of_systems), names_of_measures in measures.items():
            yield reason, names_of_measures, list(names_of_systems)

    def _missing_values(self) -> Iterator[tuple[str, str, str]]:
        """Yield measure, reason and system for each value that the tables leave out."""
        for run in self.runs:
            for measure, reason in run.overall.unavailable.items():
                yield measure, reason, run.name
            for task, scores in run.tasks.items():
                for measure, reason in scores.unavailable.items():
                    if measure not in run.overall.unavailable:
                        yield measure, reason, f"{run.name} on {task}"
        for system in self.trivial:
            for measure, reason in system.overall.unavailable.items():
                if measure in measured(self.runs):
                    yield measure, reason, system.name
