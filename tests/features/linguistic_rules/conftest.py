import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.linguistic_rules.matching import SnippetPair
from rte_baselines.features.linguistic_rules.structures import STRUCTURE_LAYERS, structures_of


@pytest.fixture(scope="session")
def snippets():
    """A function of sentences to their structures, by the shipped parser."""

    def structures(*sentences):
        analyses = default_analyzer().analyze(sentences, STRUCTURE_LAYERS)
        return tuple(map(structures_of, analyses))

    return structures


@pytest.fixture(scope="session")
def pair_of(snippets):
    """A function of text and hypothesis to both structures, as what is matched."""

    def pair(text, hypothesis):
        return SnippetPair(*snippets(text, hypothesis))

    return pair


@pytest.fixture(scope="session")
def matches_of(pair_of):
    """A function of a sub-module, text and hypothesis to its matches."""

    def matches(module, text, hypothesis, **options):
        return list(module(pair_of(text, hypothesis), **options))

    return matches


@pytest.fixture(scope="session")
def matches_of_call(pair_of):
    """A function of a call, text and hypothesis to its matches."""

    def matches(call, text, hypothesis):
        pair = pair_of(text, hypothesis)
        return list(call(pair, pair.target))

    return matches


@pytest.fixture(scope="session")
def written():
    """A function of a match to what was paired, as {structure of hypothesis: of text}."""

    def pairs(match):
        return {str(pairing.hypothesis): str(pairing.text) for pairing in match.pairings}

    return pairs
