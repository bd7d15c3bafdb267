import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.surface.overlap import WordOverlap
from rte_baselines.lexicon.frequency.weightings import InverseDocumentFrequency
from rte_baselines.lexicon.weighting import UNIFORM
from tests.features.computing import aligned, number_of, numbers_of, parsed

from ..word_tables import LengthWeighting

ALL = ["coverage", "jaccard", "dice", "cosine"]
TEXT = "The old ferry and the new ferry sank."
HYPOTHESIS = "The ferry, the ferry sank quickly."


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        # Types of the text: the old ferry and new sank (6); of the hypothesis: the ferry sank
        # quickly (4); in common: the ferry sank (3).
        ({}, [3 / 4, 3 / 7, 2 * 3 / 10, 3 / math.sqrt(6 * 4)]),
        # Counts in the text: the 2, old 1, ferry 2, and 1, new 1, sank 1 (8); in the
        # hypothesis: the 2, ferry 2, sank 1, quickly 1 (6); minima sum to 5, maxima to 9.
        (
            {"unit": "tokens"},
            [5 / 6, 5 / 9, 2 * 5 / 14, (4 + 4 + 1) / math.sqrt((4 + 1 + 4 + 1 + 1 + 1) * 10)],
        ),
        # Hypothesis: the 3, ferry 5, sank 4, quickly 7; found: 12 of 19.
        # Text: the 3, old 3, ferry 5, and 3, new 3, sank 4 = 21.
        (
            {"weighting": LengthWeighting()},
            [12 / 19, 12 / 28, 24 / 40, (9 + 25 + 16) / math.sqrt(77 * (9 + 25 + 16 + 49))],
        ),
    ],
)
def test_measures_by_hand(fields, expected):
    (values,) = numbers_of(WordOverlap(measures=ALL, **fields), (TEXT, HYPOTHESIS))
    np.testing.assert_allclose(values, expected)


@pytest.mark.parametrize(
    ("level", "drop", "expected"),
    [
        ("words", "punctuation", 0.0),  # Ships / ships differ in case
        ("norms", "punctuation", 1 / 4),  # of "the ships were sinking": ships
        ("stems", "punctuation", 2 / 4),  # sink as well
        ("stems", "closed_class", 1.0),  # the and were are gone
        ("stems", "stop_words", 1.0),
        ("norms", "nothing", 2 / 5),  # ships and the full stop
    ],
)
def test_levels_and_dropped_words(level, drop, expected):
    feature = WordOverlap(level=level, drop=drop)
    value = number_of(feature, "Ships sink.", "the ships were sinking.")
    assert value == pytest.approx(expected)


@pytest.mark.parametrize(
    ("level", "drop", "expected"),
    [
        ("lemmas", "function_words", 2 / 2),  # ship and sink; the and are are gone
        ("lemmas", "nothing", 2 / 4),
        ("tagged_lemmas", "function_words", 1 / 2),  # the text has ship as a verb
    ],
)
def test_lemmas_and_function_words(level, drop, expected):
    text = parsed("They ship what sank", lemmas="they ship what sink", pos="PRON VERB PRON VERB")
    hypothesis = parsed("The ships are sinking", lemmas="the ship be sink", pos="DET NOUN AUX VERB")
    feature = WordOverlap(level=level, drop=drop)
    assert number_of(feature, text, hypothesis) == pytest.approx(expected)


@pytest.mark.parametrize("weighting", [UNIFORM, InverseDocumentFrequency()])
@pytest.mark.parametrize("drop", ["nothing", "punctuation", "stop_words", "closed_class"])
def test_punctuation_alone_is_compared(weighting, drop):
    feature = WordOverlap(measures=ALL, drop=drop, weighting=weighting)
    pairs = ("?!", "?!"), ("?!", "? ..."), ("?!", "..."), ("Ferries sank", "?!"), ("?!", "Ferries")
    expected = [[1] * 4, [1 / 2, 1 / 3, 1 / 2, 1 / 2], [0] * 4, [0] * 4, [0] * 4]
    np.testing.assert_allclose(numbers_of(feature, *pairs), expected)


@pytest.mark.parametrize("drop", ["stop_words", "closed_class"])
def test_words_are_compared_if_nothing_else_is_left(drop):
    pairs = ("It is.", "It is."), ("It is.", "They were."), ("Ferries sank", "It is.")
    values = numbers_of(WordOverlap(drop=drop), *pairs)
    np.testing.assert_allclose(values, [[1], [1 / 3], [0]])


def test_punctuation_is_dropped_beside_words():
    # Nor is that of the text found where the hypothesis has no other words.
    pairs = ("Ferries sank?!", "Ferries?!"), ("Ferries sank?!", "?!")
    np.testing.assert_allclose(numbers_of(WordOverlap(), *pairs), [[1], [0]])


def test_tagged_lemmas_have_the_weights_of_lemmas():
    feature = WordOverlap(level="tagged_lemmas", weighting=LengthWeighting())
    pair = parsed("ferry"), parsed("ferry sank")
    assert number_of(feature, *pair) == pytest.approx(5 / 9)


WORDS = st.lists(st.sampled_from("a b c d e f".split()), max_size=8).map(" ".join)


@given(text=WORDS, hypothesis=WORDS, unit=st.sampled_from(["types", "tokens"]))
def test_symmetry_and_order_do_not_matter(text, hypothesis, unit):
    feature = WordOverlap(measures=ALL, unit=unit)
    reversed_text = " ".join(reversed(text.split()))
    there, shuffled, back = numbers_of(
        feature, (text, hypothesis), (reversed_text, hypothesis), (hypothesis, text)
    )
    np.testing.assert_allclose(there, shuffled)
    np.testing.assert_allclose(there[1:], back[1:])  # all but coverage are symmetric
    if hypothesis:
        np.testing.assert_allclose(numbers_of(feature, (hypothesis, hypothesis))[0], 1.0)


def test_alignment_names_the_first_equal_word():
    met = aligned(WordOverlap(level="stems"), "Two ferries and a ferry sank.", "ferry to Oslo")
    assert met == {"ferry": "ferries", "to": None, "Oslo": None}
