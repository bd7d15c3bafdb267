"""Plots with a line for each run, task or property: values of runs, and where two differ."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.comparison.verdicts import outcomes
from rte_baselines.evaluation.inputs.gold import ScoredRun, labelled_by_all
from rte_baselines.evaluation.inputs.parts import Phenomenon
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.page.verdict import best_first, is_of_same_pairs
from rte_baselines.evaluation.paper import noun_of
from rte_baselines.evaluation.report.report import Report
from rte_baselines.evaluation.report.scoring import SystemScores
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.evaluation.significance.exact import LEVEL, holm, mcnemar_of_counts
from rte_baselines.evaluation.systems.judged import on_pairs_of_all
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.rendering.pages.typesetting import capitalized, decimal, typeset
from rte_baselines.rendering.plots import (
    INK,
    PAPER,
    PagePlot,
    Series,
    draw,
    name_series,
    series,
    shortened,
)
from rte_baselines.rendering.tables import Table, percentage

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# In inches: a line with a name above it, a line of a task, a bar with its name beside it, the
# heading of some lines or bars, and what is around them.
_ROW, _LINE, _BAR = 0.34, 0.115, 0.2
_TASK, _HEADING = 0.3, 0.27
_FRAME = 0.55
# Half the length of a dash, in rows.
_DASH = 0.2
# More lines in one task cannot be told apart.
_MOST_RUNS_BY_TASK = 12
_MOST_TASKS = 30
_MOST_OPPONENTS = 4
_MOST_BUCKETS = 12
# Longer names in the legend do not fit beside long values of properties.
_LONGEST_NAME = 28

Buckets = Mapping[Phenomenon, IntArray]
"""The positions of the pairs with each value of each property."""


def overview_plots(report: Report, measure: Measure) -> Iterator[PagePlot]:
    """Yield the plot of all systems and, if the pairs have tasks, that of the runs by task.

    `measure` is the one that runs are ranked by.
    """
    styles = {run.name: series(number) for number, run in enumerate(report.runs)}
    yield _systems_plot(report, measure, styles)
    tasks = _tasks(report, measure)
    if tasks:
        yield _tasks_plot(report, measure, styles, tasks)


def _systems_plot(report: Report, measure: Measure, styles: Mapping[str, Series]) -> PagePlot:
    runs, trivial = best_first(report.runs, measure), best_first(report.trivial, measure)
    noun, has_best = noun_of(measure.name), is_of_same_pairs(report, measure)
    order = "by value; values of different pairs do not say which run is better"
    if has_best:
        order = "the best run first"
    values = [system.overall.measures[measure.name] for system in (*runs, *trivial)]

    def plot(axes: "Axes") -> None:
        for place, (system, found) in enumerate(zip((*runs, *trivial), values, strict=True)):
            if place < len(runs):
                draw_estimate(axes, found, place, styles[system.name])
            else:
                axes.plot([found.value], [place], "D", color=INK, fillstyle="none")
            weight = "bold" if place == 0 and has_best and runs else "normal"
            name = f"{shortened(system.name, 44)}  {decimal(found.value)}"
            _write(axes, place - 0.28, name, va="bottom", fontweight=weight)
        if trivial:
            # A dash in each row, below the name.
            places = np.arange(len(values))
            best = np.full(len(values), values[len(runs)].value)
            axes.vlines(best, places - _DASH, places + _DASH, color=INK, linewidth=1)
        axes.set(xlabel=noun, yticks=[], ylim=(len(values) - 0.5, -0.85))
        axes.spines["left"].set_visible(False)
        axes.margins(x=0.04)

    return PagePlot(
        draw("systems", f"{noun} of all systems", plot, height=_FRAME + _ROW * len(values)),
        f"{capitalized(noun)} with 95% intervals, {order}. Hollow diamonds are trivial "
        "systems, which ignore the pairs; the vertical lines are the best of them. Whether two "
        "runs differ is tested pair by pair, and cannot be told from the overlap of intervals.",
    )


def _write(axes: "Axes", place: float, text: str, **style: Any) -> None:
    """Write a name at the left edge, which hides the lines behind it."""
    at_edge = axes.get_yaxis_transform()
    box = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.8}
    axes.text(0.0, place, text, transform=at_edge, color=INK, bbox=box, **style)


def _tasks(report: Report, measure: Measure) -> dict[str, int]:
    """Return the sizes of the tasks on which any run has a value: of many, of the largest."""
    pairs = {
        task: scores.pairs + scores.unlabelled
        for run in report.runs
        for task, scores in run.tasks.items()
        if measure.name in scores.measures
    }
    most = sorted(pairs, key=lambda task: (-pairs[task], task))[:_MOST_TASKS]
    return {task: pairs[task] for task in sorted(most)}


def _tasks_plot(
    report: Report, measure: Measure, styles: Mapping[str, Series], tasks: Mapping[str, int]
) -> PagePlot:
    runs = best_first(report.runs, measure)[:_MOST_RUNS_BY_TASK]
    noun, best = noun_of(measure.name), max if measure.direction == "higher" else min

    def on(task: str, system: SystemScores) -> Estimate | None:
        return system.tasks[task].measures.get(measure.name) if task in system.tasks else None

    def plot(axes: "Axes") -> None:
        # A unit of the axis is a line of a run.
        step, top = _TASK / _LINE, 0.0
        for task, pairs in tasks.items():
            _write(axes, top + step - 0.9, f"{shortened(task, 44)}, {counted(pairs, 'pair')}")
            for line, run in enumerate(runs):
                if found := on(task, run):
                    draw_estimate(axes, found, top + step + line, styles[run.name], size=4)
            trivial = [found.value for system in report.trivial if (found := on(task, system))]
            if trivial:
                ends = [top + step - 0.5, top + step - 0.5 + len(runs)]
                axes.plot([best(trivial)] * 2, ends, color=INK, linewidth=1)
            top += step + len(runs)
        axes.set(xlabel=noun, yticks=[], ylim=(top, 0.0))
        axes.spines["left"].set_visible(False)
        shown = [styles[run.name] for run in runs]
        handles = [axes.plot([], [], f"{style.marker}-", color=style.colour)[0] for style in shown]
        name_series(axes, handles, [run.name for run in runs])

    height = _FRAME + len(tasks) * (_TASK + _LINE * len(runs))
    return PagePlot(
        draw("tasks", f"{noun} of the runs by task", plot, height=height),
        f"{capitalized(noun)} by task, with 95% intervals, of at most "
        f"{_MOST_RUNS_BY_TASK} runs, the best ones, on at most {_MOST_TASKS} tasks, the largest "
        "ones. The vertical lines are the best trivial system on each task.",
    )


class _Row(NamedTuple):
    """What two runs get right on the pairs of a bucket, and McNemar's p-value, by Holm's method.

    `only` are the numbers of pairs that only the first, and only the second, gets right.
    """

    bucket: Phenomenon
    pairs: int
    only: tuple[int, int]
    p_value: float


def disagreement_plots(
    runs: Sequence[ScoredRun], ranks: Sequence[str], buckets: Buckets
) -> list[PagePlot]:
    """Return a plot of the best run and each of the next ones, if they differ on any pair.

    `ranks` are the names of the runs that are compared, the best first. Of each property among the
    `buckets`, the values with the most pairs are drawn.
    """
    styles = {run.name: series(number) for number, run in enumerate(runs)}
    by_name = {run.name: run for run in runs}
    shown = _largest(buckets)
    plots: list[PagePlot] = []
    for best, other in product(ranks[:1], ranks[1 : 1 + _MOST_OPPONENTS]):
        rows = _rows(by_name[best], by_name[other], shown)
        if any(sum(row.only) for row in rows):
            chosen = {name: styles[name] for name in (best, other)}
            plots.append(_disagreement_plot(f"disagreement-{len(plots)}", chosen, rows))
    return plots


def _largest(buckets: Buckets) -> Buckets:
    """Return the buckets with the most pairs of each property, in their order."""
    left = Counter({bucket.kind: _MOST_BUCKETS for bucket in buckets})
    kept = set()
    for bucket in sorted(buckets, key=lambda bucket: -len(buckets[bucket])):
        if left[bucket.kind]:
            left[bucket.kind] -= 1
            kept.add(bucket)
    return {bucket: places for bucket, places in buckets.items() if bucket in kept}


def _rows(a: ScoredRun, b: ScoredRun, buckets: Buckets) -> list[_Row]:
    """Count what two runs get right on the pairs that both label."""
    if not len(labelled_by_all([a.answered, b.answered])):
        return []
    common, (judged_a, judged_b) = on_pairs_of_all(
        [a.judgments, b.judgments], [a.answered, b.answered], f"{a.name} and {b.name}"
    )
    groups = {bucket: np.flatnonzero(np.isin(common, places)) for bucket, places in buckets.items()}
    counts = {
        bucket: outcomes(judged_a.select(places), judged_b.select(places))
        for bucket, places in groups.items()
        if len(places)
    }
    only = [(found.only_a_right, found.only_b_right) for found in counts.values()]
    p_values = holm([mcnemar_of_counts(*numbers).p_value for numbers in only]).tolist()
    return [
        _Row(bucket, found.pairs, numbers, p_value)
        for (bucket, found), numbers, p_value in zip(counts.items(), only, p_values, strict=True)
    ]


def _disagreement_plot(name: str, styles: Mapping[str, Series], rows: Sequence[_Row]) -> PagePlot:
    first, second = styles
    kinds = {row.bucket.kind for row in rows}
    height = _FRAME + _HEADING * len(kinds) + _BAR * len(rows)
    gist = f"Pairs that only one of {first} and {second} labels correctly, by property of the pairs"
    return PagePlot(
        draw(name, gist, lambda axes: _draw_bars(axes, styles, rows), height=height),
        f"{first} and {second}: of the pairs that both label, the share that only one of the two "
        "labels correctly, to the left the first, to the right the second. An asterisk marks where "
        "the difference is more than chance (McNemar's exact test, with Holm's correction for "
        f"{counted(len(rows), 'row')}).",
        Table(
            f"Pairs by which of {first} and {second} is right",
            ["property", "value", "pairs", f"only {first}", f"only {second}", "p"],
            [
                [*row.bucket, str(row.pairs), *map(str, row.only), f"{row.p_value:.4f}"]
                for row in rows
            ],
            keys=2,
        ),
    )


def _draw_bars(axes: "Axes", styles: Mapping[str, Series], rows: Sequence[_Row]) -> None:
    place, kind, places, labels = 0.0, "", [], []
    for row in rows:
        if row.bucket.kind != kind:
            kind = row.bucket.kind
            place += _HEADING / _BAR
            _write(axes, place - 0.75, kind, fontweight="bold")
        places.append(place)
        mark = " *" if row.p_value <= LEVEL else ""
        labels.append(f"{typeset(shortened(row.bucket.name, 20))} ({row.pairs}){mark}")
        place += 1
    handles = [
        axes.barh(
            places,
            [sign * (row.only[side] / row.pairs) for row in rows],
            height=0.72,
            facecolor=style.tint,
            edgecolor=style.colour,
            hatch=hatch,
            linewidth=1.2,
        )
        for side, (sign, hatch, style) in enumerate(
            zip((-1, 1), ("", "////"), styles.values(), strict=True)
        )
    ]
    widest = 1.08 * max(max(row.only) / row.pairs for row in rows)
    axes.axvline(0, color=INK, linewidth=1)
    axes.set(xlabel="share of the pairs", ylim=(place - 0.4, 0.0), xlim=(-widest, widest))
    axes.set_yticks(places, labels)
    axes.xaxis.set_major_formatter(lambda value, _: f"{percentage(abs(value))}%")
    axes.grid(axis="y", visible=False)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    names = [f"only {shortened(name, _LONGEST_NAME)}" for name in styles]
    name_series(axes, handles, names, columns=1)


def draw_estimate(
    axes: "Axes", estimate: Estimate, place: float, style: Series, size: float = 6
) -> None:
    """Draw a value and its interval, if it has one, as a line at a place of the vertical axis."""
    if estimate.low is not None and estimate.high is not None:
        axes.plot([estimate.low, estimate.high], [place, place], color=style.colour, linewidth=1.6)
    axes.plot([estimate.value], [place], style.marker, color=style.colour, markersize=size)
