import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.linguistic_rules.matching import focus
from rte_baselines.features.linguistic_rules.structures import STRUCTURE_LAYERS, structures_of


@pytest.fixture(scope="session")
def snippets():
    """A function of sentences to their structures, by the shipped parser."""

    def structures(*sentences):
        analyses = default_analyzer().analyze(sentences, STRUCTURE_LAYERS)
        return tuple(map(structures_of, analyses))

    return structures


@pytest.fixture(scope="session")
def matches_of(snippets):
    """A function of a sub-module, text and hypothesis to its matches."""

    def matches(module, text, hypothesis, **options):
        return list(module(*snippets(text, hypothesis), **options))

    return matches


@pytest.fixture(scope="session")
def matches_of_call(snippets):
    """A function of a call, text and hypothesis to its matches."""

    def matches(call, text, hypothesis):
        both = snippets(text, hypothesis)
        return list(call(*both, focus(both[1])))

    return matches


@pytest.fixture(scope="session")
def written():
    """A function of a match to what was paired, as {structure of hypothesis: of text}."""

    def pairs(match):
        return {str(pairing.hypothesis): str(pairing.text) for pairing in match.pairings}

    return pairs
