"""How much two bags of words share."""

import numpy as np

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged, runs_of_equal

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
    """Return the sums that overlap measures are made of.

    Parameters
    ----------
    texts, hypotheses : Ragged
        The words of each pair.
    text_weights, hypothesis_weights : ndarray of float64
        The weight w of each word, parallel to the values of `texts` and `hypotheses`;
        equal words weigh the same.
    types : bool
        Count each distinct word once in each snippet.

    Returns
    -------
    ndarray of float64, shape (pairs, 7)
        With c_T and c_H the counts of a word in text and hypothesis, the sums over words
        of: w c_H where c_T > 0; w c_H; w c_T; w min(c_T, c_H); w² c_T c_H; (w c_T)²;
        (w c_H)².
    """
    return _overlap_sums(
        texts.values,
        texts.offsets,
        text_weights,
        hypotheses.values,
        hypotheses.offsets,
        hypothesis_weights,
        types,
    )


@compiled
def _overlap_sums(
    text_values: IntArray,
    text_offsets: IntArray,
    text_weights: FloatArray,
    hypothesis_values: IntArray,
    hypothesis_offsets: IntArray,
    hypothesis_weights: FloatArray,
    types: bool,
) -> FloatArray:
    pairs = len(text_offsets) - 1
    sums = np.zeros((pairs, 7))
    for pair in range(pairs):
        text = slice(text_offsets[pair], text_offsets[pair + 1])
        hypothesis = slice(hypothesis_offsets[pair], hypothesis_offsets[pair + 1])
        _add_pair(
            text_values[text],
            text_weights[text],
            hypothesis_values[hypothesis],
            hypothesis_weights[hypothesis],
            types,
            sums[pair],
        )
    return sums


@compiled
def _add_pair(
    text: IntArray,
    text_weights: FloatArray,
    hypothesis: IntArray,
    hypothesis_weights: FloatArray,
    types: bool,
    sums: FloatArray,
) -> None:
    text_words, text_counts, text_weight = _weighted_counts(text, text_weights, types)
    words, counts, weight = _weighted_counts(hypothesis, hypothesis_weights, types)
    for position in range(len(text_words)):
        weighted = text_weight[position] * text_counts[position]
        sums[TEXT] += weighted
        sums[TEXT_SQUARED] += weighted * weighted
    place = 0
    for position in range(len(words)):
        weighted = weight[position] * counts[position]
        sums[HYPOTHESIS] += weighted
        sums[HYPOTHESIS_SQUARED] += weighted * weighted
        while place < len(text_words) and text_words[place] < words[position]:
            place += 1
        if place < len(text_words) and text_words[place] == words[position]:
            sums[COVERED] += weighted
            sums[SHARED] += weight[position] * min(counts[position], text_counts[place])
            sums[DOT] += weighted * text_weight[place] * text_counts[place]


@compiled
def _weighted_counts(
    values: IntArray, weights: FloatArray, types: bool
) -> tuple[IntArray, IntArray, FloatArray]:
    """Return the distinct words, ascending, their counts (or 1) and weights."""
    words, counts = runs_of_equal(values)
    weight = np.zeros(len(words))
    for position in range(len(values)):
        weight[np.searchsorted(words, values[position])] = weights[position]
    if types:
        counts[:] = 1
    return words, counts, weight
