"""Clipped n-gram matches, and the marked words of the Modified Brevity Penalty."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.words.ngrams import (
    align_marked_words,
    common_ngrams,
    marked_share,
    ngram_matches,
)
from tests.kernels.batches import batches, kernel_settings, numbers, ragged, sequences, sides


def ngram_counts(sequence, n):
    return Counter(tuple(sequence[start : start + n]) for start in range(len(sequence) - n + 1))


@given(batches, st.integers(1, 5))
@kernel_settings
def test_marks_equal_those_of_dictionaries(batch, max_n):
    candidates, references = sides(batch)
    marked = common_ngrams(candidates, references, max_n)
    assert marked.shape == (len(candidates.values), max_n)
    for pair, (candidate, reference) in enumerate(batch):
        own = marked[candidates.offsets[pair] : candidates.offsets[pair + 1]]
        for n in range(1, max_n + 1):
            left = ngram_counts(reference, n)
            for start in range(len(candidate)):
                ngram = tuple(candidate[start : start + n])
                assert own[start, n - 1] == (len(ngram) == n and left[ngram] > 0)
                left[ngram] -= 1


@given(batches, st.integers(1, 16))
@kernel_settings
def test_equals_counting_in_dictionaries(batch, max_n):
    found = ngram_matches(*sides(batch), max_n)
    assert found.common.shape == (len(batch), max_n)
    for pair, (text, hypothesis) in enumerate(batch):
        for n in range(1, max_n + 1):
            in_text, in_hypothesis = ngram_counts(text, n), ngram_counts(hypothesis, n)
            assert found.common[pair, n - 1] == (in_text & in_hypothesis).total()
            assert found.in_text[pair, n - 1] == in_text.total()
            assert found.in_hypothesis[pair, n - 1] == in_hypothesis.total()


def test_lengths_below_one_and_unpaired_batches_are_refused():
    for function in (ngram_matches, common_ngrams):
        with pytest.raises(InputError, match="max_n is 0; expected 1 or more"):
            function(ragged(["a"]), ragged(["a"]), max_n=0)
    with pytest.raises(InputError, match="longest is 0; expected 1 or more"):
        align_marked_words(numbers("a"), numbers("a"), longest=0)
    with pytest.raises(ValueError, match="2 candidates beside 1 references"):
        ngram_matches(ragged(["a", "b"]), ragged(["a"]), max_n=1)


def marks_by_trying_all_places(candidate, reference, longest):
    partners, taken = {}, set()
    for n in range(longest, 0, -1):
        for i in range(len(candidate) - n + 1):
            for j in range(len(reference) - n + 1):
                words, places = range(i, i + n), range(j, j + n)
                free = partners.keys().isdisjoint(words) and taken.isdisjoint(places)
                if free and candidate[i : i + n] == reference[j : j + n]:
                    partners.update(zip(words, places, strict=True))
                    taken.update(places)
    return sorted(map(list, partners.items()))


@given(sequences, sequences, st.integers(1, 12))
@kernel_settings
def test_alignment_equals_trying_all_positions(candidate, reference, longest):
    alignment = align_marked_words(numbers(candidate), numbers(reference), longest)
    assert alignment.tolist() == marks_by_trying_all_places(candidate, reference, longest)


@given(batches, st.integers(1, 12))
@kernel_settings
def test_share_does_not_depend_on_the_longest_ngram(batch, longest):
    shares = marked_share(*sides(batch))
    for share, (candidate, reference) in zip(shares, batch, strict=True):
        alignment = align_marked_words(numbers(candidate), numbers(reference), longest)
        assert share == len(alignment) / max(len(reference), 1)


def test_marks_of_a_long_text():
    text = np.random.default_rng(5).integers(0, 3_000, 20_000)
    alignment = align_marked_words(text, text[70:80])
    assert alignment.tolist() == [[70 + place, place] for place in range(10)]
