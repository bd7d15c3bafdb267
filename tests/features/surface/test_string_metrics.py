"""String metrics by hand and by their libraries."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.metrics.distance import edit_distance
from sacrebleu import sentence_chrf, sentence_ter

from rte_baselines.features.surface.string_metrics import StringMeasure, StringMetrics
from tests.features.computing import numbers_of

MEASURES = get_args(StringMeasure)
sentences = st.lists(
    st.sampled_from("a bank banks of on the river rivers 12".split()), min_size=1, max_size=8
).map(" ".join)


def measured(text, hypothesis, *measures):
    [values] = numbers_of(StringMetrics(measures or MEASURES), (text, hypothesis))
    return dict(zip(measures or MEASURES, values.tolist(), strict=True))


@pytest.mark.parametrize(
    ("measure", "text", "hypothesis", "value"),
    [
        ("levenshtein", "kitten", "sitting", 1 - 3 / 7),  # k to s, e to i, and g
        # Four of six letters in common, t and h changed about: Jaro (1 + 1 + 5/6) / 3, and
        # Winkler's bonus of a tenth of the rest for each of three letters in the beginning.
        ("jaro_winkler", "martha", "marhta", 17 / 18 + 0.3 * (1 - 17 / 18)),
        ("common_subsequence", "kitten", "sitting", 4 / 7),  # ittn
        ("partial_ratio", "an old ferry sank", "old ferry", 1),
        ("word_levenshtein", "the old ferry sank", "the ferry sank slowly", 1 / 2),
        ("token_sort_ratio", "sank ferry old", "Old ferry sank!", 1),
        ("token_set_ratio", "the old ferry sank", "ferry, ferry sank", 1),
        # "Sank" is shifted to the end, and "the" is missing: 2 edits of 4 words.
        ("ter", "the old ferry sank", "sank old ferry", 1 / 2),
        ("ter", "sank", "the old ferry that was painted", 0),
        ("nist", "the old ferry sank", "the old ferry sank", 1),
    ],
)
def test_by_hand(measure, text, hypothesis, value):
    [found] = measured(text, hypothesis, measure).values()
    assert found == pytest.approx(value)


@given(sentences, sentences)
def test_equal_to_other_implementations(text, hypothesis):
    found = measured(text, hypothesis)
    longer = max(len(text), len(hypothesis))
    assert found["levenshtein"] == pytest.approx(1 - edit_distance(text, hypothesis) / longer)
    sides = text.split(), hypothesis.split()
    expected = 1 - edit_distance(*sides) / max(map(len, sides))
    assert found["word_levenshtein"] == pytest.approx(expected)
    ter = sentence_ter(hypothesis, [text]).score / 100
    assert found["ter"] == pytest.approx(max(0, 1 - ter))
    # Models were trained with its bits.
    assert found["chrf"] == min(1, sentence_chrf(hypothesis, [text]).score / 100)


@given(sentences)
def test_all_are_1_for_the_same_words(words):
    found = measured(f"{words} .", words.upper())
    assert found == pytest.approx(dict.fromkeys(MEASURES, 1))


@pytest.mark.parametrize(("text", "hypothesis"), [("", ""), ("...", "a"), ("a", ""), ("-", "!")])
def test_all_are_0_without_words(text, hypothesis):
    assert set(measured(text, hypothesis).values()) == {0}


def test_words_of_long_sides_are_not_shifted():
    # "A" and "b" change places: one shift in 100 words, two edits in 101.
    short = measured("a b" + " c" * 98, "b a" + " c" * 98, "ter")
    long = measured("a b" + " c" * 99, "b a" + " c" * 99, "ter")
    assert short["ter"] == pytest.approx(1 - 1 / 100)
    assert long["ter"] == pytest.approx(1 - 2 / 101)
    # Edits are divided by the number of the text's words, as with shifts.
    shorter = measured("a b" + " c" * 100, "a b" + " c" * 49, "ter")
    longer = measured("a b" + " c" * 100, "a b" + " c" * 134, "ter")
    assert shorter["ter"] == pytest.approx(1 - 51 / 102)
    assert longer["ter"] == pytest.approx(1 - 34 / 102)


def test_long_sides_are_compared_in_full():
    found = measured("a " * 1500 + "b", "b", "partial_ratio")
    assert found["partial_ratio"] < 0.1
