import pytest

from rte_baselines.features.mismatch.mismatch import (
    CapitalizedMismatch,
    DateMismatch,
    NegationMismatch,
    NumberMismatch,
)
from rte_baselines.features.surface.counts import Lengths
from tests.features.computing import aligned, aligned_parsed, number_of, numbers_of, parsed


@pytest.mark.parametrize(
    ("text", "hypothesis", "particles", "every"),
    [
        # The two sides of a book review: "not" in one of them only.
        ("The novel is not a success here.", "The novel is a success.", 1, 1),
        ("The novel isn\u2019t a success.", "The novel is a success.", 1, 1),
        ("Nobody liked the novel.", "The novel was liked.", 0, 1),
        ("Nobody liked the novel.", "The novel was not liked.", 1, 0),
        ("The knot was tied.", "The notary left.", 0, 0),
    ],
)
def test_not_rule(text, hypothesis, particles, every):
    assert number_of(NegationMismatch(), text, hypothesis) == particles
    assert number_of(NegationMismatch("all"), text, hypothesis) == every


def test_numbers_are_compared_by_value():
    text = "Some 1,000 of 30 villages"
    hypothesis = "one thousand of 40 villages"
    assert number_of(NumberMismatch(), text, hypothesis) == 0.5
    assert aligned(NumberMismatch(), text, hypothesis) == {"one": "1,000", "40": None}
    assert number_of(NumberMismatch(), text, "no villages") == 0


def test_capitalized_words():
    text = "Mayor Ingrid Solberg opened the OSLO harbour."
    hypothesis = "The Mayor of Bergen opened Oslo."
    # Mayor and Oslo are found whatever their case, Bergen is not, The is closed-class.
    assert number_of(CapitalizedMismatch(), text, hypothesis) == pytest.approx(1 / 3)
    assert aligned(CapitalizedMismatch(), text, hypothesis) == {"Bergen": None}


def test_dates_by_word():
    text = parsed("On Mon , May 5 , 1998 , he may go at noon")
    hypothesis = parsed(
        "He went on Monday night in June 1998 , in the afternoon",
        entities="O O O B-TIME I-TIME O O O O O B-TIME I-TIME",
    )
    # Monday and 1998 are there; night, June and afternoon are not; "the" does not count.
    assert number_of(DateMismatch(), text, hypothesis) == pytest.approx(3 / 5)
    assert aligned_parsed(DateMismatch(), text, hypothesis) == {
        "Monday": ("Mon", "same date"),
        "night": (None, "date missing"),
        "June": (None, "date missing"),
        "1998": ("1998", "same date"),
        "afternoon": (None, "date missing"),
    }


def test_lengths_count_words():
    (values,) = numbers_of(Lengths(), ("It rained, and hailed.", "It rained."))
    assert values.tolist() == [4, 2, 0.5]
    assert numbers_of(Lengths(), ("", "It rained."))[0].tolist() == [0, 2, 0]
