"""Which words meet in pairs of sentences: the sparse table that translations are counted in."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.paired import require_pairs
from rte_baselines.kernels.ragged import IntArray, Ragged, offsets_of


class Sentences(NamedTuple):
    """Where words meet, each source word of a pair of sentences with each target word.

    A pair is a block: a row for each target word, in it a place for null and one for each
    source word, and at each place the number of a cell.
    """

    cells: NDArray[np.uint32]
    """The cell of each place."""

    block_offsets: IntArray
    """Where the block of each pair starts, shape (pairs + 1,)."""

    widths: IntArray
    """How long the rows of each pair are, shape (pairs,): its source words and null."""


class Cells(NamedTuple):
    """The words that meet anywhere, in the order of source words and then of target words."""

    sources: IntArray
    """The source word of each cell; 0 is null, and word i is i + 1."""

    targets: IntArray
    """The target word of each cell."""

    sentences: Sentences
    """Where they meet."""


class _Occurrences(NamedTuple):
    """Where each source word stands, null included."""

    offsets: IntArray
    """Where the occurrences of each word start, shape (source words + 1,)."""

    pairs: IntArray
    """The pair of each occurrence, one word's after the other's."""

    columns: IntArray
    """Its place in the rows of the pair's block."""


def meeting_cells(sources: Ragged, targets: Ragged) -> Cells:
    """Find which words meet, those of source sentences with those of their target sentences.

    Time and memory are proportional to the places where words meet.

    Parameters
    ----------
    sources, targets : Ragged
        As many sentences each, of words as numbers from 0.
    """
    require_pairs(sources, targets)
    widths = sources.lengths + 1
    block_offsets = offsets_of(widths * targets.lengths)
    occurrences = _occurrences(
        sources.values, sources.offsets, 2 + int(sources.values.max(initial=-1))
    )
    types = 1 + int(targets.values.max(initial=-1))
    cells, cell_sources, cell_targets = _number(
        occurrences, targets.values, targets.offsets, types, block_offsets, widths
    )
    return Cells(cell_sources, cell_targets, Sentences(cells, block_offsets, widths))


@compiled
def _occurrences(sources: IntArray, offsets: IntArray, types: int) -> _Occurrences:
    """Sort the words of source sentences, and a null for each, by counting them."""
    pairs = len(offsets) - 1
    starts = np.zeros(types + 1, np.int64)
    starts[1] = pairs
    for source in sources:
        starts[source + 2] += 1
    starts = np.cumsum(starts)
    following = starts.copy()
    found = _Occurrences(starts, np.empty(starts[-1], np.int64), np.empty(starts[-1], np.int64))
    for pair in range(pairs):
        found.pairs[pair] = pair
        found.columns[pair] = 0
        for place in range(offsets[pair], offsets[pair + 1]):
            number = following[sources[place] + 1]
            found.pairs[number] = pair
            found.columns[number] = place - offsets[pair] + 1
            following[sources[place] + 1] += 1
    return found


@compiled
def _number(
    occurrences: _Occurrences,
    targets: IntArray,
    target_offsets: IntArray,
    types: int,
    block_offsets: IntArray,
    widths: IntArray,
) -> tuple[NDArray[np.uint32], IntArray, IntArray]:
    """Return the cell of each place, and the source and the target word of each cell."""
    cells = np.empty(block_offsets[-1], np.uint32)
    cell_sources, cell_targets = np.empty(len(cells), np.int64), np.empty(len(cells), np.int64)
    met_by, numbers = np.full(types, -1, np.int64), np.empty(types, np.int64)
    count = 0
    for source in range(len(occurrences.offsets) - 1):
        first = count
        start, end = occurrences.offsets[source], occurrences.offsets[source + 1]
        for pair in occurrences.pairs[start:end]:
            for target in targets[target_offsets[pair] : target_offsets[pair + 1]]:
                if met_by[target] != source:
                    met_by[target] = source
                    cell_targets[count] = target
                    count += 1
        cell_sources[first:count] = source
        cell_targets[first:count] = np.sort(cell_targets[first:count])
        for cell in range(first, count):
            numbers[cell_targets[cell]] = cell
        for place in range(start, end):
            pair = occurrences.pairs[place]
            row = block_offsets[pair] + occurrences.columns[place]
            for target in targets[target_offsets[pair] : target_offsets[pair + 1]]:
                cells[row] = numbers[target]
                row += widths[pair]
    return cells, cell_sources[:count].copy(), cell_targets[:count].copy()
