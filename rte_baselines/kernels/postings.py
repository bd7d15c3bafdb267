"""Which documents have a term: compressed lists, and what two of them share.

A posting list holds the numbers of a term's documents in ascending order, from 0, each as
the distance from the one before (the first from -1) in bytes of seven bits, the lowest
first; the eighth bit says that another byte follows.
"""

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import BoolArray, IntArray

LONGEST_GAP = 5
"""Bytes that a distance takes at the most: as many as hold 32 bits."""

_CONTINUED = 0x80
_SEVEN_BITS = 0x7F


def append_gap(postings: bytearray, gap: int) -> None:
    """Append the distance from one document to the next, 1 or more, to a posting list."""
    while gap >= _CONTINUED:
        postings.append(gap & _SEVEN_BITS | _CONTINUED)
        gap >>= 7
    postings.append(gap)


def gap_ends(postings: NDArray[np.uint8]) -> BoolArray:
    """Return at which bytes of posting lists a distance ends; shape as `postings`."""
    return postings < _CONTINUED


def gaps_of(postings: NDArray[np.uint8]) -> IntArray:
    """Return the distances of whole posting lists, end to end.

    Parameters
    ----------
    postings : ndarray of uint8
        No distance takes more than `LONGEST_GAP` bytes.

    Returns
    -------
    ndarray of int64, shape (documents of all lists,)
    """
    ends = np.flatnonzero(gap_ends(postings))
    if not len(ends):
        return np.empty(0, np.int64)
    starts = np.concatenate(([0], ends[:-1] + 1))
    places = np.arange(len(postings)) - np.repeat(starts, ends - starts + 1)
    gaps: IntArray = np.add.reduceat(
        (postings & _SEVEN_BITS).astype(np.int64) << 7 * places, starts
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
    """Count the documents that each of some terms shares with each of others.

    Parameters
    ----------
    postings : ndarray of uint8
        Posting lists, end to end.
    offsets : ndarray of int64, shape (terms + 1,)
        Where each list begins.
    documents : int
        More than the number of any document.
    first_rows, second_rows : ndarray of int64
        Terms; a negative one has no documents.

    Returns
    -------
    ndarray of int64, shape (first_rows, second_rows)
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
                of_other = postings[offsets[other] : offsets[other + 1]]
                counts[first, second] = _count_marked(of_other, is_marked)
        _mark(postings[offsets[row] : offsets[row + 1]], is_marked, False)
    return counts


@compiled
def _mark(postings: NDArray[np.uint8], is_marked: BoolArray, mark: bool) -> None:
    position, document = 0, -1
    while position < len(postings):
        position, document = _next(postings, position, document)
        is_marked[document] = mark


@compiled
def _count_marked(postings: NDArray[np.uint8], is_marked: BoolArray) -> int:
    position, document, count = 0, -1, 0
    while position < len(postings):
        position, document = _next(postings, position, document)
        count += is_marked[document]
    return count


@compiled
def _next(postings: NDArray[np.uint8], position: int, document: int) -> tuple[int, int]:
    """Return where the next entry of a posting list ends, and its document."""
    gap, shift = 0, 0
    while postings[position] >= _CONTINUED:
        gap |= np.int64(postings[position] & _SEVEN_BITS) << shift
        shift += 7
        position += 1
    gap |= np.int64(postings[position]) << shift
    return position + 1, document + gap
