"""Parts of the hypothesis, matched with parts of the text, in two columns."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rte_baselines.rendering.drawings.elements import element, joined
from rte_baselines.rendering.drawings.measuring import width_of
from rte_baselines.rendering.drawings.shapes import Edge, Matching
from rte_baselines.rendering.drawings.svg import PADDING, Place, boxed, curve, drawing

if TYPE_CHECKING:
    from markupsafe import Markup

_LINE = 20.0
_GAP = 8.0
_BETWEEN = 0.15
"""The share of the width that is between the columns."""

_MOST_LINES = 8


def draw_matching(matching: Matching, width: int) -> "Markup":
    """Draw a matching: the hypothesis on the left, the text on the right.

    Parts of the text without a link are drawn only if there are no links at all.

    Parameters
    ----------
    matching : Matching
    width : int
        In CSS pixels.

    Returns
    -------
    Markup
        An ``<svg>`` element, and a list of the relations within the hypothesis.
    """
    of_column = width * (1 - _BETWEEN) / 2
    linked = list(dict.fromkeys(link.text for link in matching.links if link.text is not None))
    shown = linked or list(range(len(matching.text)))
    left = list(_column(matching.hypothesis, 0.0, of_column))
    right = list(_column((matching.text[part] for part in shown), width - of_column, of_column))
    matched = {link.hypothesis for link in matching.links if link.text is not None}
    lines = []
    for link in matching.links:
        if link.text is not None:
            start, end = left[link.hypothesis][1], right[shown.index(link.text)][1]
            parts = f"{matching.hypothesis[link.hypothesis]} with {matching.text[link.text]}"
            ends = (start.right, start.centre), (end.x, end.centre)
            lines.append(curve(*ends, f"{parts}: {link.relation}", "same", is_sideways=True))
    svg = drawing(
        width,
        max((place.bottom for _, place in (*left, *right)), default=0.0) + 2,
        _gist(matching),
        *lines,
        *(
            boxed(part, place, "same" if number in matched else "alone")
            for number, (part, place) in enumerate(left)
        ),
        *(boxed(part, place, "same" if linked else "free") for part, place in right),
    )
    return joined(svg, _relations(matching.edges, matching.hypothesis))


def _column(parts: Iterable[str], left: float, width: float) -> Iterator[tuple[list[str], Place]]:
    """Yield the lines of each part, and their box, from top to bottom."""
    y = 1.0
    for part in parts:
        lines = _wrapped(part, width - 2 * PADDING)
        place = Place(left, y, width, _LINE * len(lines))
        yield lines, place
        y = place.bottom + _GAP


def _wrapped(part: str, width: float) -> list[str]:
    """Return the lines of a part; what is too much for a box is left in the last one."""
    lines = [""]
    for word in part.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and len(lines) < _MOST_LINES and width_of(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _relations(edges: Sequence[Edge], parts: Sequence[str]) -> "Markup":
    if not edges:
        return joined()
    items = (
        element(
            "li",
            f"{parts[edge.start]} -{edge.label}-> {parts[edge.end]}",
            element("em", " in both" if edge.is_matched else " in the hypothesis only"),
            class_="matched" if edge.is_matched else "alone",
        )
        for edge in edges
    )
    return element("ul", *items, class_="relations")


def _gist(matching: Matching) -> str:
    linked = {
        link.hypothesis: f"{matching.text[link.text]} ({link.relation})"
        for link in matching.links
        if link.text is not None
    }
    parts = (
        f"{part} with {linked.get(number, 'nothing')}"
        for number, part in enumerate(matching.hypothesis)
    )
    return f"Matching of the hypothesis: {'; '.join(parts)}"
