"""Quantifiers, and which of them entail which."""

from collections.abc import Mapping
from functools import cache

from rte_baselines.packaged import packaged_lines


def is_quantifier(lemma: str) -> bool:
    """Whether a determiner or adjective says of how many something holds."""
    return lemma in _entailed()


def quantifier_entails(one: str, other: str) -> bool:
    """Whether what holds of "one" things holds of "other" things, such as "all" and "many"."""
    return other in _entailed().get(one, ())


@cache
def _entailed() -> Mapping[str, frozenset[str]]:
    """Return the quantifiers of ``quantifiers.txt``, each with those that it entails."""
    lines = packaged_lines("rte_baselines.features.subsumption", "quantifiers.txt")
    parts = (line.partition(">") for line in lines)
    return {one.strip(): frozenset(others.split()) for one, _, others in parts}
