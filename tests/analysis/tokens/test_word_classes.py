import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.tokens.word_classes import NEGATION_WORDS, closed_class_words


def marked(text, layer):
    words = Analyzer().analyze([text])[0]
    return [word for word, mark in zip(words.words, words.layer(layer), strict=True) if mark]


@pytest.mark.parametrize(
    ("layer", "text", "words"),
    [
        ("is_negation", "Nobody came, and she didn't wait without cause.", "Nobody n't without"),
        ("is_closed_class", "The old ferry could not have sunk in Oslo.", "The could not have in"),
        ("is_stop_word", "The ferry was very late", "The was very"),
    ],
)
def test_marked_words(layer, text, words):
    assert marked(text, layer) == words.split()


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


# The tokens of glickman2006, section 4.


def tokens_of(text):
    (analysis,) = Analyzer().analyze([text])
    return analysis.layer("content_tokens"), analysis.layer("content_token_offsets").tolist()


@pytest.mark.parametrize(
    ("text", "tokens", "offsets"),
    [
        ("Norway's ferries sank.", ("norway's", "ferries", "sank"), [0, 9, 17]),
        ('("Oslo-based" owners, said: "Aye!")', ("oslo-based", "owners", "said", "aye"), None),
        ("It was the end of them", ("end",), [11]),  # the rest is on the stop list
        ("US troops left us", ("us", "troops", "left"), [0, 3, 10]),  # a name, and a pronoun
        ("3.5% -- -- ...", ("3.5%",), [0]),
        ("“Quoted”\u00a0 text", ("quoted", "text"), [1, 10]),
        ("", (), []),
    ],
)
def test_by_hand(text, tokens, offsets):
    found, places = tokens_of(text)
    assert found == tokens
    assert offsets is None or places == offsets


@given(st.text(max_size=60))
def test_tokens_stand_where_they_are_said_to(text):
    tokens, offsets = tokens_of(text)
    assert offsets == sorted(set(offsets))
    for token, offset in zip(tokens, offsets, strict=True):
        # A letter may grow when its case is lowered, so only its beginning is compared.
        assert text[offset].lower().replace("\u2019", "'")[0] == token[0]
        assert not set('({});".,:!?') & {token[0], token[-1]}
