"""Alignments: of words, one above the other, and of larger parts, in two columns."""

from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup

from rte_baselines.rendering.drawings.shapes import AlignedWords, Edge, Matching
from rte_baselines.rendering.drawings.svg import (
    PADDING,
    Place,
    boxed,
    curve,
    drawing,
    kind_of,
    shown,
    width_of,
)
from rte_baselines.rendering.elements import element, joined

_HEIGHT = 24.0
_GAP = 4.0
_ROW = 34.0
_BETWEEN = 64.0  # from the last row of the text to the first of the hypothesis
_MOST_WORDS = 60  # of longer snippets, words far from all links are not drawn
_LINE = 20.0
_PART_GAP = 8.0
_MIDDLE_SHARE = 0.15  # the share of the width that is between the columns
_MOST_LINES = 8


def draw_aligned_words(aligned: AlignedWords, width: int) -> Markup:
    """Draw aligned words.

    Long snippets are drawn without the words that are far from all aligned ones.

    `width`: in CSS pixels; words that do not fit into it are cut. The result: an ``<svg>`` element.
    """
    linked = [link.text for link in aligned.links if link.text is not None]
    text = shown(aligned.text, linked, _MOST_WORDS)
    hypothesis = shown(aligned.hypothesis, [link.hypothesis for link in aligned.links], _MOST_WORDS)
    above = _places(text.words, width, 0.0)
    below = _places(hypothesis.words, width, above[-1].y + _BETWEEN if above else 0.0)
    lines, kinds_above, kinds_below = [], dict[int, str](), dict[int, str]()
    for link in aligned.links:
        end = hypothesis.places[link.hypothesis]
        if link.text is None:
            kinds_below.setdefault(end, "alone")
        else:
            start = text.places[link.text]
            # Equal words are the same, however they were found.
            is_same = text.words[start].lower() == hypothesis.words[end].lower()
            kind = "same" if is_same else kind_of(link.relation)
            kinds_above[start] = kinds_below[end] = kind
            title = f"{text.words[start]} with {hypothesis.words[end]}: {link.relation}"
            ends = (above[start].middle, above[start].bottom), (below[end].middle, below[end].y)
            lines.append(curve(*ends, title, kind))
    return drawing(
        width,
        max((place.bottom for place in (*above, *below)), default=0.0) + 2,
        gist(aligned),
        *lines,
        *_boxes(text.words, above, kinds_above),
        *_boxes(hypothesis.words, below, kinds_below),
    )


def gist(aligned: AlignedWords) -> str:
    """Return in words which words are aligned."""
    parts = [f"{word} with {other} ({relation})" for word, other, relation in _rows(aligned)]
    return f"Aligned words of the hypothesis and the text: {'; '.join(parts)}"


def table(aligned: AlignedWords) -> Markup:
    """Return aligned words as a table."""
    rows = (element("tr", *(element("td", cell) for cell in row)) for row in _rows(aligned))
    names = (element("th", name, scope="col") for name in ("hypothesis", "text", "relation"))
    return element(
        "table", element("thead", element("tr", *names)), element("tbody", *rows), class_="words"
    )


def _rows(aligned: AlignedWords) -> list[tuple[str, str, str]]:
    """Return the words of the hypothesis and the text of each link, and their relation."""
    return [
        (
            aligned.hypothesis[link.hypothesis],
            "none" if link.text is None else aligned.text[link.text],
            link.relation,
        )
        for link in aligned.links
    ]


def _places(words: Sequence[str], width: float, top: float) -> list[Place]:
    """Return the boxes of words, which fill one row after the other."""
    x, y = 0.0, top
    places = []
    for word in words:
        needed = min(width_of(word) + 2 * PADDING + 1, width)
        if x > 0 and x + needed > width:
            x, y = 0.0, y + _ROW
        places.append(Place(x, y, needed, _HEIGHT))
        x += needed + _GAP
    return places


def _boxes(words: Sequence[str], places: Sequence[Place], kinds: dict[int, str]) -> list[Markup]:
    return [
        boxed([word], place, kinds.get(number, "free"), is_centred=True)
        for number, (word, place) in enumerate(zip(words, places, strict=True))
    ]


def draw_matching(matching: Matching, width: int) -> Markup:
    """Draw a matching: the hypothesis on the left, the text on the right.

    Parts of the text without a link are drawn only if there are no links at all.

    `width`: in CSS pixels. The result: an ``<svg>`` element, and a list of the relations within the
    hypothesis.
    """
    column = width * (1 - _MIDDLE_SHARE) / 2
    linked = list(dict.fromkeys(link.text for link in matching.links if link.text is not None))
    shown = linked or list(range(len(matching.text)))
    left = list(_column(matching.hypothesis, 0.0, column))
    right = list(_column((matching.text[part] for part in shown), width - column, column))
    matched = {link.hypothesis for link in matching.links if link.text is not None}
    lines = []
    others = ["nothing"] * len(matching.hypothesis)
    for link in matching.links:
        if link.text is not None:
            others[link.hypothesis] = f"{matching.text[link.text]} ({link.relation})"
            start, end = left[link.hypothesis][1], right[shown.index(link.text)][1]
            parts = f"{matching.hypothesis[link.hypothesis]} with {matching.text[link.text]}"
            ends = (start.right, start.centre), (end.x, end.centre)
            lines.append(curve(*ends, f"{parts}: {link.relation}", "same", is_sideways=True))
    in_words = map("{} with {}".format, matching.hypothesis, others)
    svg = drawing(
        width,
        max((place.bottom for _, place in (*left, *right)), default=0.0) + 2,
        f"Matching of the hypothesis: {'; '.join(in_words)}",
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
        y = place.bottom + _PART_GAP


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


def _relations(edges: Sequence[Edge], parts: Sequence[str]) -> Markup:
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
