"""Plots with a line for each run, task or property: values of runs, and where two differ."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rte_baselines.core.errors import RunError
from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.comparison.run_comparison import (
    Outcomes,
    ScoredRun,
    on_common_pairs,
    outcomes_by_group,
)
from rte_baselines.evaluation.inputs.parts import Phenomenon
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.page.svg_plots import (
    INK,
    PAPER,
    PagePlot,
    Series,
    draw,
    name_series,
    series,
    shortened,
)
from rte_baselines.evaluation.page.templates import decimal, typeset
from rte_baselines.evaluation.page.verdict import best_first, is_of_same_pairs, noun_of
from rte_baselines.evaluation.report.report import Report, are_partial
from rte_baselines.evaluation.report.scoring import Scores, SystemScores
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.evaluation.significance.exact import LEVEL, holm, mcnemar_of_counts
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.rendering.tables import Table, percentage

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# In inches: a line with a name above it, a line of a task, and what is around the lines.
_ROW = 0.34
_LINE, _TASK = 0.115, 0.3
_FRAME = 0.55
# In rows, from the middle of a line.
_DASH = (-0.2, 0.2)
# More lines in one task cannot be told apart.
_MOST_RUNS_BY_TASK = 12
_MOST_TASKS = 30
_NO_DATA = Table("", [], [])


def overview_plots(report: Report, measure: Measure) -> Iterator[PagePlot]:
    """Yield the plot of all systems and, if the pairs have tasks, that of the runs by task.

    `measure` is the one that runs are ranked by.
    """
    styles = {run.name: series(number) for number, run in enumerate(report.runs)}
    yield _systems_plot(report, measure, styles)
    tasks = _tasks(report, measure)
    if tasks:
        yield _tasks_plot(report, measure, styles, tasks)


def _systems_plot(report: Report, measure: Measure, styles: dict[str, Series]) -> PagePlot:
    runs, trivial = best_first(report.runs, measure), best_first(report.trivial, measure)
    noun, has_best = noun_of(measure), is_of_same_pairs(report, measure)
    values = ", ".join(
        f"{run.name} {decimal(run.overall.measures[measure.name].value)}" for run in runs
    )
    return PagePlot(
        svg=draw(
            "systems",
            f"{noun} of all runs, {_order(report, measure)}: {values}.",
            lambda axes: _draw_systems(axes, measure, runs, trivial, styles, has_best),
            height=_FRAME + _ROW * (len(runs) + len(trivial)),
        ),
        caption=(
            f"{noun[:1].upper()}{noun[1:]} with 95% intervals, {_order(report, measure)}. Hollow "
            "diamonds are trivial systems, which ignore the pairs; the dashed line is the best of "
            "them. Whether two runs differ is tested pair by pair, and cannot be told from the "
            f"overlap of intervals.{_note_of_partial_runs(report, measure)}"
        ),
        data=_NO_DATA,
    )


def _order(report: Report, measure: Measure) -> str:
    if is_of_same_pairs(report, measure):
        return "the best run first"
    return "by value; values of different pairs do not say which run is better"


def _note_of_partial_runs(report: Report, measure: Measure) -> str:
    if not are_partial(report.runs):
        return ""
    if measure.counts_unanswered:
        return " Pairs without a label count as wrong."
    return " Runs that leave pairs out are scored on the pairs that they label."


def _draw_systems(
    axes: "Axes",
    measure: Measure,
    runs: Sequence[SystemScores],
    trivial: Sequence[SystemScores],
    styles: dict[str, Series],
    has_best: bool,
) -> None:
    for place, system in enumerate([*runs, *trivial]):
        estimate = system.overall.measures[measure.name]
        style = styles.get(system.name) if place < len(runs) else None
        if style is None:
            axes.plot([estimate.value], [place], "D", color=INK, fillstyle="none", markersize=5)
        else:
            _draw_estimate(axes, estimate, place, style, size=6)
        name = f"{shortened(system.name, 44)}  {decimal(estimate.value)}"
        axes.text(
            0.0,
            place - 0.28,
            name,
            transform=axes.get_yaxis_transform(),
            va="bottom",
            color=INK,
            # The name hides the lines behind it.
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.8},
            fontweight="bold" if place == 0 and has_best and style is not None else "normal",
        )
    if trivial:
        best = trivial[0].overall.measures[measure.name].value
        # A dash in each row, below the name.
        places = range(len(runs) + len(trivial))
        tops, ends = ([place + offset for place in places] for offset in _DASH)
        axes.vlines([best] * len(tops), tops, ends, color=INK, linewidth=1)
    axes.set(xlabel=noun_of(measure), yticks=[], ylim=(len(runs) + len(trivial) - 0.5, -0.85))
    axes.spines["left"].set_visible(False)
    axes.margins(x=0.04)


def _draw_estimate(
    axes: "Axes", estimate: Estimate, place: float, style: Series, size: float
) -> None:
    if estimate.low is not None and estimate.high is not None:
        axes.plot([estimate.low, estimate.high], [place, place], color=style.colour, linewidth=1.6)
    axes.plot([estimate.value], [place], style.marker, color=style.colour, markersize=size)


def _tasks(report: Report, measure: Measure) -> dict[str, int]:
    """Return the numbers of pairs of the tasks on which any run has a value.

    If there are many, they are those with the most pairs.
    """
    pairs: dict[str, int] = {}
    for run in report.runs:
        for task, scores in run.tasks.items():
            if measure.name in scores.measures:
                pairs[task] = scores.pairs + scores.unlabelled
    most = sorted(pairs, key=lambda task: (-pairs[task], task))[:_MOST_TASKS]
    return {task: pairs[task] for task in sorted(most)}


def _tasks_plot(
    report: Report, measure: Measure, styles: dict[str, Series], tasks: Mapping[str, int]
) -> PagePlot:
    runs = best_first(report.runs, measure)[:_MOST_RUNS_BY_TASK]
    noun = noun_of(measure)
    extreme = "highest" if measure.direction == "higher" else "lowest"
    extremes = "; ".join(f"{task}: {_best_on(runs, measure, task)}" for task in tasks)
    left_out = []
    if len(runs) < len(report.runs):
        left_out.append(f"the {len(runs)} best runs are shown")
    if len(tasks) == _MOST_TASKS:
        left_out.append(f"the {len(tasks)} tasks with the most pairs are shown")
    note = f" Of all, {' and '.join(left_out)}." if left_out else ""
    return PagePlot(
        svg=draw(
            "tasks",
            f"{noun} of the runs by task. The {extreme} on each: {extremes}.",
            lambda axes: _draw_tasks(axes, report, measure, runs, tasks, styles),
            height=_FRAME + len(tasks) * (_TASK + _LINE * len(runs)),
        ),
        caption=(
            f"{noun[:1].upper()}{noun[1:]} by task, with 95% intervals. The vertical lines are "
            f"the best trivial system on each task.{note}{_note_of_partial_runs(report, measure)}"
        ),
        data=_NO_DATA,
    )


def _best_on(runs: Sequence[SystemScores], measure: Measure, task: str) -> str:
    sign = 1 if measure.direction == "higher" else -1
    values = {
        run.name: sign * found.value
        for run in runs
        if (found := _estimate(run.tasks.get(task), measure)) is not None
    }
    if not values:
        return "no value"
    top = max(values.values())
    names = [name for name, value in values.items() if value == top]
    return f"{', '.join(names)} {decimal(sign * top)}"


def _draw_tasks(
    axes: "Axes",
    report: Report,
    measure: Measure,
    runs: Sequence[SystemScores],
    tasks: Mapping[str, int],
    styles: dict[str, Series],
) -> None:
    # A unit of the axis is a line of a run.
    step = _TASK / _LINE
    top = 0.0
    for task, pairs in tasks.items():
        axes.text(
            0.0,
            top + step - 0.9,
            f"{shortened(task, 44)}, {counted(pairs, 'pair')}",
            transform=axes.get_yaxis_transform(),
            color=INK,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.8},
        )
        for line, run in enumerate(runs):
            estimate = _estimate(run.tasks.get(task), measure)
            if estimate is not None:
                _draw_estimate(axes, estimate, top + step + line, styles[run.name], size=4)
        _draw_best_trivial(axes, report, measure, task, (top + step - 0.5, len(runs)))
        top += step + len(runs)
    axes.set(xlabel=noun_of(measure), yticks=[], ylim=(top, 0.0))
    axes.spines["left"].set_visible(False)
    handles = [
        axes.plot([], [], styles[run.name].marker, color=styles[run.name].colour, linestyle="-")[0]
        for run in runs
    ]
    name_series(axes, handles, [run.name for run in runs])


def _draw_best_trivial(
    axes: "Axes", report: Report, measure: Measure, task: str, extent: tuple[float, int]
) -> None:
    values = [
        found.value
        for system in report.trivial
        if (found := _estimate(system.tasks.get(task), measure)) is not None
    ]
    if values:
        best = max(values) if measure.direction == "higher" else min(values)
        start, lines = extent
        axes.plot([best, best], [start, start + lines], color=INK, linewidth=1)


def _estimate(scores: Scores | None, measure: Measure) -> Estimate | None:
    return None if scores is None else scores.measures.get(measure.name)


_MOST_OPPONENTS = 4
_MOST_BUCKETS = 12
_ON_COMMON_PAIRS = " The pairs are those that both label."
# Longer names in the legend do not fit beside long values of properties.
_LONGEST_NAME = 28
# In inches.
_BAR, _HEADING = 0.2, 0.27

Buckets = Mapping[Phenomenon, IntArray]
"""The positions of the pairs with each value of each property."""


@dataclass(frozen=True)
class _Row:
    """What two runs get right on the pairs of a bucket.

    `p_value` is McNemar's, adjusted by Holm's method for all buckets.
    """

    bucket: Phenomenon
    found: Outcomes
    p_value: float

    @property
    def shares(self) -> tuple[float, float]:
        """The shares of the pairs that only the first, and only the second, gets right."""
        return (
            self.found.only_a_right / self.found.pairs,
            self.found.only_b_right / self.found.pairs,
        )


def disagreement_plots(
    runs: Sequence[ScoredRun], ranks: Sequence[str], buckets: Buckets, pairs: int
) -> list[PagePlot]:
    """Return a plot of the best run and each of the next ones.

    `ranks` are the names of the runs that are compared, the best first. Of each property among the
    `buckets`, the values with the most pairs are drawn. `pairs` is the number of gold pairs.
    """
    shown = _largest(buckets)
    if len(ranks) < 2 or not shown:
        return []
    styles = {run.name: series(number) for number, run in enumerate(runs)}
    by_name = {run.name: run for run in runs}
    best, *others = ranks
    plots: list[PagePlot] = []
    for other in others[:_MOST_OPPONENTS]:
        rows = _rows(by_name[best], by_name[other], shown, pairs)
        if rows:
            name = f"disagreement-{len(plots)}"
            is_partial = min(len(by_name[run].answered) for run in (best, other)) < pairs
            note = _ON_COMMON_PAIRS if is_partial else ""
            plots.append(_plot(name, (best, other), rows, (styles[best], styles[other]), note))
    return plots


def _largest(buckets: Buckets) -> Buckets:
    """Return the buckets with the most pairs of each property, in their order."""
    by_kind: dict[str, list[Phenomenon]] = {}
    for bucket in buckets:
        by_kind.setdefault(bucket.kind, []).append(bucket)
    kept = {
        bucket
        for members in by_kind.values()
        for bucket in sorted(members, key=lambda one: -len(buckets[one]))[:_MOST_BUCKETS]
    }
    return {bucket: places for bucket, places in buckets.items() if bucket in kept}


def _rows(a: ScoredRun, b: ScoredRun, buckets: Buckets, pairs: int) -> list[_Row]:
    try:
        common, of_a, of_b = on_common_pairs(a, b, pairs)
    except RunError:
        return []
    named = {str(bucket): bucket for bucket in buckets}
    groups = {str(bucket): places for bucket, places in buckets.items()}
    found = outcomes_by_group(of_a, of_b, groups, common)
    p_values = [
        mcnemar_of_counts(one.only_a_right, one.only_b_right).p_value for one in found.values()
    ]
    return [
        _Row(named[name], one, p_value)
        for (name, one), p_value in zip(found.items(), holm(p_values).tolist(), strict=True)
    ]


def _plot(
    name: str,
    runs: tuple[str, str],
    rows: Sequence[_Row],
    styles: tuple[Series, Series],
    note: str,
) -> PagePlot:
    if not any(row.found.only_a_right or row.found.only_b_right for row in rows):
        return _plot_of_equals(runs, rows, note)
    kinds = len({row.bucket.kind for row in rows})
    marked = [row for row in rows if row.p_value <= LEVEL]
    where = "; ".join(f"{row.bucket}, {_leader(row, runs)}" for row in marked) or "none"
    return PagePlot(
        svg=draw(
            name,
            f"Pairs that only one of {runs[0]} and {runs[1]} labels correctly, by property of the "
            f"pairs. More than chance: {where}.",
            lambda axes: _draw(axes, runs, rows, styles),
            height=_FRAME + _HEADING * kinds + _BAR * len(rows),
        ),
        caption=(
            f"{runs[0]} and {runs[1]}: the share of the pairs that only one of the two labels "
            "correctly, to the left the first, to the right the second. An asterisk marks where "
            "the difference is more than chance (McNemar's exact test, with Holm's correction for "
            f"{counted(len(rows), 'row')}).{note}"
        ),
        data=Table(
            f"Pairs by which of {runs[0]} and {runs[1]} is right",
            ["property", "value", "pairs", f"only {runs[0]}", f"only {runs[1]}", "p"],
            [
                [
                    row.bucket.kind,
                    row.bucket.name,
                    str(row.found.pairs),
                    str(row.found.only_a_right),
                    str(row.found.only_b_right),
                    f"{row.p_value:.4f}",
                ]
                for row in rows
            ],
            keys=2,
        ),
    )


def _plot_of_equals(runs: tuple[str, str], rows: Sequence[_Row], note: str) -> PagePlot:
    """Return a sentence in place of a plot without bars."""
    kinds = ", ".join(dict.fromkeys(row.bucket.kind for row in rows))
    caption = (
        f"{runs[0]} and {runs[1]}: there is no pair that only one of the two labels correctly, by "
        f"any of: {kinds}.{note}"
    )
    return PagePlot(svg="", caption=caption, data=Table("", [], []))


def _leader(row: _Row, runs: tuple[str, str]) -> str:
    return runs[0] if row.found.only_a_right > row.found.only_b_right else runs[1]


def _draw(
    axes: "Axes", runs: tuple[str, str], rows: Sequence[_Row], styles: tuple[Series, Series]
) -> None:
    place, kind, places, labels = 0.0, "", [], []
    for row in rows:
        if row.bucket.kind != kind:
            kind = row.bucket.kind
            place += _HEADING / _BAR
            axes.text(
                0.0,
                place - 0.75,
                kind,
                transform=axes.get_yaxis_transform(),
                color=INK,
                fontweight="bold",
                # The heading hides the lines behind it.
                bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.8},
            )
        places.append(place)
        labels.append(_label(row))
        place += 1
    handles = []
    for side, style in enumerate(styles):
        sign = (-1, 1)[side]
        widths = [sign * row.shares[side] for row in rows]
        handles.append(
            axes.barh(
                places,
                widths,
                height=0.72,
                facecolor=style.tint,
                edgecolor=style.colour,
                hatch=("", "////")[side],
                linewidth=1.2,
            )
        )
    widest = max(max(row.shares) for row in rows)
    axes.axvline(0, color=INK, linewidth=1)
    axes.set(
        xlabel="share of the pairs",
        ylim=(place - 0.4, 0.0),
        xlim=(-1.08 * widest, 1.08 * widest),
    )
    axes.set_yticks(places, labels)
    axes.xaxis.set_major_formatter(lambda value, _: f"{percentage(abs(value))}%")
    axes.grid(axis="y", visible=False)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    name_series(
        axes, handles, [f"only {shortened(name, _LONGEST_NAME)}" for name in runs], columns=1
    )


def _label(row: _Row) -> str:
    mark = " *" if row.p_value <= LEVEL else ""
    return f"{typeset(shortened(row.bucket.name, 20))} ({row.found.pairs}){mark}"
