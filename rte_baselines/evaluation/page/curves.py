"""Plots of curves: of all runs, of the scores of one run, and of the difficulty of the pairs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.curves import (
    PrecisionRecallCurve,
    ReliabilityCurve,
    RiskCoverageCurve,
    ThresholdCurve,
    accuracy_by_threshold,
    precision_recall_curve,
    reliability_curve,
    risk_coverage_curve,
    score_distribution,
)
from rte_baselines.evaluation.inputs.gold import ScoredRun
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT
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
from rte_baselines.evaluation.rasch import RaschAnalysis, rasch_analysis
from rte_baselines.evaluation.scores import two_way_beside_three_way
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.rendering.tables import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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

Styles = Mapping[str, Series]
"""The style of each run on the page, by its name."""


def plots_of_runs(runs: Sequence[ScoredRun]) -> Iterator[PagePlot]:
    """Yield the plots of all runs, each with the runs that have the values it needs.

    Curves are of the pairs that each run labels, but for risk by coverage, which is that of all
    gold pairs, so that runs that abstain can be compared.
    """
    styles = {run.name: series(number) for number, run in enumerate(runs)}
    judged = {run.name: run.judgments for run in runs}
    is_partial = any(of.unanswered for of in judged.values())
    note = _OF_LABELLED_PAIRS if is_partial else ""
    rankings = {
        name: precision_recall_curve(of.ranking, of.gold_entails)
        for name, of in judged.items()
        if of.ranking is not None and of.gold_entails.any()
    }
    if rankings:
        yield _precision_recall_plot(rankings, styles, note)
    reliabilities = {
        name: reliability_curve(of.probabilities[:, ENTAILMENT], of.gold_entails)
        for name, of in judged.items()
        if of.probabilities is not None
    }
    if reliabilities:
        yield _reliability_plot(reliabilities, styles, note)
    # Labels in different schemes are not equally often right by chance.
    two_way = two_way_beside_three_way(
        {name: of.scheme for name, of in judged.items() if of.confidences is not None}
    )
    risks = {
        name: risk_coverage_curve(
            of.confidences, of.correct if two_way else of.right, of.unanswered
        )
        for name, of in judged.items()
        if of.confidences is not None
    }
    if risks:
        notes = (_OF_ALL_PAIRS if is_partial else "", _TWO_WAY if two_way else "")
        yield _risk_coverage_plot(risks, styles, "".join(notes))


def _tenths_table(title: str, what: str, columns: Mapping[str, FloatArray]) -> Table:
    """Return a row for each tenth up to 1, and a column of numbers, NaN for none, for each run."""
    rows = np.transpose(list(columns.values()))
    tenths = np.arange(11 - len(rows), 11) / 10
    return Table(
        title,
        [what, *columns],
        [[f"{tenth:.1f}", *map(_shown, row)] for tenth, row in zip(tenths, rows, strict=True)],
    )


def _shown(share: float) -> str:
    return "-" if np.isnan(share) else f"{share:.3f}"


def _precision_recall_plot(
    curves: Mapping[str, PrecisionRecallCurve], styles: Styles, note: str
) -> PagePlot:
    columns = {name: curve.eleven_points for name, curve in curves.items()}
    middle = "; ".join(f"{name} {column[5]:.3f}" for name, column in columns.items())

    def plot(axes: "Axes") -> None:
        lines = []
        for name, curve in curves.items():
            # An interpolated curve has one point for each recall, and begins at recall 0.
            recall, first = np.unique(curve.recall, return_index=True)
            precision = curve.interpolated[first]
            recall, precision = np.insert(recall, 0, 0.0), np.insert(precision, 0, precision[0])
            lines.append((styles[name], recall, precision))
        handles = draw_lines(axes, lines, drawstyle="steps-pre", markersize=4.5, markevery=0.12)
        axes.set(xlabel="recall", ylabel="interpolated precision", xlim=(0, 1.02), ylim=(0, 1.04))
        name_series(axes, handles, list(curves))

    gist = f"Interpolated precision by recall. At recall 0.5: {middle}."
    return PagePlot(
        draw("precision-recall", gist, plot),
        "Precision by recall of the entailed pairs, down each run's ranking. Precision is "
        "interpolated: the highest at that recall or any higher one; tied pairs have one point "
        f"together. At recall 0.5: {middle}.{note}",
        _tenths_table("Interpolated precision at eleven recalls", "recall", columns),
    )


def _reliability_plot(
    curves: Mapping[str, ReliabilityCurve], styles: Styles, note: str
) -> PagePlot:
    errors = "; ".join(f"{name} {curve.calibration_error:.3f}" for name, curve in curves.items())

    def plot(axes: "Axes") -> None:
        diagonal = axes.plot([0, 1], [0, 1], color=INK, linestyle=":", linewidth=1)
        lines = (
            (styles[name], curve.mean_probability, curve.share_entailed)
            for name, curve in curves.items()
        )
        handles = diagonal + draw_lines(axes, lines, markersize=5, linewidth=1.4)
        axes.set(xlabel="mean probability of entailment", ylabel="share entailed")
        axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.04))
        name_series(axes, handles, ["perfectly calibrated", *curves])

    gist = f"Share of entailed pairs by probability. Mean distance from the diagonal: {errors}."
    rows = [
        [name, f"{low:.1f} to {high:.1f}", str(pairs), f"{mean:.3f}", f"{share:.3f}"]
        for name, of in curves.items()
        for (low, high), pairs, mean, share in zip(
            of.edges, of.pairs, of.mean_probability, of.share_entailed, strict=True
        )
    ]
    return PagePlot(
        draw("reliability", gist, plot),
        "Reliability: the share of entailed pairs among those with about the same probability "
        "of entailment. Calibrated probabilities lie on the diagonal; above it, the run is "
        "underconfident of entailment, below it overconfident. Mean distance from the diagonal "
        f"over the pairs: {errors}.{note}",
        Table(
            "Pairs by probability of entailment",
            ["run", "probability", "pairs", "mean probability", "share entailed"],
            rows,
            keys=2,
        ),
    )


def _risk_coverage_plot(
    curves: Mapping[str, RiskCoverageCurve], styles: Styles, note: str
) -> PagePlot:
    coverages = np.arange(1, 11) / 10
    # Of a run that labels fewer pairs, there is none. Shares are equal but for rounding.
    risks = {
        name: np.where(
            coverages <= curve.coverage[-1] + _ROUNDING, curve.risk_at(coverages), np.nan
        )
        for name, curve in curves.items()
    }
    middle = "; ".join(
        f"{name} {_shown(risks[name][4])}, {curve.risk[-1]:.3f}" for name, curve in curves.items()
    )

    def plot(axes: "Axes") -> None:
        lines = ((styles[name], curve.coverage, curve.risk) for name, curve in curves.items())
        handles = draw_lines(axes, lines, markersize=4.5, markevery=0.12)
        axes.set(xlabel="share of the pairs whose labels are kept", ylabel="share of wrong labels")
        axes.set(xlim=(0, 1.02), ylim=(-0.02, None))
        name_series(axes, handles, list(curves))

    where = f"On half of the pairs, and on all that are labelled: {middle}."
    accuracies = {name: 1 - column for name, column in risks.items()}
    return PagePlot(
        draw("risk-coverage", f"Share of wrong labels by share of pairs. {where}", plot),
        "Risk by coverage: the share of wrong labels if a run keeps only its most confident "
        "labels, by the share of the pairs that these are. Confidence that says nothing of "
        f"errors gives a level line.{note} {where}",
        _tenths_table("Accuracy at ten coverages", "share of the pairs", accuracies),
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
    curves = {"these pairs": accuracy_by_threshold(scores, entailed)}
    if development is not None and development.run.scores is not None:
        curves["development pairs"] = accuracy_by_threshold(
            development.run.scores, development.judgments.gold_entails
        )
    yield _threshold_plot(scored.name, number, curves)


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

    gist = f"Distribution of the entailment score of {name}: {medians}."
    edges = [decimal(edge) for edge in distribution.edges]
    counts = zip(distribution.entailed, distribution.others, strict=True)
    return PagePlot(
        draw(f"distribution-{number}", gist, plot),
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


def _threshold_plot(name: str, number: int, curves: Mapping[str, ThresholdCurve]) -> PagePlot:
    """Return the plot of the accuracies on these pairs and perhaps on development pairs.

    The table has evenly spaced thresholds over the scores of these pairs.
    """
    here, *tuning = curves.values()
    lowest, highest = decimal(here.accuracy.min()), decimal(here.accuracy.max())
    optimum = [of.thresholds[of.accuracy.argmax()] for of in tuning]
    summary = (
        f"between {lowest} and {highest}. The highest value is that of a threshold tuned on these "
        "pairs, and must not be reported as a score."
    )
    for there, best in zip(tuning, optimum, strict=True):
        summary = (
            f"the threshold that is best on the development pairs, {decimal(best)} (vertical "
            f"line), gives {decimal(there.accuracy.max())} there and "
            f"{decimal(_accuracy_at(here, best))} here."
        )

    def plot(axes: "Axes") -> None:
        lines = (
            (series(place), curve.thresholds, curve.accuracy)
            for place, curve in enumerate(curves.values())
        )
        handles = draw_lines(axes, lines, drawstyle="steps-pre", marker=None)
        handles += [axes.axvline(at, color=INK, linestyle=":", linewidth=1.4) for at in optimum]
        axes.set(xlabel="threshold on the entailment score", ylabel="two-way accuracy")
        named = [f"development optimum, {decimal(at)}" for at in optimum]
        name_series(axes, handles, [*curves, *named])

    return PagePlot(
        draw(f"threshold-{number}", f"Accuracy of {name} by threshold: {summary}", plot),
        "Two-way accuracy if pairs with a score of at least a threshold are labelled "
        f"ENTAILMENT: {summary}",
        Table(
            f"Accuracy at {_ROWS + 1} thresholds",
            ["threshold", *curves],
            [
                [decimal(at), *(decimal(_accuracy_at(curve, at)) for curve in curves.values())]
                for at in np.linspace(here.thresholds[0], here.thresholds[-1], _ROWS + 1)
            ],
        ),
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
_NORMAL_QUANTILE = 1.96
_ABILITIES_OF_LABELLED_PAIRS = (
    "Abilities are estimated from the pairs that a run labels; they are too high for one that "
    "leaves out the pairs on which it would be wrong."
)
_SMALLEST_DOT = 8.0
_LARGEST_DOT = 200.0


class Difficulty(NamedTuple):
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
    tables = (analysis.systems_table(),)
    is_partial = any(scored.judgments.unanswered for scored in runs)
    note = _ABILITIES_OF_LABELLED_PAIRS if is_partial else ""
    number = len(analysis.abilities.names)
    if number >= _FEWEST_RUNS:
        return Difficulty(_plot(analysis), tables, note)
    why = (
        f"No plot of the pairs: {number} runs leave a 95% interval of at least "
        f"{_NORMAL_QUANTILE * 2 / sqrt(number):.1f} logits to either side of the difficulty of a "
        f"pair. There is a plot from {_FEWEST_RUNS} runs on."
    )
    return Difficulty(tables=tables, note=f"{why} {note}".rstrip())


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
        draw("difficulty", f"Outfit of pairs by their difficulty: {misfits}.", plot),
        "Difficulty of the pairs (Rasch model, in logits) against outfit, which is about 1 if "
        f"better runs are right more often; larger dots stand for more pairs. {misfits} (the "
        "dashed line), which is too large by a rule of thumb: weaker runs get these pairs right "
        f"and better ones wrong. Excluded: {counted(excluded, 'pair')} that all runs get right, or "
        "none.",
        analysis.pairs_table(),
    )
