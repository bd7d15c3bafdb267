"""The report of an evaluation as text, Markdown, LaTeX and JSON."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from rte_baselines.core.quoting import counted, shortened
from rte_baselines.core.representing import named
from rte_baselines.evaluation.findings.finding import DOUBTS
from rte_baselines.evaluation.inputs.gold import unlabelled_note
from rte_baselines.evaluation.inputs.parts import FEW_PAIRS
from rte_baselines.evaluation.report.printed import Printed, notes_on_schemes
from rte_baselines.evaluation.report.scoring import SystemScores
from rte_baselines.evaluation.report.tables import (
    brief_lines,
    chance_table,
    confusion_table,
    group_table,
    measured,
    overall_table,
    phenomenon_tables,
    slice_tables,
    task_table,
)
from rte_baselines.evaluation.scores import Gap, frame_of, gap_notes
from rte_baselines.pairs import Scheme
from rte_baselines.rendering.tables import Table
from rte_baselines.runs.prediction import withheld_text

MAIN_MEASURES = ("accuracy_2way", "accuracy_3way", "cws", "average_precision")
"""The measures that challenges rank systems by; the values of all fit on one line."""

MEASURES_OF_PARTIAL_RUNS = ("coverage", "accuracy_2way_of_all", "accuracy_3way_of_all")
"""The measures that are shown first, and by default, if a run leaves pairs out."""

PHENOMENA_NOTE = (
    "phenomena: as two linguists annotated RTE-1's test set (vanderwende2006, Tables 2 to 5); "
    f"a pair may have several; a number of pairs in brackets is below {FEW_PAIRS}, and too small "
    "to distinguish systems"
)

SLICES_NOTE = (
    "slices: * marks those on which a run differs from all other pairs, by Fisher's exact test at "
    "5% with Holm's correction over all slices of the run; a number of pairs in brackets is below "
    f"{FEW_PAIRS}"
)

_LONGEST_NAMES = 200

_COLUMNS: dict[str, type] = {
    **dict.fromkeys(("run", "part", "value_of_part", "measure"), str),
    "is_trivial": np.bool_,
    "pairs": np.int64,
    **dict.fromkeys(("value", "low", "high"), np.float64),
}


@dataclass(frozen=True, repr=False)
class Report(Printed):
    """The scores of runs and of trivial systems on the same pairs.

    Parameters
    ----------
    runs, trivial : tuple of SystemScores
        The values of trivial systems are expected values.
    pairs : int
        The number of gold pairs with a label.
    scheme : Scheme
        Three-way if any run is scored three-way.
    signature : str
        Everything that the figures depend on besides the runs.
    unlabelled : int
        The number of gold pairs without a label, which are left out.
    """

    runs: tuple[SystemScores, ...]
    trivial: tuple[SystemScores, ...]
    pairs: int
    scheme: Scheme
    signature: str
    unlabelled: int = 0

    def to_lines(self) -> str:
        """Return one line for each run, aligned: its name and the values of all measures.

        If a run leaves pairs out, each line has the number of pairs that its run labels.
        """
        return brief_lines(self.runs, self.pairs)

    def doubts(self) -> Iterator[str]:
        """Yield each finding that casts doubt on a run (`DOUBTS`), after the name of the run."""
        for run in self.runs:
            for finding in run.findings:
                if finding.about in DOUBTS:
                    yield f"{run.name}: {finding.text}"

    def lead(self) -> Iterator[str]:
        """Yield the doubts, with which reports begin."""
        return self.doubts()

    def to_pandas(self) -> Any:
        """Return the scores as a data frame.

        Returns
        -------
        pandas.DataFrame
            A row for each run or trivial system, part of the pairs and measure that has a value
            there, with the columns ``run``; ``part``, which is ``all``, ``task`` or the name of
            a phenomenon or property, and ``value_of_part``, such as the task; ``measure``;
            ``is_trivial``; ``pairs``, their number; ``value``; and ``low`` and ``high``, the
            95% confidence interval, NaN where there is none.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        rows = [
            {
                "run": system.name,
                "part": kind,
                "value_of_part": name,
                "measure": measure,
                "is_trivial": is_trivial,
                "pairs": scores.pairs,
                **asdict(found),
            }
            for is_trivial, systems in ((False, self.runs), (True, self.trivial))
            for system in systems
            for kind, name, scores in system.parts()
            for measure, found in scores.measures.items()
        ]
        return frame_of(rows, _COLUMNS)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "doubts": list(self.doubts()),
            "runs": [run.to_dict() for run in self.runs],
            "trivial": [system.to_dict() for system in self.trivial],
            "pairs": self.pairs,
            "unlabelled": self.unlabelled,
            "scheme": str(self.scheme),
            "signature": self.signature,
        }

    def __repr__(self) -> str:
        names = shortened(", ".join(run.name for run in self.runs), _LONGEST_NAMES)
        return named(self, names, counted(self.pairs, "pair"), str(self.scheme))

    def tables(self) -> Iterator[Table]:
        """Yield the scores of all pairs and of parts of them, and the tests."""
        if measured(self.runs):
            yield overall_table(self.runs, self.trivial, self.pairs)
            if any(run.tasks for run in self.runs):
                yield task_table(self.runs)
        yield from phenomenon_tables(self.runs, self.trivial)
        yield from slice_tables(self.runs, self.trivial)
        if any(run.groups for run in self.runs):
            yield group_table(self.runs, self.trivial)
        chances = chance_table(self.runs)
        if chances.rows:
            yield chances
        if len(self.runs) == 1 and self.runs[0].overall.confusion is not None:
            yield confusion_table(self.runs[0])

    def notes(self) -> Iterator[str]:
        """Yield the notes below the tables: ranges, gaps, findings and the signature."""
        yield (
            "ranges: 95% confidence intervals, Wilson's for proportions of pairs, else by a "
            "bootstrap over pairs, if its resamples differ; trivial systems: expected values; "
            "p-values: two-sided, exact for accuracies, by simulated guesses for cws, with Holm's "
            "correction for several runs"
        )
        if any(run.phenomena for run in self.runs):
            yield PHENOMENA_NOTE
        if any(run.slices for run in self.runs):
            yield SLICES_NOTE
        yield from self.remarks()
        yield from gap_notes(self.gaps())
        for run in self.runs:
            yield from (f"{run.name}: {of.text}" for of in run.findings if of.about not in DOUBTS)
        yield self.signature

    def remarks(self) -> Iterator[str]:
        """Yield which pairs are left out, and how the pairs and the schemes of the runs differ."""
        yield from unlabelled_note(self.unlabelled, self.pairs)
        for run in self.runs:
            if run.overall.pairs < self.pairs:
                yield (
                    f"{run.name} labels {run.overall.pairs} of {counted(self.pairs, 'pair')} and "
                    f"is scored on these{withheld_note(run)}; in tables of scores, trivial systems "
                    "are scored on all, in that of p-values on the pairs of each value"
                )
        yield from self.scheme_notes()

    def scheme_notes(self) -> Iterator[str]:
        """Yield which values cannot be compared, if some runs are two-way and others three-way."""
        yield from notes_on_schemes({run.name: run.scheme for run in self.runs}, "runs")

    def gaps(self) -> Iterator[Gap]:
        """Yield the measure, the system and the reason of each missing value."""
        for run in self.runs:
            for measure, reason in run.overall.unavailable.items():
                yield measure, run.name, reason
            for task, scores in run.tasks.items():
                for measure, reason in scores.unavailable.items():
                    if measure not in run.overall.unavailable:
                        yield measure, f"{run.name} on {task}", reason
        for system in self.trivial:
            for measure, reason in system.overall.unavailable.items():
                if measure in measured(self.runs):
                    yield measure, system.name, reason


def withheld_note(run: SystemScores) -> str:
    """Return how many answers are no labels, as a part of a sentence; empty if none."""
    counts = {kind: sum(of_gold.values()) for kind, of_gold in run.withheld.items()}
    return f" (the others: {withheld_text(counts)})" if counts else ""
