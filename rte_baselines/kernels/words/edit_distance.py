"""Search for the strings of a dictionary with the smallest edit distance from another string."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.ragged import IntArray

Characters = NDArray[np.uint8]

_PRIME = 1_000_003


class Dictionary(NamedTuple):
    """Strings with an index of their segments, to search by edit distance.

    Each string is cut into one more segment than edits are allowed. Therefore at least one
    segment occurs unchanged, near its position, in every string within that distance (Li, Deng,
    Wang and Feng 2011, "Pass-Join: a partition-based method for similarity joins").
    """

    characters: Characters
    """The concatenated strings, with one byte per character."""

    starts: IntArray
    """The start of each string."""

    longest: int
    """The length of the longest string."""

    keys: IntArray
    """The hash of each segment of each string, ascending."""

    strings: IntArray
    """The string of each segment."""

    tolerance: float
    """The edit distance divided by the length of the longer string must be less than this;
    distance 0 is always allowed."""


def dictionary_of(
    characters: Characters, starts: IntArray, lengths: IntArray, tolerance: float
) -> Dictionary:
    """Prepare strings for `nearest_strings`; among ties, earlier strings are preferred.

    `characters` has one byte per character, and may contain more than the strings. The edit
    distance divided by the length of the longer string must be less than `tolerance`, from 0 to
    0.5.
    """
    keys, strings = _segments(characters, starts, lengths, tolerance)
    order = np.argsort(keys, kind="stable")
    longest = int(lengths.max(initial=0))
    return Dictionary(characters, starts, longest, keys[order], strings[order], tolerance)


@compiled
def nearest_strings(
    candidates: Characters, offsets: IntArray, dictionary: Dictionary
) -> tuple[IntArray, IntArray]:
    """Return the string of a dictionary that is nearest to each candidate.

    `candidates` are concatenated strings, with one byte per character. The results are indices in
    the dictionary, the first among ties, -1 if none is near enough, and Levenshtein distances.
    """
    nearest = np.empty(len(offsets) - 1, np.int64)
    distances = np.empty(len(nearest), np.int64)
    buffer = np.empty(dictionary.longest + 1, np.int64)
    for index in range(len(nearest)):
        candidate = candidates[offsets[index] : offsets[index + 1]]
        nearest[index], distances[index] = -1, len(candidate) + dictionary.longest
        shortest = len(candidate) - _most_edits(max(len(candidate), 1), dictionary.tolerance)
        for length in range(max(shortest, 1), dictionary.longest + 1):
            limit = _most_edits(max(len(candidate), length), dictionary.tolerance)
            # The limit grows more slowly than the length.
            if length - len(candidate) > limit:
                break
            nearest[index], distances[index] = _nearest_of_length(
                candidate, length, limit, dictionary, nearest[index], distances[index], buffer
            )
        if nearest[index] < 0:
            distances[index] = 0
    return nearest, distances


@inlined
def _nearest_of_length(
    candidate: Characters,
    length: int,
    limit: int,
    dictionary: Dictionary,
    nearest: int,
    distance: int,
    buffer: IntArray,
) -> tuple[int, int]:
    """Return the nearest string and its distance, given the nearest so far."""
    segments = _segment_count(length, dictionary.tolerance)
    for segment in range(segments):
        begin, end = segment * length // segments, (segment + 1) * length // segments
        earliest = max(0, begin - limit)
        latest = min(len(candidate) - (end - begin), begin + limit)
        for start in range(earliest, latest + 1):
            key = _key(candidate[start : start + end - begin], length, segment)
            entry = np.searchsorted(dictionary.keys, key)
            while entry < len(dictionary.keys) and dictionary.keys[entry] == key:
                string = dictionary.strings[entry]
                entry += 1
                first = dictionary.starts[string]
                characters = dictionary.characters[first : first + length]
                edits = levenshtein(candidate, characters, min(limit, distance), buffer)
                if edits <= limit and (
                    edits < distance or (edits == distance and string < nearest)
                ):
                    nearest, distance = string, edits
    return nearest, distance


@compiled
def _segments(
    characters: Characters, starts: IntArray, lengths: IntArray, tolerance: float
) -> tuple[IntArray, IntArray]:
    """Return the key of each segment of each string, and the string."""
    total = 0
    for length in lengths:
        total += _segment_count(length, tolerance)
    keys, strings = np.empty(total, np.int64), np.empty(total, np.int64)
    entry = 0
    for string in range(len(starts)):
        start, length = starts[string], lengths[string]
        segments = _segment_count(length, tolerance)
        for segment in range(segments):
            begin, end = segment * length // segments, (segment + 1) * length // segments
            keys[entry] = _key(characters[start + begin : start + end], length, segment)
            strings[entry] = string
            entry += 1
    return keys, strings


@inlined
def _key(characters: Characters, length: int, segment: int) -> int:
    """Return the hash of a segment."""
    key = length * _PRIME + segment
    for character in characters:
        key = (key * _PRIME) ^ character
    return key


@compiled
def _segment_count(length: int, tolerance: float) -> int:
    """Return one more than the maximum number of edits to any other string."""
    longer = length
    while longer + 1 - length <= _most_edits(longer + 1, tolerance):
        longer += 1
    return _most_edits(longer, tolerance) + 1


@compiled
def _most_edits(length: int, tolerance: float) -> int:
    """Return the greatest distance whose ratio to a length is less than `tolerance`, or 0."""
    most = int(length * tolerance) + 1
    while most > 0 and most / length >= tolerance:
        most -= 1
    return most


@inlined
def levenshtein(first: Characters, second: Characters, limit: int, buffer: IntArray) -> int:
    """Return the Levenshtein distance, or any number greater than `limit` if it is greater.

    `buffer` is working memory for one more number than `second` has characters.
    """
    for column in range(len(second) + 1):
        buffer[column] = column
    for row in range(len(first)):
        diagonal, buffer[0] = buffer[0], row + 1
        least = row + 1
        for column in range(len(second)):
            replaced = diagonal + (first[row] != second[column])
            diagonal = buffer[column + 1]
            buffer[column + 1] = min(replaced, diagonal + 1, buffer[column] + 1)
            least = min(least, buffer[column + 1])
        if least > limit:
            return least
    return int(buffer[len(second)])
