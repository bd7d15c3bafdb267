from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.tokens.words import PorterLayer

analyzer = Analyzer()


def analysis(text):
    return analyzer.analyze([text])[0]


def test_punctuation_clitics_and_white_space():
    words = analysis("  The  ferry's crew\tdidn't swim. ").words
    assert words == ("The", "ferry", "'s", "crew", "did", "n't", "swim", ".")


def test_norms_are_lower_case_with_plain_apostrophes():
    assert analysis("It didn\u2019t").norms == ("it", "did", "n't")


def test_marks_run_parallel_to_words():
    marks = analysis("Oslo - 3 km !")
    assert marks.words == ("Oslo", "-", "3", "km", "!")
    assert marks.is_punctuation.tolist() == [False, True, False, False, True]
    assert marks.is_capitalized.tolist() == [True, False, False, False, False]


@given(st.text())
def test_any_text_has_parallel_layers(text):
    words = analysis(text)
    for layer in ("norms", "stems", "porter_stems", "is_stop_word", "numbers", "norms.ids"):
        assert len(words.layer(layer)) == len(words)
    assert all(word.strip() for word in words.words)


@pytest.mark.slow
def test_tokenizers_are_replaced_before_they_remember_too_much(monkeypatch):
    snippets = ["The ferry's crew didn't swim.", "It cost $2.50 in the U.S."]
    expected = [analysis(snippet).words for snippet in snippets]
    monkeypatch.setattr("rte_baselines.analysis.tokens.words.KEPT_WORDS", 0)
    forgetful = Analyzer()
    assert [forgetful.analyze([snippet])[0].words for snippet in snippets] == expected


def test_snowball_and_porter_differ_where_their_papers_do():
    # Porter2 keeps the e of "dying"'s lie-class words apart: dying -> die (special form);
    # Porter of 1980 only strips -ing.
    text = analysis("Dying fairly generously")
    assert text.stems == ("die", "fair", "generous")
    assert text.porter_stems == ("dy", "fairli", "gener")


@pytest.mark.slow
def test_porter_stems_are_those_of_nltk():
    # The suffixes of all steps, alone and one after another, after stems of measure 0, 1 and 2.
    suffixes = """
        s es ies sses ed eed ing y ational tional ency ancy izer ably ally ently ely ously ization
        ation ator alism iveness fulness ousness ality ivity ability ology icate ative alize icity
        ical ful ness al ance ence er ic able ible ant ement ment ent ion sion ou ism ate ity ous
        ive ize e ll
    """.split()
    endings = ["", *suffixes, *map("".join, product(suffixes, repeat=2))]
    words = ["".join(word) for word in product(("", "t", "tr", "trop", "troppet"), endings)]
    stemmer = PorterStemmer(mode=PorterStemmer.ORIGINAL_ALGORITHM)
    expected = [stemmer.stem(word) if len(word) > 2 else word for word in words]
    assert PorterLayer().values(words)["porter_stems"] == expected
