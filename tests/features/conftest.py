import numpy as np
import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import PairBatch


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
