"""The senses of words, by part of speech."""

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import interpreted_first
from rte_baselines.kernels.lengths import require_equal_lengths
from rte_baselines.kernels.ragged import IntArray, Ragged


def select_senses(
    words: IntArray,
    parts: IntArray,
    word_offsets: NDArray[np.int32],
    sense_synsets: NDArray[np.int32],
    part_starts: NDArray[np.int32],
) -> Ragged:
    """Return the senses of each word with a part of speech.

    Parameters
    ----------
    words : ndarray of int64, shape (words,)
        Rows of ``word_offsets``; negative for words without senses.
    parts : ndarray of int64, shape (words,)
        Negative for parts of speech without senses.
    word_offsets : ndarray of int32
        The start of each word's senses.
    sense_synsets : ndarray of int32, shape (senses,)
    part_starts : ndarray of int32
        The first synset of each part of speech, and the number of synsets.
    """
    require_equal_lengths(words=words, parts_of_speech=parts)
    return Ragged(*_select_senses(words, parts, word_offsets, sense_synsets, part_starts))


@interpreted_first(numbers=40_000, tables=("word_offsets", "sense_synsets", "part_starts"))
def _select_senses(
    words: IntArray,
    parts: IntArray,
    word_offsets: NDArray[np.int32],
    sense_synsets: NDArray[np.int32],
    part_starts: NDArray[np.int32],
) -> tuple[IntArray, IntArray]:
    offsets = np.zeros(len(words) + 1, np.int64)
    longest = 0
    for index in range(len(words)):
        if words[index] >= 0:
            longest += word_offsets[words[index] + 1] - word_offsets[words[index]]
    senses = np.empty(longest, np.int64)
    size = 0
    for index in range(len(words)):
        word, part = words[index], parts[index]
        if word >= 0 and part >= 0:
            for sense in range(word_offsets[word], word_offsets[word + 1]):
                if part_starts[part] <= sense_synsets[sense] < part_starts[part + 1]:
                    senses[size] = sense
                    size += 1
        offsets[index + 1] = size
    return senses[:size], offsets
