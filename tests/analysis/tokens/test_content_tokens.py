"""The tokenization of glickman2006 section 4."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis import Analyzer


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


@pytest.mark.slow
@given(st.text(max_size=60))
def test_tokens_stand_where_they_are_said_to(text):
    tokens, offsets = tokens_of(text)
    assert offsets == sorted(set(offsets))
    for token, offset in zip(tokens, offsets, strict=True):
        # A letter may grow when its case is lowered, so only its beginning is compared.
        assert text[offset].lower().replace("\u2019", "'")[0] == token[0]
        assert not set('({});".,:!?') & {token[0], token[-1]}
