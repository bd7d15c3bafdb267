"""Plots that compare all runs: precision-recall, reliability and risk-coverage curves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from rte_baselines.evaluation.comparison.common_pairs import ScoredRun
from rte_baselines.evaluation.curves import (
    PrecisionRecallCurve,
    ReliabilityCurve,
    RiskCoverageCurve,
    precision_recall_curve,
    reliability_curve,
    risk_coverage_curve,
)
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT
from rte_baselines.evaluation.page.svg_plots import (
    INK,
    PagePlot,
    Series,
    draw,
    name_series,
    series,
    thinned,
)
from rte_baselines.evaluation.report.printed import two_way_beside_three_way
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


@dataclass(frozen=True)
class _Curve(Generic[Kind]):
    """A run's curve, drawn in the style of that run."""

    name: str
    style: Series
    points: Kind


def plots_of_runs(runs: Sequence[ScoredRun], pairs: int) -> Iterator[PagePlot]:
    """Yield the plots of all runs, each with the runs that have the values it needs.

    Curves are of the pairs that each run labels, but for risk by coverage, which is that of all
    gold pairs, whose number is `pairs`, so that runs that abstain can be compared.
    """
    is_partial = any(len(run.answered) < pairs for run in runs)
    rankings = [
        _Curve(scored.name, series(number), precision_recall_curve(ranking, entailed))
        for number, scored in enumerate(runs)
        if (ranking := scored.judgments.ranking) is not None
        and (entailed := scored.judgments.gold_entails).any()
    ]
    if rankings:
        yield _precision_recall_plot(rankings, _OF_LABELLED_PAIRS if is_partial else "")
    reliabilities = [
        _Curve(
            scored.name,
            series(number),
            reliability_curve(probabilities[:, ENTAILMENT], scored.judgments.gold_entails),
        )
        for number, scored in enumerate(runs)
        if (probabilities := scored.judgments.probabilities) is not None
    ]
    if reliabilities:
        yield _reliability_plot(reliabilities, _OF_LABELLED_PAIRS if is_partial else "")
    # Labels in different schemes are not equally often right by chance.
    two_way = two_way_beside_three_way(
        {run.name: run.judgments.scheme for run in runs if run.judgments.confidences is not None}
    )
    risks = [
        _Curve(
            scored.name,
            series(number),
            risk_coverage_curve(
                confidences,
                scored.judgments.correct if two_way else scored.right,
                pairs - len(scored.answered),
            ),
        )
        for number, scored in enumerate(runs)
        if (confidences := scored.judgments.confidences) is not None
    ]
    if risks:
        notes = (_OF_ALL_PAIRS if is_partial else "", _TWO_WAY if two_way else "")
        yield _risk_coverage_plot(risks, "".join(notes))


def _precision_recall_plot(curves: "Sequence[_Curve[PrecisionRecallCurve]]", note: str) -> PagePlot:
    columns = [curve.points.eleven_points for curve in curves]
    middle = "; ".join(
        f"{curve.name} {column[5]:.3f}" for curve, column in zip(curves, columns, strict=True)
    )
    return PagePlot(
        svg=draw(
            "precision-recall",
            f"Interpolated precision by recall. At recall 0.5: {middle}.",
            lambda axes: _draw_precision_recall(axes, curves),
        ),
        caption=(
            "Precision by recall of the entailed pairs, down each run's ranking. Precision is "
            "interpolated: the highest at that recall or any higher one; tied pairs have one point "
            f"together. At recall 0.5: {middle}.{note}"
        ),
        data=Table(
            "Interpolated precision at eleven recalls",
            ["recall", *(curve.name for curve in curves)],
            [
                [f"{tenths / 10:.1f}", *(f"{precision:.3f}" for precision in row)]
                for tenths, row in enumerate(zip(*columns, strict=True))
            ],
        ),
    )


def _draw_precision_recall(axes: "Axes", curves: "Sequence[_Curve[PrecisionRecallCurve]]") -> None:
    handles = []
    for curve in curves:
        # An interpolated curve has one point for each recall.
        recall, first = np.unique(curve.points.recall, return_index=True)
        precision = curve.points.interpolated[first]
        drawn = thinned(len(recall))
        handles += axes.step(
            np.insert(recall[drawn], 0, 0.0),
            np.insert(precision[drawn], 0, precision[0]),
            where="pre",
            color=curve.style.colour,
            linestyle=curve.style.line,
            linewidth=1.6,
        )
        handles[-1].set(marker=curve.style.marker, markersize=4.5, markevery=0.12)
    axes.set(xlabel="recall", ylabel="interpolated precision", xlim=(0, 1.02), ylim=(0, 1.04))
    name_series(axes, handles, [curve.name for curve in curves])


