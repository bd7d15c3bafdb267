"""Compressed posting lists, which contain the documents of each term.

A posting list holds the numbers of a term's documents in ascending order, from 0. Each is stored
as the gap from the previous one (the first from -1), in bytes of seven bits, lowest bits first;
the eighth bit marks that another byte follows.
"""

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.ragged import BoolArray, IntArray

LONGEST_GAP = 5
"""The maximum number of bytes of a gap, which is enough for 32 bits."""

_CONTINUED = 0x80
_SEVEN_BITS = 0x7F


def append_gap(postings: bytearray, gap: int) -> None:
    """Append the gap from one document to the next, at least 1, to a posting list."""
    while gap >= _CONTINUED:
        postings.append(gap & _SEVEN_BITS | _CONTINUED)
        gap >>= 7
    postings.append(gap)


def gap_ends(postings: NDArray[np.uint8]) -> BoolArray:
    """Mark the bytes of posting lists at which a gap ends; shape as `postings`."""
    return postings < _CONTINUED


def gaps_of(postings: NDArray[np.uint8]) -> IntArray:
    """Return the gaps of whole, concatenated posting lists, each of `LONGEST_GAP` bytes at most."""
    ends = np.flatnonzero(gap_ends(postings))
    if not len(ends):
        return np.empty(0, np.int64)
    starts = np.concatenate(([0], ends[:-1] + 1))
    byte_positions = np.arange(len(postings)) - np.repeat(starts, ends - starts + 1)
    gaps: IntArray = np.add.reduceat(
        (postings & _SEVEN_BITS).astype(np.int64) << 7 * byte_positions, starts
    )
    return gaps


@compiled
def shared_documents(
    postings: NDArray[np.uint8],
    offsets: IntArray,
    documents: int,
    first_rows: IntArray,
    second_rows: IntArray,
) -> IntArray:
    """Count the documents that contain both of two terms, shape (first_rows, second_rows).

    `postings` are concatenated lists that start at `offsets`; negative terms have no documents.
    """
    counts = np.zeros((len(first_rows), len(second_rows)), np.int64)
    is_marked = np.zeros(documents, np.bool_)
    for first in range(len(first_rows)):
        row = first_rows[first]
        if row < 0:
            continue
        _mark(postings[offsets[row] : offsets[row + 1]], is_marked, True)
        for second in range(len(second_rows)):
            other = second_rows[second]
            if other >= 0:
                other_postings = postings[offsets[other] : offsets[other + 1]]
                counts[first, second] = _count_marked(other_postings, is_marked)
        _mark(postings[offsets[row] : offsets[row + 1]], is_marked, False)
    return counts


@inlined
def _mark(postings: NDArray[np.uint8], is_marked: BoolArray, mark: bool) -> None:
    position, document = 0, -1
    while position < len(postings):
        position, document = _next(postings, position, document)
        is_marked[document] = mark


@inlined
def _count_marked(postings: NDArray[np.uint8], is_marked: BoolArray) -> int:
    position, document, count = 0, -1, 0
    while position < len(postings):
        position, document = _next(postings, position, document)
        count += is_marked[document]
    return count


@inlined
def _next(postings: NDArray[np.uint8], position: int, document: int) -> tuple[int, int]:
    """Return the end of the next entry of a posting list, and its document."""
    gap, shift = 0, 0
    while postings[position] >= _CONTINUED:
        gap |= np.int64(postings[position] & _SEVEN_BITS) << shift
        shift += 7
        position += 1
    gap |= np.int64(postings[position]) << shift
    return position + 1, document + gap
