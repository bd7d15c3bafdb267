"""What the runs together say of the pairs: how difficult each is, and which are odd."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rte_baselines.errors import RunError
from rte_baselines.evaluation.page.drawing import INK, PagePlot, draw, name_series, series
from rte_baselines.evaluation.page.scored_runs import ScoredRun
from rte_baselines.evaluation.rasch.analysis import (
    RaschAnalysis,
    RaschScale,
    rasch_analysis,
    responses_of,
)
from rte_baselines.tables import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FEWEST_SYSTEMS_TO_ORDER_PAIRS = 3
_SMALLEST_DOT = 8.0
_LARGEST_DOT = 200.0


_WHY_NO_ORDER = (
    "No plot of the pairs: two systems cannot put them in an order of difficulty, since each "
    "pair that tells the two apart is one that the one gets right and the other wrong."
)


@dataclass(frozen=True)
class Difficulty:
    """A Rasch analysis, as the page has it.

    Parameters
    ----------
    plot : PagePlot or None
    tables : tuple of Table
    note : str
        Why there is no plot, or no analysis at all.
    """

    plot: PagePlot | None = None
    tables: tuple[Table, ...] = ()
    note: str = ""


def difficulty_of_pairs(runs: Sequence[ScoredRun], ids: Sequence[str]) -> Difficulty | None:
    """Analyse how difficult pairs are for the runs; None for a single run."""
    if len(runs) == 1:
        return None
    responses = responses_of(
        [scored.judgments for scored in runs], [scored.answered for scored in runs]
    )
    try:
        found = rasch_analysis(responses, systems=[scored.name for scored in runs], pairs=ids)
    except RunError as error:
        return Difficulty(note=f"No Rasch analysis: {error}.")
    tables = (found.systems_table(), found.counts_table())
    if len(found.abilities.names) < _FEWEST_SYSTEMS_TO_ORDER_PAIRS:
        return Difficulty(tables=tables, note=_WHY_NO_ORDER)
    return Difficulty(_plot(found), tables)


def _plot(found: RaschAnalysis) -> PagePlot:
    scale, apart = found.difficulties, found.pairs_apart
    odd = f"{len(scale.misfits)} of {len(scale.names)} pairs have an outfit above {scale.threshold}"
    return PagePlot(
        svg=draw(
            "difficulty",
            f"Outfit of pairs by their difficulty: {odd}.",
            lambda axes: _draw(axes, scale),
        ),
        caption=(
            "Difficulty of the pairs (Rasch model, in logits) against outfit, which is about 1 "
            "where the better runs are right more often; larger dots are more pairs alike. "
            f"{odd} (the dashed line), by rule of thumb too large: weaker runs get such pairs "
            "right and better ones wrong. Set apart: "
            f"{len(apart.all_right)} pairs that all runs get right, {len(apart.none_right)} that "
            "none does."
        ),
        data=found.pairs_table(),
    )


def _draw(axes: "Axes", scale: RaschScale) -> None:
    places, counts = np.unique(
        np.round(np.column_stack([scale.values, scale.outfit]), 6), axis=0, return_counts=True
    )
    style = series(0)
    dots = axes.scatter(
        places[:, 0],
        places[:, 1],
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
