"""From inflected forms to lemmas."""

import re

import pytest

from rte_baselines.lexicon.wordnet import Part


@pytest.mark.parametrize(
    ("form", "part", "lemma"),
    [
        ("churches", Part.NOUN, "church"),
        ("geese", Part.NOUN, "goose"),
        ("aides-de-camp", Part.NOUN, "aide-de-camp"),
        ("ice_creams", Part.NOUN, "ice_cream"),
        ("making", Part.VERB, "make"),
        ("carries", Part.VERB, "carry"),
        ("colder", Part.ADJECTIVE, "cold"),
        ("better", Part.ADVERB, "better"),
        ("quickly", Part.ADVERB, "quickly"),
        ("dog", Part.ADVERB, None),
        ("nosuchword", Part.NOUN, None),
        ("", Part.NOUN, None),
        ("Dogs", Part.NOUN, None),
        ("x" * 10_000, Part.NOUN, None),
    ],
)
def test_hand_chosen_words(wordnet, form, part, lemma):
    assert wordnet.morphy(form, part) == lemma


def test_without_part_the_first_that_has_the_form(wordnet):
    assert wordnet.morphy("running") == "running"
    assert wordnet.morphy("ate") == "ate"
    assert wordnet.morphy("went") == "go"
    assert wordnet.morphy("nosuchword") is None


def test_exceptions_stand_in_the_place_of_rules(small):
    assert small.morphy("beasties", Part.NOUN) == "beast"
    # The list sends it to a word that WordNet lacks; without the list it were "rover".
    assert small.morphy("rovers", Part.NOUN) is None
    # The last of two lines for one form counts.
    assert small.morphy("better", Part.ADJECTIVE) is None
    assert small.morphy("better", Part.ADVERB) == "well"


def test_all_lemmas_of_a_form_in_order(wordnet):
    assert wordnet.lemmas_of("glasses", Part.NOUN) == ["glasses", "glass"]
    assert wordnet.lemmas_of("lay", Part.VERB) == ["lay", "lie"]


@pytest.mark.slow
def test_equals_nltk_on_every_word_of_the_rte_data(wordnet, nltk_wordnet, rte_data):
    words = set()
    for path in sorted(rte_data.glob("rte*.xml")):
        words.update(re.findall(r"[^\s<>\"(),;:!?]+", path.read_text("utf-8", errors="replace")))
    words |= {re.sub(r"\W+$|^\W+|'s$", "", word) for word in words}
    words |= {word.lower() for word in words}
    assert len(words) > 20_000
    for word in words:
        for part in (None, *Part):
            expected = nltk_wordnet.morphy(word, part if part is None else part.letter)
            assert wordnet.morphy(word, part) == expected, (word, part)
