"""Phrases that glosses share."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import Ragged
from rte_baselines.kernels.taxonomy.gloss_overlap import BOUNDARY, best_overlaps
from tests.kernels.batches import kernel_settings, ragged
from tests.kernels.taxonomies import all_pairs

KINDS = 2
glosses = st.lists(
    st.lists(st.text("abcd", max_size=6), max_size=3), min_size=KINDS, max_size=KINDS
)
EVERY = np.ones((KINDS, KINDS), dtype=np.bool_)


def overlaps(*concepts, compared=EVERY, normalize=False):
    """Compare every concept, given as lists of glosses by kind, with every other."""
    words, kinds = [], []
    for concept in concepts:
        numbers = [
            (number, kind)
            for kind, texts in enumerate(concept)
            for text in texts
            for number in [*(ord(letter) - ord("a") for letter in text), BOUNDARY]
        ]
        words.append(np.array([number for number, _ in numbers], dtype=np.int64))
        kinds += [kind for _, kind in numbers]
    each = [[row] for row in range(len(concepts))]
    found = best_overlaps(
        *(ragged(each), ragged(each), *all_pairs(each, each)),
        Ragged.concatenate(words),
        np.array(kinds, dtype=np.int64),
        compared,
        normalize=normalize,
    )
    return found.reshape(len(each), len(each))


def plain_overlap(first, second):
    """Take out the longest common phrase of two kinds of gloss until there is none."""
    texts = [list("|".join(side)) for side in (first, second)]
    # What has been taken out, and what lies between glosses, equals nothing.
    for side, text in enumerate(texts):
        texts[side] = [(side, place) if c == "|" else c for place, c in enumerate(text)]
    total = 0
    while longest := max(phrases(*texts), default=None):
        length, start, other = longest[0], -longest[1], -longest[2]
        for side, begin in enumerate((start, other)):
            for place in range(begin, begin + length):
                texts[side][place] = (side, place)
        total += length**2
    return total


def phrases(first, second):
    for start in range(len(first)):
        for other in range(len(second)):
            length = 0
            while (
                start + length < len(first)
                and other + length < len(second)
                and first[start + length] == second[other + length]
            ):
                length += 1
            if length:
                yield length, -start, -other


@given(glosses, glosses)
@kernel_settings
def test_equals_plain_python(first, second):
    found = overlaps(first, second)
    for row, one in enumerate((first, second)):
        for column, other in enumerate((first, second)):
            expected = sum(plain_overlap(mine, theirs) for mine in one for theirs in other)
            assert found[row, column] == expected


def test_hand_worked_phrases():
    # "abc" is worth 9, and "d" 1; nothing runs from one gloss into the next.
    assert overlaps([["abcd"], []], [["dabc"], []])[0, 1] == 10
    assert overlaps([["abcd"], []], [["ab", "cd"], []])[0, 1] == 8
    # "ab" is found once on the left side, and is used up.
    assert overlaps([["ab"], []], [["abab"], []])[0, 1] == 4
    # Another kind of gloss compares it anew.
    assert overlaps([["ab"], []], [["ab"], ["ab"]])[0, 1] == 8


def test_only_the_kinds_asked_for_are_compared():
    compared = np.array([[True, False], [False, False]])
    assert overlaps([["ab"], ["c"]], [["b"], ["c", "ab"]], compared=compared)[0, 1] == 1


@given(glosses, glosses)
@kernel_settings
def test_normalized_by_the_overlaps_with_themselves(first, second):
    plain, normalized = overlaps(first, second), overlaps(first, second, normalize=True)
    own = [max(plain[index, index], 1.0) for index in range(2)]
    assert normalized[0, 1] == pytest.approx(plain[0, 1] / math.sqrt(own[0] * own[1]))


def test_no_concepts_overlap_with_none():
    empty = ragged([[], []])
    words = Ragged(np.empty(0, np.int64), np.zeros(1, np.int64))
    kinds = np.empty(0, np.int64)
    every = all_pairs([[], []], [[], []])
    found = best_overlaps(empty, empty, *every, words, kinds, EVERY, normalize=True)
    assert found.tolist() == [0, 0, 0, 0]
