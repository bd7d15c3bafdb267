"""The report of an evaluation as text, Markdown, LaTeX and JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from rte_baselines.core.quoting import counted, shortened
from rte_baselines.core.representing import named, plain
from rte_baselines.evaluation.findings.finding import EXCHANGE
from rte_baselines.evaluation.inputs.gold import unlabelled_note
from rte_baselines.evaluation.items import Items
from rte_baselines.evaluation.measures.accuracy import COVERAGE, headline, headline_in_title
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.measures.classes import MACRO, WEIGHTED
from rte_baselines.evaluation.measures.information import information
from rte_baselines.evaluation.report.scoring import SystemScores
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.evaluation.scores import (
    MISSING,
    SYSTEM,
    Gap,
    Key,
    Score,
    ScoreReport,
    gap_notes,
    group,
    notes_on_schemes,
    p_value_text,
    score_table,
)
from rte_baselines.evaluation.significance.chance import ChanceTest
from rte_baselines.pairs import Scheme
from rte_baselines.rendering.tables import Table, aligned, decimal
from rte_baselines.runs.prediction import withheld_text

_LABELLED = "labelled"
_LONGEST_NAMES = 200

MAIN_MEASURES = ("accuracy", "accuracy_2way", "accuracy_3way", "cws", "average_precision")
"""The measures that challenges rank systems by; the values of all fit on one line."""


@dataclass(frozen=True, repr=False)
class Report(ScoreReport):
    """The scores of runs and of trivial systems on the same pairs.

    The values of trivial systems are expected values. `pairs` and `unlabelled` are the numbers of
    gold pairs with a label, and of those without, which are left out. The scheme is three-way if
    any run is scored three-way; `signature` is all that the figures depend on besides the runs.
    `items` are the pairs to look at, None for a single run.
    """

    runs: tuple[SystemScores, ...]
    trivial: tuple[SystemScores, ...]
    pairs: int
    scheme: Scheme
    signature: str
    unlabelled: int = 0
    items: Items | None = None

    def to_lines(self) -> str:
        """Return an aligned line for each run: its name, how many pairs if partial, its values."""
        names = [name for name in self.measured if not (self.is_partial and name == COVERAGE)]
        rows = [
            [
                run.name,
                *self._if_partial(f"{run.overall.pairs} of {counted(self.pairs, 'pair')}"),
                *(f"{name} {_value(run.overall.measures.get(name))}" for name in names),
            ]
            for run in self.runs
        ]
        return "\n".join(aligned(rows))

    @property
    def measured(self) -> list[str]:
        """The names of the measures that have a value for any run, in the selected order."""
        return [measure.name for measure in self.measures]

    @property
    def measures(self) -> list[Measure]:
        """The measures that have a value for any run, in the selected order."""
        found = set(chain.from_iterable(run.overall.measures for run in self.runs))
        return [measure for measure in self.runs[0].overall.asked if measure.name in found]

    @property
    def is_partial(self) -> bool:
        """Whether a run leaves pairs out."""
        return any(run.overall.unlabelled for run in self.runs)

    @property
    def headline(self) -> str:
        """The name of the accuracy that leads: three-way if gold labels and all runs are so."""
        return headline(run.scheme for run in self.runs).name

    def doubts(self) -> Iterator[str]:
        """Yield that labels of a run may be exchanged, which casts doubt on it, after its name."""
        for run in self.runs:
            for finding in run.findings:
                if finding.about == EXCHANGE:
                    yield f"{run.name}: {finding.text}"

    def lead(self) -> Iterator[str]:
        """Yield the doubts, with which reports begin."""
        return self.doubts()

    def scores(self) -> Iterator[Score]:
        """Yield the scores of runs, then those of trivial systems, each by part of the pairs."""
        for run in self.runs:
            yield from run.scores()
        for system in self.trivial:
            yield from system.scores(is_reference=True)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "doubts": list(self.doubts()),
            "runs": [run.to_dict() for run in self.runs],
            "trivial": [system.to_dict() for system in self.trivial],
            "pairs": self.pairs,
            "unlabelled": self.unlabelled,
            "scheme": str(self.scheme),
            "headline": self.headline,
            "items": plain(self.items),
            "signature": self.signature,
        }

    def __repr__(self) -> str:
        names = shortened(", ".join(run.name for run in self.runs), _LONGEST_NAMES)
        return named(self, names, counted(self.pairs, "pair"), str(self.scheme))

    def tables(self) -> Iterator[Table]:
        """Yield the scores of all pairs and of parts of them, and the tests."""
        if self.measured:
            yield self.overall_table()
            if any(run.tasks for run in self.runs):
                yield self.task_table()
        yield from self.phenomenon_tables()
        yield from self.slice_tables()
        if any(run.overall.confusion for run in self.runs):
            yield label_table(self.runs)
        chances = self.chance_table()
        if chances.rows:
            yield chances
        if len(self.runs) == 1 and self.runs[0].overall.confusion is not None:
            yield confusion_table(self.runs[0])

    def overall_table(self) -> Table:
        """Return a row for each run and each trivial system, a column for each measure."""
        title = "The only pair" if self.pairs == 1 else f"All {self.pairs} pairs"
        if self.is_partial:
            on = counted(self.pairs, "pair")
            title = f"{on}, of which each run is scored on those that it labels"
        title += headline_in_title({run.name: run.scheme for run in self.runs}, self.measured)
        keys = {"run": SYSTEM} | ({_LABELLED: _labelled} if self.is_partial else {})
        scores = (score for score in self.scores() if not score.groups)
        return score_table(title, keys, scores, self.measured, footnotes=self._on_labelled())

    def task_table(self) -> Table:
        """Return a row for each run on each task of which it labels a pair."""
        scores = [score for run in self.runs for score in run.scores() if "task" in score.groups]
        keys: dict[str, Key] = {"task": group("task")}
        keys |= {_LABELLED: _labelled} if self.is_partial else {"pairs": lambda row: str(row.pairs)}
        keys |= {"run": SYSTEM} if len(self.runs) > 1 else {}
        return score_table(
            "By task",
            keys,
            sorted(scores, key=group("task")),
            self.measured,
            footnotes=self._on_labelled(),
        )

    def _if_partial(self, cell: str) -> list[str]:
        return [cell] if self.is_partial else []

    def _on_labelled(self) -> tuple[str, ...]:
        """Return a footnote on the pairs that each measure is of; none if runs label all pairs."""
        if not self.is_partial:
            return ()
        names = [measure.name for measure in self.measures if measure.counts_unanswered]
        listed = f"{', '.join(names)}: of all pairs; other" if names else "all"
        return (f"{listed} measures: of the labelled pairs",)

    def phenomenon_tables(self) -> Iterator[Table]:
        """Yield a table of accuracies for each kind of phenomenon; few pairs are in brackets."""
        if self.trivial[0].phenomena:
            from rte_baselines.evaluation.report.breakdowns import phenomenon_tables

            yield from phenomenon_tables(self.runs, self.trivial)

    def slice_tables(self) -> Iterator[Table]:
        """Yield a table of accuracies for each property, then one of groups, if there are any."""
        if self.trivial[0].slices or self.trivial[0].groups:
            from rte_baselines.evaluation.report.breakdowns import slice_tables

            yield from slice_tables(self.runs, self.trivial, self.headline)

    def chance_table(self) -> Table:
        """Return a row for each run and score that is tested against chance."""
        rows = []
        for run in self.runs:
            for measure in run.overall.measures:
                tests = [test for test in run.chance_tests if test.measure == measure]
                if tests:
                    cells = [_chance_cell(test) for test in tests] + [MISSING] * (2 - len(tests))
                    pairs = self._if_partial(str(tests[0].pairs))
                    rows.append([run.name, measure, *pairs, decimal(tests[0].value), *cells])
        return Table(
            "p-values against systems that do not look at the pairs",
            ["run", "measure", *self._if_partial("pairs"), "value", "guessing", "best trivial"],
            rows,
            keys=3 if self.is_partial else 2,
        )

    def notes(self) -> Iterator[str]:
        """Yield the notes below the tables: ranges, gaps, findings and the signature."""
        yield (
            "ranges: 95% confidence intervals, Wilson's for proportions of pairs, else by a "
            "smoothed bootstrap over pairs, if its resamples differ; trivial systems: expected "
            f"values of {self.scheme} labels; p-values: two-sided, exact for accuracies and untied "
            "cws, with Holm's correction for several runs"
        )
        if any(run.phenomena or run.slices for run in self.runs):
            from rte_baselines.evaluation.report.breakdowns import breakdown_notes

            yield from breakdown_notes(self.runs)
        yield from unlabelled_note(self.unlabelled, self.pairs)
        for run in self.runs:
            if run.overall.pairs < self.pairs:
                yield (
                    f"{run.name} labels {run.overall.pairs} of {counted(self.pairs, 'pair')} and "
                    f"is scored on these{withheld_note(run)}; in tables of scores, trivial systems "
                    "are scored on all, in that of p-values on the pairs of each value"
                )
        yield from self.scheme_notes()
        yield from gap_notes(self.gaps())
        for run in self.runs:
            findings = (finding for finding in run.findings if finding.about != EXCHANGE)
            yield from (f"{run.name}: {finding.text}" for finding in findings)
        yield self.signature

    def scheme_notes(self) -> Iterator[str]:
        """Yield which values cannot be compared, if some runs are two-way and others three-way."""
        yield from notes_on_schemes({run.name: run.scheme for run in self.runs}, "runs")

    def gaps(self) -> Iterator[Gap]:
        """Yield the measure, the system and the reason of each missing value."""
        for run in self.runs:
            everywhere = run.overall.unavailable
            yield from ((measure, run.name, reason) for measure, reason in everywhere.items())
            for task, scores in run.tasks.items():
                for measure, reason in scores.unavailable.items():
                    if measure not in everywhere:
                        yield measure, f"{run.name} on {task}", reason
        for system in self.trivial:
            for measure, reason in system.overall.unavailable.items():
                if measure in self.measured:
                    yield measure, system.name, reason


def _labelled(score: Score) -> str:
    """Return the number of labelled pairs and the number of all pairs."""
    return f"{score.labelled} of {score.labelled + score.unlabelled}"


def confusion_table(run: SystemScores) -> Table:
    """Return a row for each gold label, and below them the entropy left in each column."""
    confusion = run.overall.confusion
    assert confusion is not None
    counts = zip(confusion.labels, confusion.counts.tolist(), strict=True)
    left_to_guess = information(confusion.counts).conditional_entropies
    entropies = [MISSING if np.isnan(h) else decimal(h) for h in left_to_guess]
    return Table(
        f"Gold labels (rows) and labels of {run.name} (columns)",
        ["gold", *map(str, confusion.labels), *run.withheld],
        [
            *(
                [str(label), *map(str, row), *(str(gold[label]) for gold in run.withheld.values())]
                for label, row in counts
            ),
            ["entropy, bits", *entropies, *[MISSING] * len(run.withheld)],
        ],
    )


def label_table(runs: Sequence[SystemScores]) -> Table:
    """Return precision, recall and F1 of each label, and their means, a row for each run."""
    by_run = {run.name: run.by_label() for run in runs if run.overall.confusion}
    labels = dict.fromkeys(chain.from_iterable(by_run.values()))
    keys = ["label"] if len(runs) == 1 else ["label", "run"]
    names = ("precision", "recall", "f1", "pairs")
    rows = [
        [*(label, run)[: len(keys)], *(_number(scores[label].get(name)) for name in names)]
        for label in sorted(labels, key=lambda label: label in (MACRO, WEIGHTED))
        for run, scores in by_run.items()
        if label in scores
    ]
    on = ", on the labelled pairs" if any(run.overall.unlabelled for run in runs) else ""
    return Table(f"By label{on}", [*keys, *names], rows, keys=len(keys))


def _number(value: float | None) -> str:
    if value is None:
        return MISSING
    return str(value) if isinstance(value, int) else decimal(value)


def _chance_cell(test: ChanceTest) -> str:
    side = "below" if test.value < test.chance else "above"
    side = "at" if test.value == test.chance else side
    return f"{p_value_text(test.p_holm)}\n{side} {decimal(test.chance)}"


def _value(estimate: Estimate | None) -> str:
    """Return the value without its interval; a missing value is padded to the usual width."""
    return f"{MISSING:>5}" if estimate is None else decimal(estimate.value)


def withheld_note(run: SystemScores) -> str:
    """Return how many answers are withheld, as a part of a sentence; empty if none."""
    counts = {kind: sum(by_gold.values()) for kind, by_gold in run.withheld.items()}
    return f" (of the others, {withheld_text(counts)})" if counts else ""
