"""Sums for overlap measures of two bags of words."""

import numpy as np

from rte_baselines.kernels.compile import inlined, interpreted_first
from rte_baselines.kernels.interning import intern
from rte_baselines.kernels.ragged import (
    FloatArray,
    Ragged,
    Sequences,
    require_equal_lengths,
    require_pairs,
)

COVERED, HYPOTHESIS, TEXT, SHARED, DOT, TEXT_SQUARED, HYPOTHESIS_SQUARED = range(7)
"""Columns of `overlap_sums`."""


def overlap_sums(
    texts: Ragged,
    hypotheses: Ragged,
    text_weights: FloatArray,
    hypothesis_weights: FloatArray,
    *,
    types: bool,
) -> FloatArray:
    """Return the sums from which overlap measures are computed, shape (pairs, 7).

    With c_T and c_H the counts of a word in text and hypothesis, and w its weight, the sums over
    words of: w c_H where c_T > 0; w c_H; w c_T; w min(c_T, c_H); w² c_T c_H; (w c_T)²; (w c_H)².
    Equal words must have equal weights. `types` counts each distinct word once in each snippet.
    """
    require_pairs(texts, hypotheses)
    require_equal_lengths(words_of_texts=texts.values, weights=text_weights)
    require_equal_lengths(words_of_hypotheses=hypotheses.values, weights=hypothesis_weights)
    return _overlap_sums(texts.arrays, text_weights, hypotheses.arrays, hypothesis_weights, types)


@interpreted_first(numbers=100_000)
def _overlap_sums(
    texts: Sequences,
    text_weights: FloatArray,
    hypotheses: Sequences,
    hypothesis_weights: FloatArray,
    types: bool,
) -> FloatArray:
    sums = np.zeros((len(texts.offsets) - 1, 7))
    for pair in range(len(sums)):
        start, length = texts.offsets[pair], texts.offsets[pair + 1] - texts.offsets[pair]
        second_start = hypotheses.offsets[pair]
        words = np.empty(length + hypotheses.offsets[pair + 1] - second_start, np.int64)
        for position in range(len(words)):
            if position < length:
                words[position] = texts.values[start + position]
            else:
                words[position] = hypotheses.values[second_start + position - length]
        names, _, size = intern(words, words[:0])
        weighed = np.zeros((2, size))
        for position in range(len(words)):
            side = 0 if position < length else 1
            if side == 0:
                weight = text_weights[start + position]
            else:
                weight = hypothesis_weights[second_start + position - length]
            earlier = 0.0 if types else weighed[side, names[position]]
            weighed[side, names[position]] = earlier + weight
        _add_up(weighed, sums[pair])
    return sums


@inlined
def _add_up(weighed: FloatArray, sums: FloatArray) -> None:
    """Add the weights of each word in text and hypothesis, times its counts, to the sums."""
    for name in range(weighed.shape[1]):
        text, hypothesis = weighed[0, name], weighed[1, name]
        if text > 0:
            sums[COVERED] += hypothesis
        sums[HYPOTHESIS] += hypothesis
        sums[TEXT] += text
        sums[SHARED] += min(text, hypothesis)
        sums[DOT] += text * hypothesis
        sums[TEXT_SQUARED] += text * text
        sums[HYPOTHESIS_SQUARED] += hypothesis * hypothesis
