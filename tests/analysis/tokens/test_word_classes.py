import pytest

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.tokens.word_classes import NEGATION_WORDS, closed_class_words


def marked(text, layer):
    words = Analyzer().analyze([text])[0]
    return [word for word, mark in zip(words.words, words.layer(layer), strict=True) if mark]


def test_negation_words_and_particles():
    text = "Nobody came, and she didn't wait without cause."
    assert marked(text, "is_negation") == ["Nobody", "n't", "without"]


def test_closed_classes_leave_content_words():
    text = "The old ferry could not have sunk in the harbour."
    assert marked(text, "is_closed_class") == ["The", "could", "not", "have", "in", "the"]


def test_stop_words_are_those_of_spacy():
    assert marked("The ferry was very late", "is_stop_word") == ["The", "was", "very"]


def test_the_lists_are_lower_case_words():
    for word in closed_class_words() | NEGATION_WORDS:
        assert word == word.lower().strip()
        assert word


def test_words_that_look_like_names_are_no_function_words():
    text = "The WHO told us in May that the US may help Will. IT firms will too."
    content = ["WHO", "told", "May", "US", "help", "Will", ".", "IT", "firms", "."]
    words = Analyzer().analyze([text])[0]
    kept = [w for w, closed in zip(words.words, words.is_closed_class, strict=True) if not closed]
    assert kept == content


@pytest.mark.slow
def test_contractions_however_they_are_cut():
    for text in ("It don't matter", "IT DON'T MATTER", "It dont matter", "It don\u2019t matter"):
        assert len(marked(text, "is_negation")) == 1, text
