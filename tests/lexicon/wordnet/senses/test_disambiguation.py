"""The first sense of a word, the one whose gloss is like its context, and the layer of senses."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import TokenIds, default_analyzer
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet.senses.disambiguation import (
    NO_SENSE,
    first_senses,
    fitting_senses,
    gloss_cosines,
    senses_of_lemmas,
)

NOUNS = "dog cat plant bank water slope money zzzz".split()
TAGS = dict.fromkeys(NOUNS, "NOUN") | {"deposit": "VERB", "accept": "VERB", "the": "DET"}


def lemmas_of(*strings):
    return Lemmas(strings, [TAGS[string] for string in strings], TokenIds()(list(strings)))


def names(wordnet, senses):
    return [
        None if sense == NO_SENSE else wordnet.name(wordnet.sense_synsets[sense])
        for sense in senses.tolist()
    ]


def fitting(wordnet, *strings):
    lemmas = lemmas_of(*strings)
    senses = fitting_senses(wordnet, lemmas.ids, senses_of_lemmas(wordnet, lemmas))
    return names(wordnet, senses)


def cosines_of(wordnet, *strings):
    """The cosines for the first word of a snippet, in the order of its senses."""
    lemmas = lemmas_of(*strings)
    senses = senses_of_lemmas(wordnet, lemmas)
    return gloss_cosines(wordnet, lemmas.ids, senses)[: senses.lengths[0]].tolist()


def test_senses_are_those_of_the_part_of_speech(wordnet):
    senses = senses_of_lemmas(wordnet, lemmas_of("accept", "the", "zzzz", "dog"))
    assert senses.lengths.tolist() == [11, 0, 0, 7]
    assert names(wordnet, first_senses(senses)) == ["accept.v.01", None, None, "dog.n.01"]


@pytest.mark.slow
def test_the_first_sense_equals_nltk(wordnet, nltk_wordnet):
    words = list(nltk_wordnet.all_lemma_names("n"))[::500]
    lemmas = Lemmas(words, ["NOUN"] * len(words), TokenIds()(words))
    first = first_senses(senses_of_lemmas(wordnet, lemmas))
    expected = [nltk_wordnet.synsets(word, "n")[0].offset() for word in words]
    offsets = wordnet.arrays["synset_database_offsets"]
    assert offsets[wordnet.sense_synsets[first]].tolist() == expected


def test_cosines_worked_by_hand(small):
    """Of the animal: animal, barks, cat; of the plant: plant, name."""
    assert cosines_of(small, "dog", "cat") == pytest.approx([1 / sqrt(3), 0])
    assert cosines_of(small, "dog", "plant", "cat") == pytest.approx(
        [1 / (sqrt(3) * sqrt(2)), 1 / (sqrt(2) * sqrt(2))]
    )
    # Twice the plant makes a vector of length sqrt(4 + 1).
    assert cosines_of(small, "dog", "plant", "cat", "plant") == pytest.approx(
        [1 / (sqrt(3) * sqrt(5)), 2 / (sqrt(2) * sqrt(5))]
    )


def test_the_sense_that_fits(small, wordnet):
    assert fitting(small, "dog", "cat") == ["dog.n.01", "cat.n.01"]
    assert fitting(small, "plant", "dog") == ["plant.n.01", "dog.n.02"]
    money = fitting(wordnet, "bank", "accept", "the", "money")
    assert money[0] == "depository_financial_institution.n.01"
    assert fitting(wordnet, "bank", "the", "water")[0] == "bank.n.01"
    # Without likeness the first sense fits.
    assert fitting(small, "dog", "zzzz", "the") == ["dog.n.01", None, None]


def cosine(first, second):
    """By the book, over dictionaries."""
    product = sum(count * second.get(word, 0) for word, count in first.items())
    norms = [sqrt(sum(count**2 for count in one.values())) for one in (first, second)]
    return product / (norms[0] * norms[1]) if all(norms) else 0.0


def counted(ids):
    return {word: ids.count(word) for word in ids}


@given(st.lists(st.sampled_from(list(TAGS)), max_size=8))
def test_equals_cosines_of_dictionaries(wordnet, strings):
    lemmas = lemmas_of(*strings)
    senses = senses_of_lemmas(wordnet, lemmas)
    cosines = gloss_cosines(wordnet, lemmas.ids, senses)
    ids = lemmas.ids.tolist()
    expected = [
        cosine(
            counted(ids[:word] + ids[word + 1 :]),
            counted(wordnet.definition(wordnet.sense_synsets[sense]).tolist()),
        )
        for word in range(len(ids))
        for sense in senses[word]
    ]
    np.testing.assert_allclose(cosines, expected, atol=1e-12)
    assert ((cosines >= 0) & (cosines <= 1 + 1e-12)).all()


RIVER = "The water of the river rose over the sloping land of the bank."
MONEY = "The bank accepts deposits of money and lends."


def senses_of(*texts, layer="senses"):
    return [
        dict(zip(a.words, a.layer(layer), strict=True)) for a in default_analyzer().analyze(texts)
    ]


@pytest.mark.slow
def test_one_word_in_two_senses():
    river, money = senses_of(RIVER, MONEY)
    assert river["bank"] != money["bank"]


def test_words_without_a_sense():
    (senses,) = senses_of("The QQZZX ferries of Oslo")
    (stemmed,) = senses_of("The QQZZX ferries of Oslo", layer="stemmed_senses")
    assert (senses["The"], senses["of"]) == ("the", "of")
    assert senses["QQZZX"] == "qqzzx" == stemmed["QQZZX"]
    assert senses["ferries"] == stemmed["ferries"] == senses_of("one ferry")[0]["ferry"]
