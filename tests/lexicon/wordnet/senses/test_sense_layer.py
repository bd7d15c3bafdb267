"""Words replaced by their senses: perez2006 section 3."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import default_analyzer

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


def test_two_words_of_one_sense():
    (senses,) = senses_of("He drove a red car and she drove a blue automobile.")
    assert senses["car"] == senses["automobile"]


def test_words_without_a_sense():
    (senses,) = senses_of("The QQZZX ferries of Oslo")
    (stemmed,) = senses_of("The QQZZX ferries of Oslo", layer="stemmed_senses")
    assert (senses["The"], senses["of"]) == ("the", "of")
    assert senses["QQZZX"] == "qqzzx" == stemmed["QQZZX"]
    assert senses["ferries"] == stemmed["ferries"] == senses_of("one ferry")[0]["ferry"]


@pytest.mark.slow
@settings(deadline=None)
@given(st.text(max_size=40))
def test_one_for_each_word(text):
    (analysis,) = default_analyzer().analyze([text])
    assert len(analysis.layer("senses")) == len(analysis.layer("stemmed_senses")) == len(analysis)


def test_the_layer_names_its_resources():
    assert default_analyzer().resources(["senses.ids"]) == {"english", "wordnet"}
