"""How many words, and above all phrases, two collections of glosses share."""

import numpy as np

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged

BOUNDARY = -1
"""Stands after each gloss, so that no phrase runs from one into the next."""


def best_overlaps(
    first: Ragged,
    second: Ragged,
    words: Ragged,
    kinds: IntArray,
    compared: BoolArray,
    *,
    normalize: bool,
) -> FloatArray:
    """Return the overlap of the glosses of the most overlapping concepts of every two sets.

    The glosses of a concept are of several kinds: its own, those of its hypernyms, and
    so on. Each kind of the one is compared with each kind of the other, as far as
    `compared` says so. An overlap of two kinds is found by taking out the longest phrase
    that both have, the first of several, until they share no word; a phrase of n words
    is worth n squared. (The longest one is looked for among words not yet taken out, and
    a phrase does not close up over words taken out.)

    Parameters
    ----------
    first, second : Ragged
        Sets of concepts, as rows of `words`.
    words : Ragged
        For each concept its glosses, kind after kind, as word numbers from 0, with
        `BOUNDARY` after each gloss.
    kinds : ndarray of int64
        The kind of gloss each word is from, parallel to ``words.values``.
    compared : ndarray of bool, shape (kinds, kinds)
    normalize : bool
        Whether to divide the overlap of two concepts by the geometric mean of their
        overlaps with themselves: 1 for a concept and itself, and hardly more for two.

    Returns
    -------
    ndarray of float64, shape (sets in first, sets in second)
        0 where either set is empty.

    References
    ----------
    Banerjee and Pedersen 2003, "Extended gloss overlaps as a measure of semantic
    relatedness", sections 3 and 4.
    """
    own = np.ones(len(words))
    if normalize:
        own = _own_overlaps(words.values, words.offsets, kinds, compared)
    return _best_overlaps(
        first.values,
        first.offsets,
        second.values,
        second.offsets,
        words.values,
        words.offsets,
        kinds,
        compared,
        own,
    )


@compiled
def _own_overlaps(
    words: IntArray, offsets: IntArray, kinds: IntArray, compared: BoolArray
) -> FloatArray:
    latest = _no_places(words)
    own = np.empty(len(offsets) - 1)
    for concept in range(len(own)):
        glosses = slice(offsets[concept], offsets[concept + 1])
        itself = overlap(
            words[glosses], kinds[glosses], words[glosses], kinds[glosses], compared, latest
        )
        # Without a definition there may be nothing to overlap but synonyms, which do not.
        own[concept] = max(itself, 1.0)
    return own


@compiled
def _best_overlaps(
    first: IntArray,
    first_offsets: IntArray,
    second: IntArray,
    second_offsets: IntArray,
    words: IntArray,
    offsets: IntArray,
    kinds: IntArray,
    compared: BoolArray,
    own: FloatArray,
) -> FloatArray:
    latest = _no_places(words)
    best = np.zeros((len(first_offsets) - 1, len(second_offsets) - 1))
    for row in range(best.shape[0]):
        for one in first[first_offsets[row] : first_offsets[row + 1]]:
            mine = slice(offsets[one], offsets[one + 1])
            for column in range(best.shape[1]):
                for other in second[second_offsets[column] : second_offsets[column + 1]]:
                    theirs = slice(offsets[other], offsets[other + 1])
                    shared = overlap(
                        words[mine], kinds[mine], words[theirs], kinds[theirs], compared, latest
                    )
                    if shared > 0:
                        shared /= np.sqrt(own[one] * own[other])
                    best[row, column] = max(best[row, column], shared)
    return best


@compiled
def _no_places(words: IntArray) -> IntArray:
    highest = BOUNDARY
    for word in words:
        highest = max(highest, word)
    return np.full(highest + 1, -1, np.int64)


@compiled
def overlap(
    first: IntArray,
    first_kinds: IntArray,
    second: IntArray,
    second_kinds: IntArray,
    compared: BoolArray,
    latest: IntArray,
) -> float:
    """Return the overlap of two concepts' glosses.

    ``latest`` has a place for each word number, holds -1 throughout, and does so again
    afterwards.
    """
    here, there = _common_words(first, first_kinds, second, second_kinds, compared, latest)
    # What one kind of gloss has taken out remains for the comparison with another.
    taken_here = np.zeros((len(compared), len(first)), np.bool_)
    taken_there = np.zeros((len(compared), len(second)), np.bool_)
    total = 0.0
    # The first pass takes nothing out: it finds how long the longest phrase is.
    length = len(first) + 1
    while length > 0:
        longest_left = begin = 0
        while begin < len(here):
            end = begin
            while end < len(here) and (end == begin or _follows(here, there, end)):
                column, line = second_kinds[there[end]], first_kinds[here[end]]
                if taken_here[column, here[end]] or taken_there[line, there[end]]:
                    break
                end += 1
            if end - begin == length:
                column, line = second_kinds[there[begin]], first_kinds[here[begin]]
                taken_here[column, here[begin] : here[begin] + length] = True
                taken_there[line, there[begin] : there[begin] + length] = True
                total += length * length
            else:
                longest_left = max(longest_left, end - begin)
            begin = max(end, begin + 1)
        length = longest_left
    return total


@compiled
def _follows(here: IntArray, there: IntArray, index: int) -> bool:
    """Whether a common word follows the one before it on both sides."""
    return bool(here[index] == here[index - 1] + 1 and there[index] == there[index - 1] + 1)


@compiled
def _common_words(
    first: IntArray,
    first_kinds: IntArray,
    second: IntArray,
    second_kinds: IntArray,
    compared: BoolArray,
    latest: IntArray,
) -> tuple[IntArray, IntArray]:
    """Return where the sides have equal words, phrase by phrase."""
    following = _chain_equals(second, latest)
    here, there = np.empty(64, np.int64), np.empty(64, np.int64)
    size = 0
    for start in range(len(first)):
        other = latest[first[start]] if first[start] != BOUNDARY else -1
        while other >= 0:
            if compared[first_kinds[start], second_kinds[other]] and not _equal_at(
                first, start - 1, second, other - 1
            ):
                length = 0
                while _equal_at(first, start + length, second, other + length):
                    if size == len(here):
                        here = np.concatenate((here, np.empty_like(here)))
                        there = np.concatenate((there, np.empty_like(there)))
                    here[size], there[size] = start + length, other + length
                    size += 1
                    length += 1
            other = following[other]
    for word in second:
        if word != BOUNDARY:
            latest[word] = -1
    return here[:size], there[:size]


@compiled
def _chain_equals(words: IntArray, latest: IntArray) -> IntArray:
    """Write the first place of each word into ``latest``; return where it stands next."""
    following = np.full(len(words), -1, np.int64)
    for place in range(len(words) - 1, -1, -1):
        if words[place] != BOUNDARY:
            following[place] = latest[words[place]]
            latest[words[place]] = place
    return following


@compiled
def _equal_at(first: IntArray, place: int, second: IntArray, other: int) -> bool:
    if place < 0 or other < 0 or place >= len(first) or other >= len(second):
        return False
    return bool(first[place] == second[other] != BOUNDARY)
