"""Plots of curves: of all runs, of the scores of one run, and of the difficulty of the pairs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.curves import (
    PrecisionRecallCurve,
    ReliabilityCurve,
    RiskCoverageCurve,
    ScoreDistribution,
    ThresholdCurve,
    accuracy_by_threshold,
    precision_recall_curve,
    reliability_curve,
    risk_coverage_curve,
    score_distribution,
)
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, Judgments
from rte_baselines.evaluation.inputs.scored_run import ScoredRun
from rte_baselines.evaluation.page.svg_plots import (
    INK,
    PagePlot,
    Series,
    draw,
    draw_lines,
    name_series,
    series,
)
from rte_baselines.evaluation.page.templates import decimal
from rte_baselines.evaluation.rasch import RaschAnalysis, RaschScale, rasch_analysis
from rte_baselines.evaluation.scores import two_way_beside_three_way
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.rendering.tables import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Kind = TypeVar("Kind")

_ROUNDING = 1e-9
_OF_LABELLED_PAIRS = (
    " Of runs that leave pairs out, these are the pairs that they label: curves on different "
    "pairs do not say which run is better."
)
_OF_ALL_PAIRS = (
    " The curve of a run that leaves pairs out ends at the share that it labels. Curves can be "
    "compared at the same share; the areas below them (aurc, excess_aurc) and accuracies at a "
    "coverage in the tables are of the labelled pairs, and cannot."
)
_TWO_WAY = " Labels are right or wrong two-way for all runs, as those of some are two-way."
_KINDS = ("entailed", "other")
_ROWS = 20


@dataclass(frozen=True)
class _Curve(Generic[Kind]):
    """A run's curve, drawn in the style of that run."""

    name: str
    style: Series
    points: Kind


def plots_of_runs(runs: Sequence[ScoredRun]) -> Iterator[PagePlot]:
    """Yield the plots of all runs, each with the runs that have the values it needs.

    Curves are of the pairs that each run labels, but for risk by coverage, which is that of all
    gold pairs, so that runs that abstain can be compared.
    """
    is_partial = any(run.judgments.unanswered for run in runs)
    note = _OF_LABELLED_PAIRS if is_partial else ""

    def curves(make: Callable[[Judgments], Kind | None]) -> list[_Curve[Kind]]:
        made = [(run, number, make(run.judgments)) for number, run in enumerate(runs)]
        return [_Curve(run.name, series(n), points) for run, n, points in made if points]

    if rankings := curves(_precision_recall):
        yield _precision_recall_plot(rankings, note)
    if reliabilities := curves(_reliability):
        yield _reliability_plot(reliabilities, note)
    # Labels in different schemes are not equally often right by chance.
    two_way = two_way_beside_three_way(
        {run.name: run.judgments.scheme for run in runs if run.judgments.confidences is not None}
    )

    def risk_coverage(judged: Judgments) -> RiskCoverageCurve | None:
        right = judged.correct if two_way else judged.right
        if judged.confidences is None:
            return None
        return risk_coverage_curve(judged.confidences, right, judged.unanswered)

    if risks := curves(risk_coverage):
        notes = (_OF_ALL_PAIRS if is_partial else "", _TWO_WAY if two_way else "")
        yield _risk_coverage_plot(risks, "".join(notes))


def _precision_recall(judged: Judgments) -> PrecisionRecallCurve | None:
    if judged.ranking is None or not judged.gold_entails.any():
        return None
    return precision_recall_curve(judged.ranking, judged.gold_entails)


def _reliability(judged: Judgments) -> ReliabilityCurve | None:
    if judged.probabilities is None:
        return None
    return reliability_curve(judged.probabilities[:, ENTAILMENT], judged.gold_entails)


def _tenths_table(
    title: str, what: str, curves: Sequence[_Curve[Kind]], columns: Sequence[FloatArray]
) -> Table:
    """Return a row for each tenth up to 1, a column of numbers, NaN for none, for each curve."""
    tenths = 11 - len(columns[0]) + np.arange(len(columns[0]))
    rows = [
        [f"{tenth / 10:.1f}", *map(_shown, row)]
        for tenth, row in zip(tenths, np.transpose(columns), strict=True)
    ]
    return Table(title, [what, *(curve.name for curve in curves)], rows)


def _shown(share: float) -> str:
    return "-" if np.isnan(share) else f"{share:.3f}"


