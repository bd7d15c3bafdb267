"""Parts that several drawings have in common."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rte_baselines.rendering.drawings.elements import element
from rte_baselines.rendering.drawings.measuring import fitted

if TYPE_CHECKING:
    from markupsafe import Markup

PADDING = 5.0
"""Between a word and the edge of its box."""


def drawing(width: float, height: float, gist: str, *children: "Markup") -> "Markup":
    """Return an ``<svg>`` element that is shrunk where there is less room, and never enlarged.

    Parameters
    ----------
    width, height : float
        In CSS pixels.
    gist : str
        What is drawn, in words, for screen readers.
    *children : Markup
        Those that come first are behind the others.
    """
    return element(
        "svg",
        *children,
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=f"{width:.0f}",
        height=f"{height:.0f}",
        role="img",
        aria_label=gist,
        class_="drawing",
    )


class Place(NamedTuple):
    """Where a box is: its left and upper edge, and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The middle from left to right."""
        return self.x + self.width / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> float:
        """The middle from top to bottom."""
        return self.y + self.height / 2


def box(label: str, place: Place, kind: str = "") -> "Markup":
    """Return a word or phrase in a box, cut if it does not fit; the pointer shows all of it.

    Parameters
    ----------
    label : str
    place : Place
    kind : str
        Its class.
    """
    return boxed([label], place, kind, is_centred=True)


def boxed(
    lines: Sequence[str], place: Place, kind: str = "", *, is_centred: bool = False
) -> "Markup":
    """Return lines in a box; those that do not fit are cut, and the pointer shows all of them."""
    room = place.width - 2 * PADDING
    cut = [fitted(line, room) for line in lines]
    of_line = place.height / len(lines)
    x, anchor = (place.middle, "middle") if is_centred else (place.x + PADDING, None)
    written = (
        element("text", line, x=x, y=place.y + of_line * (n + 0.5), dy=".35em", text_anchor=anchor)
        for n, line in enumerate(cut)
    )
    title = () if cut == list(lines) else (element("title", " ".join(lines)),)
    rect = element("rect", x=place.x, y=place.y, width=place.width, height=place.height, rx=3)
    return element("g", *title, rect, *written, class_=f"box {kind}".rstrip())


def curve(
    start: tuple[float, float],
    end: tuple[float, float],
    title: str,
    kind: str = "",
    *,
    is_sideways: bool = False,
) -> "Markup":
    """Return a line between two points, which leaves them downwards or sideways.

    Parameters
    ----------
    start, end : tuple of float
    title : str
        Shown when the pointer is on the line.
    kind : str
        Its class.
    is_sideways : bool
    """
    (x1, y1), (x2, y2) = start, end
    bend_x, bend_y = ((x2 - x1) / 2, 0.0) if is_sideways else (0.0, (y2 - y1) / 2)
    path = (
        f"M{x1:.1f} {y1:.1f}C{x1 + bend_x:.1f} {y1 + bend_y:.1f} "
        f"{x2 - bend_x:.1f} {y2 - bend_y:.1f} {x2:.1f} {y2:.1f}"
    )
    return element("path", element("title", title), d=path, class_=f"line {kind}".rstrip())


def kind_of(relation: str) -> str:
    """Return the class of a relation by its words: "same" or "similar"."""
    return "same" if relation.startswith("same") else "similar"
