from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.word_classes import NEGATION_WORDS, closed_class_words


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
