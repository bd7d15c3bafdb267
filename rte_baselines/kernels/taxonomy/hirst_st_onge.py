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

# Few links lead up from a concept, but many down. A path is therefore followed from both of its
# ends until the two parts meet: from its start along links up and horizontal ones, from its end
# against links down and horizontal ones. The shapes of a part are: empty; vertical; horizontal;
# both, in the order in which they are followed. Rows are shapes, columns the next shapes after a
# vertical and after a horizontal link.
_NEXT_FROM_START = np.array([[1, 2], [1, 3], [_NOT_ALLOWED, 2], [_NOT_ALLOWED, 3]])
_NEXT_FROM_END = np.array([[1, 2], [1, _NOT_ALLOWED], [3, 2], [3, _NOT_ALLOWED]])
_HORIZONTAL_SHAPE = 2
# The most states of a concept: a shape, and a length of none, one or several links.
_STATES = 6
# The turns of the whole path: rows are shapes of the part from its start, columns from its end.
# What is horizontal after links up, or alone, belongs to the part from the start.
_TURNS = np.array(
    [
        [_NOT_ALLOWED, 0, _NOT_ALLOWED, 1],
        [0, 1, _NOT_ALLOWED, _NOT_ALLOWED],
        [0, 1, _NOT_ALLOWED, _NOT_ALLOWED],
        [1, 2, _NOT_ALLOWED, _NOT_ALLOWED],
    ]
)

# The paths that lead from a set to a concept are a bit for each shape and length.
_LENGTHS = _LONGEST_PATH + 1
_ALL_LENGTHS = (1 << _LENGTHS) - 1
_IS_IN_SET = 1
_IS_LINKED = 1 << 4 * _LENGTHS
_IS_LINKED_HORIZONTALLY = 2 * _IS_LINKED


class DirectedLinks(NamedTuple):
    """Links between concepts: concept i has those from ``offsets[i]`` to ``offsets[i + 1]``.

    Directions are `UP`, `DOWN` or `HORIZONTAL`.
    """

    offsets: IntArray
    directions: NDArray[np.uint8]
    targets: NDArray[np.int32]


class Network(NamedTuple):
    """Links in the ways in which they are followed; the result of `network_of`."""

    from_starts: DirectedLinks
    """The links up and the horizontal links."""

    from_ends: DirectedLinks
    """The links down and the horizontal links, from their targets to their sources."""

    joining: DirectedLinks
    """All links, from both of their ends."""


def network_of(links: DirectedLinks) -> Network:
    """Arrange links for `best_relatedness`."""
    offsets, directions, targets = links
    concepts = len(offsets) - 1
    sources = np.repeat(np.arange(concepts, dtype=np.int32), np.diff(offsets))
    is_followed, is_met = directions != DOWN, directions != UP
    return Network(
        _links_of(concepts, sources[is_followed], directions[is_followed], targets[is_followed]),
        _links_of(concepts, targets[is_met], directions[is_met], sources[is_met]),
        _links_of(
            concepts,
            np.concatenate((sources, targets)),
            np.tile(directions, 2),
            np.concatenate((targets, sources)),
        ),
    )


def _links_of(
    concepts: int,
    ends: NDArray[np.int32],
    directions: NDArray[np.uint8],
    others: NDArray[np.int32],
) -> DirectedLinks:
    """Return the links that lead from each concept, given their ends in any order."""
    order = np.argsort(ends, kind="stable")
    offsets = offsets_of(np.bincount(ends, minlength=concepts))
    return DirectedLinks(offsets, directions[order], others[order])


def best_relatedness(
    first: Ragged, second: Ragged, rows: IntArray, columns: IntArray, network: Network
) -> tuple[FloatArray, BoolArray]:
    """Return the relatedness of the most related concepts of some pairs of sets.

    Concepts are strongly related, with relatedness 16, if they are the same, or if a horizontal
    link connects them. Otherwise their relatedness is 8 - length - turns of the best path between
    them, 1 to 6, or 0 without path. Paths have two to five links, a turn is a change of direction,
    and the sequence of directions is one of: up; up, down; up, horizontal; up, horizontal, down;
    down; down, horizontal; horizontal, down; horizontal.

    The second array marks pairs of which any link connects two concepts, which are strongly
    related if one word is part of the other. It is fastest if pairs with the same row are adjacent.
    """
    require_equal_lengths(rows=rows, columns=columns)
    return _best_relatedness(first.arrays, second.arrays, rows, columns, network)


