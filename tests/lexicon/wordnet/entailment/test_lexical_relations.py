"""Antonyms, synsets that exclude each other, and nominalizations."""

import pytest

from rte_baselines.lexicon.wordnet import Part
from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import (
    antonym_pointers,
    antonyms,
    are_exclusive,
    nominalizations,
)


def test_synonyms_of_an_antonym_are_none(wordnet):
    """Of the synset with "stay", "remain" is not what "change" is the opposite of."""
    change = wordnet.senses("change", Part.VERB)
    others = {wordnet.word_of_sense(other) for _, other in antonym_pointers(wordnet, change)}
    assert others == {"stay"}


@pytest.mark.parametrize(
    ("lemma", "tag", "antonym"), [("hot", "ADJ", "cold"), ("win", "VERB", "lose")]
)
def test_well_known_antonyms(lemma, tag, antonym):
    assert antonym in antonyms(lemma, tag)
    assert lemma in antonyms(antonym, tag)


@pytest.mark.parametrize(
    ("lemma", "tag"),
    [("hot", "NOUN"), ("up", "ADP"), ("", "NOUN"), ("x" * 10_000, "VERB"), ("\x00", "ADJ")],
)
def test_words_without_antonyms(lemma, tag):
    assert antonyms(lemma, tag) == frozenset()


@pytest.mark.slow
def test_equals_nltk(nltk_wordnet):
    tags = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
    for letter, tag in tags.items():
        for lemma in list(nltk_wordnet.all_lemma_names(letter))[::40]:
            expected = {
                antonym.name().lower()
                for sense in nltk_wordnet.lemmas(lemma, letter)
                for antonym in sense.antonyms()
            }
            assert antonyms(lemma, tag) == expected, (lemma, tag)


def exclusive(first, second):
    wordnet = wordnet_in_use()
    return are_exclusive(wordnet, wordnet.synset(first), wordnet.synset(second))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("dog.n.01", "wolf.n.01", True),  # below canine
        ("dog.n.01", "animal.n.01", False),  # one is above the other
        ("book.n.01", "woman.n.01", True),  # below artifact and living thing, which are wholes
        ("artifact.n.01", "person.n.01", True),  # example 78 of bos2006
        ("entity.n.01", "war.n.01", False),
        ("walk.v.01", "ride.v.02", True),  # below travel
        ("walk.v.01", "kill.v.01", False),  # two roots
        ("walk.v.01", "dog.n.01", False),  # another part of speech
    ],
)
def test_pairs_of_synsets(first, second, expected):
    assert exclusive(first, second) == exclusive(second, first) == expected


@pytest.mark.parametrize(
    ("noun", "verb", "kind"),
    [
        ("killing", "kill", "event"),
        ("arrival", "arrive", "event"),
        ("killer", "kill", "agent"),
        # As the one who presides before as the office.
        ("president", "preside", "agent"),
        # As the event before as death in person.
        ("death", "die", "event"),
    ],
)
def test_nouns_made_of_verbs(noun, verb, kind):
    assert (verb, kind) in nominalizations(noun)


@pytest.mark.parametrize(
    ("noun", "kept", "left_out"),
    [
        ("capital", "capitalize", "capitalise"),
        # A synonym of "judge" that begins with other letters.
        ("judge", "judge", "adjudicate"),
    ],
)
def test_of_synonyms_the_verb_most_like_the_noun_is_kept(noun, kept, left_out):
    verbs = [each.verb for each in nominalizations(noun)]
    assert kept in verbs
    assert left_out not in verbs


@pytest.mark.parametrize("noun", ["mouse", "", "x" * 10_000, "\x00", "city", "container"])
def test_nouns_that_are_no_event_or_agent(noun):
    assert nominalizations(noun) == ()
