"""The hidden Markov model of alignment against all alignments one by one."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.translation.hidden_alignment import (
    UNALIGNED,
    best_alignment,
    count_passes,
    improved_jumps,
    log_likelihood,
)
from tests.kernels.batches import kernel_settings
from tests.kernels.translations import cells_of, corpora, numbered

TO_NULL = 0.2
LONGEST = 2
weights = st.lists(st.sampled_from([0.0, 0.1, 0.5, 1.0]), min_size=5, max_size=5).map(np.array)
seeds = st.integers(0, 2**32 - 1)


def weight(jumps, jump):
    return float(jumps[min(max(jump, -LONGEST), LONGEST) + LONGEST])


def jump_probability(jumps, sources, anchor, word):
    """Place 0 is before all words; word i is at place i + 1."""
    total = sum(weight(jumps, other + 1 - anchor) for other in range(sources))
    return weight(jumps, word + 1 - anchor) / total if total else 1 / sources


def all_alignments(emissions, jumps):
    """Yield each alignment with its probability and its jumps, as (anchor, word) pairs."""
    targets, width = emissions.shape
    for alignment in product(range(UNALIGNED, width - 1), repeat=targets):
        probability, anchor, made = 1.0, 0, []
        for target, word in enumerate(alignment):
            probability *= emissions[target, word + 1]
            if word == UNALIGNED:
                probability *= TO_NULL
            else:
                made.append((anchor, word))
                probability *= 1 - TO_NULL
                probability *= jump_probability(jumps, width - 1, anchor, word)
                anchor = word + 1
        yield alignment, probability, made


@st.composite
def emission_matrices(draw):
    shape = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    return np.random.default_rng(draw(seeds)).uniform(0.01, 1, shape)


@given(emission_matrices(), weights)
@kernel_settings
def test_likelihood_is_the_sum_over_alignments(emissions, jumps):
    total = sum(probability for _, probability, _ in all_alignments(emissions, jumps))
    assert log_likelihood(emissions, jumps, TO_NULL) == pytest.approx(math.log(total))


@given(emission_matrices(), weights)
@kernel_settings
def test_best_alignment_is_as_probable_as_any(emissions, jumps):
    probabilities = {
        alignment: probability for alignment, probability, _ in all_alignments(emissions, jumps)
    }
    found = tuple(best_alignment(emissions, jumps, TO_NULL).tolist())
    assert probabilities[found] == pytest.approx(max(probabilities.values()))


@given(corpora, weights, seeds)
@kernel_settings
def test_expected_counts_are_those_over_alignments(corpus, jumps, seed):
    cells = cells_of(corpus)
    numbers = numbered(cells)
    chances = np.random.default_rng(seed).uniform(0.01, 1, len(numbers))
    expected_counts, counted_jumps = np.zeros(len(numbers)), np.zeros(len(jumps))
    likelihood, departures = 0.0, {}
    for source, target in corpus:
        rows = [[numbers[other, word] for other in (None, *source)] for word in target]
        ways = list(all_alignments(chances[np.array(rows)], jumps))
        total = sum(probability for _, probability, _ in ways)
        likelihood += math.log(total)
        for alignment, probability, made in ways:
            for row, word in zip(rows, alignment, strict=True):
                expected_counts[row[word + 1]] += probability / total
            for anchor, word in made:
                jump = min(max(word + 1 - anchor, -LONGEST), LONGEST)
                counted_jumps[jump + LONGEST] += probability / total
                place = len(source), anchor
                departures[place] = departures.get(place, 0.0) + probability / total
    passed = count_passes(chances, jumps, TO_NULL, cells.sentences)
    assert passed.log_likelihood == pytest.approx(likelihood)
    np.testing.assert_allclose(passed.expected_counts, expected_counts, atol=1e-9)
    np.testing.assert_allclose(passed.jumps, counted_jumps, atol=1e-9)
    for place, expected in departures.items():
        assert passed.departures[place] == pytest.approx(expected)
    assert passed.departures.sum() == pytest.approx(sum(departures.values()))


def gain(jumps, counted, departures):
    """What of the expected log likelihood depends on the jumps."""
    value = sum(
        count * math.log(weight) for count, weight in zip(counted, jumps, strict=True) if count
    )
    for sources, anchor in zip(*np.nonzero(departures), strict=True):
        possible = (min(max(word + 1 - anchor, -2), 2) + 2 for word in range(sources))
        value -= departures[sources, anchor] * math.log(sum(jumps[jump] for jump in possible))
    return value


@given(corpora, seeds)
@kernel_settings
def test_improved_jumps_improve(corpus, seed):
    random = np.random.default_rng(seed)
    cells = cells_of(corpus)
    jumps, chances = random.uniform(0.1, 1, 5), random.uniform(0.01, 1, len(cells.sources))
    passed = count_passes(chances, jumps, TO_NULL, cells.sentences)
    counts = passed.jumps, passed.departures
    improved = improved_jumps(jumps, *counts)
    assert improved.sum() == pytest.approx(1)
    assert gain(improved, *counts) >= gain(jumps, *counts) - 1e-9


def test_without_information_jumps_are_unchanged():
    jumps = np.array([0.1, 0.2, 0.3, 0.2, 0.2])
    assert improved_jumps(jumps, np.zeros(5), np.zeros((3, 3))).tolist() == jumps.tolist()


def test_jumps_with_weight_0_keep_it():
    # Jumps of 2 and more alone have a weight. From before the first of two words one of them
    # leads to the second word; from behind both there is none, and the words are equally
    # probable. What is counted there, jumps of -1 and 0, tells nothing.
    jumps = np.array([0.0, 0, 0, 0, 1])
    departures = np.zeros((3, 3))
    departures[2, 0], departures[2, 2] = 3.0, 2.0
    improved = improved_jumps(jumps, np.array([0.0, 1, 1, 0, 3]), departures)
    assert improved.tolist() == [0, 0, 0, 0, 1]
    departures[2, 0] = 0.0
    improved = improved_jumps(jumps, np.array([0.0, 1, 1, 0, 0]), departures)
    assert improved.tolist() == [0, 0, 0, 0, 1]
