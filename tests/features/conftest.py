import numpy as np
import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import PairBatch
from tests.analysis.parses import analysis_of


@pytest.fixture(scope="session")
def numbers_of():
    """A function of a feature and (text, hypothesis) tuples to its numbers, (pairs, outputs)."""

    def numbers(feature, *pairs):
        snippets = [snippet for pair in pairs for snippet in pair]
        analyses = default_analyzer().analyze(snippets, feature.layers)
        values = feature.compute(PairBatch(analyses[0::2], analyses[1::2]))
        assert isinstance(values, np.ndarray)
        return values

    return numbers


@pytest.fixture(scope="session")
def aligned():
    """A function of a feature, text and hypothesis to {hypothesis word: text word or None}."""

    def align(feature, text, hypothesis):
        text, hypothesis = default_analyzer().analyze([text, hypothesis])
        return {
            hypothesis.words[alignment.hypothesis]: (
                None if alignment.text is None else text.words[alignment.text]
            )
            for alignment in feature.align(text, hypothesis)
        }

    return align


@pytest.fixture(scope="session")
def parsed():
    """A function that makes an analysis of words parsed by hand.

    All arguments are strings with an item for each word: the words themselves, their
    lemmas (left out: the words in lower case), parts of speech, heads (counted from 1, 0
    for a root), relations, and entities such as B-PERSON, I-PERSON and O. A full stop
    ends a sentence.
    """

    def parsed_words(words, *, lemmas=None, pos=None, heads=None, relations=None, entities=None):
        words = words.split()
        size = len(words)
        lemmas = lemmas.split() if lemmas else [word.lower() for word in words]
        layers = {
            "lemmas": tuple(lemmas),
            "pos": tuple((pos or "NOUN " * size).split()),
            "relations": tuple((relations or "root " * size).split()),
        }
        heads = [int(head) - 1 for head in (heads or "0 " * size).split()]
        entities = (entities or "O " * size).split()
        assert {len(layer) for layer in (*layers.values(), heads, entities)} == {size}
        return analysis_of(words, heads=heads, entities=entities, **layers)

    return parsed_words


@pytest.fixture(scope="session")
def numbers_of_parsed():
    """A function of a feature and (text, hypothesis) analyses to its numbers."""

    def numbers(feature, *pairs):
        return feature.compute(PairBatch(*map(list, zip(*pairs, strict=True))))

    return numbers


@pytest.fixture(scope="session")
def aligned_parsed():
    """A function of a feature and two analyses to {hypothesis word: (text word, relation)}."""

    def align(feature, text, hypothesis):
        return {
            hypothesis.words[alignment.hypothesis]: (
                None if alignment.text is None else text.words[alignment.text],
                alignment.relation,
            )
            for alignment in feature.align(text, hypothesis)
        }

    return align
