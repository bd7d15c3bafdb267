"""Explanations as HTML, with drawings in SVG."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rte_baselines.drawings.aligned_words import draw_aligned_words, table
from rte_baselines.drawings.drawing import draw
from rte_baselines.drawings.elements import element, joined
from rte_baselines.drawings.pulls import Pull, pull_table
from rte_baselines.drawings.shapes import AlignedWords, Link
from rte_baselines.features import Illustration
from rte_baselines.recognizers.explanation import (
    SHOWN_PULL,
    TOP,
    Explanation,
    by_pull,
    feature_order,
    shared_alignments,
)

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH = 640
"""The width of drawings by default, in CSS pixels."""

_MOST_LINES = 400
"""Lines of an illustration without a drawing that are shown."""

_MOST_LINKS = 150
"""Links of an alignment that are drawn; a strange hypothesis has hundreds of words."""


def explanation_html(explanation: Explanation, width: int = WIDTH) -> str:
    """Return an explanation as a fragment of HTML.

    It has neither styles, which are in ``rte_baselines/drawings/drawings.css``, nor scripts;
    everything that comes from the pair is escaped.

    Parameters
    ----------
    explanation : Explanation
    width : int
        The width of drawings, in CSS pixels; some are wider.
    """
    order = feature_order(explanation)
    parts = [*_alignments(explanation, order, width), *_illustrations(explanation, order, width)]
    return str(joined(_decision(explanation), *_pulls(explanation), *parts))


def _decision(explanation: Explanation) -> "Markup":
    confidence = f"{explanation.confidence:.3f}"
    certainty = f"{explanation.entailment:.3f}"
    meter = element("meter", confidence, min=0, max=1, value=confidence, aria_hidden="true")
    return joined(
        element(
            "p",
            element("strong", explanation.label, class_=f"label {explanation.label}"),
            " ",
            meter,
            f" confidence {confidence}; certainty of entailment {certainty}",
            class_="decision",
        ),
        element("p", explanation.sentence, class_="sentence"),
    )


def _pulls(explanation: Explanation) -> "Iterator[Markup]":
    """Yield a table of what the features do, and one of those that do least, folded up."""
    pulls = [
        Pull(_name(feature.name, feature.dimensions), feature.value, feature.mean, feature.pull)
        for feature in by_pull(explanation)
    ]
    if explanation.task_pull:
        task = f"task {explanation.pair.task}, against none"
        pulls = sorted(
            [*pulls, Pull(task, None, None, explanation.task_pull)], key=lambda one: -abs(one.pull)
        )
    largest = max((abs(pull.pull) for pull in pulls), default=0.0)
    if largest < SHOWN_PULL:
        return
    caption = f"What each feature does to the {explanation.scale}, against its training mean"
    first = _scrolling(pull_table(pulls[:TOP], caption, largest), "features")
    yield _fold("pulls", caption, first, is_open=True)
    if len(pulls) > TOP:
        rest = _scrolling(pull_table(pulls[TOP:], caption, largest), "features that do less")
        yield _fold("more-pulls", f"{len(pulls) - TOP} features that do less", rest)


def _name(name: str, dimensions: int) -> str:
    return name if dimensions == 1 else f"{name} ({dimensions} numbers)"


def _alignments(explanation: Explanation, order: Sequence[str], width: int) -> "Iterator[Markup]":
    """Yield each alignment once, with the names of all features that have it; the first is open."""
    shared_ones = shared_alignments(explanation, order)
    for number, (alignments, names) in enumerate(shared_ones.items()):
        shown = alignments[:_MOST_LINKS]
        links = (Link(one.hypothesis, one.text, one.relation) for one in shown)
        words = AlignedWords(explanation.text, explanation.hypothesis, tuple(links))
        inside = joined(
            _scrolling(draw_aligned_words(words, width), "aligned words"),
            _fold(f"{names[0]} table", "as a table", table(words)),
        )
        cut = f" (the first {len(shown)} of {len(alignments)})" if shown != alignments else ""
        title = f"Aligned words{cut}: {', '.join(names)}"
        yield _fold(f"{names[0]} words", title, inside, is_open=number == 0)


def _illustrations(
    explanation: Explanation, order: Sequence[str], width: int
) -> "Iterator[Markup]":
    """Yield what features have drawn, folded up if it has no drawing."""
    for name in order:
        for number, illustration in enumerate(explanation.illustrations.get(name, ())):
            title = f"{illustration.title}: {name}"
            is_drawn = illustration.drawing is not None
            inside = _scrolling(_illustrated(illustration, width), illustration.title)
            yield _fold(f"{name} {number}", title, inside, is_open=is_drawn)


def _illustrated(illustration: Illustration, width: int) -> "Markup":
    if illustration.drawing is not None:
        return draw(illustration.drawing, width)
    lines = illustration.lines[:_MOST_LINES]
    left_out = len(illustration.lines) - len(lines)
    end = [f"… {left_out} more lines"] if left_out else []
    return element("pre", "\n".join([*lines, *end]))


def _scrolling(inside: "Markup", name: str) -> "Markup":
    """Return a box that scrolls sideways, also by keys, if its content is too wide."""
    return element("div", inside, class_="scrolling", tabindex=0, role="group", aria_label=name)


def _fold(key: str, title: str, inside: "Markup", *, is_open: bool = False) -> "Markup":
    """Return a part that can be folded up; its key is the same for every pair."""
    return element(
        "details",
        element("summary", title),
        inside,
        data_key=key,
        open="" if is_open else None,
    )
