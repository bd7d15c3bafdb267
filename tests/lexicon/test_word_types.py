"""The distinct words of some snippets."""

import numpy as np

from rte_baselines.lexicon.word_similarity import Lemmas, word_types


def lemmas(words, ids):
    strings, parts = zip(*(word.split("/") for word in words.split()), strict=True)
    return Lemmas(strings, parts, np.array(ids))


def test_a_word_is_one_type_with_each_part_of_speech():
    words = lemmas("ship/NOUN sink/VERB ship/VERB sink/VERB", [7, 8, 7, 8])
    types, type_of_word = word_types(words)
    assert (types.strings, types.parts) == (("ship", "sink", "ship"), ("NOUN", "VERB", "VERB"))
    assert types.ids.tolist() == [7, 8, 7]
    assert type_of_word.tolist() == [0, 1, 2, 1]


def test_no_words_have_no_types():
    types, type_of_word = word_types(Lemmas((), (), np.zeros(0, np.int64)))
    assert (len(types), len(types.ids), len(type_of_word)) == (0, 0, 0)


def test_some_of_the_words():
    words = Lemmas("abc", "NVN", np.array([7, 8, 9]), np.array([[1], [2], [3]], np.float16))
    for some in (words.take(np.array([1, 2])), words.part(1, 3)):
        assert ("".join(some.strings), "".join(some.parts)) == ("bc", "VN")
        assert (some.ids.tolist(), some.vectors.tolist()) == ([8, 9], [[2], [3]])
    assert "".join(words.take(np.array([2, 0, 2])).strings) == "cac"
