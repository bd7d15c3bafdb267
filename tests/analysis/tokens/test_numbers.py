import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.tokens.numbers import DateLayer, read_numbers

UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()


def values(text):
    numbers = Analyzer().analyze([text])[0].numbers
    return numbers[~np.isnan(numbers)].tolist()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,000", [1000]),
        ("one thousand", [1000]),
        ("two hundred and five", [205]),
        ("2.5 million and three", [2_500_000, 3]),
        ("US$9.4 billion, then $37.80", [9.4e9, 37.8]),
        ("three million two hundred thousand and five", [3_200_005]),
        ("two dozen eggs, a dozen rolls", [24, 12]),
        ("two million thousand", [2_000_000, 1000]),
        ("two thousand and", [2000]),
        ("in 1987 seven men", [1987, 7]),
        ("12,34 and 1,0000", []),
        ("no figures here", []),
        ("between three hundred and four hundred", [300, 400]),
        ("two hundred and five thousand", [205_000]),
        ("16.1 thousand and 2.01 million", [16_100, 2_010_000]),
        ("2.5 hundred thousand", [250_000]),
        ("EUR 9.2bn or 3 mn", [9.2e9, 3e6]),
        ("half a million, half the town", [500_000]),
        ("two and a half million", [2_500_000]),
        ("a wall of 2.5 m", [2.5]),
        ("no one saw one of them but one ferry", [1]),
    ],
)
def test_values(text, expected):
    assert values(text) == expected


def test_digits_beyond_any_float_have_no_value():
    assert values("9" * 400) == []


def spelled(number):
    """Write a number below a million in words, independently of the reader."""
    if number >= 1000:
        rest = number % 1000
        return spelled(number // 1000) + ["thousand"] + (spelled(rest) if rest else [])
    if number >= 100:
        rest = number % 100
        return [UNITS[number // 100], "hundred"] + (["and", *spelled(rest)] if rest else [])
    if number >= 20:
        return [TENS[number // 10]] + ([UNITS[number % 10]] if number % 10 else [])
    return [UNITS[number]]


@given(st.integers(0, 999_999))
def test_words_and_digits_have_one_value(number):
    for words in (spelled(number), [str(number)], [f"{number:,}"]):
        numbers = read_numbers(words)
        assert numbers[0] == number
        assert np.isnan(numbers[1:]).all()


OTHERS = "hundred thousand million dozen and - 5 1,000 x".split()


@given(st.lists(st.sampled_from([*UNITS, *TENS[2:], *OTHERS])))
def test_any_sequence_is_read(words):
    numbers = read_numbers(words)
    assert len(numbers) == len(words)
    assert not np.isinf(numbers).any()


@pytest.mark.parametrize(
    ("word", "date"),
    [
        ("Monday", "day monday"),
        ("Mon", "day monday"),
        ("Tues.", "day tuesday"),
        ("May", "month may"),
        ("Sept.", "month september"),
        ("1998", "year 1998"),
    ],
)
def test_dates(word, date):
    values = DateLayer().values([word])
    assert (values["dates"], values["is_date"].tolist()) == ([date], [True])


@pytest.mark.parametrize("word", "may Sun march 1,998 1066 2100 19987 5/12/1998 . Mayor".split())
def test_other_words_have_their_norm(word):
    values = DateLayer().values([word])
    assert (values["dates"], values["is_date"].tolist()) == ([word.lower()], [False])
