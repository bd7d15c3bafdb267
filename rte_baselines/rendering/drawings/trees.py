"""Drawings of two aligned dependency trees, and of the biparse of two sentences."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from markupsafe import Markup

from rte_baselines.rendering.drawings.shapes import Alignment, Biparse, Constituent, TreeNode, Trees
from rte_baselines.rendering.drawings.svg import (
    PADDING,
    Place,
    boxed,
    curve,
    drawing,
    fitted,
    kind_of,
    shown,
    width_of,
)
from rte_baselines.rendering.elements import element

_ROW = 26.0
_HEIGHT = 20.0
_INDENT = 14.0
_DEEPEST = 8  # from this depth, nodes are not indented further
_BETWEEN = 0.15  # the share of the width that is between the trees
# Up to this width, two trees are drawn wider than the page is, which then scrolls.
_MOST_NEEDED = 520
_MOST_NODES = 60
_SIGNS = {"same": "=", "substituted": "~", "inserted": "+", "deleted": "", "": ""}

_CELL = 24.0
_LONGEST_WORD = 110.0
_MARGIN = 8.0
_STEP = 2.0  # how much smaller a constituent is drawn than the one that it is in
_MOST_STEPS = 4
_MOST_WORDS = 20  # of longer snippets, words far from all leaves are not drawn


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

    def frame(constituent: Constituent, earlier: Sequence[Constituent]) -> Markup:
        depth = sum(_is_in(constituent, outer) for outer in earlier)
        inset = _STEP * min(depth, _MOST_STEPS) - _MARGIN / 2
        x, right = _span(constituent.hypothesis, hypothesis.places)
        y, bottom = _span(constituent.text, text.places)
        order = "opposite orders" if constituent.is_inverted else "the same order"
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

    def dot(row: int, column: int, leaf: Alignment) -> Markup:
        words = f"{text.words[row]} with {hypothesis.words[column]}"
        return element(
            "circle",
            element("title", f"{words}: {leaf.relation}"),
            cx=left + _middle(column),
            cy=top + _middle(row),
            r=6,
            class_=f"dot {kind_of(leaf.relation)}",
        )

    return drawing(
        left + _CELL * len(hypothesis.words) + _MARGIN,
        top + _CELL * len(text.words) + _MARGIN,
        _biparse_in_words(biparse),
        *(
            _word(word, left - _MARGIN, top + _middle(row), row in rows, "end")
            for row, word in enumerate(text.words)
        ),
        *(
            _word(word, left + _middle(column), top - _MARGIN, column in columns)
            for column, word in enumerate(hypothesis.words)
        ),
        *(
            frame(constituent, biparse.constituents[:number])
            for number, constituent in enumerate(biparse.constituents)
        ),
        *(dot(*place, leaf) for place, (_, leaf) in zip(places, leaves, strict=True)),
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


def _biparse_in_words(biparse: Biparse) -> str:
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


def draw_trees(trees: Trees, width: int) -> Markup:
    """Draw two trees from their roots downwards, a node in each row.

    Lines lead from a node of the text to the node of the hypothesis that it is the same as (=)
    or substituted by (~); others are inserted (+), or deleted and struck through. Of a large
    tree of the text, the nodes below which everything is deleted are not drawn.

    `width`: in CSS pixels; two trees are wider if their labels need it, up to 520 in all. The
    result: an ``<svg>`` element.
    """
    trees = _without_far_nodes(trees)
    width = max(width, _needed(trees)) if trees.text else width
    column = width * (1 - _BETWEEN) / 2
    start = width - column if trees.text else 0.0
    text = _places(trees.text, 0.0, column)
    hypothesis = _places(trees.hypothesis, start, width)
    lines = [
        curve(
            (text[partner].right, text[partner].centre),
            (hypothesis[number].x, hypothesis[number].centre),
            f"{trees.text[partner].label} with {node.label}: {node.mark}",
            "same" if node.mark == "same" else "similar",
            is_sideways=True,
        )
        for number, node in enumerate(trees.hypothesis)
        if (partner := node.partner) is not None
    ]
    return drawing(
        width,
        max(len(text), len(hypothesis)) * _ROW,
        _trees_in_words(trees),
        *lines,
        *_tree(trees.text, text),
        *_tree(trees.hypothesis, hypothesis),
    )


def _needed(trees: Trees) -> int:
    """Return the width at which no label is cut, as far as trees are drawn wider for that."""
    widest = max(
        _indent(nodes, number) + _full_width(node)
        for nodes in (trees.text, trees.hypothesis)
        for number, node in enumerate(nodes)
    )
    return min(ceil(2 * widest / (1 - _BETWEEN)), _MOST_NEEDED)


def _without_far_nodes(trees: Trees) -> Trees:
    if len(trees.text) <= _MOST_NODES:
        return trees
    kept = set[int]()
    for number, node in enumerate(trees.text):
        above: int | None = number if node.partner is not None else None
        while above is not None and above not in kept:
            kept.add(above)
            above = trees.text[above].head
    places = {number: place for place, number in enumerate(sorted(kept))}
    text = (
        replace(node, head=None if node.head is None else places[node.head])
        for number, node in enumerate(trees.text)
        if number in kept
    )
    hypothesis = (
        replace(node, partner=None if node.partner is None else places[node.partner])
        for node in trees.hypothesis
    )
    return Trees(tuple(text), tuple(hypothesis))


def _places(nodes: Sequence[TreeNode], left: float, right: float) -> list[Place]:
    places = []
    for number, node in enumerate(nodes):
        x = left + _indent(nodes, number)
        y = number * _ROW + (_ROW - _HEIGHT) / 2
        places.append(Place(x, y, min(_full_width(node), right - x), _HEIGHT))
    return places


def _tree(nodes: Sequence[TreeNode], places: Sequence[Place]) -> list[Markup]:
    """Draw a tree: branches, then nodes."""
    branches = []
    for node, place in zip(nodes, places, strict=True):
        if node.head is not None:
            head = places[node.head]
            path = f"M{head.x + _INDENT / 2:.1f} {head.bottom:.1f}V{place.centre:.1f}H{place.x:.1f}"
            branches.append(element("path", d=path, class_="branch"))
    boxes = (
        boxed([_label(node)], place, node.mark or "free")
        for node, place in zip(nodes, places, strict=True)
    )
    return [*branches, *boxes]


def _full_width(node: TreeNode) -> float:
    """Return the width of a box in which the label is not cut."""
    return width_of(_label(node)) + 2 * PADDING + 1


def _label(node: TreeNode) -> str:
    return f"{_SIGNS[node.mark]} {node.label}".strip()


def _indent(nodes: Sequence[TreeNode], number: int) -> float:
    depth, head = 0, nodes[number].head
    while head is not None and depth < _DEEPEST:
        depth, head = depth + 1, nodes[head].head
    return depth * _INDENT


def _trees_in_words(trees: Trees) -> str:
    """Return in words what becomes of the nodes."""
    words: dict[str, list[str]] = defaultdict(list)
    for node in (*trees.hypothesis, *(node for node in trees.text if node.mark == "deleted")):
        words[node.mark or "nodes"].append(node.label)
    parts = (f"{mark}: {', '.join(labels)}" for mark, labels in words.items())
    return f"Dependency trees; {'; '.join(parts)}"
