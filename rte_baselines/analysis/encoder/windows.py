"""Overlapping windows over sequences that are too long for a network."""

from dataclasses import dataclass
from itertools import pairwise

OVERLAP = 4
"""Neighbouring windows share at least this part of a window: one in `OVERLAP` pieces."""


@dataclass(frozen=True)
class Window:
    """A part of a sequence that the network reads at once.

    Parameters
    ----------
    start, stop : int
        The pieces that it reads.
    first, last : int
        The pieces whose vectors are taken from it, `last` excluded. Where two windows overlap,
        each piece is taken from the one in which it is further from the edge.
    """

    start: int
    stop: int
    first: int
    last: int


def windows(pieces: int, capacity: int) -> list[Window]:
    """Return the windows of a sequence, in order; one if it fits in.

    Parameters
    ----------
    pieces : int
        The length of the sequence, without special pieces.
    capacity : int
        The most pieces of a window, at least 1.
    """
    if pieces <= capacity:
        return [Window(0, pieces, 0, pieces)]
    step = max(capacity - capacity // OVERLAP, 1)
    starts = [*range(0, pieces - capacity, step), pieces - capacity]
    middles = ((after + before + capacity) // 2 for before, after in pairwise(starts))
    bounds = [0, *middles, pieces]
    return [
        Window(start, start + capacity, first, last)
        for start, (first, last) in zip(starts, pairwise(bounds), strict=True)
    ]
