"""Extended gloss overlaps: common phrases of the glosses of two concepts."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
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

# Of a phrase: the next phrase of the same concepts, the number of words, how many of them are left
# together at most, and where those of each side are among all that can be removed.
_PHRASE = _NEXT, _LENGTH, _LEFT, _START, _OTHER_START = tuple(range(5))


class _Index(NamedTuple):
    """Where each word is in the glosses of some concepts, by an entry for each place."""

    latest: NDArray[np.int32]
    """The first entry to read of each word number, -1 for none; the last element is -1."""

    following: IntArray
    """The next entry with the same word, -1 for none."""

    places: IntArray
    """Where the word is among those of all glosses."""

    senses: IntArray
    """The position of its concept among those indexed."""

    starts: IntArray
    """Where the words of each concept start."""


def best_overlaps(
    first: Ragged,
    second: Ragged,
    rows: IntArray,
    columns: IntArray,
    words: Ragged,
    kinds: IntArray,
    compared: BoolArray,
    scales: FloatArray,
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
    ``words.values``. The overlap of two concepts is divided by the geometric mean of their
    `scales`, shape (concepts,), which are positive. 0 for empty sets.
    """
    require_equal_lengths(rows=rows, columns=columns)
    require_equal_lengths(words_of_glosses=words.values, kinds=kinds)
    require_equal_lengths(concepts=words.offsets[1:], scales=scales)
    # The words of a second set are indexed once for all pairs with it.
    order = np.argsort(columns, kind="stable")
    best = np.empty(len(order))
    best[order] = _best_overlaps(
        *(first.arrays, second.arrays, rows[order], columns[order]),
        *(words.arrays, kinds, compared, scales),
    )
    return best


@compiled
def _best_overlaps(
    first: Sequences,
    second: Sequences,
    rows: IntArray,
    columns: IntArray,
    words: Sequences,
    kinds: IntArray,
    compared: BoolArray,
    scales: FloatArray,
) -> FloatArray:
    longest = 0
    for concept in range(len(scales)):
        longest = max(longest, words.offsets[concept + 1] - words.offsets[concept])
    # The last comparison that removed each word, of both sides for each kind on the other side.
    removed = np.zeros(2 * len(compared) * longest, np.int64)
    comparison = 0
    # The last element is that of `BOUNDARY`.
    latest = np.full(words.values.max() + 2 if len(words.values) else 1, -1, np.int32)
    index = _index(second.values[:0], words, latest)
    phrases = np.empty((64, len(_PHRASE)), np.int64)
    best = np.zeros(len(rows))
    for pair in range(len(rows)):
        others = sequence(second, columns[pair])
        if pair == 0 or columns[pair] != columns[pair - 1]:
            for place in index.places:
                latest[words.values[place]] = -1
            index = _index(others, words, latest)
        if len(others) == 0:
            continue
        bounds, leading = np.empty(len(others), np.int64), np.empty(len(others), np.int64)
        for concept in sequence(first, rows[pair]):
            size = _find_phrases(
                concept, words, kinds, compared, index, longest, phrases, bounds, leading
            )
            if size > len(phrases):
                phrases = np.empty((2 * size, len(_PHRASE)), np.int64)
                _find_phrases(
                    concept, words, kinds, compared, index, longest, phrases, bounds, leading
                )
            for sense in range(len(others)):
                scale = np.sqrt(scales[concept] * scales[others[sense]])
                if bounds[sense] / scale > best[pair]:
                    comparison += 1
                    shared = _overlap(phrases, leading[sense], removed, comparison)
                    best[pair] = max(best[pair], shared / scale)
    return best


@compiled
def _find_phrases(
    concept: int,
    words: Sequences,
    kinds: IntArray,
    compared: BoolArray,
    index: _Index,
    longest: int,
    phrases: IntArray,
    bounds: IntArray,
    leading: IntArray,
) -> int:
    """Write the longest phrases that a concept's glosses share with those indexed.

    Return their number, of which as many are written as ``phrases`` has room for. ``leading``
    becomes the first phrase of each indexed concept, which leads to the others in order, -1 for
    none, and ``bounds`` the sum of squared lengths: the overlap if no word is in two phrases.
    """
    values = words.values
    bounds[:] = 0
    leading[:] = -1
    size = 0
    start = words.offsets[concept]
    # Backwards, since each phrase is put before those found so far.
    for place in range(words.offsets[concept + 1] - 1, start - 1, -1):
        entry = index.latest[values[place]]
        while entry >= 0:
            other, sense = index.places[entry], index.senses[entry]
            if (
                compared[kinds[place], kinds[other]]
                # Otherwise it is not the first word of a phrase.
                and not values[place - 1] == values[other - 1] != BOUNDARY
            ):
                length = 1
                while values[place + length] == values[other + length] != BOUNDARY:
                    length += 1
                bounds[sense] += length * length
                if size < len(phrases):
                    phrases[size, _NEXT], leading[sense] = leading[sense], size
                    phrases[size, _LENGTH] = phrases[size, _LEFT] = length
                    # Words that are removed for one kind of gloss remain for others.
                    room, other_room = kinds[other], len(compared) + kinds[place]
                    phrases[size, _START] = room * longest + place - start
                    phrases[size, _OTHER_START] = other_room * longest + other - index.starts[sense]
                size += 1
            entry = index.following[entry]
    return size


@inlined
def _overlap(phrases: IntArray, first: int, removed: IntArray, comparison: int) -> float:
    """Return the overlap of two concepts' glosses, given the first of their longest phrases."""
    total = 0.0
    # The first pass removes nothing: it finds the length of the longest phrase.
    length = len(removed)
    while length > 0:
        longest_left = 0
        phrase = first
        while phrase >= 0:
            if phrases[phrase, _LEFT] >= length:
                phrases[phrase, _LEFT] = 0
                start, other_start = phrases[phrase, _START], phrases[phrase, _OTHER_START]
                begin = 0
                while begin < phrases[phrase, _LENGTH]:
                    end = begin
                    while end < phrases[phrase, _LENGTH] and (
                        removed[start + end] != comparison
                        and removed[other_start + end] != comparison
                    ):
                        end += 1
                    if end - begin == length:
                        for word in range(begin, end):
                            removed[start + word] = removed[other_start + word] = comparison
                        total += length * length
                    else:
                        phrases[phrase, _LEFT] = max(phrases[phrase, _LEFT], end - begin)
                    begin = max(end, begin + 1)
            longest_left = max(longest_left, phrases[phrase, _LEFT])
            phrase = phrases[phrase, _NEXT]
        length = longest_left
    return total


@compiled
def _index(concepts: IntArray, words: Sequences, latest: NDArray[np.int32]) -> _Index:
    """Index the words of some concepts' glosses, by ``latest``, which must be -1."""
    size = 0
    for concept in concepts:
        size += words.offsets[concept + 1] - words.offsets[concept]
    places, senses = np.empty(size, np.int64), np.empty(size, np.int64)
    following = np.empty(size, np.int64)
    size = 0
    for sense in range(len(concepts)):
        for place in range(words.offsets[concepts[sense]], words.offsets[concepts[sense] + 1]):
            word = words.values[place]
            if word != BOUNDARY:
                places[size], senses[size] = place, sense
                following[size], latest[word] = latest[word], size
                size += 1
    return _Index(latest, following, places[:size], senses[:size], words.offsets[concepts])
