"""Summaries of a reproduction: deviations, best tasks and effects of components."""

from collections import Counter
from collections.abc import Iterator

from rte_baselines.core.quoting import counted
from rte_baselines.reproduction.published import ALL_TASKS
from rte_baselines.reproduction.reproducing import Figure, Reproduction

NEAR = 0.025
"""The largest deviation from a published accuracy that counts as reproduced."""

# Ablations: the paper, the component, and the systems with and without it.
_CONTRASTS = (
    ("jijkoun2006", "the not-rule", "M", "M-not"),
    ("jijkoun2006", "word similarity", "M-not", "M-not-sim"),
    ("jijkoun2006", "weights", "M-not-sim", "M-not-sim-imp"),
)

# Published accuracies have three or four digits.
_ROUNDING = 1e-9


def published_accuracies(reproduction: Reproduction) -> list[Figure]:
    """Return the overall accuracies for which there is a published one."""
    return [
        figure
        for figure in reproduction.figures
        if (figure.metric, figure.subset) == ("accuracy", ALL_TASKS)
        and figure.published is not None
    ]


def is_near(figure: Figure) -> bool:
    """Whether a figure deviates from the published one by at most `NEAR`."""
    return figure.difference is not None and abs(figure.difference) <= NEAR + _ROUNDING


def summary_lines(reproduction: Reproduction) -> Iterator[str]:
    """Yield how many systems are near the published accuracy or have it in their interval."""
    figures = published_accuracies(reproduction)
    if figures:
        near = sum(map(is_near, figures))
        inside = sum(figure.holds_published is True for figure in figures)
        yield (
            f"{near} of {counted(len(figures), 'system')} with a published accuracy on "
            f"{reproduction.dataset} are within {100 * NEAR:.1f} points of it; "
            f"{inside} have it inside their 95% interval"
        )


def pattern_lines(reproduction: Reproduction) -> Iterator[str]:
    """Yield the number of systems by their best task, and the effects of components."""
    counts = best_tasks(reproduction)
    if counts:
        by_task = ", ".join(f"{task} {count}" for task, count in counts.most_common())
        yield f"number of systems by their task of highest accuracy: {by_task}"
    for paper, component, with_it, without_it in _CONTRASTS:
        figures = [
            figure
            for name in (with_it, without_it)
            for figure in reproduction.figures
            if (figure.paper, figure.system) == (paper, name)
            and (figure.metric, figure.subset) == ("accuracy", ALL_TASKS)
        ]
        if len(figures) == 2:
            yield f"{paper}, {component} ({with_it} minus {without_it}): {_contrast(*figures)}"


def best_tasks(reproduction: Reproduction) -> Counter[str]:
    """Return the number of systems by their task of highest accuracy."""
    by_system: dict[tuple[str, str], list[Figure]] = {}
    for figure in reproduction.figures:
        if figure.metric == "accuracy" and figure.subset != ALL_TASKS:
            by_system.setdefault((figure.paper, figure.system), []).append(figure)
    best = (max(figures, key=lambda figure: figure.ours) for figures in by_system.values())
    return Counter(figure.subset for figure in best)


def _contrast(with_it: Figure, without_it: Figure) -> str:
    ours = f"{100 * (with_it.ours - without_it.ours):+.1f} points"
    if with_it.published is None or without_it.published is None:
        return ours
    return f"{ours}, published {100 * (with_it.published - without_it.published):+.1f}"
