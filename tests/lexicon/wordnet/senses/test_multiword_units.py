"""Multiword units of WordNet in running text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.lexicon.wordnet.senses.multiword_units import MultiwordUnit, MultiwordUnits


@pytest.fixture(scope="module")
def units(wordnet):
    return MultiwordUnits(wordnet)


@pytest.mark.parametrize(
    ("candidate", "unit", "distance"),
    [
        ("japanise_capital", "japanese_capital", 1),
        # One edit in 10 characters is not less than a tenth of them; one in 11 is.
        ("blue_whalex", "blue_whale", 1),
        ("blu_whale", None, None),
        # A string may be shorter than the unit by the edit.
        ("skin_cance", "skin_cancer", 1),
        # Figures and punctuation marks are equal or do not match.
        ("december_30", None, None),
        # Letters that are not ASCII are letters that differ.
        ("jãpanese_capital", "japanese_capital", 1),
        ("東京_の_首都", None, None),
    ],
)
def test_two_words(units, candidate, unit, distance):
    words = candidate.split("_")
    expected = () if unit is None else (MultiwordUnit(0, len(words), unit, distance),)
    assert units.find(words, words) == expected


def test_units_in_a_sentence(units):
    forms = "the attorney general of the unites states came down with skin cancer .".split()
    lemmas = "the attorney general of the unite state come down with skin cancer .".split()
    assert units.find(lemmas, forms) == (
        MultiwordUnit(1, 3, "attorney_general", 0),
        MultiwordUnit(5, 7, "united_states", 1),
        MultiwordUnit(7, 9, "come_down", 0),
        MultiwordUnit(10, 12, "skin_cancer", 0),
    )


def test_longer_units_go_first_but_for_those_that_differ(units):
    words = ["united", "states", "army"]
    assert units.find(words, words) == (MultiwordUnit(0, 3, "united_states_army", 0),)
    words = ["united", "states", "armyx"]
    assert units.find(words, words) == (MultiwordUnit(0, 2, "united_states", 0),)


@pytest.mark.parametrize("words", [[], ["dog"], [""], ["", ""], ["x" * 10_000] * 3])
def test_nothing_to_find(units, words):
    assert units.find(words, words) == ()


@given(st.lists(st.sampled_from("united states of america army new york city ,".split())))
def test_units_do_not_overlap_and_are_words(units, words):
    found = units.find(words, words)
    places = [place for unit in found for place in range(unit.start, unit.stop)]
    assert places == sorted(set(places))
    for unit in found:
        assert unit.word in units.wordnet.words
        assert unit.distance < 0.1 * max(len(unit.word), len("_".join(words)))