@compiled
def _best_relatedness(
    first: Sequences, second: Sequences, rows: IntArray, columns: IntArray, network: Network
) -> tuple[FloatArray, BoolArray]:
    joining = network.joining
    paths = np.zeros(len(joining.offsets) - 1, np.int32)
    buffer = np.empty(_STATES * len(paths), np.int64)
    ends = _paths_to(second, network.from_ends, paths, buffer)
    sources = first.values[:0]
    size = 0
    best = np.zeros(len(rows))
    is_linked = np.zeros(len(rows), np.bool_)
    for pair in range(len(rows)):
        if pair == 0 or rows[pair] != rows[pair - 1]:
            for position in range(size):
                paths[buffer[position] >> 5] = 0
            _mark_links(sources, joining, paths, is_marked=False)
            sources = sequence(first, rows[pair])
            size = _follow(sources, network.from_starts, _NEXT_FROM_START, paths, buffer)
            _mark_links(sources, joining, paths, is_marked=True)
        for position in range(second.offsets[columns[pair]], second.offsets[columns[pair] + 1]):
            known = paths[second.values[position]]
            if known & (_IS_IN_SET | _IS_LINKED_HORIZONTALLY):
                best[pair] = STRONG
            if known & _IS_LINKED:
                is_linked[pair] = True
        if best[pair] == STRONG:
            continue
        for position in range(ends.offsets[columns[pair]], ends.offsets[columns[pair] + 1]):
            end = ends.values[position]
            if paths[end >> 5]:
                best[pair] = max(best[pair], _relatedness(paths[end >> 5], end))
    return best, is_linked


@compiled
def _paths_to(
    sets: Sequences, links: DirectedLinks, paths: NDArray[np.int32], buffer: IntArray
) -> Sequences:
    """Return the parts of paths that lead to each set.

    ``paths`` must be zero, and is zero again afterwards.
    """
    offsets = np.zeros(len(sets.offsets), np.int64)
    ends = np.empty(64, np.int64)
    size = 0
    for index in range(len(offsets) - 1):
        count = _follow(sequence(sets, index), links, _NEXT_FROM_END, paths, buffer)
        ends = with_room(size + count, ends)
        for position in range(count):
            paths[buffer[position] >> 5] = 0
            if buffer[position] >> 3 & 3 != _HORIZONTAL_SHAPE:
                ends[size] = buffer[position]
                size += 1
        offsets[index + 1] = size
    return Sequences(ends, offsets)


@compiled
def _follow(
    starts: IntArray,
    links: DirectedLinks,
    next_shapes: IntArray,
    paths: NDArray[np.int32],
    buffer: IntArray,
) -> int:
    """Follow paths from some concepts; return the number of states that are reached.

    A state is a concept with the shape and the length of a path to it, as bits of a number. States
    are written into ``buffer``, and paths into ``paths``. Of the paths of one shape to a concept,
    the shortest will do, and beside a single link the shortest of several links, since a path of a
    single link alone does not count.
    """
    size = reading = 0
    for concept in starts:
        if not paths[concept]:
            buffer[size] = concept << 5
            paths[concept] = _IS_IN_SET
            size += 1
    while reading < size:
        concept, shape = buffer[reading] >> 5, buffer[reading] >> 3 & 3
        length = (buffer[reading] & 7) + 1
        reading += 1
        if length > _LONGEST_PATH:
            break
        for link in range(links.offsets[concept], links.offsets[concept + 1]):
            turned = next_shapes[shape, int(links.directions[link] == HORIZONTAL)]
            if turned == _NOT_ALLOWED:
                continue
            target = np.int64(links.targets[link])
            known = paths[target] >> turned * _LENGTHS & _ALL_LENGTHS
            if known >> min(length, _SHORTEST_PATH):
                continue
            paths[target] |= 1 << turned * _LENGTHS + length
            buffer[size] = target << 5 | turned << 3 | length
            size += 1
    return size


@compiled
def _mark_links(
    concepts: IntArray, joining: DirectedLinks, paths: NDArray[np.int32], is_marked: bool
) -> None:
    """Mark the concepts that a link joins with some, or clear what is known of them."""
    for concept in concepts:
        for link in range(joining.offsets[concept], joining.offsets[concept + 1]):
            target = joining.targets[link]
            if not is_marked:
                paths[target] = 0
            elif joining.directions[link] == HORIZONTAL:
                paths[target] |= _IS_LINKED | _IS_LINKED_HORIZONTALLY
            else:
                paths[target] |= _IS_LINKED


@inlined
def _relatedness(paths: int, part: int) -> int:
    """Return the relatedness by the best path, given the paths to a concept and one from there."""
    best = 0
    shape, length = part >> 3 & 3, part & 7
    for before in range(len(_TURNS)):
        turns = _TURNS[before, shape]
        if turns == _NOT_ALLOWED:
            continue
        for total in range(max(length, _SHORTEST_PATH), _LONGEST_PATH + 1):
            if paths >> before * _LENGTHS + total - length & 1:
                best = max(best, _CONSTANT - total - turns)
                break
    return best