def _precision_recall_plot(curves: Sequence[_Curve[PrecisionRecallCurve]], note: str) -> PagePlot:
    columns = [curve.points.eleven_points for curve in curves]
    middle = "; ".join(
        f"{curve.name} {column[5]:.3f}" for curve, column in zip(curves, columns, strict=True)
    )

    def plot(axes: "Axes") -> None:
        lines = []
        for curve in curves:
            # An interpolated curve has one point for each recall, and begins at recall 0.
            recall, first = np.unique(curve.points.recall, return_index=True)
            precision = curve.points.interpolated[first]
            lines.append(
                (curve.style, np.insert(recall, 0, 0.0), np.insert(precision, 0, precision[0]))
            )
        handles = draw_lines(axes, lines, drawstyle="steps-pre", markersize=4.5, markevery=0.12)
        axes.set(xlabel="recall", ylabel="interpolated precision", xlim=(0, 1.02), ylim=(0, 1.04))
        name_series(axes, handles, [curve.name for curve in curves])

    gist = f"Interpolated precision by recall. At recall 0.5: {middle}."
    return PagePlot(
        draw("precision-recall", gist, plot),
        "Precision by recall of the entailed pairs, down each run's ranking. Precision is "
        "interpolated: the highest at that recall or any higher one; tied pairs have one point "
        f"together. At recall 0.5: {middle}.{note}",
        _tenths_table("Interpolated precision at eleven recalls", "recall", curves, columns),
    )


def _reliability_plot(curves: Sequence[_Curve[ReliabilityCurve]], note: str) -> PagePlot:
    errors = "; ".join(f"{curve.name} {curve.points.calibration_error:.3f}" for curve in curves)

    def plot(axes: "Axes") -> None:
        diagonal = axes.plot([0, 1], [0, 1], color=INK, linestyle=":", linewidth=1)
        lines = [
            (curve.style, curve.points.mean_probability, curve.points.share_entailed)
            for curve in curves
        ]
        handles = diagonal + draw_lines(axes, lines, markersize=5, linewidth=1.4)
        axes.set(xlabel="mean probability of entailment", ylabel="share entailed")
        axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.04))
        name_series(axes, handles, ["perfectly calibrated", *(curve.name for curve in curves)])

    gist = f"Share of entailed pairs by probability. Mean distance from the diagonal: {errors}."
    return PagePlot(
        draw("reliability", gist, plot),
        "Reliability: the share of entailed pairs among those with about the same probability "
        "of entailment. Calibrated probabilities lie on the diagonal; above it, the run is "
        "underconfident of entailment, below it overconfident. Mean distance from the diagonal "
        f"over the pairs: {errors}.{note}",
        Table(
            "Pairs by probability of entailment",
            ["run", "probability", "pairs", "mean probability", "share entailed"],
            [
                [curve.name, f"{low:.1f} to {high:.1f}", str(pairs), f"{mean:.3f}", f"{share:.3f}"]
                for curve in curves
                for (low, high), pairs, mean, share in zip(
                    curve.points.edges,
                    curve.points.pairs,
                    curve.points.mean_probability,
                    curve.points.share_entailed,
                    strict=True,
                )
            ],
            keys=2,
        ),
    )


def _risk_coverage_plot(curves: Sequence[_Curve[RiskCoverageCurve]], note: str) -> PagePlot:
    coverages = np.arange(1, 11) / 10
    columns = [_risks(curve.points, coverages) for curve in curves]
    middle = "; ".join(
        f"{curve.name} {_shown(risks[4])}, {curve.points.risk[-1]:.3f}"
        for curve, risks in zip(curves, columns, strict=True)
    )

    def plot(axes: "Axes") -> None:
        lines = ((curve.style, curve.points.coverage, curve.points.risk) for curve in curves)
        handles = draw_lines(axes, lines, markersize=4.5, markevery=0.12)
        axes.set(xlabel="share of the pairs whose labels are kept", ylabel="share of wrong labels")
        axes.set(xlim=(0, 1.02), ylim=(-0.02, None))
        name_series(axes, handles, [curve.name for curve in curves])

    where = f"On half of the pairs, and on all that are labelled: {middle}."
    return PagePlot(
        draw("risk-coverage", f"Share of wrong labels by share of pairs. {where}", plot),
        "Risk by coverage: the share of wrong labels if a run keeps only its most confident "
        "labels, by the share of the pairs that these are. Confidence that says nothing of "
        f"errors gives a level line.{note} {where}",
        _tenths_table(
            "Accuracy at ten coverages",
            "share of the pairs",
            curves,
            [1 - column for column in columns],
        ),
    )


