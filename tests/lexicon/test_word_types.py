"""The distinct words of some snippets."""

import numpy as np

from rte_baselines.lexicon.word_similarity import Lemmas, word_types


def lemmas(words, ids):
    strings, parts = zip(*(word.split("/") for word in words.split()), strict=True)
    return Lemmas(strings, parts, np.array(ids))


def test_a_word_is_one_type_with_each_part_of_speech():
    snippets = [lemmas("ship/NOUN sink/VERB ship/VERB", [7, 8, 7]), lemmas("sink/VERB", [8])]
    types, type_of_word = word_types(snippets)
    assert (types.strings, types.parts) == (("ship", "sink", "ship"), ("NOUN", "VERB", "VERB"))
    assert types.ids.tolist() == [7, 8, 7]
    assert type_of_word.tolist() == [0, 1, 2, 1]


def test_no_words_have_no_types():
    types, type_of_word = word_types([Lemmas((), (), np.zeros(0, np.int64))])
    assert (len(types), len(types.ids), len(type_of_word)) == (0, 0, 0)
