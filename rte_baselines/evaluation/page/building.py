"""Build the page from its parts and the template."""

import base64
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from rte_baselines.errors import InputError
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.inputs.parts import Parts
from rte_baselines.evaluation.inputs.phenomena import phenomena_of
from rte_baselines.evaluation.page.alignments import WordAlignment
from rte_baselines.evaluation.page.comparison_plots import plots_of_runs
from rte_baselines.evaluation.page.difficulty import difficulty_of_pairs
from rte_baselines.evaluation.page.drawing import PagePlot
from rte_baselines.evaluation.page.pair_records import pairs_json
from rte_baselines.evaluation.page.run_plots import plots_of_run
from rte_baselines.evaluation.page.score_tables import (
    phenomena_tables,
    shown_measures,
    slices_tables,
    summary_table,
    tasks_table,
)
from rte_baselines.evaluation.page.scored_runs import ScoredRun
from rte_baselines.evaluation.page.templates import asset, template
from rte_baselines.evaluation.report.report import PHENOMENA_NOTE, SLICES_NOTE, Report
from rte_baselines.evaluation.report.scores import SystemScores
from rte_baselines.evaluation.report.tables import chance_table
from rte_baselines.files import atomic_output
from rte_baselines.pairs import Pair
from rte_baselines.runs import Run

DevelopmentRuns = tuple[Sequence[Pair], Sequence[Run]]
"""Development pairs and each system's run on them, in the order of the report's runs."""

_MOST_RUNS_BESIDE_TEXTS = 3


@dataclass(frozen=True)
class _RunSection:
    """The part of the page on one run."""

    scores: SystemScores
    scored: ScoredRun
    plots: Sequence[PagePlot]

    @property
    def labels(self) -> list[str]:
        """The labels that occur in the run."""
        return sorted(set(self.scored.run.labels.tolist()))

    @property
    def without_score(self) -> int:
        """The number of the run's predictions without an entailment score."""
        run = self.scored.run
        return int((~run.columns.scores.has_number).sum()) if run.scores is None else 0


def build_page(
    report: Report,
    gold: Sequence[Pair],
    runs: Sequence[Run],
    *,
    development: DevelopmentRuns | None = None,
    alignments: Mapping[str, Mapping[str, WordAlignment]] | None = None,
    title: str = "Textual entailment: an evaluation",
) -> str:
    """Return an evaluation as one HTML page that loads no other resource.

    Parameters
    ----------
    report : Report
        The report of `evaluate` for these pairs and runs.
    gold : sequence of Pair
        The labelled pairs, with their texts.
    runs : sequence of Run
        In the order of the report's runs.
    development : tuple of (sequence of Pair, sequence of Run), optional
        Labelled development pairs and the systems' runs on them, in the same order, to
        show the accuracy of thresholds that are tuned there.
    alignments : mapping of str to mapping of str to WordAlignment, optional
        Word alignments by the name of a run and the id of a pair.
    title : str

    Returns
    -------
    str
        The page, which depends on the input only and contains no date.

    Raises
    ------
    InputError
        If the runs are not those of the report, if the number of development runs differs,
        or if an alignment refers to a word that does not exist.
    RunError
        If a run does not fit its pairs.
    """
    _check_names(report, runs)
    standard = Gold.from_pairs(gold)
    scored = [ScoredRun.of(run, standard) for run in runs]
    tuned = _development_runs(development, len(runs))
    is_by_phenomenon = any(run.phenomena for run in report.runs)
    parts = Parts(standard.tasks(), phenomena_of(standard) if is_by_phenomenon else {})
    script = asset("page.js")
    return template("page.html.jinja").render(
        title=title,
        report=report,
        labels=Counter(str(pair.label) for pair in gold),
        tasks={task: len(positions) for task, positions in parts.tasks.items()},
        has_texts=any(pair.text or pair.hypothesis for pair in gold),
        summary=summary_table(report),
        chance=chance_table(report.runs),
        by_task=tasks_table(report),
        by_phenomenon=phenomena_tables(report),
        phenomena_note=PHENOMENA_NOTE,
        by_slice=slices_tables(report),
        slices_note=SLICES_NOTE,
        phenomena=groupby(parts.phenomena, key=attrgetter("kind")),
        measures=shown_measures(report),
        missing=list(report.gaps()),
        runs=[
            _RunSection(scores, run, list(plots_of_run(run, number, tuned[number])))
            for number, (scores, run) in enumerate(zip(report.runs, scored, strict=True))
        ],
        comparison=list(plots_of_runs(scored)),
        difficulty=difficulty_of_pairs(scored, [pair.id for pair in gold]),
        pairs=pairs_json(gold, scored, alignments or {}, parts),
        aligned=[number for number, run in enumerate(scored) if (alignments or {}).get(run.name)],
        style=asset("page.css"),
        stacked_style=asset("stacked.css"),
        is_stacked=len(runs) > _MOST_RUNS_BESIDE_TEXTS,
        script=script,
        script_digest=base64.b64encode(sha256(script.encode()).digest()).decode(),
    )


def write_page(html: str, path: str | Path) -> None:
    """Write a page to a file atomically.

    Raises
    ------
    InputError
        If the path cannot be written.
    """
    with atomic_output(path) as stream:
        stream.write(html)


def _check_names(report: Report, runs: Sequence[Run]) -> None:
    expected, given = [scores.name for scores in report.runs], [run.name for run in runs]
    if expected != given:
        raise InputError(
            f"the runs are {', '.join(given)}; expected those of the report, {', '.join(expected)}"
        )


def _development_runs(
    development: DevelopmentRuns | None, expected: int
) -> Sequence[ScoredRun | None]:
    if development is None:
        return [None] * expected
    pairs, runs = development
    if len(runs) != expected:
        raise InputError(
            f"{len(runs)} runs on the development pairs; expected {expected}, one for each run"
        )
    standard = Gold.from_pairs(pairs)
    return [ScoredRun.of(run, standard) for run in runs]