def _risks(curve: RiskCoverageCurve, coverages: FloatArray) -> FloatArray:
    """Return the risks at some coverages, NaN where the run labels fewer pairs."""
    # Shares of the pairs are equal but for rounding.
    is_reached = coverages <= curve.coverage[-1] + _ROUNDING
    return np.where(is_reached, curve.risk_at(coverages), np.nan)


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
    entailed = scored.judgments.gold_entails
    distribution = score_distribution(scores, entailed)
    medians = " and ".join(
        f"median {decimal(np.median(scores[mask]))} of {mask.sum()} {kind} pairs"
        for kind, mask in zip(_KINDS, (entailed, ~entailed), strict=True)
        if mask.any()
    )
    edges = [decimal(edge) for edge in distribution.edges]
    counts = zip(distribution.entailed, distribution.others, strict=True)
    yield PagePlot(
        draw(
            f"distribution-{number}",
            f"Distribution of the entailment score of {scored.name}: {medians}.",
            lambda axes: _draw_distribution(axes, distribution),
        ),
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
    curves = {"these pairs": accuracy_by_threshold(scores, entailed)}
    optimum = None
    if development is not None and development.run.scores is not None:
        tuning = accuracy_by_threshold(development.run.scores, development.judgments.gold_entails)
        curves["development pairs"] = tuning
        optimum = float(tuning.thresholds[tuning.accuracy.argmax()])
    summary = _threshold_summary(curves, optimum)
    yield PagePlot(
        draw(
            f"threshold-{number}",
            f"Accuracy of {scored.name} by threshold: {summary}",
            lambda axes: _draw_thresholds(axes, curves, optimum),
        ),
        "Two-way accuracy if pairs with a score of at least a threshold are labelled "
        f"ENTAILMENT: {summary}",
        _threshold_table(curves),
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


def _threshold_summary(curves: Mapping[str, ThresholdCurve], optimum: float | None) -> str:
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
    axes: "Axes", curves: Mapping[str, ThresholdCurve], optimum: float | None
) -> None:
    lines = (
        (series(number), curve.thresholds, curve.accuracy)
        for number, curve in enumerate(curves.values())
    )
    handles = draw_lines(axes, lines, drawstyle="steps-pre", marker=None)
    names = list(curves)
    if optimum is not None:
        handles.append(axes.axvline(optimum, color=INK, linestyle=":", linewidth=1.4))
        names.append(f"development optimum, {decimal(optimum)}")
    axes.set(xlabel="threshold on the entailment score", ylabel="two-way accuracy")
    name_series(axes, handles, names)


def _threshold_table(curves: Mapping[str, ThresholdCurve]) -> Table:
    """Return the accuracies at evenly spaced thresholds over the scores of these pairs."""
    here = curves["these pairs"].thresholds
    thresholds = np.linspace(here[0], here[-1], _ROWS + 1)
    columns = [_accuracy_at(curve, thresholds) for curve in curves.values()]
    return Table(
        f"Accuracy at {len(thresholds)} thresholds",
        ["threshold", *curves],
        [
            [decimal(threshold), *(decimal(column[row]) for column in columns)]
            for row, threshold in enumerate(thresholds)
        ],
    )


# The Fisher information of a response about a difficulty, p(1 - p), is at most 1/4, so that n
# responses leave a standard error of at least 2 / sqrt(n) logits. From 16 runs on, a 95% interval
# can be as narrow as one logit to either side. Fewer runs have few patterns of right and wrong
# answers, and a plot of them has few dots: six for three runs.
_FEWEST_RUNS = 16
_NORMAL_QUANTILE = 1.96
_ABILITIES_OF_LABELLED_PAIRS = (
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
        return Difficulty(note=f"No Rasch analysis: {error}.")
    tables = (analysis.systems_table(), analysis.counts_table())
    is_partial = any(scored.judgments.unanswered for scored in runs)
    note = _ABILITIES_OF_LABELLED_PAIRS if is_partial else ""
    if len(analysis.abilities.names) < _FEWEST_RUNS:
        why = _why_no_plot(len(analysis.abilities.names))
        return Difficulty(tables=tables, note=f"{why} {note}".rstrip())
    return Difficulty(_plot(analysis), tables, note)


def _why_no_plot(runs: int) -> str:
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
