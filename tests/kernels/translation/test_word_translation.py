"""IBM Model 1 against plain Python, and looking translations up."""

import math
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.translation.word_translation import (
    Translations,
    cooccurrence_cells,
    count_translations,
    translation_matrix,
)
from tests.kernels.batches import kernel_settings, ragged
from tests.kernels.translations import cells_of, corpora, numbered

sentences = st.lists(st.integers(0, 6), max_size=5)


@given(st.lists(st.tuples(sentences, sentences), max_size=5))
@kernel_settings
def test_cells_are_those_of_a_set_in_order(corpus):
    cells = cooccurrence_cells(
        ragged([source for source, _ in corpus]), ragged([t for _, t in corpus])
    )
    places = [
        ((0, *(other + 1 for other in source))[column], word)
        for source, target in corpus
        for word in target
        for column in range(len(source) + 1)
    ]
    distinct = sorted(set(places))
    assert list(zip(cells.sources.tolist(), cells.targets.tolist(), strict=True)) == distinct
    assert [distinct[cell] for cell in cells.sentences.cells.tolist()] == places
    assert cells.sentences.widths.tolist() == [len(source) + 1 for source, _ in corpus]
    lengths = [(len(source) + 1) * len(target) for source, target in corpus]
    assert np.diff(cells.sentences.block_offsets).tolist() == lengths


def plain_counts(corpus, probability):
    """Expected translations and log likelihood, as the textbook has them."""
    expected_counts, likelihood = defaultdict(float), 0.0
    for source, target in corpus:
        for word in target:
            chances = [probability[other, word] for other in (None, *source)]
            likelihood += math.log(sum(chances) / len(chances))
            for other, chance in zip((None, *source), chances, strict=True):
                expected_counts[other, word] += chance / sum(chances)
    return expected_counts, likelihood


@given(corpora, st.integers(0, 2**32 - 1))
@kernel_settings
def test_counts_equal_plain_python(corpus, seed):
    cells = cells_of(corpus)
    numbers = numbered(cells)
    chances = np.random.default_rng(seed).uniform(0.01, 1, len(numbers))
    expected, likelihood = plain_counts(
        corpus, {words: float(chances[number]) for words, number in numbers.items()}
    )
    counted = count_translations(chances, cells.sentences)
    assert counted.log_likelihood == pytest.approx(likelihood)
    assert {
        words: counted.expected_counts[number] for words, number in numbers.items()
    } == pytest.approx(dict(expected))
    # Each target word is expected to be the translation of one word.
    assert counted.expected_counts.sum() == pytest.approx(sum(len(target) for _, target in corpus))


# Null makes 7 and 9; word 1 makes 9; word 2 makes nothing, and word 3 makes 5, 7 and 8.
TABLE = Translations(
    offsets=np.array([0, 2, 3, 3, 6], np.int32),
    targets=np.array([7, 9, 9, 5, 7, 8], np.uint16),
    probabilities=np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.001]),
    identity=0.6,
    floor=0.01,
)
UNKNOWN = -1


def looked_up(sources, targets, source_ids, target_ids):
    arrays = [np.array(words, np.int64) for words in (sources, targets, source_ids, target_ids)]
    return translation_matrix(TABLE, *arrays).tolist()


@pytest.mark.slow
def test_known_words():
    found = looked_up([3, 1, 2], [7, 9, 4, 8], [30, 10, 20], [70, 90, 40, 80])
    assert found == [
        [0.1, 0.5, 0.01, 0.01],
        [0.2, 0.01, 0.3, 0.01],
        [0.01] * 4,
        [0.01] * 4,  # 0.001 is below the floor
    ]


def test_unknown_words():
    found = looked_up([UNKNOWN, 3], [UNKNOWN, 7, UNKNOWN], [11, 30], [11, 70, 30])
    assert found == [[0.01, 0.6, 0.01], [0.1, 0.01, 0.5], [0.01, 0.01, 0.6]]


def test_a_known_word_without_a_probability_given_itself():
    # The first word makes 8 and is not 7, the second makes 7 and is it, the third makes no 7 and
    # is it, the fourth is the same word, whose 0.001 is below the floor.
    assert looked_up([3, 3, 1, 3], [7], [30, 70, 70, 30], [70]) == [[0.1, 0.5, 0.5, 0.6, 0.5]]
    assert looked_up([3], [8], [80], [80]) == [[0.01, 0.01]]
