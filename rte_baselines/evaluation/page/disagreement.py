"""On which kinds of pairs two runs differ: plots by task and by properties of the pairs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rte_baselines.core.errors import RunError
from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.comparison.common_pairs import ScoredRun, on_common_pairs
from rte_baselines.evaluation.comparison.differing import Outcomes, outcomes_by_group
from rte_baselines.evaluation.inputs.parts import Phenomenon
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
from rte_baselines.evaluation.page.templates import typeset
from rte_baselines.evaluation.significance.exact import LEVEL, holm, mcnemar_of_counts
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.rendering.tables import Table, percentage

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_OPPONENTS = 4
_MOST_BUCKETS = 12
_ON_COMMON_PAIRS = " The pairs are those that both label."
# Longer names in the legend do not fit beside long values of properties.
_LONGEST_NAME = 28
# In inches.
_ROW, _HEADING, _FRAME = 0.2, 0.27, 0.55

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
            height=_FRAME + _HEADING * kinds + _ROW * len(rows),
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
            place += _HEADING / _ROW
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
