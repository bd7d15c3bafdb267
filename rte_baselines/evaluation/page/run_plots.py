"""Plots of one run: the distribution of its scores, and accuracy by threshold."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rte_baselines.evaluation.comparison.common_pairs import ScoredRun
from rte_baselines.evaluation.curves import (
    ScoreDistribution,
    ThresholdCurve,
    accuracy_by_threshold,
    score_distribution,
)
from rte_baselines.evaluation.page.svg_plots import (
    INK,
    PagePlot,
    draw,
    name_series,
    series,
    thinned,
)
from rte_baselines.evaluation.page.templates import decimal
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.rendering.tables import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_KINDS = ("entailed", "other")
_ROWS = 20


def plots_of_run(
    scored: ScoredRun, number: int, development: ScoredRun | None
) -> Iterator[PagePlot]:
    """Yield the plots of a run's scores, none unless every pair has a score.

    `number` is that of the run on the page, from 0, and `development` the same system's run on
    development pairs.
    """
    scores = scored.run.scores
    if scores is None:
        return
    yield _distribution_plot(scored, scores, number)
    yield _threshold_plot(scored, scores, number, development)


def _distribution_plot(scored: ScoredRun, scores: FloatArray, number: int) -> PagePlot:
    entailed = scored.judgments.gold_entails
    distribution = score_distribution(scores, entailed)
    medians = " and ".join(
        f"median {decimal(np.median(scores[mask]))} of {mask.sum()} {kind} pairs"
        for kind, mask in zip(_KINDS, (entailed, ~entailed), strict=True)
        if mask.any()
    )
    edges = [decimal(edge) for edge in distribution.edges]
    return PagePlot(
        svg=draw(
            f"distribution-{number}",
            f"Distribution of the entailment score of {scored.name}: {medians}.",
            lambda axes: _draw_distribution(axes, distribution),
        ),
        caption=(
            "Distribution of the entailment score for entailed pairs and all others, as shares of "
            f"either kind: {medians}. The less the two overlap, the better a threshold separates "
            "them."
        ),
        data=Table(
            "Pairs by score",
            ["score from", "to", *_KINDS],
            [
                [low, high, str(of_entailed), str(of_others)]
                for low, high, of_entailed, of_others in zip(
                    edges, edges[1:], distribution.entailed, distribution.others, strict=False
                )
            ],
            keys=2,
        ),
    )


def _draw_distribution(axes: "Axes", distribution: ScoreDistribution) -> None:
    handles = [
        axes.stairs(
            counts / max(counts.sum(), 1),
            distribution.edges,
            fill=is_filled,
            facecolor=style.tint if is_filled else "none",
            edgecolor=style.colour,
            linestyle=style.line,
            linewidth=1.8,
            hatch=style.hatch,
            # The outline is drawn in front of the filled area.
            zorder=1 if is_filled else 2,
        )
        for counts, style, is_filled in (
            (distribution.entailed, series(0), False),
            (distribution.others, series(1), True),
        )
    ]
    axes.set(xlabel="entailment score", ylabel="share of the pairs of a kind")
    name_series(axes, handles, ["entailed", "not entailed"])


def _threshold_plot(
    scored: ScoredRun, scores: FloatArray, number: int, development: ScoredRun | None
) -> PagePlot:
    curves = {"these pairs": accuracy_by_threshold(scores, scored.judgments.gold_entails)}
    optimum = None
    if development is not None and development.run.scores is not None:
        tuning = accuracy_by_threshold(development.run.scores, development.judgments.gold_entails)
        curves["development pairs"] = tuning
        optimum = float(tuning.thresholds[tuning.accuracy.argmax()])
    summary = _threshold_summary(curves, optimum)
    return PagePlot(
        svg=draw(
            f"threshold-{number}",
            f"Accuracy of {scored.name} by threshold: {summary}",
            lambda axes: _draw_thresholds(axes, curves, optimum),
        ),
        caption=(
            "Two-way accuracy if pairs with a score of at least a threshold are labelled "
            f"ENTAILMENT: {summary}"
        ),
        data=_threshold_table(curves),
    )


def _threshold_summary(curves: dict[str, ThresholdCurve], optimum: float | None) -> str:
    here = curves["these pairs"]
    if optimum is None:
        return (
            f"between {decimal(here.accuracy.min())} and {decimal(here.accuracy.max())}. The "
            "highest value is that of a threshold tuned on these pairs, and must not be reported "
            "as a score."
        )
    best = curves["development pairs"].accuracy.max()
    found = _accuracy_at(here, np.array([optimum]))[0]
    return (
        f"the threshold that is best on the development pairs, {decimal(optimum)} (vertical line), "
        f"gives {decimal(best)} there and {decimal(found)} here."
    )


def _accuracy_at(curve: ThresholdCurve, thresholds: FloatArray) -> FloatArray:
    indices = np.searchsorted(curve.thresholds, thresholds)
    return curve.accuracy[np.minimum(indices, len(curve.accuracy) - 1)]


def _draw_thresholds(
    axes: "Axes", curves: dict[str, ThresholdCurve], optimum: float | None
) -> None:
    handles = []
    for number, curve in enumerate(curves.values()):
        style = series(number)
        points = thinned(len(curve.thresholds))
        handles += axes.step(
            curve.thresholds[points],
            curve.accuracy[points],
            where="pre",
            color=style.colour,
            linestyle=style.line,
            linewidth=1.6,
        )
    names = list(curves)
    if optimum is not None:
        handles.append(axes.axvline(optimum, color=INK, linestyle=":", linewidth=1.4))
        names.append(f"development optimum, {decimal(optimum)}")
    axes.set(xlabel="threshold on the entailment score", ylabel="two-way accuracy")
    name_series(axes, handles, names)


def _threshold_table(curves: dict[str, ThresholdCurve]) -> Table:
    """Return the accuracies at evenly spaced thresholds over the scores of these pairs."""
    here = curves["these pairs"].thresholds
    thresholds = np.linspace(here[0], here[-1], _ROWS + 1)
    columns: Sequence[FloatArray] = [_accuracy_at(curve, thresholds) for curve in curves.values()]
    return Table(
        f"Accuracy at {len(thresholds)} thresholds",
        ["threshold", *curves],
        [
            [decimal(threshold), *(decimal(column[row]) for column in columns)]
            for row, threshold in enumerate(thresholds)
        ],
    )
