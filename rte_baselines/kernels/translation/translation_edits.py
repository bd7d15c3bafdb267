"""The edits of the translation edit rate: of words, and shifts of words."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.interning import sequence
from rte_baselines.kernels.ragged import IntArray, Ragged, Sequences, require_pairs

_LONGEST_SHIFT, _FARTHEST = 10, 50
"""The maximum number of words that are shifted together, and the maximum distance of a shift."""

_MOST_TRIED = 1000
"""The number of shifts tried for a pair, after which its words are not shifted any further."""

_BEAM = 25
"""The maximum distance of searched cells from the diagonal of the table."""

_SAME, _SUBSTITUTED, _LEFT_OUT, _ADDED = range(4)
"""The edits from a reference to a candidate."""

_UNREACHED = 1 << 40


class _Table(NamedTuple):
    """The edit distance of each prefix of a candidate (rows) and each of its reference (columns).

    Cells far from the diagonal are `_UNREACHED`.
    """

    costs: IntArray

    edits: NDArray[np.uint8]
    """The last edit of each cell."""


class _Alignment(NamedTuple):
    """How a reference is aligned with its candidate."""

    partners: IntArray
    """For each word of the reference, the last word of the candidate up to it; -1 if none."""

    wrong_before: IntArray
    """The number of words before each word of the candidate that differ from their partners."""

    wrong_before_in_reference: IntArray
    """The number of words before each word of the reference that differ from their partners."""


def translation_edits(candidates: Ragged, references: Ragged) -> IntArray:
    """Return the number of edits that turn each candidate translation into its reference.

    Words are substituted, inserted and deleted, and sequences of words are shifted; each edit costs
    1. The shift that reduces the edit distance most is made first, the longest among ties. This is
    repeated until no shift reduces it. The shifts that are tried, and their order, are Tercom's
    heuristics as implemented in sacrebleu. The results equal those of ``sacrebleu.metrics.TER``.
    See Snover, Dorr, Schwartz, Micciulla and Makhoul 2006, "A study of translation edit rate with
    targeted human annotation", section 3. Time is at most some thousand times the product of the
    two lengths, and memory that product.
    """
    require_pairs(references, candidates)
    return _translation_edits(candidates.arrays, references.arrays)


@compiled
def _translation_edits(candidates: Sequences, references: Sequences) -> IntArray:
    edits = np.empty(len(candidates.offsets) - 1, np.int64)
    for pair in range(len(edits)):
        candidate, reference = sequence(candidates, pair), sequence(references, pair)
        words = np.empty(len(candidate), np.int64)
        _copy(candidate, words)
        edits[pair] = _edits(words, reference) if len(reference) else len(words)
    return edits


@inlined
def _edits(words: IntArray, reference: IntArray) -> int:
    """Return the number of edits of one pair, and shift the words of the candidate."""
    table, trial = _table_of(words, reference), _table_of(words, reference)
    shifted, best = np.empty(len(words), np.int64), np.empty(len(words), np.int64)
    shifts = tried = 0
    while True:
        _fill(words, reference, 0, table)
        distance = table.costs[len(words), len(reference)]
        gain, tried = _best_shift(words, reference, table, trial, shifted, best, tried)
        if gain <= 0 or tried >= _MOST_TRIED:
            break
        shifts += 1
        _copy(best, words)
    edits: int = distance + shifts
    return edits


@inlined
def _table_of(words: IntArray, reference: IntArray) -> _Table:
    shape = (len(words) + 1, len(reference) + 1)
    table = _Table(np.zeros(shape, np.int64), np.zeros(shape, np.uint8))
    for column in range(shape[1]):
        table.costs[0, column], table.edits[0, column] = column, _ADDED
    return table


@compiled
def _fill(words: IntArray, reference: IntArray, start: int, table: _Table) -> None:
    """Fill in the rows of a table after the row `start`."""
    costs, edits = table
    ratio = len(reference) / len(words) if len(words) else 1.0
    beam = math.ceil(ratio / 2 + _BEAM) if ratio / 2 > _BEAM else _BEAM
    for row in range(start + 1, len(words) + 1):
        diagonal = math.floor(row * ratio)
        first, end = max(0, diagonal - beam), min(len(reference) + 1, diagonal + beam)
        if row == len(words):
            end = len(reference) + 1
        for column in range(len(reference) + 1):
            costs[row, column] = _UNREACHED
        for column in range(first, end):
            if column == 0:
                costs[row, 0], edits[row, 0] = costs[row - 1, 0] + 1, _LEFT_OUT
                continue
            cost, edit = costs[row - 1, column - 1], _SAME
            if words[row - 1] != reference[column - 1]:
                cost, edit = cost + 1, _SUBSTITUTED
            if costs[row - 1, column] + 1 < cost:
                cost, edit = costs[row - 1, column] + 1, _LEFT_OUT
            if costs[row, column - 1] + 1 < cost:
                cost, edit = costs[row, column - 1] + 1, _ADDED
            costs[row, column], edits[row, column] = cost, edit


@inlined
def _best_shift(
    words: IntArray,
    reference: IntArray,
    table: _Table,
    trial: _Table,
    shifted: IntArray,
    best: IntArray,
    tried: int,
) -> tuple[int, int]:
    """Write the words after the best shift into `best`; return its gain and how many were tried.

    A shift moves words that are equal to words of the reference. They are moved next to the partner
    of one of these words, or of the word before them. A shift is skipped if the target is among the
    moved words, or if the words on one of the two sides are all aligned with equal words.
    """
    alignment = _alignment(table, len(words), len(reference))
    partners = alignment.partners
    wrong, wrong_in_reference = alignment.wrong_before, alignment.wrong_before_in_reference
    best_rank = (-_UNREACHED, 0, 0, 0)
    for start in range(len(words)):
        for other in range(max(0, start - _FARTHEST), min(len(reference), start + _FARTHEST + 1)):
            for length in range(1, _common_length(words, start, reference, other) + 1):
                if (
                    wrong[start] == wrong[start + length]
                    or wrong_in_reference[other] == wrong_in_reference[other + length]
                    or start <= partners[other] < start + length
                ):
                    continue
                if tried >= _MOST_TRIED:
                    return best_rank[0], tried
                previous = -1
                for position in range(other - 1, other + length):
                    target = partners[position] + 1 if position >= 0 else 0
                    if target == previous:
                        continue
                    previous = target
                    tried += 1
                    first = _shift(words, start, length, target, shifted)
                    _copy(table.costs[first], trial.costs[first])
                    _fill(shifted, reference, first, trial)
                    gain = table.costs[-1, -1] - trial.costs[-1, -1]
                    rank = gain, length, -start, -target
                    if rank > best_rank:
                        best_rank = rank
                        _copy(shifted, best)
    return best_rank[0], tried


@inlined
def _common_length(words: IntArray, start: int, reference: IntArray, other: int) -> int:
    """Return how many words are the same from two positions on, `_LONGEST_SHIFT` at most."""
    longest = min(_LONGEST_SHIFT, len(words) - start, len(reference) - other)
    length = 0
    while length < longest and words[start + length] == reference[other + length]:
        length += 1
    return length


@inlined
def _shift(words: IntArray, start: int, length: int, target: int, shifted: IntArray) -> int:
    """Write the words into `shifted` with some of them moved; return how many first ones stay.

    The words are moved before the word `target`. If `target` is one of them, they are moved to the
    right by its distance from `start`.
    """
    first, middle, end = target, start, start + length
    if target >= start:
        first, middle = start, start + length
        end = target if target > middle else min(target + length, len(words))
    for position in range(len(words)):
        source = position
        if first <= position < end:
            source += middle - first
            if source >= end:
                source -= end - first
        shifted[position] = words[source]
    return first


@inlined
def _alignment(table: _Table, row: int, column: int) -> _Alignment:
    """Return the alignment of a filled table, given the numbers of words on both sides."""
    alignment = _Alignment(
        np.empty(column, np.int64), np.zeros(row + 1, np.int64), np.zeros(column + 1, np.int64)
    )
    while row > 0 or column > 0:
        edit = table.edits[row, column]
        is_wrong = edit != _SAME
        if edit != _LEFT_OUT:
            column -= 1
            alignment.partners[column] = row - 1
            alignment.wrong_before_in_reference[column + 1] = is_wrong
        if edit != _ADDED:
            row -= 1
            alignment.wrong_before[row + 1] = is_wrong
    for counts in (alignment.wrong_before, alignment.wrong_before_in_reference):
        for position in range(1, len(counts)):
            counts[position] += counts[position - 1]
    return alignment


@inlined
def _copy(source: IntArray, target: IntArray) -> None:
    # Numba takes a second to compile a copy by slices.
    for position in range(len(source)):
        target[position] = source[position]
