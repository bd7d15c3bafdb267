"""Batches of pairs, and what several features share in them."""

import numpy as np

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.batch import PairBatch, Side
from rte_baselines.lexicon.weighting import Weighting
from rte_baselines.lexicon.word_similarity import Equality


def lemmas_of(*lemmas):
    """A snippet of nouns, without parsing it."""
    [analysis] = default_analyzer().analyze([" ".join(lemmas)], ["words"])
    analysis.layers["lemmas"] = lemmas
    analysis.layers["pos"] = ("NOUN",) * len(lemmas)
    return analysis


def test_each_snippet_is_read_once():
    read = []

    def length(analysis):
        read.append(analysis)
        return len(analysis)

    snippets = [lemmas_of("a", "dog"), lemmas_of("cat")]
    side = Side(snippets)
    assert side.read_by(length) == side.read_by(length) == [2, 1]
    assert read == snippets


def test_missing_words_are_compared_with_all_words():
    texts = [lemmas_of("dog", "cat", "dog"), lemmas_of("cow")]
    batch = PairBatch(texts, [lemmas_of("cow", "cat"), lemmas_of("cow", "cow")])
    forward = batch.comparison("hypothesis", "nothing", with_vectors=False)
    backward = batch.comparison("text", "nothing", with_vectors=False)
    assert strings_of(forward.hypotheses) == [{"cow"}, set()]
    assert strings_of(forward.texts) == [{"dog", "cat"}, {"cow"}]
    assert strings_of(backward.hypotheses) == [{"cow", "cat"}, {"cow"}]
    assert strings_of(backward.texts) == [{"dog"}, set()]
    assert batch.comparison("text", "nothing", with_vectors=False) is backward


def strings_of(snippets):
    return [set(snippets[number].strings) for number in range(len(snippets.words))]


def test_each_word_has_its_highest_similarity():
    texts = [lemmas_of("dog", "cat", "dog"), lemmas_of("cow")]
    batch = PairBatch(texts, [lemmas_of("cow", "cat"), lemmas_of("cow", "cow")])
    forward = batch.comparison("hypothesis", "nothing", with_vectors=False)
    backward = batch.comparison("text", "nothing", with_vectors=False)
    assert forward.best(Equality()).tolist() == [0, 1, 1, 1]
    assert backward.best(Equality()).tolist() == [0, 1, 0, 1]


class Lengths(Weighting):
    """The length of each term; it keeps the terms it was asked for."""

    def __init__(self):
        self.asked = []

    def weights(self, terms):
        self.asked += terms
        return np.array([len(term) for term in terms], np.float64)


def test_each_distinct_word_is_weighed_once():
    side, weighting = Side([lemmas_of("cow", "sheep", "cow"), lemmas_of("sheep")]), Lengths()
    assert side.weights("lemmas", weighting).tolist() == [3, 5, 3, 5]
    assert weighting.asked == ["cow", "sheep"]
