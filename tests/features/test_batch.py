"""Batches of pairs, and what several features share in them."""

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.batch import PairBatch, Side
from rte_baselines.features.word_comparison import of_hypothesis, of_text


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
    batch = PairBatch([lemmas_of("dog", "cat", "dog")], [lemmas_of("cow", "cat")])
    [forward] = batch.comparisons(of_hypothesis, "nothing", with_vectors=False)
    [backward] = batch.comparisons(of_text, "nothing", with_vectors=False)
    assert (forward.hypothesis.strings, forward.text.strings) == (("cow",), ("dog", "cat"))
    assert (backward.hypothesis.strings, backward.text.strings) == (("cow", "cat"), ("dog",))
    assert batch.comparisons(of_text, "nothing", with_vectors=False)[0] is backward
