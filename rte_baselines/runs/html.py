"""Runs in HTML, for notebooks."""

from collections import Counter

from rte_baselines.core.quoting import counted
from rte_baselines.rendering.html import html_of
from rte_baselines.rendering.tables import Table, decimal
from rte_baselines.runs.columns import LABELS, RunColumns
from rte_baselines.runs.prediction import (
    Prediction,
    WithheldAnswers,
    withheld_counts,
    withheld_text,
)

_SHOWN = 10


def run_html(
    name: str,
    columns: RunColumns,
    withheld: WithheldAnswers,
    *,
    is_ranked: bool,
    has_labels: bool = True,
) -> str:
    """Return the counts of labels and of withheld answers, and the first predictions of a run.

    Labels that are only placeholders are not shown.
    """
    counts = Counter(columns.codes.tolist())
    labels = ", ".join(f"{counts[code]} {LABELS[code]}" for code in sorted(counts))
    labels = labels if has_labels else "no labels"
    ranked = "ranked" if is_ranked else "not ranked"
    others = f", {withheld_text(withheld_counts(withheld))}" if withheld else ""
    lead = f"{name}: {counted(len(columns), 'prediction')} ({labels or 'none'}){others}, {ranked}"
    if not len(columns):
        return html_of([], lead=[lead])
    first = list(columns.select(range(min(_SHOWN, len(columns)))))
    title = f"The first {_SHOWN}" if len(columns) > _SHOWN else ""
    header = ["id", "label", "confidence", "score"]
    rows = [_row(one, has_label=has_labels) for one in first]
    return html_of([Table(title, header, rows, keys=2)], lead=[lead])


def _row(prediction: Prediction, *, has_label: bool) -> list[str]:
    numbers = (prediction.confidence, prediction.score)
    shown = ("" if number is None else decimal(number) for number in numbers)
    return [prediction.id, str(prediction.label) if has_label else "", *shown]
