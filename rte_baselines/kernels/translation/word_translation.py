"""IBM Model 1, in which words are translated independently of each other and of their order.

The *source* sentence, with a null word in front, generates the *target* sentence: each target
word is the translation of one source word or of null, with equal prior probabilities.

Source: Brown, Della Pietra, Della Pietra and Mercer 1993, "The mathematics of statistical
machine translation", section 4.2.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged, offsets_of, require_pairs

NULL = 0
"""The row of the null word, which precedes the source words of a table."""


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


class Translations(NamedTuple):
    """Translation probabilities of target words, in a row for each source word."""

    offsets: NDArray[Any]
    """The start of each source word's row, shape (source words + 1,); null comes first."""

    targets: NDArray[Any]
    """The target words of each row, ascending."""

    probabilities: NDArray[Any]
    """The probability of each target word given the row's source word."""

    identity: float
    """The probability of a target word given the same source word, if no row contains both."""

    floor: float
    """The probability of all other pairs."""


class Counted(NamedTuple):
    """The expected counts of a pass over sentences."""

    expected_counts: FloatArray
    """The expected number of translations of each cell's source word into its target word."""

    log_likelihood: float
    """The log likelihood of the target sentences given the source sentences, in nats."""


@compiled
def count_translations(probabilities: FloatArray, sentences: Sentences) -> Counted:
    """Return Model 1's expected counts, given the translation probability of each cell."""
    expected_counts = np.zeros(len(probabilities))
    pairs = len(sentences.widths)
    row_probabilities = np.empty(sentences.widths.max() if pairs else 0)
    log_likelihood = 0.0
    for pair in range(pairs):
        width = sentences.widths[pair]
        block_end = sentences.block_offsets[pair + 1]
        for row in range(sentences.block_offsets[pair], block_end, width):
            total = 0.0
            for column in range(width):
                row_probabilities[column] = probabilities[sentences.cells[row + column]]
                total += row_probabilities[column]
            log_likelihood += np.log(total / width)
            scale = 1 / total
            for column in range(width):
                expected_counts[sentences.cells[row + column]] += row_probabilities[column] * scale
    return Counted(expected_counts, log_likelihood)


@compiled
def translation_matrix(
    translations: Translations,
    sources: IntArray,
    targets: IntArray,
    source_ids: IntArray,
    target_ids: IntArray,
) -> FloatArray:
    """Look up the probability of each target word as a translation of null and each source word.

    `sources` and `targets` are the numbers of the words, negative for words without a number; the
    ids are equal for equal words. The result has the shape (targets, sources + 1), null first.
    """
    floor = translations.floor
    matrix = np.empty((len(targets), len(sources) + 1))
    for row in range(len(targets)):
        from_null = _probability(translations, NULL, targets[row], floor)
        matrix[row, 0] = max(from_null, floor)
        for position in range(len(sources)):
            is_same = source_ids[position] == target_ids[row]
            unseen = translations.identity if is_same else floor
            from_word = _probability(translations, sources[position], targets[row], unseen)
            matrix[row, position + 1] = max(from_word, floor)
    return matrix


@inlined
def _probability(translations: Translations, source: int, target: int, unseen: float) -> float:
    """Return the probability of a target word given a source word, `unseen` if it is missing."""
    if source < 0 or target < 0:
        return unseen
    low, high = translations.offsets[source], translations.offsets[source + 1]
    end = high
    while low < high:
        middle = (low + high) // 2
        if translations.targets[middle] < target:
            low = middle + 1
        else:
            high = middle
    if low < end and translations.targets[low] == target:
        return float(translations.probabilities[low])
    return unseen
