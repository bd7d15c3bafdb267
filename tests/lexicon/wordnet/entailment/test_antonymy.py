"""Antonyms of senses."""

import numpy as np
import pytest

from rte_baselines.lexicon.wordnet import Part
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import antonym_pointers, antonyms


@pytest.mark.parametrize(
    ("word", "part", "antonym"),
    [
        ("hot", Part.ADJECTIVE, "cold"),
        ("change", Part.VERB, "stay"),
        ("victory", Part.NOUN, "defeat"),
        ("quickly", Part.ADVERB, "slowly"),
    ],
)
def test_antonyms_go_both_ways(wordnet, word, part, antonym):
    there = antonym_pointers(wordnet, wordnet.senses(word, part))
    back = antonym_pointers(wordnet, wordnet.senses(antonym, part))
    assert antonym in {wordnet.word_of_sense(target) for _, target in there}
    assert {(target, sense) for sense, target in there} & set(back)


def test_synonyms_of_an_antonym_are_none(wordnet):
    """Of the synset with "stay", "remain" is not what "change" is the opposite of."""
    change = wordnet.senses("change", Part.VERB)
    assert {wordnet.word_of_sense(other) for _, other in antonym_pointers(wordnet, change)} == {
        "stay"
    }


def test_no_senses_have_none(wordnet):
    assert antonym_pointers(wordnet, np.empty(0, np.int64)) == []


@pytest.mark.parametrize(
    ("lemma", "tag", "antonym"),
    [
        ("hot", "ADJ", "cold"),
        ("win", "VERB", "lose"),
        ("victory", "NOUN", "defeat"),
        ("quickly", "ADV", "slowly"),
    ],
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
