"""Co-occurrences of words in pairs of sentences, as the sparse table of translation counts."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged, offsets_of, require_pairs


class Sentences(NamedTuple):
    """The co-occurrences of each source word of a pair of sentences with each target word.

    A pair is a block of numbers of cells: a row for each target word, with a column for null and
    one for each source word.
    """

    cells: NDArray[np.uint32]
    """The cells of all blocks, row by row."""

    block_offsets: IntArray
    """The start of each pair's block, shape (pairs + 1,)."""

    widths: IntArray
    """The length of each pair's rows, shape (pairs,): the number of source words plus 1."""


class Cells(NamedTuple):
    """The pairs of words that co-occur anywhere, ordered by source word, then by target word."""

    sources: IntArray
    """The source word of each cell; 0 is null, and word i is i + 1."""

    targets: IntArray
    """The target word of each cell."""

    sentences: Sentences
    """The sentences in which they co-occur."""


class _Occurrences(NamedTuple):
    """The occurrences of each source word, null included."""

    offsets: IntArray
    """The start of each word's occurrences, shape (source words + 1,)."""

    pairs: IntArray
    """The pair of each occurrence, ordered by word."""

    columns: IntArray
    """The column of each occurrence in the pair's block."""


def cooccurrence_cells(sources: Ragged, targets: Ragged) -> Cells:
    """Find the words of source sentences and of their target sentences that co-occur.

    Words are numbers from 0. Time and memory are proportional to the number of co-occurrences.
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


@inlined
def require_cells(probabilities: FloatArray, sentences: Sentences) -> None:
    """Check in a kernel that blocks are whole, and that their cells have probabilities."""
    pairs = len(sentences.widths)
    if len(sentences.block_offsets) != pairs + 1 or sentences.block_offsets[pairs] > len(
        sentences.cells
    ):
        raise ValueError("offsets of other blocks; expected one for each pair, and the end")
    for cell in sentences.cells:
        if cell >= len(probabilities):
            raise ValueError("a cell without a probability; expected one for each")


@compiled
def _occurrences(sources: IntArray, offsets: IntArray, types: int) -> _Occurrences:
    """Sort the words of source sentences, and a null for each sentence, by counting sort."""
    pairs = len(offsets) - 1
    starts = np.zeros(types + 1, np.int64)
    starts[1] = pairs
    for source in sources:
        starts[source + 2] += 1
    starts = np.cumsum(starts)
    following = starts.copy()
    occurrences = _Occurrences(
        starts, np.empty(starts[-1], np.int64), np.empty(starts[-1], np.int64)
    )
    for pair in range(pairs):
        occurrences.pairs[pair] = pair
        occurrences.columns[pair] = 0
        for position in range(offsets[pair], offsets[pair + 1]):
            number = following[sources[position] + 1]
            occurrences.pairs[number] = pair
            occurrences.columns[number] = position - offsets[pair] + 1
            following[sources[position] + 1] += 1
    return occurrences


@compiled
def _number(
    occurrences: _Occurrences,
    targets: IntArray,
    target_offsets: IntArray,
    types: int,
    block_offsets: IntArray,
    widths: IntArray,
) -> tuple[NDArray[np.uint32], IntArray, IntArray]:
    """Return the cells of all blocks, and the source and the target word of each cell."""
    cells = np.empty(block_offsets[-1], np.uint32)
    cell_sources, cell_targets = np.empty(len(cells), np.int64), np.empty(len(cells), np.int64)
    last_source, numbers = np.full(types, -1, np.int64), np.empty(types, np.int64)
    count = 0
    for source in range(len(occurrences.offsets) - 1):
        first = count
        start, end = occurrences.offsets[source], occurrences.offsets[source + 1]
        for pair in occurrences.pairs[start:end]:
            for target in targets[target_offsets[pair] : target_offsets[pair + 1]]:
                if last_source[target] != source:
                    last_source[target] = source
                    cell_targets[count] = target
                    count += 1
        cell_sources[first:count] = source
        cell_targets[first:count] = np.sort(cell_targets[first:count])
        for cell in range(first, count):
            numbers[cell_targets[cell]] = cell
        for position in range(start, end):
            pair = occurrences.pairs[position]
            row = block_offsets[pair] + occurrences.columns[position]
            for target in targets[target_offsets[pair] : target_offsets[pair + 1]]:
                cells[row] = numbers[target]
                row += widths[pair]
    return cells, cell_sources[:count].copy(), cell_targets[:count].copy()
