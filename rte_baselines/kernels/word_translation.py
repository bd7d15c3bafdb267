"""IBM Model 1: words that are translated each by itself, whatever their order.

The *source* sentence, with a null word in front, makes the *target* sentence: each target word
is the translation of one source word or of null, all of them equally likely beforehand.

Source: Brown, Della Pietra, Della Pietra and Mercer 1993, "The mathematics of statistical
machine translation", section 4.2.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.meetings import Sentences
from rte_baselines.kernels.ragged import FloatArray, IntArray

NULL = 0
"""The row of the null word among the source words of a table, and its place before them all."""


class Translations(NamedTuple):
    """How probable target words are as translations of source words, by rows of source words."""

    offsets: NDArray[Any]
    """Where the row of each source word starts, shape (source words + 1,); null comes first."""

    targets: NDArray[Any]
    """The target words of each row, ascending."""

    probabilities: NDArray[Any]
    """Of each of them, given the row's source word."""

    identity: float
    """The probability of a target word given the same source word, if no row has the two."""

    floor: float
    """The probability of everything else."""


class Counted(NamedTuple):
    """What a pass over sentences gives."""

    meetings: FloatArray
    """How often the source word of each cell is expected to be translated into its target word."""

    log_likelihood: float
    """Of the target sentences given the source sentences, in nats."""


@compiled
def count_translations(
    probabilities: FloatArray, sentences: Sentences, start: int, end: int
) -> Counted:
    """Count how often words are expected to be translations of words, by Model 1.

    Parameters
    ----------
    probabilities : ndarray of float64, shape (cells,)
        Of the target word of each cell, given its source word.
    sentences : Sentences
    start, end : int
        The first pair to look at, and the one after the last.
    """
    meetings = np.zeros(len(probabilities))
    chances = np.empty(sentences.widths.max())
    log_likelihood = 0.0
    for pair in range(start, end):
        width = sentences.widths[pair]
        block_end = sentences.block_offsets[pair + 1]
        for row in range(sentences.block_offsets[pair], block_end, width):
            total = 0.0
            for column in range(width):
                chances[column] = probabilities[sentences.cells[row + column]]
                total += chances[column]
            log_likelihood += np.log(total / width)
            share = 1 / total
            for column in range(width):
                meetings[sentences.cells[row + column]] += chances[column] * share
    return Counted(meetings, log_likelihood)


@compiled
def translation_matrix(
    translations: Translations,
    sources: IntArray,
    targets: IntArray,
    source_ids: IntArray,
    target_ids: IntArray,
) -> FloatArray:
    """Look up how probable each target word is as a translation of null and each source word.

    Parameters
    ----------
    translations : Translations
    sources, targets : ndarray of int64, shapes (n,) and (m,)
        The numbers of the words; negative for those that have none.
    source_ids, target_ids : ndarray of int64, shapes (n,) and (m,)
        Equal where the words are, whether they have numbers or not.

    Returns
    -------
    ndarray of float64, shape (m, n + 1)
        Null is the first column.
    """
    floor = translations.floor
    matrix = np.empty((len(targets), len(sources) + 1))
    for row in range(len(targets)):
        matrix[row, 0] = _probability(translations, NULL, targets[row], floor)
        for place in range(len(sources)):
            is_same = source_ids[place] == target_ids[row]
            unseen = translations.identity if is_same else floor
            matrix[row, place + 1] = _probability(
                translations, sources[place], targets[row], unseen
            )
    return np.maximum(matrix, floor)


@compiled
def _probability(translations: Translations, source: int, target: int, unseen: float) -> float:
    """Return the probability of a target word given a source word, `unseen` if no row has it."""
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
