"""Clipped matches of skip-bigrams, for ROUGE-S."""

from typing import NamedTuple

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.interning import intern, sequence, shorter_first
from rte_baselines.kernels.ragged import IntArray, Ragged, Sequences, require_pairs
from rte_baselines.kernels.words.ngrams import MatchCounts


def skip_bigram_matches(
    texts: Ragged, hypotheses: Ragged, max_skip: int | None = None
) -> MatchCounts:
    """Count the skip-bigrams that each text and its hypothesis have in common.

    A skip-bigram is two tokens in order, with at most `max_skip` others between them; None for any
    number. A common one counts as often as it occurs in the side with fewer occurrences. (Lin 2004,
    "ROUGE: a package for automatic evaluation of summaries", section 5.)

    Memory is proportional to the two lengths. With n tokens in the longer side and m in the
    shorter, time is at most (n + m) times the smaller of `max_skip` and the number of types that
    they share. This is linear unless both sides are long and `max_skip` is large or None; then
    it can be n times m.
    """
    if max_skip is not None and max_skip < 0:
        raise InputError(f"max_skip is {max_skip}; expected 0 or more, or None for no limit")
    require_pairs(texts, hypotheses)
    longest = int(max(texts.lengths.max(initial=0), hypotheses.lengths.max(initial=0)))
    reach = longest if max_skip is None else min(max_skip + 1, longest)
    common = _common_skip_bigrams(texts.arrays, hypotheses.arrays, reach)
    return MatchCounts(common, _skip_bigrams_in(texts, reach), _skip_bigrams_in(hypotheses, reach))


def _skip_bigrams_in(sequences: Ragged, reach: int) -> IntArray:
    """Sum length - distance over the distances from 1 to `reach` that are less than the length."""
    lengths = sequences.lengths
    reaches = np.clip(lengths - 1, 0, reach)
    counts: IntArray = reaches * lengths - reaches * (reaches + 1) // 2
    return counts


class _Side(NamedTuple):
    """The tokens of one side that have a name, with an index by type."""

    names: IntArray
    """The names of the tokens, in order."""

    starts: IntArray
    """For each token, the index of the first token within reach before it."""

    occurrences: IntArray
    """The indices of the tokens, ordered by type, then by position."""

    type_offsets: IntArray
    """Type i occurs at ``occurrences[type_offsets[i]:type_offsets[i + 1]]``."""


@compiled
def _common_skip_bigrams(texts: Sequences, hypotheses: Sequences, reach: int) -> IntArray:
    common = np.zeros(len(texts.offsets) - 1, np.int64)
    for pair in range(len(common)):
        shorter, longer = shorter_first(sequence(texts, pair), sequence(hypotheses, pair))
        names, longer_names, types = intern(shorter, longer)
        common[pair] = _count_common(
            _side(names, types, reach), _side(longer_names, types, reach), types
        )
    return common


@compiled
def _side(names: IntArray, types: int, reach: int) -> _Side:
    named = np.empty(len(names), np.int64)
    starts = np.empty(len(names), np.int64)
    positions = np.empty(len(names), np.int64)
    size = start = 0
    for position in range(len(names)):
        if names[position] >= 0:
            named[size] = names[position]
            positions[size] = position
            while position - positions[start] > reach:
                start += 1
            starts[size] = start
            size += 1
    occurrences, type_offsets = _group(named[:size], types)
    return _Side(named[:size], starts[:size], occurrences, type_offsets)


@inlined
def _group(names: IntArray, types: int) -> tuple[IntArray, IntArray]:
    """Return the indices ordered by name, and the start of each name's indices (counting sort)."""
    type_offsets = np.zeros(types + 1, np.int64)
    for name in names:
        type_offsets[name] += 1
    for name in range(types):
        type_offsets[name + 1] += type_offsets[name]
    occurrences = np.empty(len(names), np.int64)
    # Filling each name's range from its end moves its offset to its start.
    for index in range(len(names) - 1, -1, -1):
        type_offsets[names[index]] -= 1
        occurrences[type_offsets[names[index]]] = index
    return occurrences, type_offsets


@inlined
def _count_common(shorter: _Side, longer: _Side, types: int) -> int:
    """Count the common skip-bigrams, for one type of second token at a time.

    Therefore memory is proportional to the number of types, not of pairs of types.
    """
    unmatched = np.zeros(types, np.int64)
    firsts = np.empty(len(shorter.names), np.int64)
    seconds = np.empty(len(shorter.names), np.int64)
    longer_firsts = np.empty(len(longer.names), np.int64)
    longer_seconds = np.empty(len(longer.names), np.int64)
    matches = 0
    for second in range(types):
        size = _list_pairs(shorter, second, firsts, seconds)
        for index in range(size):
            unmatched[firsts[index]] += seconds[index]
        longer_size = _list_pairs(longer, second, longer_firsts, longer_seconds)
        for index in range(longer_size):
            matched = min(unmatched[longer_firsts[index]], longer_seconds[index])
            unmatched[longer_firsts[index]] -= matched
            matches += matched
        for index in range(size):
            unmatched[firsts[index]] = 0
    return matches


@compiled
def _list_pairs(side: _Side, second: int, firsts: IntArray, seconds: IntArray) -> int:
    """List the tokens that precede tokens of type `second`, and how many of these each precedes.

    Writes their names and the numbers, and returns how many were written. `following` to
    `beyond` are the occurrences within reach of the current token; tokens without occurrences
    within reach are skipped.
    """
    occurrences = side.occurrences[side.type_offsets[second] : side.type_offsets[second + 1]]
    token, following, beyond, size = 0, 0, 0, 0
    while following < len(occurrences):
        token = max(token, side.starts[occurrences[following]])
        if token == occurrences[following]:
            following += 1
        while beyond < len(occurrences) and side.starts[occurrences[beyond]] <= token:
            beyond += 1
        firsts[size] = side.names[token]
        seconds[size] = beyond - following
        size += 1
        token += 1
    return size
