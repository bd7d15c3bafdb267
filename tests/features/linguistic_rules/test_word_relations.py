import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.linguistic_rules.word_relations import (
    GRADES,
    Word,
    are_opposites,
    causes,
    is_instrument,
    is_of_place,
    is_place,
    is_verb,
    is_within,
    similarity,
)
from rte_baselines.lexicon.wordnet import wordnet_in_use

WORDNET = wordnet_in_use()
TAGGED = st.tuples(
    st.sampled_from("cat dog poodle sink buy purchase kill die run bank Oslo two attack".split()),
    st.sampled_from("NOUN VERB PROPN ADJ PRON NUM".split()),
)


def between(first, second):
    return similarity(Word(*first), Word(*second), WORDNET)


@pytest.mark.parametrize(
    ("text", "hypothesis", "expected"),
    [
        (("cat", "NOUN"), ("cat", "NOUN"), "identical"),
        (("berg", "PROPN"), ("berg", "NOUN"), "identical"),
        (("attack", "NOUN"), ("attack", "VERB"), "derived"),
        (("purchase", "VERB"), ("buy", "VERB"), "synonym"),
        (("poodle", "NOUN"), ("dog", "NOUN"), "more specific"),
        # A dog is a canine, which is a carnivore: two links up, and one too many.
        (("poodle", "NOUN"), ("canine", "NOUN"), "more specific"),
        (("poodle", "NOUN"), ("carnivore", "NOUN"), None),
        (("snore", "VERB"), ("sleep", "VERB"), "more specific"),
        # Both are acts and artifacts; losses are acts, but no artifacts.
        (("ferry", "NOUN"), ("lock", "NOUN"), "shared features"),
        (("loss", "NOUN"), ("lock", "NOUN"), None),
        (("rise", "VERB"), ("fall", "VERB"), None),
        (("qwxz", "NOUN"), ("cat", "NOUN"), None),
        (("she", "PRON"), ("cat", "NOUN"), None),
        (("two", "NUM", 2.0), ("2", "NUM", 2.0), "identical"),
        (("two", "NUM", 2.0), ("two", "NUM", 3.0), None),
        (("two", "NUM", 2.0), ("cat", "NOUN"), None),
    ],
)
def test_similarity_of_two_words(text, hypothesis, expected):
    assert between(text, hypothesis) == expected


@given(first=TAGGED, second=TAGGED)
def test_identity_and_synonymy_are_symmetric(first, second):
    one, other = between(first, second), between(second, first)
    for kind in ("identical", "synonym"):
        assert (one == kind) == (other == kind)
    assert one is None or one in GRADES


@given(word=TAGGED)
def test_every_word_is_identical_to_itself(word):
    assert between(word, word) == "identical"


@given(first=TAGGED, second=TAGGED)
def test_opposites_are_symmetric_and_not_similar(first, second):
    one, other = Word(*first), Word(*second)
    assert are_opposites(one, other, WORDNET) == are_opposites(other, one, WORDNET)
    if are_opposites(one, other, WORDNET):
        assert between(first, second) not in ("identical", "synonym", "shared features")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("rise", "fall", True),  # WordNet's antonyms
        ("rise", "slump", True),  # by the list
        ("win", "lose", True),
        ("buy", "purchase", False),
        ("force", "push", False),  # synonyms, too
        ("buy", "eat", False),
        ("rise", "rise", False),
        # Other parts of speech, and one that has no opposites.
        ("rise", "fall NOUN", False),
        ("up ADP", "down ADP", False),
    ],
)
def test_opposites(first, second, expected):
    words = (Word(*f"{word} VERB".split()[:2]) for word in (first, second))
    assert are_opposites(*words, WORDNET) == expected


@pytest.mark.parametrize(
    ("holds", "of", "not_of"),
    [
        (causes, ["kill die"], ["die kill", "see die"]),
        (is_within, ["paris france", "paris paris"], ["france paris"]),
        (is_place, ["france"], ["spoon", "qwxz"]),
        (is_verb, ["take_place"], ["take_spoon"]),
        (is_instrument, ["gun", "car"], ["maker", "shop", "qwxz"]),
        (is_of_place, ["norwegian"], ["old"]),
    ],
)
def test_what_wordnet_says_of_words(holds, of, not_of):
    assert [words for words in (*of, *not_of) if holds(*words.split())] == of
