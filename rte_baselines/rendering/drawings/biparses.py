"""Biparses: words of the text down, those of the hypothesis across, and nested constituents."""

from markupsafe import Markup

from rte_baselines.rendering.drawings.elements import element
from rte_baselines.rendering.drawings.shapes import Alignment, Biparse, Constituent
from rte_baselines.rendering.drawings.svg import drawing, fitted, kind_of, shown, width_of

_CELL = 24.0
_LONGEST_WORD = 110.0
_MARGIN = 8.0
_STEP = 2.0
"""How much smaller a constituent is drawn than the one that it is in."""

_MOST_STEPS = 4
_MOST_WORDS = 20
"""Of longer snippets, words far from all leaves are not drawn."""


def draw_biparse(biparse: Biparse) -> Markup:
    """Draw a biparse as a grid.

    A dot is a word of the text that is transduced into a word of the hypothesis; words without
    one are left over. A frame is a constituent: a solid one has its parts in the same order on
    both sides, from the upper left to the lower right; a dashed one in opposite orders.

    The result: an ``<svg>`` element, with 24 CSS pixels for each word.
    """
    leaves = [(leaf.text, leaf) for leaf in biparse.leaves if leaf.text is not None]
    text = shown(biparse.text, [word for word, _ in leaves], _MOST_WORDS)
    hypothesis = shown(biparse.hypothesis, [leaf.hypothesis for _, leaf in leaves], _MOST_WORDS)
    places = [(text.places[word], hypothesis.places[leaf.hypothesis]) for word, leaf in leaves]
    left = max((_length(word) for word in text.words), default=0.0) + 2 * _MARGIN
    top = max((_length(word) for word in hypothesis.words), default=0.0) + 2 * _MARGIN
    rows, columns = {row for row, _ in places}, {column for _, column in places}
    return drawing(
        left + _CELL * len(hypothesis.words) + _MARGIN,
        top + _CELL * len(text.words) + _MARGIN,
        _gist(biparse),
        *(
            _word(word, left - _MARGIN, top + _middle(row), row in rows, "end")
            for row, word in enumerate(text.words)
        ),
        *(
            _word(word, left + _middle(column), top - _MARGIN, column in columns)
            for column, word in enumerate(hypothesis.words)
        ),
        *(
            _frame(
                frame, text.places, hypothesis.places, (left, top), biparse.constituents[:number]
            )
            for number, frame in enumerate(biparse.constituents)
        ),
        *(
            _dot(biparse, leaf, place, (left, top))
            for place, (_, leaf) in zip(places, leaves, strict=True)
        ),
    )


def _dot(
    biparse: Biparse, leaf: Alignment, place: tuple[int, int], origin: tuple[float, float]
) -> Markup:
    assert leaf.text is not None
    words = f"{biparse.text[leaf.text]} with {biparse.hypothesis[leaf.hypothesis]}"
    (row, column), (left, top) = place, origin
    return element(
        "circle",
        element("title", f"{words}: {leaf.relation}"),
        cx=left + _middle(column),
        cy=top + _middle(row),
        r=6,
        class_=f"dot {kind_of(leaf.relation)}",
    )


def _word(word: str, x: float, y: float, is_aligned: bool, anchor: str | None = None) -> Markup:
    """Return a word that ends at a place, or is written upwards from it without an anchor."""
    return element(
        "text",
        fitted(word, _LONGEST_WORD),
        x=x,
        y=y,
        dy=".35em",
        text_anchor=anchor,
        transform=None if anchor else f"rotate(-90 {x:.1f} {y:.1f})",
        class_="word" if is_aligned else "word left-over",
    )


def _frame(
    constituent: Constituent,
    rows: tuple[int, ...],
    columns: tuple[int, ...],
    origin: tuple[float, float],
    earlier: tuple[Constituent, ...],
) -> Markup:
    depth = sum(_is_in(constituent, outer) for outer in earlier)
    inset = _STEP * min(depth, _MOST_STEPS) - _MARGIN / 2
    (left, top), order = origin, "opposite orders" if constituent.is_inverted else "the same order"
    x, right = _span(constituent.hypothesis, columns)
    y, bottom = _span(constituent.text, rows)
    return element(
        "rect",
        element("title", f"parts in {order}"),
        x=left + x + inset,
        y=top + y + inset,
        width=right - x - 2 * inset,
        height=bottom - y - 2 * inset,
        rx=4,
        class_="frame inverted" if constituent.is_inverted else "frame",
    )


def _span(words: tuple[int, int], places: tuple[int, ...]) -> tuple[float, float]:
    first, last = places[words[0]], places[words[1] - 1]
    return first * _CELL, (last + 1) * _CELL


def _is_in(inner: Constituent, outer: Constituent) -> bool:
    sides = (inner.text, outer.text), (inner.hypothesis, outer.hypothesis)
    return all(around[0] <= span[0] and span[1] <= around[1] for span, around in sides)


def _length(word: str) -> float:
    return min(width_of(word), _LONGEST_WORD)


def _middle(number: int) -> float:
    return number * _CELL + _CELL / 2


def _gist(biparse: Biparse) -> str:
    pairs = ", ".join(
        f"{biparse.text[leaf.text]}/{biparse.hypothesis[leaf.hypothesis]}"
        for leaf in biparse.leaves
        if leaf.text is not None
    )
    inverted = sum(frame.is_inverted for frame in biparse.constituents)
    return (
        f"Biparse with {len(biparse.leaves)} transduced words ({pairs}), "
        f"{len(biparse.constituents)} constituents, {inverted} of them inverted"
    )
