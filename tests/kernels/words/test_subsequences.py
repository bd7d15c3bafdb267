"""Longest common subsequences, plain and weighted."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.words.subsequences import (
    align_common_subsequence,
    longest_common_subsequence,
    weighted_common_subsequence,
)
from tests.kernels.batches import batches, kernel_settings, numbers, ragged, sequences, sides


def recursive_length(first, second):
    @cache
    def length(i, j):
        if i == 0 or j == 0:
            return 0
        if first[i - 1] == second[j - 1]:
            return length(i - 1, j - 1) + 1
        return max(length(i - 1, j), length(i, j - 1))

    return length(len(first), len(second))


def score_by_whole_tables(first, second, weight):
    """Lin's dynamic programme for WLCS with both of its tables."""
    score = np.zeros((len(first) + 1, len(second) + 1))
    run = np.zeros((len(first) + 1, len(second) + 1))
    for i in range(1, len(first) + 1):
        for j in range(1, len(second) + 1):
            if first[i - 1] == second[j - 1]:
                k = run[i - 1, j - 1]
                score[i, j] = score[i - 1, j - 1] + (k + 1) ** weight - k**weight
                run[i, j] = k + 1
            else:
                score[i, j] = max(score[i - 1, j], score[i, j - 1])
    return score[-1, -1]


@given(batches, st.floats(1, 4))
@kernel_settings
def test_weighted_score_equals_whole_tables(batch, weight):
    expected = [score_by_whole_tables(text, hypothesis, weight) for text, hypothesis in batch]
    assert weighted_common_subsequence(*sides(batch), weight) == pytest.approx(expected)


@given(sequences, sequences)
@kernel_settings
def test_alignment_is_a_longest_common_subsequence(text, hypothesis):
    alignment = align_common_subsequence(numbers(text), numbers(hypothesis))
    assert alignment.shape == (recursive_length(text, hypothesis), 2)
    assert (np.diff(alignment, axis=0) > 0).all()
    assert all(text[i] == hypothesis[j] for i, j in alignment.tolist())


def test_long_text():
    text = np.random.default_rng(5).integers(0, 3_000, 20_000)
    places = [4, 5, 6, 900, 7_000, 19_999]
    texts, hypotheses = ragged([text, text[places]]), ragged([text[places], text])
    assert longest_common_subsequence(texts, hypotheses).tolist() == [6, 6]
    alignment = align_common_subsequence(text, text[places])
    assert alignment[:, 1].tolist() == [0, 1, 2, 3, 4, 5]
    assert (text[alignment[:, 0]] == text[places]).all()


@pytest.mark.parametrize("weight", [0.5, 11, float("nan")])
def test_weight_out_of_range_is_an_input_error(weight):
    with pytest.raises(InputError, match="expected a number from 1 to 10"):
        weighted_common_subsequence(ragged(["a"]), ragged(["a"]), weight)
