"""Structures of sentences by the shipped parser, and what matches in them."""

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.linguistic_rules.matching import SnippetPair
from rte_baselines.features.linguistic_rules.structures import STRUCTURE_LAYERS, structures_of


def snippets(*sentences):
    """The structures of sentences."""
    analyses = default_analyzer().analyze(sentences, STRUCTURE_LAYERS)
    return tuple(map(structures_of, analyses))


def pair_of(text, hypothesis):
    """The structures of both, as what is matched."""
    return SnippetPair(*snippets(text, hypothesis))


def matches_of(module, text, hypothesis, **options):
    """The matches of a sub-module."""
    return list(module(pair_of(text, hypothesis), **options))


def matches_of_call(call, text, hypothesis):
    """The matches of a call."""
    pair = pair_of(text, hypothesis)
    return list(call(pair, pair.target))


def written(match):
    """What was paired, as {structure of hypothesis: of text}."""
    return {str(pairing.hypothesis): str(pairing.text) for pairing in match.pairings}
