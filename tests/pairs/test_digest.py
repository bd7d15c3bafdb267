"""What tells pairs apart that have the same id."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.pairs import Label, Pair, load_pairs, pair_digest, write_pairs
from rte_baselines.pairs.pair import words_digest

words = st.lists(
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1), min_size=1, max_size=4
)
PAIR = Pair("1", "A ferry sank.", "It sank.", "IE", Label.ENTAILMENT)


def test_text_and_hypothesis_tell_pairs_apart():
    others = [
        replace(PAIR, text="A ferry sang."),
        replace(PAIR, hypothesis="It sank"),
        replace(PAIR, text=PAIR.hypothesis, hypothesis=PAIR.text),
        replace(PAIR, text="A ferry", hypothesis="sank. It sank."),
        replace(PAIR, text="a ferry sank."),
    ]
    digests = {pair_digest(pair) for pair in (PAIR, *others)}
    assert len(digests) == 1 + len(others)


def test_what_is_no_part_of_the_digest():
    for pair in (
        replace(PAIR, id="7"),
        replace(PAIR, task=None),
        replace(PAIR, label=Label.NO_ENTAILMENT),
        replace(PAIR, attributes={"length": "short"}),
    ):
        assert pair_digest(pair) == pair_digest(PAIR)


def test_a_pair_without_texts_has_none():
    assert pair_digest(Pair("1", "", "")) is None
    assert pair_digest(Pair("1", "", "It sank.")) is not None


@given(words, words, st.sampled_from([" ", "  ", "\n", "\t ", "\r\n", "\u2003", "\u00a0"]))
def test_white_space_and_composition_do_not_matter(text, hypothesis, space):
    plain = Pair("1", " ".join(text), " ".join(hypothesis))
    for form in ("NFC", "NFD"):
        other = Pair(
            "1",
            unicodedata.normalize(form, space.join(text)) + space,
            space + unicodedata.normalize(form, space.join(hypothesis)),
        )
        assert pair_digest(other) == pair_digest(plain)
        assert words_digest(other) == words_digest(plain)


@pytest.mark.filterwarnings("ignore:.*characters that .* cannot hold")
@pytest.mark.parametrize("name", ["jsonl", "rte1_xml", "rte2_xml", "rte4_xml"])
@given(
    st.lists(st.tuples(words, words), min_size=1, max_size=3), st.sampled_from("\0\x0b\x1c\ufffe")
)
def test_the_same_pair_has_the_same_digest_in_any_format(tmp_path_factory, name, texts, odd):
    pairs = [
        Pair(str(number), f"a{odd} " + " ".join(text), " ".join(hypothesis), "IE", Label.ENTAILMENT)
        for number, (text, hypothesis) in enumerate(texts)
    ]
    path = tmp_path_factory.mktemp("pairs") / "pairs"
    write_pairs(pairs, path, name)
    assert list(map(pair_digest, load_pairs(path))) == list(map(pair_digest, pairs))


def test_near_copies_share_the_digest_of_their_words():
    pair = Pair("1", 'The "Café" sank, in 1999.', "It\u2019s gone.")
    for text, hypothesis in [
        ("the CAFÉ sank in 1999", "it s gone"),
        ("The ` Cafe\u0301 ' sank , in 1999 .", "It's gone !"),
    ]:
        assert words_digest(Pair("2", text, hypothesis)) == words_digest(pair)
    for text, hypothesis in [
        ("the café sank in 1998", "it s gone"),
        ("the café sank in", "1999 it s gone"),
        ("thecafé sank in 1999", "it s gone"),
    ]:
        assert words_digest(Pair("2", text, hypothesis)) != words_digest(pair)
    assert words_digest(Pair("1", "...", "?")) is None
