"""Parts of drawings: what can be folded up or scrolled, boxes of text, and curves."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from unicodedata import category, east_asian_width

from markupsafe import Markup

from rte_baselines.rendering.elements import element

_SIZE = 14.0  # the size of words in drawings, in CSS pixels
_NARROW = frozenset("iljtfrI.,;:'|!()[]{}/\\ -\"`")
_WIDE = frozenset("mwMW@%&—…")
_AROUND = 2
PADDING = 5.0
"""Between a word and the edge of its box."""


def fold(key: str, title: str, inside: Markup, *, is_open: bool = False) -> Markup:
    """Return a part that can be folded up.

    `key`: the key of the part, which is the same for every pair and different for each part of a
    page.
    """
    return element(
        "details",
        element("summary", title),
        inside,
        data_key=key,
        open="" if is_open else None,
    )


def scrolling(inside: Markup, name: str) -> Markup:
    """Return a box that scrolls sideways, also by keys, if its content is too wide."""
    return element("div", inside, class_="scrolling", tabindex=0, role="group", aria_label=name)


def width_of(text: str) -> float:
    """Return how wide a text is about, in wide sans-serif fonts, in CSS pixels."""
    return _SIZE * sum(map(_share, text))


def fitted(text: str, width: float) -> str:
    """Return a text, with an ellipsis in place of what does not fit into a width."""
    if width_of(text) <= width:
        return text
    room = width - width_of("…")
    for end, character in enumerate(text):
        room -= _SIZE * _share(character)
        if room < 0:
            return f"{text[:end]}…"
    return text


def _share(character: str) -> float:
    """Return the width of a character as a share of its height."""
    if character in _NARROW:
        return 0.42
    if east_asian_width(character) in "WF":
        return 1.05
    if category(character).startswith("M"):
        return 0.0
    if character in _WIDE:
        return 1.0
    return 0.74 if character.isupper() else 0.64


class Shown(NamedTuple):
    """Words to be drawn.

    `words`: with an ellipsis for each run of words that is not drawn. `places`: for each word of
    the snippet, its position in `words`; that of the ellipsis for a word that is not drawn.
    """

    words: tuple[str, ...]
    places: tuple[int, ...]


def shown(words: Sequence[str], linked: Iterable[int], most: int) -> Shown:
    """Return the words of a snippet that are drawn.

    `linked`: the positions of words that are drawn in any case. `most`: up to so many words, all
    are drawn.
    """
    if len(words) <= most:
        return Shown(tuple(words), tuple(range(len(words))))
    kept = {
        position for word in linked for position in range(word - _AROUND, word + _AROUND + 1)
    } | {0, len(words) - 1}
    drawn: list[str] = []
    places = []
    for position, word in enumerate(words):
        if position in kept:
            drawn.append(word)
        elif position - 1 in kept:
            drawn.append("…")
        places.append(len(drawn) - 1)
    return Shown(tuple(drawn), tuple(places))


def drawing(width: float, height: float, gist: str, *children: Markup) -> Markup:
    """Return an ``<svg>`` element that is shrunk where there is less room, and never enlarged.

    `width`, `height`: in CSS pixels. `gist`: what is drawn, in words, for screen readers.
    `children`: those that come first are behind the others.
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


def boxed(
    lines: Sequence[str], place: Place, kind: str = "", *, is_centred: bool = False
) -> Markup:
    """Return lines in a box; those that do not fit are cut, and the pointer shows all of them."""
    room = place.width - 2 * PADDING
    cut = [fitted(line, room) for line in lines]
    height = place.height / len(lines)
    x, anchor = (place.middle, "middle") if is_centred else (place.x + PADDING, None)
    written = (
        element("text", line, x=x, y=place.y + height * (n + 0.5), dy=".35em", text_anchor=anchor)
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
) -> Markup:
    """Return a line between two points, which leaves them downwards or sideways.

    `title`: shown when the pointer is on the line. `kind`: its class.
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
