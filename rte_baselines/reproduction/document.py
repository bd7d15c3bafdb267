"""Reproductions as text for a terminal and as Markdown, and what is said of many figures."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import TextWrapper

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.quoting import counted
from rte_baselines.rendering.markup import render_markdown
from rte_baselines.rendering.tables import render_text
from rte_baselines.reproduction.published import ALL_TASKS
from rte_baselines.reproduction.reproducing import Figure, Reproduction
from rte_baselines.reproduction.tables import papers_of, tables_of

_LEGEND = (
    "inside: whether our 95% interval has the published figure; oracle: the best accuracy of any "
    "threshold on the scores, chosen by the test labels; no threshold is tuned by it. If it is "
    "low, the ranking is at fault, and not the threshold; differences are of unrounded figures"
)

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
            f"within {100 * NEAR:.1f} points of a published accuracy on {reproduction.dataset}: "
            f"{near} of {counted(len(figures), 'system')}; with it inside their 95% interval: "
            f"{inside}"
        )


def _closing_lines(reproduction: Reproduction) -> Iterator[str]:
    yield _LEGEND
    yield from summary_lines(reproduction)
    if not all(map(is_near, published_accuracies(reproduction))):
        how = how_to_state("write_pages(reproductions, FOLDER)", "--output FOLDER")
        yield f"the reasons for larger deviations are written by {how}"


def contrast_lines(reproduction: Reproduction, paper: str) -> Iterator[str]:
    """Yield the effects of components that a paper removes from its systems."""
    accuracies = {
        figure.system: figure
        for figure in reproduction.figures
        if (figure.paper, figure.metric, figure.subset) == (paper, "accuracy", ALL_TASKS)
    }
    for source, component, with_it, without_it in _CONTRASTS:
        if source == paper and {with_it, without_it} <= accuracies.keys():
            more, less = accuracies[with_it], accuracies[without_it]
            contrast = f"{100 * (more.ours - less.ours):+.1f} points"
            if more.published is not None and less.published is not None:
                contrast += f", published {100 * (more.published - less.published):+.1f}"
            yield f"{component} ({with_it} minus {without_it}): {contrast}"


def to_text(reproductions: Sequence[Reproduction], width: int, *, per_task: bool = False) -> str:
    """Return all tables for a terminal of `width` columns."""
    wrap = TextWrapper(
        width, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False
    )
    blocks = []
    for reproduction in reproductions:
        for paper in papers_of(reproduction):
            for table, lines in tables_of(reproduction, paper, per_task=per_task):
                blocks.append("\n".join([render_text(table, width), *map(wrap.fill, lines)]))
        closing = [*map(wrap.fill, _closing_lines(reproduction)), signature_line(reproduction)]
        blocks.append("\n".join(closing))
    return "\n\n".join(blocks)


def to_markdown(reproductions: Sequence[Reproduction], *, per_task: bool = False) -> str:
    """Return all tables in GitHub's Markdown."""
    blocks: list[str] = []
    for reproduction in reproductions:
        for paper in papers_of(reproduction):
            for table, lines in tables_of(reproduction, paper, per_task=per_task):
                blocks += [render_markdown(table), *bullets(lines)]
        blocks += bullets([*_closing_lines(reproduction), signature_line(reproduction)])
    return "\n\n".join(blocks)


def signature_line(reproduction: Reproduction) -> str:
    """Return the test part, with the signature of its evaluation."""
    return f"{reproduction.results.tested_on}: {reproduction.results.signature}"


def bullets(lines: Iterable[str]) -> list[str]:
    """Return the lines as a list in Markdown, or nothing if there are none."""
    items = "\n".join(f"- {line}" for line in lines)
    return [items] if items else []
