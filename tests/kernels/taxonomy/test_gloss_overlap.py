"""Phrases that glosses share."""

import math

import numpy as np
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


def overlaps(*concepts, compared=EVERY, scales=None, sets=None, others=None):
    """Compare every set of concepts with every other; by default, each concept with each.

    Concepts are lists of glosses by kind.
    """
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
    sets, others = sets or each, others or each
    found = best_overlaps(
        *(ragged(sets), ragged(others), *all_pairs(sets, others)),
        Ragged.concatenate(words),
        np.array(kinds, dtype=np.int64),
        compared,
        np.ones(len(concepts)) if scales is None else np.array(scales),
    )
    return found.reshape(len(sets), len(others))


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


def test_only_the_kinds_asked_for_are_compared():
    compared = np.array([[True, False], [False, False]])
    assert overlaps([["ab"], ["c"]], [["b"], ["c", "ab"]], compared=compared)[0, 1] == 1


sets_of_three = st.lists(st.lists(st.integers(0, 2), max_size=3), min_size=1, max_size=3)
scales_of_three = st.lists(st.floats(0.5, 50), min_size=3, max_size=3)


@given(st.tuples(glosses, glosses, glosses), sets_of_three, sets_of_three, scales_of_three)
@kernel_settings
def test_sets_overlap_as_their_nearest_concepts(concepts, sets, others, scales):
    found = overlaps(*concepts, sets=sets, others=others, scales=scales)
    for row, column in np.ndindex(found.shape):
        expected = [
            sum(plain_overlap(mine, theirs) for mine in concepts[one] for theirs in concepts[other])
            / math.sqrt(scales[one] * scales[other])
            for one in sets[row]
            for other in others[column]
        ]
        assert found[row, column] == max(expected, default=0)


def test_more_phrases_than_there_is_room_for():
    # Each of the words is in a phrase with each of the others.
    concept = [["a"] * 9, ["a"] * 9]
    assert overlaps(concept, concept)[0, 1] == 4 * 9
