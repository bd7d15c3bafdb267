"""Batches of pairs, and what several features share in them."""

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.batch import PairBatch
from rte_baselines.lexicon.word_similarity import Equality


def lemmas_of(*lemmas):
    """A snippet of nouns, without parsing it."""
    [analysis] = default_analyzer().analyze([" ".join(lemmas)], ["words"])
    analysis.layers["lemmas"] = lemmas
    analysis.layers["pos"] = ("NOUN",) * len(lemmas)
    return analysis


def test_missing_words_are_compared_with_all_words_and_have_the_highest_similarity():
    texts = [lemmas_of("dog", "cat", "dog"), lemmas_of("cow")]
    batch = PairBatch(texts, [lemmas_of("cow", "cat"), lemmas_of("cow", "cow")])
    forward = batch.comparison("hypothesis", "nothing", with_vectors=False)
    backward = batch.comparison("text", "nothing", with_vectors=False)
    assert strings_of(forward.hypotheses) == [{"cow"}, set()]
    assert strings_of(forward.texts) == [{"dog", "cat"}, {"cow"}]
    assert strings_of(backward.hypotheses) == [{"cow", "cat"}, {"cow"}]
    assert strings_of(backward.texts) == [{"dog"}, set()]
    assert forward.best(Equality()).tolist() == [0, 1, 1, 1]
    assert backward.best(Equality()).tolist() == [0, 1, 0, 1]


def strings_of(snippets):
    return [set(snippets[number].strings) for number in range(len(snippets.words))]
