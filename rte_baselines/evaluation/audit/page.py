"""An audit as one HTML page, which opens without a network."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.audit.baselines import BaselineScore
from rte_baselines.evaluation.audit.report import Audit
from rte_baselines.evaluation.page.svg_plots import INK, PagePlot, draw, draw_estimate, series
from rte_baselines.evaluation.page.templates import page_style, template
from rte_baselines.rendering.tables import decimal, percentage

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def audit_page(audit: Audit) -> str:
    """Return an audit as one HTML page that loads no other resource; the title names the pairs."""
    tables = audit.tables()
    sections = [
        ("baselines", "Baselines", [next(tables)]),
        ("ngrams", "Words and bigrams", [next(tables)]),
        ("duplicates", "Duplicates", [next(tables)]),
        ("labels", "Labels", [next(tables) for _ in audit.balances]),
    ]
    if audit.annotators is not None:
        sections.append(("annotators", "Annotators", [next(tables)]))
    labels = ", ".join(f"{count} {label}" for label, count in audit.labels.items())
    trained = "the other folds of a five-fold cross-validation"
    if audit.trained_on:
        trained = f"{counted(audit.training_pairs, 'pair')} of {audit.trained_on}"
    facts = {
        "Pairs": f"{audit.pairs}: {labels}",
        "Scheme": str(audit.scheme),
        "Baselines learn from": trained,
    }
    return template("audit.html.jinja").render(
        title=f"An audit of {audit.name}",
        facts=facts,
        conclusions=audit.conclusions(),
        plot=_baseline_plot(audit.baselines),
        sections=sections,
        notes=audit.methods,
        style=page_style(),
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

    named = ", ".join(f"{score.name} {percentage(score.accuracy.value)}%" for score in scores)
    return PagePlot(
        draw("baselines", f"Accuracy of baselines: {named}.", plot),
        "Accuracy of baselines that read a part of each pair, with 95% intervals; the dashed line "
        f"is the share of the most frequent label, {decimal(majority)}.",
    )
