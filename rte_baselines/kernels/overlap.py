"""Sums for overlap measures of two bags of words."""

import numpy as np

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.interning import intern
from rte_baselines.kernels.paired import require_pairs
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged

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
    """Return the sums from which overlap measures are computed.

    Parameters
    ----------
    texts, hypotheses : Ragged
        The words of each pair.
    text_weights, hypothesis_weights : ndarray of float64
        The weight w of each word, parallel to the values of `texts` and `hypotheses`;
        equal words must have equal weights.
    types : bool
        Whether to count each distinct word once in each snippet.

    Returns
    -------
    ndarray of float64, shape (pairs, 7)
        With c_T and c_H the counts of a word in text and hypothesis, the sums over words
        of: w c_H where c_T > 0; w c_H; w c_T; w min(c_T, c_H); w² c_T c_H; (w c_T)²;
        (w c_H)².
    """
    require_pairs(texts, hypotheses)
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
        words = np.concatenate((text_values[text], hypothesis_values[hypothesis]))
        names, _, size = intern(words, words[:0])
        length = text.stop - text.start
        in_text = _weighed(names[:length], text_weights[text], types, size)
        in_hypothesis = _weighed(names[length:], hypothesis_weights[hypothesis], types, size)
        _add_up(in_text, in_hypothesis, sums[pair])
    return sums


@compiled
def _weighed(names: IntArray, weights: FloatArray, types: bool, size: int) -> FloatArray:
    """Return the weight of each word times its count, which is at most 1 for types."""
    weighed = np.zeros(size)
    for position in range(len(names)):
        earlier = 0.0 if types else weighed[names[position]]
        weighed[names[position]] = earlier + weights[position]
    return weighed


@compiled
def _add_up(in_text: FloatArray, in_hypothesis: FloatArray, sums: FloatArray) -> None:
    for name in range(len(in_text)):
        text, hypothesis = in_text[name], in_hypothesis[name]
        if text > 0:
            sums[COVERED] += hypothesis
        sums[HYPOTHESIS] += hypothesis
        sums[TEXT] += text
        sums[SHARED] += min(text, hypothesis)
        sums[DOT] += text * hypothesis
        sums[TEXT_SQUARED] += text * text
        sums[HYPOTHESIS_SQUARED] += hypothesis * hypothesis
