"""An audit as one HTML page, which opens without a network."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rte_baselines.evaluation.audit.baselines import BaselineScore
from rte_baselines.evaluation.audit.report import Audit
from rte_baselines.evaluation.page.overview import draw_estimate
from rte_baselines.rendering.pages.templates import REPORT, style_of, template
from rte_baselines.rendering.plots import INK, PagePlot, draw, palette_css, series
from rte_baselines.rendering.tables import decimal

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def audit_page(audit: Audit) -> str:
    """Return an audit as one HTML page that loads no other resource; the title names the pairs."""
    return template("evaluation/audit/audit.html.jinja").render(
        title=f"An audit of {audit.name}",
        audit=audit,
        plot=_baseline_plot(audit.baselines),
        style=style_of(*REPORT) + palette_css(),
    )


def _baseline_plot(scores: Sequence[BaselineScore]) -> PagePlot:
    majority = scores[0].majority

    def plot(axes: "Axes") -> None:
        for place, score in enumerate(scores):
            draw_estimate(axes, score.accuracy, place, series(0))
        axes.axvline(majority, color=INK, linestyle="--", linewidth=1)
        axes.set_yticks(range(len(scores)), [score.name for score in scores])
        axes.invert_yaxis()
        axes.set_xlabel("accuracy")
        axes.grid(axis="y", visible=False)

    return PagePlot(
        draw("baselines", "accuracy of baselines", plot),
        "Accuracy of baselines that read a part of each pair, with 95% intervals; the dashed line "
        f"is the share of the most frequent label, {decimal(majority)}.",
    )
