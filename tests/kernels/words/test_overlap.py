"""Sums over the words that two bags share."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.words.overlap import overlap_sums
from tests.kernels.batches import batches, kernel_settings, sides


def weight_of(word):
    """A weight that is exact in binary, the same wherever the word stands; some are 0."""
    return word % 5 / 4


def weights_of(side):
    return np.array([weight_of(word) for word in side.values.tolist()])


def counted(text, hypothesis, types):
    c_t, c_h = (Counter(set(words) if types else words) for words in (text, hypothesis))
    w = {word: weight_of(word) for word in {*text, *hypothesis}}
    return [
        sum(w[word] * c_h[word] for word in c_h if c_t[word] > 0),
        sum(w[word] * c_h[word] for word in c_h),
        sum(w[word] * c_t[word] for word in c_t),
        sum(w[word] * count for word, count in (c_t & c_h).items()),
        sum(w[word] ** 2 * c_t[word] * c_h[word] for word in c_h),
        sum((w[word] * c_t[word]) ** 2 for word in c_t),
        sum((w[word] * c_h[word]) ** 2 for word in c_h),
    ]


@given(batches, st.booleans())
@kernel_settings
def test_equals_counting_in_dictionaries(batch, types):
    texts, hypotheses = sides(batch)
    found = overlap_sums(texts, hypotheses, weights_of(texts), weights_of(hypotheses), types=types)
    assert found.shape == (len(batch), 7)
    for pair, (text, hypothesis) in enumerate(batch):
        assert found[pair].tolist() == pytest.approx(counted(text, hypothesis, types))
