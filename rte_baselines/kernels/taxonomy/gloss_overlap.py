"""Extended gloss overlaps: common phrases of the glosses of two concepts."""

import numpy as np

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.interning import sequence
from rte_baselines.kernels.ragged import (
    BoolArray,
    FloatArray,
    IntArray,
    Ragged,
    Sequences,
    require_equal_lengths,
)

BOUNDARY = -1
"""Follows each gloss, so that phrases do not cross glosses."""


def best_overlaps(
    first: Ragged,
    second: Ragged,
    rows: IntArray,
    columns: IntArray,
    words: Ragged,
    kinds: IntArray,
    compared: BoolArray,
    *,
    normalize: bool,
) -> FloatArray:
    """Return the largest gloss overlap of two concepts, for some pairs of sets.

    A concept has several kinds of glosses: its own, those of its hypernyms, and so on. The kinds of
    two concepts that `compared`, shape (kinds, kinds), selects are compared with each other. The
    longest common phrase is removed from both, the first among ties, until they share no word; a
    phrase of n words counts n squared. (Phrases do not contain removed words and do not extend
    across them.) See Banerjee and Pedersen 2003, "Extended gloss overlaps as a measure of semantic
    relatedness", sections 3 and 4.

    `first` and `second` are sets of concepts, as rows of `words`: the glosses of each concept, kind
    after kind, as word numbers from 0, with `BOUNDARY` after each gloss. `kinds` is parallel to
    ``words.values``. `normalize` divides the overlap of two concepts by the geometric mean of their
    overlaps with themselves: 1 for equal concepts, and rarely more for others. 0 for empty sets.
    """
    require_equal_lengths(rows=rows, columns=columns)
    require_equal_lengths(words_of_glosses=words.values, kinds=kinds)
    own = np.ones(len(words))
    glosses = words.arrays, Sequences(kinds, words.offsets), compared
    if normalize:
        concepts = np.arange(len(words))
        each = Sequences(concepts, np.arange(len(words) + 1))
        # Concepts without glosses have overlap 0; 1 avoids division by 0.
        own = np.maximum(_best_overlaps(each, each, concepts, concepts, *glosses, own), 1.0)
    return _best_overlaps(first.arrays, second.arrays, rows, columns, *glosses, own)


@compiled
def _best_overlaps(
    first: Sequences,
    second: Sequences,
    rows: IntArray,
    columns: IntArray,
    words: Sequences,
    kinds: Sequences,
    compared: BoolArray,
    own: FloatArray,
) -> FloatArray:
    latest = np.full(words.values.max() + 1 if len(words.values) else 0, -1)
    best = np.zeros(len(rows))
    for pair in range(len(rows)):
        row, column = rows[pair], columns[pair]
        for concept in sequence(first, row):
            for other in sequence(second, column):
                shared = _overlap(
                    *(sequence(words, concept), sequence(kinds, concept)),
                    *(sequence(words, other), sequence(kinds, other)),
                    *(compared, latest),
                )
                if shared > 0:
                    shared /= np.sqrt(own[concept] * own[other])
                best[pair] = max(best[pair], shared)
    return best


@compiled
def _overlap(
    first: IntArray,
    first_kinds: IntArray,
    second: IntArray,
    second_kinds: IntArray,
    compared: BoolArray,
    latest: IntArray,
) -> float:
    """Return the overlap of two concepts' glosses.

    ``latest`` is working memory with an element for each word number. All elements must be -1,
    and they are -1 again afterwards.
    """
    in_first, in_second = _common_words(first, first_kinds, second, second_kinds, compared, latest)
    # Words that are removed for one kind of gloss remain for the comparison with other kinds.
    taken_first = np.zeros((len(compared), len(first)), np.bool_)
    taken_second = np.zeros((len(compared), len(second)), np.bool_)
    total = 0.0
    # The first pass removes nothing: it finds the length of the longest phrase.
    length = len(first) + 1
    while length > 0:
        longest_left = begin = 0
        while begin < len(in_first):
            end = begin
            while end < len(in_first) and (end == begin or _follows(in_first, in_second, end)):
                column, line = second_kinds[in_second[end]], first_kinds[in_first[end]]
                if taken_first[column, in_first[end]] or taken_second[line, in_second[end]]:
                    break
                end += 1
            if end - begin == length:
                column, line = second_kinds[in_second[begin]], first_kinds[in_first[begin]]
                taken_first[column, in_first[begin] : in_first[begin] + length] = True
                taken_second[line, in_second[begin] : in_second[begin] + length] = True
                total += length * length
            else:
                longest_left = max(longest_left, end - begin)
            begin = max(end, begin + 1)
        length = longest_left
    return total


@compiled
def _follows(in_first: IntArray, in_second: IntArray, index: int) -> bool:
    """Whether a common word follows the one before it on both sides."""
    return bool(
        in_first[index] == in_first[index - 1] + 1 and in_second[index] == in_second[index - 1] + 1
    )


@compiled
def _common_words(
    first: IntArray,
    first_kinds: IntArray,
    second: IntArray,
    second_kinds: IntArray,
    compared: BoolArray,
    latest: IntArray,
) -> tuple[IntArray, IntArray]:
    """Return the positions of equal words in both sides, phrase by phrase."""
    following = _chain_equals(second, latest)
    in_first, in_second = np.empty(64, np.int64), np.empty(64, np.int64)
    size = 0
    for start in range(len(first)):
        second_start = latest[first[start]] if first[start] != BOUNDARY else -1
        while second_start >= 0:
            if compared[first_kinds[start], second_kinds[second_start]] and not _equal_at(
                first, start - 1, second, second_start - 1
            ):
                length = 0
                while _equal_at(first, start + length, second, second_start + length):
                    if size == len(in_first):
                        in_first = np.concatenate((in_first, np.empty_like(in_first)))
                        in_second = np.concatenate((in_second, np.empty_like(in_second)))
                    in_first[size], in_second[size] = start + length, second_start + length
                    size += 1
                    length += 1
            second_start = following[second_start]
    for word in second:
        if word != BOUNDARY:
            latest[word] = -1
    return in_first[:size], in_second[:size]


@compiled
def _chain_equals(words: IntArray, latest: IntArray) -> IntArray:
    """Write the first position of each word into ``latest``; return each word's next position."""
    following = np.full(len(words), -1, np.int64)
    for position in range(len(words) - 1, -1, -1):
        if words[position] != BOUNDARY:
            following[position] = latest[words[position]]
            latest[words[position]] = position
    return following


@compiled
def _equal_at(first: IntArray, position: int, second: IntArray, second_position: int) -> bool:
    if (
        position < 0
        or second_position < 0
        or position >= len(first)
        or second_position >= len(second)
    ):
        return False
    return bool(first[position] == second[second_position] != BOUNDARY)
