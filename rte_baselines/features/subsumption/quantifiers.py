"""Quantifiers and the entailments between them."""

from collections.abc import Mapping
from functools import cache

from rte_baselines.core.resources.resources import packaged_lines


def is_quantifier(lemma: str) -> bool:
    """Whether a determiner or adjective is a quantifier."""
    return lemma in _entailed()


def quantifier_entails(text: str, hypothesis: str) -> bool:
    """Whether a quantifier of the text entails one of the hypothesis, as "all" entails "many"."""
    return hypothesis in _entailed().get(text, ())


@cache
def _entailed() -> Mapping[str, frozenset[str]]:
    """Return the quantifiers of ``quantifiers.txt``, each with those that it entails."""
    lines = packaged_lines("rte_baselines.features.subsumption", "quantifiers.txt")
    parts = (line.partition(">") for line in lines)
    return {quantifier.strip(): frozenset(entailed.split()) for quantifier, _, entailed in parts}
