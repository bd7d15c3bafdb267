import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.analysis.tokens import words as word_layers
from rte_baselines.analysis.tokens.words import LONGEST_RUN, tokenize

# Prefixes, suffixes, emoticons, units, currencies, URLs and dots that spaCy's rules know.
PARTS = (
    *"[](){}<>!?\"'`.,:;-_/*#&%$\u2026\u2013\u2018\u2019\u201c\u20ac\u00b0\u2603\ufffd 5aZ",
    *("'s", "n't", "don't", "\u2019S", "US$", "km", "\u00b0C.", "...", "\u2026\u2026", ":)", "(-:"),
    *("U.S.", "e.g.", "http://a.org/b?c=1", "a@b.com", "1.5", "x-y", "\n", "\t", "\u00a0", "  "),
)


@cache
def spacy_tokenizer():
    from spacy.lang.en import English

    return English().tokenizer


def spacy_words(text):
    tokens = [token for token in spacy_tokenizer()(text) if not token.is_space]
    return [token.text for token in tokens], [token.idx for token in tokens]


@given(st.lists(st.sampled_from(PARTS), max_size=40).map("".join) | st.text())
def test_words_are_those_of_spacy(text):
    text = text.encode("utf-8", "replace").decode()
    assert tokenize(text) == spacy_words(text)


@given(st.sampled_from(["", "a", "[[", "5", ":"]), st.integers(1, 150), st.sampled_from(PARTS))
@settings(max_examples=40)
def test_runs_longer_than_the_window_are_those_of_spacy(begin, count, part):
    text = (begin + part * count)[:200]
    assert tokenize(text) == spacy_words(text)


def test_a_row_of_dots_is_one_word_however_long():
    assert tokenize("a" + "." * 500) == (["a", "." * 500], [0, 1])
    assert tokenize("." * LONGEST_RUN)[0] == ["." * LONGEST_RUN]


@given(
    st.lists(st.sampled_from(["[", "a", "bc", "'s", "...", " ", ":)"]), max_size=60).map("".join)
)
def test_cut_runs_keep_every_character(text):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_layers, "LONGEST_RUN", 5)
        patch.setattr(word_layers, "_LONGER_RUN", re.compile(r"\S{6,}"))
        words, offsets = tokenize(text)
        pieces = [piece for _, piece in word_layers._pieces(text)]
    assert "".join(pieces) == text
    assert "".join(words) == "".join(text.split())
    assert all(text.startswith(word, at) for word, at in zip(words, offsets, strict=True))


def test_runs_are_cut_after_the_last_mark_and_never_within_letters(monkeypatch):
    monkeypatch.setattr(word_layers, "LONGEST_RUN", 5)
    monkeypatch.setattr(word_layers, "_LONGER_RUN", re.compile(r"\S{6,}"))
    pieces = [piece for _, piece in word_layers._pieces("in a((b((cccccccc(d")]
    assert pieces == ["in a((b(", "(", "cccccccc(", "d"]


@pytest.mark.parametrize("letters", [LONGEST_RUN - 1, 3 * LONGEST_RUN])
def test_a_word_is_whole_however_long(letters):
    assert tokenize(f"({'a' * letters}) b")[0] == ["(", "a" * letters, ")", "b"]


@pytest.mark.slow
@pytest.mark.parametrize("mark", '[(!"')
def test_marks_without_spaces_are_words_in_linear_time(mark):
    # One by one, spaCy would take minutes to find their ends.
    count = 5_000
    assert tokenize(mark * count) == ([mark] * count, list(range(count)))
