"""Dependency trees side by side, with the edits that turn one into the other."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from markupsafe import Markup

from rte_baselines.rendering.drawings.elements import element
from rte_baselines.rendering.drawings.shapes import TreeNode, Trees
from rte_baselines.rendering.drawings.svg import PADDING, Place, boxed, curve, drawing, width_of

_ROW = 26.0
_HEIGHT = 20.0
_INDENT = 14.0
_DEEPEST = 8
"""From this depth, nodes are not indented further."""

_BETWEEN = 0.15
"""The share of the width that is between the trees."""

_MOST_NEEDED = 520
"""Up to this width, two trees are drawn wider than the page is, which then scrolls."""

_MOST_NODES = 60
_SIGNS = {"same": "=", "substituted": "~", "inserted": "+", "deleted": "", "": ""}


class _Column(NamedTuple):
    """The column of a tree: its left edge and its width."""

    left: float
    width: float


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
    left = _Column(0.0, width * (1 - _BETWEEN) / 2 if trees.text else 0.0)
    start = width - left.width if trees.text else 0.0
    of_text = _places(trees.text, left)
    of_hypothesis = _places(trees.hypothesis, _Column(start, width - start))
    lines = [
        curve(
            (of_text[partner].right, of_text[partner].centre),
            (of_hypothesis[number].x, of_hypothesis[number].centre),
            f"{trees.text[partner].label} with {node.label}: {node.mark}",
            "same" if node.mark == "same" else "similar",
            is_sideways=True,
        )
        for number, node in enumerate(trees.hypothesis)
        if (partner := node.partner) is not None
    ]
    return drawing(
        width,
        max(len(of_text), len(of_hypothesis)) * _ROW,
        _gist(trees),
        *lines,
        *_tree(trees.text, of_text),
        *_tree(trees.hypothesis, of_hypothesis),
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


def _places(nodes: Sequence[TreeNode], column: _Column) -> list[Place]:
    places = []
    for number, node in enumerate(nodes):
        indent = _indent(nodes, number)
        width = min(_full_width(node), column.width - indent)
        y = number * _ROW + (_ROW - _HEIGHT) / 2
        places.append(Place(column.left + indent, y, width, _HEIGHT))
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


def _gist(trees: Trees) -> str:
    """Return in words what becomes of the nodes."""
    words: dict[str, list[str]] = defaultdict(list)
    for node in (*trees.hypothesis, *(node for node in trees.text if node.mark == "deleted")):
        words[node.mark or "nodes"].append(node.label)
    parts = (f"{mark}: {', '.join(labels)}" for mark, labels in words.items())
    return f"Dependency trees; {'; '.join(parts)}"
