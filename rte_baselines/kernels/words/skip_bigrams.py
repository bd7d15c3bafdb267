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

    Memory is proportional to the two lengths. Time is that of reading each token once for each type
    that both sides have, and each skip-bigram of such tokens once.
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
    """The tokens of one side that have a name."""

    names: IntArray
    """The names of the tokens, in order."""

    starts: IntArray
    """For each token, the index of the first token within reach before it."""


@compiled
def _common_skip_bigrams(texts: Sequences, hypotheses: Sequences, reach: int) -> IntArray:
    common = np.zeros(len(texts.offsets) - 1, np.int64)
    for pair in range(len(common)):
        shorter, longer = shorter_first(sequence(texts, pair), sequence(hypotheses, pair))
        names, longer_names, types = intern(shorter, longer)
        common[pair] = _count_common(_side(names, reach), _side(longer_names, reach), types)
    return common


@compiled
def _side(names: IntArray, reach: int) -> _Side:
    positions = np.flatnonzero(names >= 0)
    starts = np.empty(len(positions), np.int64)
    start = 0
    for index in range(len(positions)):
        while positions[index] - positions[start] > reach:
            start += 1
        starts[index] = start
    return _Side(names[positions], starts)


@inlined
def _count_common(shorter: _Side, longer: _Side, types: int) -> int:
    """Count the common skip-bigrams, for one type of second token at a time.

    Therefore memory is proportional to the number of types, not of pairs of types.
    """
    unmatched = np.zeros(types, np.int64)
    matches = 0
    for second in range(types):
        for index in range(len(shorter.names)):
            if shorter.names[index] == second:
                for first in shorter.names[shorter.starts[index] : index]:
                    unmatched[first] += 1
        for index in range(len(longer.names)):
            if longer.names[index] == second:
                for first in longer.names[longer.starts[index] : index]:
                    if unmatched[first] > 0:
                        unmatched[first] -= 1
                        matches += 1
        unmatched[:] = 0
    return matches
