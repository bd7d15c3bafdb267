"""Co-occurrences of words in pairs of sentences, as the sparse table of translation counts."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.ragged import IntArray, Ragged, offsets_of, require_pairs


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


def cooccurrence_cells(sources: Ragged, targets: Ragged) -> Cells:
    """Find the words of source sentences and of their target sentences that co-occur.

    Words are numbers from 0. Memory is proportional to the number of co-occurrences.
    """
    require_pairs(sources, targets)
    widths = sources.lengths + 1
    with_null = Ragged(np.insert(sources.values + 1, sources.offsets[:-1], 0), offsets_of(widths))
    rows = with_null.select(targets.owners)
    types = 1 + int(targets.values.max(initial=0))
    words = rows.values * types + np.repeat(targets.values, rows.lengths)
    distinct, cells = np.unique(words, return_inverse=True)
    block_offsets = offsets_of(widths * targets.lengths)
    sentences = Sentences(cells.astype(np.uint32), block_offsets, widths)
    return Cells(*np.divmod(distinct, types), sentences)
