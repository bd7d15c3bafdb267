"""Build the page from its parts and the template."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.inputs.gold import Gold, ScoredRun
from rte_baselines.evaluation.inputs.parts import Phenomenon, slices_of
from rte_baselines.evaluation.page.curves import difficulty_of_pairs, plots_of_run, plots_of_runs
from rte_baselines.evaluation.page.overview import disagreement_plots, overview_plots
from rte_baselines.evaluation.page.pairs import Aligners, explained_pairs, pairs_json
from rte_baselines.evaluation.page.tables import (
    blocks,
    confusion_table,
    difference_table,
    folded,
    summary_table,
)
from rte_baselines.evaluation.page.verdict import ranking_of
from rte_baselines.evaluation.paper import INTERVALS, Paper, noun_of, software
from rte_baselines.evaluation.report.breakdowns import PHENOMENA_NOTE, SLICES_NOTE
from rte_baselines.evaluation.report.report import Report, label_table, withheld_note
from rte_baselines.evaluation.report.scoring import SystemScores
from rte_baselines.evaluation.scores import joined_gaps
from rte_baselines.pairs import Pair
from rte_baselines.rendering.pages.templates import (
    REPORT,
    policy_source,
    style_of,
    template,
    text_of_file,
)
from rte_baselines.rendering.plots import PagePlot, palette_css
from rte_baselines.runs import Run

DevelopmentRuns = tuple[Sequence[Pair], Sequence[Run]]
"""Development pairs and each system's run on them, in the order of the report's runs."""


def build_page(
    report: Report,
    gold: Sequence[Pair],
    runs: Sequence[Run],
    *,
    development: DevelopmentRuns | None = None,
    aligners: Aligners | None = None,
    properties: Mapping[str, Sequence[str | None]] | None = None,
    title: str = "Textual entailment: an evaluation",
) -> str:
    """Return an evaluation as one HTML page that loads no other resource.

    Parameters
    ----------
    report : Report
        The report of `evaluate` for these pairs and runs.
    gold : sequence of Pair
        The pairs, with their texts. Those with a label are shown.
    runs : sequence of Run
        In the order of the report's runs.
    development : tuple of (sequence of Pair, sequence of Run), optional
        Development pairs and the systems' runs on them, in the same order, to
        show the accuracy of thresholds that are tuned there.
    aligners : mapping of str to function from Pair to AlignedWords, optional
        By the name of a run, what aligns the words of a pair, such as its model.
    properties : mapping of str to sequence of (str or None), optional
        Properties of the pairs, by name, each with a value for each pair, as `evaluate` takes
        ``slices``. By these and by task, the page shows where the best runs differ.
    title : str

    Returns
    -------
    str
        The page, which depends on the input only and contains no date.

    Raises
    ------
    InputError
        If the runs are not those of the report, if the number of development runs differs, or if a
        property has not a value for each pair.
    RunError
        If a run does not fit its pairs, or if two have the same name.
    """
    expected, given = [scores.name for scores in report.runs], [run.name for run in runs]
    if expected != given:
        raise InputError(
            f"the runs are {', '.join(given)}; expected those of the report, {', '.join(expected)}"
        )
    standard = Gold.from_pairs(gold)
    # Checked before plots are drawn, which takes longer.
    slices = slices_of(standard.columns_of(properties))
    gold = [pair for pair in gold if pair.label is not None]
    scored = [ScoredRun.of(run, standard) for run in runs]
    tuned = _development_runs(development, len(runs))
    tasks = standard.tasks()
    by_task = {Phenomenon("task", task): places for task, places in tasks.items()}
    ranking = ranking_of(report, scored)
    labelled = [run for run in scored if run.run.has_labels]
    names = {run.name for run in labelled}
    ranks = [name for name in ranking.names if name in names]
    script = text_of_file("rendering/pages/sorting.js") + text_of_file("evaluation/page/pairs.js")
    noun = noun_of(ranking.measure.name) if ranking.measure else ""
    methods = (INTERVALS, *filter(None, [ranking.tests]), software([report.signature]))
    paper = Paper((folded(report.overall_table(), report)[0],), tuple(ranking.sentences), methods)
    has_tasks = any(run.tasks for run in report.runs)
    return template("evaluation/page/page.html.jinja").render(
        title=title,
        report=report,
        labels=Counter(str(pair.label) for pair in gold),
        tasks={task: len(places) for task, places in tasks.items()},
        has_texts=any(pair.text or pair.hypothesis for pair in gold),
        ranking=ranking,
        overview=list(overview_plots(report, ranking.measure)) if ranking.measure else [],
        summary=folded(summary_table(report), report),
        differences=difference_table(ranking.verdict, noun) if ranking.verdict else None,
        paper=paper.to_latex(),
        chance=report.chance_table(),
        by_task=folded(report.task_table(), report) if has_tasks else [],
        by_phenomenon=list(chain.from_iterable(map(blocks, report.phenomenon_tables()))),
        phenomena_note=PHENOMENA_NOTE,
        by_slice=list(chain.from_iterable(map(blocks, report.slice_tables()))),
        slices_note=SLICES_NOTE,
        missing=joined_gaps(report.gaps()),
        runs=[
            _of_run(scores, run, list(plots_of_run(run, number, tuned[number])))
            for number, (scores, run) in enumerate(zip(report.runs, scored, strict=True))
        ],
        disagreement=disagreement_plots(scored, ranks, {**by_task, **slices}),
        comparison=list(plots_of_runs(scored)),
        difficulty=difficulty_of_pairs(labelled),
        pair_of={pair.id: pair for pair in gold},
        explained=explained_pairs(gold, labelled, aligners or {}),
        pairs=pairs_json(gold, scored, standard),
        style=style_of(*REPORT, "evaluation/page/page.css") + palette_css(),
        script=script,
        script_source=policy_source(script),
    )


def _of_run(scores: SystemScores, scored: ScoredRun, plots: Sequence[PagePlot]) -> dict[str, Any]:
    """Return what the page shows of one run."""
    run = scored.run
    return {
        "scores": scores,
        "run": run,
        "plots": plots,
        "labels": sorted(set(run.labels.tolist())) if run.has_labels else [],
        "confusion": confusion_table(scores),
        "by_label": label_table([scores]),
        "left_out": withheld_note(scores),
    }


def write_page(html: str, path: str | Path) -> None:
    """Write a page to a file atomically; an InputError if the path cannot be written."""
    with atomic_output(path) as stream:
        stream.write(html)


def _development_runs(
    development: DevelopmentRuns | None, expected: int
) -> Sequence[ScoredRun | None]:
    if development is None:
        return [None] * expected
    pairs, runs = development
    if len(runs) != expected:
        raise InputError(
            f"{counted(len(runs), 'run')} on the development pairs; expected {expected}, one for "
            "each run"
        )
    standard = Gold.from_pairs(pairs)
    return [ScoredRun.of(run, standard) for run in runs]
