"""Clipped matches of skip-bigrams."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.words.skip_bigrams import skip_bigram_matches
from tests.kernels.batches import batches, kernel_settings, sides

LENGTH = 20_000
ALL_PAIRS = LENGTH * (LENGTH - 1) // 2


def skip_bigram_counts(sequence, max_skip):
    return Counter(
        (sequence[i], sequence[j])
        for i, j in combinations(range(len(sequence)), 2)
        if max_skip is None or j - i - 1 <= max_skip
    )


def assert_equals_counts(found, pair, in_text, in_hypothesis):
    assert found.common[pair] == (in_text & in_hypothesis).total()
    assert found.in_text[pair] == in_text.total()
    assert found.in_hypothesis[pair] == in_hypothesis.total()


@given(batches, st.none() | st.integers(0, 16))
@kernel_settings
def test_equals_counting_in_dictionaries(batch, max_skip):
    found = skip_bigram_matches(*sides(batch), max_skip)
    assert found.common.shape == (len(batch),)
    for pair, (text, hypothesis) in enumerate(batch):
        counts = skip_bigram_counts(text, max_skip), skip_bigram_counts(hypothesis, max_skip)
        assert_equals_counts(found, pair, *counts)


def test_long_sides_of_one_type():
    found = skip_bigram_matches(*sides([([7] * LENGTH, [7] * LENGTH), ([7] * LENGTH, [7] * 10)]))
    assert found.common.tolist() == [ALL_PAIRS, 45]
    assert found.in_text.tolist() == [ALL_PAIRS, ALL_PAIRS]


def test_negative_skip_is_an_input_error():
    with pytest.raises(InputError, match="max_skip is -1; expected 0 or more, or None"):
        skip_bigram_matches(*sides([("a", "a")]), max_skip=-1)
