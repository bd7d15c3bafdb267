"""Relatedness of concepts by short paths with few turns (Hirst and St-Onge 1998)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.interning import sequence
from rte_baselines.kernels.ragged import (
    BoolArray,
    FloatArray,
    IntArray,
    Ragged,
    Sequences,
    offsets_of,
    require_equal_lengths,
)
from rte_baselines.kernels.taxonomy.taxonomy import with_room

UP, DOWN, HORIZONTAL = range(3)
"""Directions of links: to more general concepts, to more specific concepts, and neither."""

STRONG = 16.0
"""The relatedness of strongly related concepts, which is the maximum."""

_LONGEST_PATH = 5
_SHORTEST_PATH = 2
_CONSTANT = 8
_NOT_ALLOWED = -1
_NO_LINK = 0

# The allowed continuations of a path depend on its shape, the sequence of directions so far.
# Rows are shapes: empty; up; down; horizontal; up-down; up-horizontal; down-horizontal;
# horizontal-down; up-horizontal-down. Columns are the next shapes after UP, DOWN and HORIZONTAL.
_NEXT_SHAPES = np.array(
    [
        [1, 2, 3],
        [1, 4, 5],
        [_NOT_ALLOWED, 2, 6],
        [_NOT_ALLOWED, 7, 3],
        [_NOT_ALLOWED, 4, _NOT_ALLOWED],
        [_NOT_ALLOWED, 8, 5],
        [_NOT_ALLOWED, _NOT_ALLOWED, 6],
        [_NOT_ALLOWED, 7, _NOT_ALLOWED],
        [_NOT_ALLOWED, 8, _NOT_ALLOWED],
    ]
)
_TURNS = np.array([0, 0, 0, 0, 1, 1, 1, 1, 2])


class DirectedLinks(NamedTuple):
    """Links between concepts: concept i has those from ``offsets[i]`` to ``offsets[i + 1]``.

    Directions are `UP`, `DOWN` or `HORIZONTAL`.
    """

    offsets: IntArray
    directions: NDArray[np.uint8]
    targets: NDArray[np.int32]


def in_both_directions(links: DirectedLinks) -> DirectedLinks:
    """Return each link from both of its ends, with its own direction."""
    concepts = len(links.offsets) - 1
    sources = np.repeat(np.arange(concepts, dtype=np.int32), np.diff(links.offsets))
    ends = np.concatenate((sources, links.targets))
    others = np.concatenate((links.targets, sources))
    order = np.argsort(ends, kind="stable")
    offsets = offsets_of(np.bincount(ends, minlength=concepts))
    return DirectedLinks(offsets, np.tile(links.directions, 2)[order], others[order])


def best_relatedness(
    first: Ragged,
    second: Ragged,
    rows: IntArray,
    columns: IntArray,
    is_compound: BoolArray,
    links: DirectedLinks,
    joining: DirectedLinks,
) -> FloatArray:
    """Return the relatedness of the most related concepts of some pairs of sets.

    Concepts are strongly related, with relatedness 16, if they are the same, if a horizontal link
    connects them, or if any link connects them and one word is part of the other (`is_compound`,
    for each pair). Otherwise their relatedness is 8 - length - turns of the best path between them,
    1 to 6, or 0 without path. Paths have two to five links, a turn is a change of direction, and
    the sequence of directions is one of: up; up, down; up, horizontal; up, horizontal, down; down;
    down, horizontal; horizontal, down; horizontal.

    Paths from a set are followed once for all adjacent pairs with it. `joining` are the links
    `in_both_directions`.
    """
    require_equal_lengths(rows=rows, columns=columns, marks_of_compounds=is_compound)
    return _best_relatedness(
        first.arrays, second.arrays, rows, columns, is_compound, links, joining
    )


@compiled
def _best_relatedness(
    first: Sequences,
    second: Sequences,
    rows: IntArray,
    columns: IntArray,
    is_compound: BoolArray,
    links: DirectedLinks,
    joining: DirectedLinks,
) -> FloatArray:
    best = np.zeros(len(rows))
    concepts = len(links.offsets) - 1
    by_path = np.zeros(concepts, np.int8)
    layers = np.zeros((len(_TURNS), concepts), np.int8)
    is_sought = np.zeros(concepts, np.bool_)
    for concept in second.values:
        is_sought[concept] = True
    link_to = np.zeros(concepts, np.int8)
    start = 0
    while start < len(rows):
        row, stop = rows[start], start + 1
        while stop < len(rows) and rows[stop] == row:
            stop += 1
        for source in sequence(first, row):
            reached, end = _follow_paths(source, links, is_sought, by_path, layers)
            # One more than the direction of a link with each concept, the highest of several.
            for joined in range(joining.offsets[source], joining.offsets[source + 1]):
                target = joining.targets[joined]
                link_to[target] = max(link_to[target], joining.directions[joined] + 1)
            for pair in range(start, stop):
                for target in sequence(second, columns[pair]):
                    link = link_to[target]
                    if (
                        source == target
                        or link == HORIZONTAL + 1
                        or (is_compound[pair] and link != _NO_LINK)
                    ):
                        best[pair] = STRONG
                    best[pair] = max(best[pair], by_path[target])
            for position in range(1, end):
                by_path[reached[position]] = 0
            for joined in range(joining.offsets[source], joining.offsets[source + 1]):
                link_to[joining.targets[joined]] = _NO_LINK
        start = stop
    return best


@inlined
def _follow_paths(
    start: int,
    links: DirectedLinks,
    is_sought: BoolArray,
    by_path: NDArray[np.int8],
    layers: NDArray[np.int8],
) -> tuple[IntArray, int]:
    """Write the relatedness by the best path to each sought concept into `by_path`.

    Return an array with concepts after `start`, and the end of them in it; they include all that
    have a value in `by_path`.

    For each path length, it records the concepts at which paths of that length can end, and
    their shapes. Concepts can recur at other lengths, because paths may return to a concept.
    Of the longest paths, which are most of them, it records only those to a sought concept.
    `layers` must be zero, and is zero again afterwards.
    """
    concepts = np.empty(1024, np.int64)
    shapes = np.empty(1024, np.int64)
    concepts[0], shapes[0] = start, 0
    begin, end = 0, 1
    for length in range(1, _LONGEST_PATH + 1):
        size = end
        for reading in range(begin, end):
            concept, shape = concepts[reading], shapes[reading]
            for link in range(links.offsets[concept], links.offsets[concept + 1]):
                target = links.targets[link]
                turned = _NEXT_SHAPES[shape, links.directions[link]]
                if turned == _NOT_ALLOWED:
                    continue
                if length == _LONGEST_PATH and not is_sought[target]:
                    continue
                if layers[turned, target] == length:
                    continue
                layers[turned, target] = length
                if size == len(concepts):
                    concepts, shapes = with_room(size + 1, concepts), with_room(size + 1, shapes)
                concepts[size], shapes[size] = target, turned
                size += 1
                if length >= _SHORTEST_PATH and is_sought[target]:
                    relatedness = _CONSTANT - length - _TURNS[turned]
                    by_path[target] = max(by_path[target], relatedness)
        begin, end = end, size
    for reading in range(1, end):
        layers[shapes[reading], concepts[reading]] = 0
    return concepts, end
