"""Sums for overlap measures of two bags of words."""

import numpy as np

from rte_baselines.kernels.ragged import (
    FloatArray,
    IntArray,
    Ragged,
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
    owners = np.concatenate([texts.owners, hypotheses.owners])
    names, name_owners = _names(owners, np.concatenate([texts.values, hypotheses.values]))
    weights = np.concatenate([text_weights, hypothesis_weights])
    is_text = np.arange(len(names)) < len(texts.values)
    text, hypothesis = (
        _added_up(names[side], weights[side], len(name_owners), types=types)
        for side in (is_text, ~is_text)
    )
    terms = (
        np.where(text > 0, hypothesis, 0),
        hypothesis,
        text,
        np.minimum(text, hypothesis),
        text * hypothesis,
        text * text,
        hypothesis * hypothesis,
    )
    return np.stack([np.bincount(name_owners, term, len(texts)) for term in terms], axis=1)


def _names(owners: IntArray, words: IntArray) -> tuple[IntArray, IntArray]:
    """Return numbers of the distinct words of each pair, in order of occurrence, and their pairs.

    Parameters
    ----------
    owners, words : ndarray of int64, shape (words,)
        The pair of each word, and its number.

    Returns
    -------
    names : ndarray of int64, shape (words,)
    name_owners : ndarray of int64, shape (names,)
    """
    distinct, numbers = np.unique(words, return_inverse=True)
    _, firsts, names = np.unique(
        owners * len(distinct) + numbers, return_index=True, return_inverse=True
    )
    order = np.argsort(firsts)
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(order))
    return ranks[names], owners[firsts[order]]


def _added_up(names: IntArray, weights: FloatArray, size: int, *, types: bool) -> FloatArray:
    """Return the sum of the weights of each name; with `types`, the weight."""
    added: FloatArray = np.zeros(size)
    if types:
        added[names] = weights
    else:
        np.add.at(added, names, weights)
    return added
