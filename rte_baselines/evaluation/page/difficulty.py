"""The difficulty of the pairs for all runs, by Rasch analysis."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.comparison.common_pairs import ScoredRun
from rte_baselines.evaluation.page.svg_plots import INK, PagePlot, draw, name_series, series
from rte_baselines.evaluation.rasch.analysis import (
    RaschAnalysis,
    RaschScale,
    rasch_analysis,
    responses_of,
)
from rte_baselines.rendering.tables import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# The Fisher information of a response about a difficulty, p(1 - p), is at most 1/4, so that n
# responses leave a standard error of at least 2 / sqrt(n) logits. From 16 runs on, a 95% interval
# can be as narrow as one logit to either side. Fewer runs have few patterns of right and wrong
# answers, and a plot of them has few dots: six for three runs.
_FEWEST_RUNS = 16
_NORMAL_QUANTILE = 1.96
_OF_LABELLED_PAIRS = (
    "Abilities are estimated from the pairs that a run labels; they are too high for one that "
    "leaves out the pairs on which it would be wrong."
)
_SMALLEST_DOT = 8.0
_LARGEST_DOT = 200.0


@dataclass(frozen=True)
class Difficulty:
    """A Rasch analysis as the page shows it.

    `note` has the reason for a missing plot or analysis, and the pairs that abilities are estimated
    from.
    """

    plot: PagePlot | None = None
    tables: tuple[Table, ...] = ()
    note: str = ""


def difficulty_of_pairs(runs: Sequence[ScoredRun], ids: Sequence[str]) -> Difficulty | None:
    """Analyse the difficulty of the pairs for the runs; None for fewer than two."""
    if len(runs) < 2:
        return None
    responses = responses_of(
        [scored.judgments for scored in runs], [scored.answered for scored in runs]
    )
    try:
        analysis = rasch_analysis(responses, systems=[scored.name for scored in runs], pairs=ids)
    except RunError as error:
        return Difficulty(note=f"No Rasch analysis: {error}.")
    tables = (analysis.systems_table(), analysis.counts_table())
    is_partial = any(len(scored.answered) < len(ids) for scored in runs)
    note = _OF_LABELLED_PAIRS if is_partial else ""
    if len(analysis.abilities.names) < _FEWEST_RUNS:
        why = _why_no_plot(len(analysis.abilities.names))
        return Difficulty(tables=tables, note=f"{why} {note}".rstrip())
    return Difficulty(_plot(analysis), tables, note)


def _why_no_plot(runs: int) -> str:
    if runs == 2:
        return (
            "No plot of the pairs: two runs cannot order pairs by difficulty, since every pair on "
            "which they differ is right for one run and wrong for the other."
        )
    return (
        f"No plot of the pairs: {runs} runs leave a 95% interval of at least "
        f"{_NORMAL_QUANTILE * 2 / sqrt(runs):.1f} logits to either side of the difficulty of a "
        f"pair. There is a plot from {_FEWEST_RUNS} runs on."
    )


def _plot(analysis: RaschAnalysis) -> PagePlot:
    scale, apart = analysis.difficulties, analysis.pairs_apart
    misfits = (
        f"{len(scale.misfits)} of {counted(len(scale.names), 'pair')} have an outfit above "
        f"{scale.threshold}"
    )
    return PagePlot(
        svg=draw(
            "difficulty",
            f"Outfit of pairs by their difficulty: {misfits}.",
            lambda axes: _draw(axes, scale),
        ),
        caption=(
            "Difficulty of the pairs (Rasch model, in logits) against outfit, which is about 1 "
            "if better runs are right more often; larger dots stand for more pairs. "
            f"{misfits} (the dashed line), which is too large by a rule of thumb: weaker runs get "
            "these pairs right and better ones wrong. Excluded: "
            f"{counted(len(apart.all_right), 'pair')} that all runs get right, "
            f"{len(apart.none_right)} that no run gets right."
        ),
        data=analysis.pairs_table(),
    )


def _draw(axes: "Axes", scale: RaschScale) -> None:
    points, counts = np.unique(
        np.round(np.column_stack([scale.values, scale.outfit]), 6), axis=0, return_counts=True
    )
    style = series(0)
    dots = axes.scatter(
        points[:, 0],
        points[:, 1],
        s=np.maximum(_LARGEST_DOT * counts / counts.max(), _SMALLEST_DOT),
        marker=style.marker,
        facecolor=style.tint,
        edgecolor=style.colour,
        linewidth=1.2,
    )
    line = axes.axhline(scale.threshold, color=INK, linestyle="--", linewidth=1.2)
    axes.set(xlabel="difficulty in logits (higher is harder)", ylabel="outfit mean square")
    axes.margins(0.08)
    name_series(axes, [dots, line], ["pairs", f"rule of thumb, {scale.threshold}"])