def _reliability_plot(curves: "Sequence[_Curve[ReliabilityCurve]]", note: str) -> PagePlot:
    errors = "; ".join(f"{curve.name} {curve.points.calibration_error:.3f}" for curve in curves)
    return PagePlot(
        svg=draw(
            "reliability",
            f"Share of entailed pairs by probability. Mean distance from the diagonal: {errors}.",
            lambda axes: _draw_reliability(axes, curves),
        ),
        caption=(
            "Reliability: the share of entailed pairs among those with about the same probability "
            "of entailment. Calibrated probabilities lie on the diagonal; above it, the run is "
            "underconfident of entailment, below it overconfident. Mean distance from the diagonal "
            f"over the pairs: {errors}.{note}"
        ),
        data=Table(
            "Pairs by probability of entailment",
            ["run", "probability", "pairs", "mean probability", "share entailed"],
            [row for curve in curves for row in _reliability_rows(curve.name, curve.points)],
            keys=2,
        ),
    )


def _risk_coverage_plot(curves: "Sequence[_Curve[RiskCoverageCurve]]", note: str) -> PagePlot:
    coverages = np.arange(1, 11) / 10
    columns = [_risks(curve.points, coverages) for curve in curves]
    middle = "; ".join(
        f"{curve.name} {_shown(risks[4])}, {curve.points.risk[-1]:.3f}"
        for curve, risks in zip(curves, columns, strict=True)
    )
    return PagePlot(
        svg=draw(
            "risk-coverage",
            f"Share of wrong labels by share of pairs. On half of the pairs, and on all that are "
            f"labelled: {middle}.",
            lambda axes: _draw_risk_coverage(axes, curves),
        ),
        caption=(
            "Risk by coverage: the share of wrong labels if a run keeps only its most confident "
            "labels, by the share of the pairs that these are. Confidence that says nothing of "
            f"errors gives a level line.{note} On half of the pairs, and on all that are "
            f"labelled: {middle}."
        ),
        data=Table(
            "Accuracy at ten coverages",
            ["share of the pairs", *(curve.name for curve in curves)],
            [
                [f"{tenths / 10:.1f}", *(_shown(1 - risk) for risk in row)]
                for tenths, row in enumerate(zip(*columns, strict=True), start=1)
            ],
        ),
    )


def _risks(curve: RiskCoverageCurve, coverages: FloatArray) -> FloatArray:
    """Return the risks at some coverages, NaN where the run labels fewer pairs."""
    # Shares of the pairs are equal but for rounding.
    is_reached = coverages <= curve.coverage[-1] + _ROUNDING
    return np.where(is_reached, curve.risk_at(coverages), np.nan)


def _shown(share: float) -> str:
    return "-" if np.isnan(share) else f"{share:.3f}"


def _draw_risk_coverage(axes: "Axes", curves: "Sequence[_Curve[RiskCoverageCurve]]") -> None:
    handles = []
    for curve in curves:
        drawn = thinned(len(curve.points.coverage))
        handles += axes.plot(
            curve.points.coverage[drawn],
            curve.points.risk[drawn],
            color=curve.style.colour,
            linestyle=curve.style.line,
            marker=curve.style.marker,
            markersize=4.5,
            markevery=0.12,
            linewidth=1.6,
        )
    axes.set(xlabel="share of the pairs whose labels are kept", ylabel="share of wrong labels")
    axes.set(xlim=(0, 1.02), ylim=(-0.02, None))
    name_series(axes, handles, [curve.name for curve in curves])


def _reliability_rows(name: str, curve: ReliabilityCurve) -> Iterator[list[str]]:
    columns = (curve.edges, curve.pairs, curve.mean_probability, curve.share_entailed)
    for (low, high), pairs, mean, share in zip(*columns, strict=True):
        yield [name, f"{low:.1f} to {high:.1f}", str(pairs), f"{mean:.3f}", f"{share:.3f}"]


def _draw_reliability(axes: "Axes", curves: "Sequence[_Curve[ReliabilityCurve]]") -> None:
    handles = axes.plot([0, 1], [0, 1], color=INK, linestyle=":", linewidth=1)
    for curve in curves:
        handles += axes.plot(
            curve.points.mean_probability,
            curve.points.share_entailed,
            color=curve.style.colour,
            linestyle=curve.style.line,
            marker=curve.style.marker,
            markersize=5,
            linewidth=1.4,
        )
    axes.set(
        xlabel="mean probability of entailment",
        ylabel="share entailed",
        xlim=(-0.02, 1.02),
        ylim=(-0.02, 1.04),
    )
    name_series(axes, handles, ["perfectly calibrated", *(curve.name for curve in curves)])
