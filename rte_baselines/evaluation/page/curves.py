"""Plots of curves: of all runs, of the scores of one run, and of the difficulty of the pairs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.curves import (
    ThresholdCurve,
    accuracy_by_threshold,
    precision_recall_curve,
    reliability_curve,
    risk_coverage_curve,
    score_distribution,
)
from rte_baselines.evaluation.inputs.gold import ScoredRun
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, Judgments
from rte_baselines.evaluation.rasch import RaschAnalysis, rasch_analysis
from rte_baselines.evaluation.scores import MISSING, two_way_beside_three_way
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.rendering.pages.typesetting import capitalized, decimal
from rte_baselines.rendering.plots import (
    INK,
    REFERENCE,
    PagePlot,
    Series,
    draw,
    name_series,
    series,
    thinned,
)
from rte_baselines.rendering.tables import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROUNDING = 1e-9
_TWO_WAY = " Labels are right or wrong two-way for all runs, as those of some are two-way."
_KINDS = ("entailed", "other")
_ROWS = 11

Judged = Mapping[str, tuple[Series, Judgments]]
"""The style and the judgments of each run, by its name."""


class Line(NamedTuple):
    """A line of a plot, by its points."""

    name: str
    style: Series
    x: FloatArray
    y: FloatArray


def _line_plot(
    name: str,
    axis_names: tuple[str, str],
    lines: Sequence[Line],
    caption: str,
    *,
    span: tuple[float, float] = (0.0, 1.0),
    limits: Mapping[str, tuple[float, float | None]] | None = None,
    **looks: Any,
) -> PagePlot:
    """Plot lines, and return it with a table of their values at places evenly spaced in the span.

    `looks` are properties of Matplotlib.
    """
    x_name, y_name = axis_names

    def plot(axes: "Axes") -> None:
        handles: list[Any] = []
        for _, style, x, y in lines:
            points = thinned(len(x))
            drawn = {"marker": style.marker, "markersize": 4.5, "linewidth": 1.6, **looks}
            drawn |= {"color": style.colour, "linestyle": style.line}
            handles += axes.plot(x[points], y[points], **drawn)
        axes.set(xlabel=x_name, ylabel=y_name, **(limits or {}))
        name_series(axes, handles, [line.name for line in lines])

    shown = [line for line in lines if line.style != REFERENCE]
    rows = [
        [decimal(at), *(_value_from(line, at) for line in shown)]
        for at in np.linspace(*span, _ROWS).tolist()
    ]
    title = f"{y_name} at the first point from each {x_name} on"
    return PagePlot(
        draw(name, f"{y_name} by {x_name}", plot),
        caption,
        Table(capitalized(title), [x_name, *(line.name for line in shown)], rows),
    )


def _value_from(line: Line, least: float) -> str:
    """Return the value of a line at its first point from a place on, which it may not reach."""
    # Places are equal but for rounding.
    place = np.searchsorted(line.x, least - _ROUNDING)
    return decimal(line.y[place]) if place < len(line.x) else MISSING


def plots_of_runs(runs: Sequence[ScoredRun]) -> Iterator[PagePlot]:
    """Yield the plots of all runs, each with the runs that have the values it needs.

    Curves are of the pairs that each run labels, but for risk by coverage, which is that of all
    gold pairs, so that runs that abstain can be compared.
    """
    judged = {run.name: (series(number), run.judgments) for number, run in enumerate(runs)}
    yield from _precision_recall_plot(judged)
    yield from _reliability_plot(judged)
    yield from _risk_coverage_plot(judged)


def _precision_recall_plot(judged: Judged) -> Iterator[PagePlot]:
    lines, middle = [], []
    for name, (style, judgments) in judged.items():
        if judgments.ranking is not None and judgments.gold_entails.any():
            curve = precision_recall_curve(judgments.ranking, judgments.gold_entails)
            # An interpolated curve begins at recall 0.
            precision = np.insert(curve.interpolated, 0, curve.interpolated[0])
            lines.append(Line(name, style, np.insert(curve.recall, 0, 0.0), precision))
            middle.append(f"{name} {decimal(curve.eleven_points[5])}")
    if lines:
        yield _line_plot(
            "precision-recall",
            ("recall", "interpolated precision"),
            lines,
            "Precision by recall of the entailed pairs, down each run's ranking. Precision is "
            "interpolated: the highest at that recall or any higher one; tied pairs have one point "
            f"together. At recall 0.5: {'; '.join(middle)}.",
            limits={"xlim": (0, 1.02), "ylim": (0, 1.04)},
            drawstyle="steps-pre",
            markevery=0.12,
        )


def _reliability_plot(judged: Judged) -> Iterator[PagePlot]:
    ends = np.array([0.0, 1.0])
    lines, errors = [Line("perfectly calibrated", REFERENCE, ends, ends)], []
    for name, (style, judgments) in judged.items():
        if (probabilities := judgments.probabilities) is not None:
            curve = reliability_curve(probabilities[:, ENTAILMENT], judgments.gold_entails)
            lines.append(Line(name, style, curve.mean_probability, curve.share_entailed))
            errors.append(f"{name} {decimal(curve.calibration_error)}")
    if errors:
        yield _line_plot(
            "reliability",
            ("mean probability of entailment", "share entailed"),
            lines,
            "Reliability: the share of entailed pairs among those with about the same probability "
            "of entailment. Calibrated probabilities lie on the diagonal; above it, the run is "
            "underconfident of entailment, below it overconfident. Mean distance from the diagonal "
            f"over the pairs: {'; '.join(errors)}.",
            limits={"xlim": (-0.02, 1.02), "ylim": (-0.02, 1.04)},
        )


def _risk_coverage_plot(judged: Judged) -> Iterator[PagePlot]:
    confident = {name: drawn for name, drawn in judged.items() if drawn[1].confidences is not None}
    # Labels in different schemes are not equally often right by chance.
    two_way = two_way_beside_three_way({name: drawn[1].scheme for name, drawn in confident.items()})
    lines, risks = [], []
    for name, (style, judgments) in confident.items():
        assert judgments.confidences is not None
        right = judgments.correct if two_way else judgments.right
        curve = risk_coverage_curve(judgments.confidences, right, judgments.unanswered)
        lines.append(Line(name, style, curve.coverage, curve.risk))
        half = MISSING
        # Of a run that labels fewer pairs, there is none. Shares are equal but for rounding.
        if curve.coverage[-1] >= 0.5 - _ROUNDING:
            half = decimal(curve.risk_at(np.array([0.5]))[0])
        risks.append(f"{name} {half}, {decimal(curve.risk[-1])}")
    if lines:
        yield _line_plot(
            "risk-coverage",
            ("share of the pairs whose labels are kept", "share of wrong labels"),
            lines,
            "Risk by coverage: the share of wrong labels if a run keeps only its most confident "
            "labels, by the share of the pairs that these are. Confidence that says nothing of "
            f"errors gives a level line. On half of the pairs, and on all that are labelled: "
            f"{'; '.join(risks)}.{_TWO_WAY if two_way else ''}",
            limits={"xlim": (0, 1.02), "ylim": (-0.02, None)},
            markevery=0.12,
        )


def plots_of_run(
    scored: ScoredRun, number: int, development: ScoredRun | None
) -> Iterator[PagePlot]:
    """Yield the plots of a run's scores, none unless every pair has a score.

    `number` is that of the run on the page, from 0, and `development` the same system's run on
    development pairs.
    """
    scores, entailed = scored.run.scores, scored.judgments.gold_entails
    if scores is None:
        return
    yield _distribution_plot(scored.name, number, scores, entailed)
    here, there = accuracy_by_threshold(scores, entailed), None
    if development is not None and development.run.scores is not None:
        there = accuracy_by_threshold(development.run.scores, development.judgments.gold_entails)
    yield _threshold_plot(number, here, there)


def _distribution_plot(name: str, number: int, scores: FloatArray, entailed: BoolArray) -> PagePlot:
    distribution = score_distribution(scores, entailed)
    medians = " and ".join(
        f"median {decimal(np.median(scores[mask]))} of {mask.sum()} {kind} pairs"
        for kind, mask in zip(_KINDS, (entailed, ~entailed), strict=True)
        if mask.any()
    )

    def plot(axes: "Axes") -> None:
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

    edges = [decimal(edge) for edge in distribution.edges]
    counts = zip(distribution.entailed, distribution.others, strict=True)
    return PagePlot(
        draw(f"distribution-{number}", f"distribution of the entailment score of {name}", plot),
        "Distribution of the entailment score for entailed pairs and all others, as shares of "
        f"either kind: {medians}. The less the two overlap, the better a threshold separates "
        "them.",
        Table(
            "Pairs by score",
            ["score from", "to", *_KINDS],
            [[*ends, *map(str, row)] for ends, row in zip(pairwise(edges), counts, strict=True)],
            keys=2,
        ),
    )


def _threshold_plot(number: int, here: ThresholdCurve, there: ThresholdCurve | None) -> PagePlot:
    """Return the plot of the accuracies on these pairs and perhaps on development pairs."""
    lowest, highest = here.accuracy.min(), here.accuracy.max()
    lines = [Line("these pairs", series(0), here.thresholds, here.accuracy)]
    figures = (
        f"It is between {decimal(lowest)} and {decimal(highest)}. The highest value is that of a "
        "threshold tuned on these pairs, and must not be reported as a score."
    )
    if there is not None:
        best = there.thresholds[there.accuracy.argmax()]
        lines.append(Line("development pairs", series(1), there.thresholds, there.accuracy))
        ends = np.array([best, best]), np.array([lowest, highest])
        lines.append(Line("development optimum", REFERENCE, *ends))
        figures = (
            f"The threshold that is best on the development pairs, {decimal(best)} (vertical "
            f"line), gives {decimal(there.accuracy.max())} there and "
            f"{decimal(_accuracy_at(here, best))} here."
        )
    return _line_plot(
        f"threshold-{number}",
        ("threshold on the entailment score", "two-way accuracy"),
        lines,
        "Two-way accuracy if pairs with a score of at least a threshold are labelled ENTAILMENT. "
        f"{figures}",
        span=(here.thresholds[0], here.thresholds[-1]),
        drawstyle="steps-pre",
        marker=None,
    )


def _accuracy_at(curve: ThresholdCurve, threshold: float) -> np.float64:
    place = int(np.searchsorted(curve.thresholds, threshold))
    accuracy: np.float64 = curve.accuracy[min(place, len(curve.accuracy) - 1)]
    return accuracy


# The Fisher information of a response about a difficulty, p(1 - p), is at most 1/4, so that n
# responses leave a standard error of at least 2 / sqrt(n) logits. From 16 runs on, a 95% interval
# can be as narrow as one logit to either side. Fewer runs have few patterns of right and wrong
# answers, and a plot of them has few dots: six for three runs.
_FEWEST_RUNS = 16
_ABOUT_ABILITIES = (
    "Abilities are estimated from the pairs that a run labels; they are too high for one that "
    f"leaves out the pairs on which it would be wrong. Pairs are plotted from {_FEWEST_RUNS} runs "
    "on: fewer leave their difficulty uncertain by more than one logit to either side."
)
_SMALLEST_DOT = 8.0
_LARGEST_DOT = 200.0


class Difficulty(NamedTuple):
    """A Rasch analysis as the page shows it, or a note why there is none."""

    note: str
    tables: tuple[Table, ...] = ()
    plot: PagePlot | None = None


def difficulty_of_pairs(runs: Sequence[ScoredRun]) -> Difficulty | None:
    """Analyse the difficulty of the pairs for the runs; None for fewer than three.

    Of two, it would say no more than on how many pairs only one of them is right.
    """
    if len(runs) < 3:
        return None
    ids = runs[0].gold.ids
    responses = np.full((len(runs), len(ids)), np.nan)
    for row, scored in zip(responses, runs, strict=True):
        row[scored.answered] = scored.judgments.correct
    try:
        analysis = rasch_analysis(responses, systems=[scored.name for scored in runs], pairs=ids)
    except RunError as error:
        return Difficulty(f"No Rasch analysis: {error}.")
    has_plot = len(analysis.abilities.names) >= _FEWEST_RUNS
    return Difficulty(
        _ABOUT_ABILITIES,
        (analysis.systems_table(),),
        _plot(analysis) if has_plot else None,
    )


def _plot(analysis: RaschAnalysis) -> PagePlot:
    scale, excluded = analysis.difficulties, len(analysis.pairs_apart)
    misfits = (
        f"{len(scale.misfits)} of {counted(len(scale.names), 'pair')} have an outfit above "
        f"{scale.threshold}"
    )

    def plot(axes: "Axes") -> None:
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

    return PagePlot(
        draw("difficulty", "outfit of pairs by their difficulty", plot),
        "Difficulty of the pairs (Rasch model, in logits) against outfit, which is about 1 if "
        f"better runs are right more often; larger dots stand for more pairs. {misfits} (the "
        "dashed line), which is too large by a rule of thumb: weaker runs get these pairs right "
        f"and better ones wrong. Excluded: {counted(excluded, 'pair')} that all runs get right, or "
        "none.",
        analysis.pairs_table(),
    )
