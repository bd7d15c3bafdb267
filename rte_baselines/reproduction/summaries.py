"""What a reproduction shows beyond its figures: how near it comes, and which tasks are easy."""

from collections import Counter
from collections.abc import Iterator

from rte_baselines.reproduction.published import ALL_TASKS
from rte_baselines.reproduction.reproducing import Figure, Reproduction

NEAR = 0.025
"""How far from the published accuracy ours may be to count as reproduced."""

# What a paper takes away from a system, one thing at a time, by paper, component, and the
# systems with and without it.
_CONTRASTS = (
    ("jijkoun2006", "the not-rule", "M", "M-not"),
    ("jijkoun2006", "word similarity", "M-not", "M-not-sim"),
    ("jijkoun2006", "weights", "M-not-sim", "M-not-sim-imp"),
)

# Accuracies are compared as published, to three or four digits.
_ROUNDING = 1e-9


def published_accuracies(reproduction: Reproduction) -> list[Figure]:
    """Return the overall accuracies that have a published one."""
    return [
        figure
        for figure in reproduction.figures
        if (figure.metric, figure.subset) == ("accuracy", ALL_TASKS)
        and figure.published is not None
    ]


def is_near(figure: Figure) -> bool:
    """Whether a figure is as near to the published one as `NEAR` says."""
    return figure.difference is not None and abs(figure.difference) <= NEAR + _ROUNDING


def summary_lines(reproduction: Reproduction) -> Iterator[str]:
    """Yield how many systems are near their published accuracy, or hold it in their interval."""
    figures = published_accuracies(reproduction)
    if figures:
        near = sum(map(is_near, figures))
        held = sum(figure.holds_published is True for figure in figures)
        yield (
            f"{near} of {len(figures)} systems with a published accuracy on "
            f"{reproduction.dataset} are within {100 * NEAR:.1f} points of it; "
            f"{held} have it inside their 95% interval"
        )


def pattern_lines(reproduction: Reproduction) -> Iterator[str]:
    """Yield which task is the best of how many systems, and what single components do."""
    counts = best_tasks(reproduction)
    if counts:
        told = ", ".join(f"{task} of {count}" for task, count in counts.most_common())
        yield f"the task of highest accuracy, of how many systems: {told}"
    for paper, component, with_it, without_it in _CONTRASTS:
        figures = [
            figure
            for name in (with_it, without_it)
            for figure in reproduction.figures
            if (figure.paper, figure.system) == (paper, name)
            and (figure.metric, figure.subset) == ("accuracy", ALL_TASKS)
        ]
        if len(figures) == 2:
            yield f"{paper}, {component} ({with_it} less {without_it}): {_contrast(*figures)}"


def best_tasks(reproduction: Reproduction) -> Counter[str]:
    """Return of how many systems each task is the one of highest accuracy."""
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
