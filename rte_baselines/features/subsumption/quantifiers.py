"""Quantifiers, and which of them entail which."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def is_quantifier(lemma: str) -> bool:
    """Whether a determiner or adjective says of how many something holds."""
    return lemma in _entailed()


def quantifier_entails(one: str, other: str) -> bool:
    """Whether what holds of "one" things holds of "other" things, such as "all" and "many"."""
    return other in _entailed().get(one, ())


@cache
def _entailed() -> Mapping[str, frozenset[str]]:
    """Return the quantifiers of ``quantifiers.txt``, each with those that it entails."""
    text = files("rte_baselines.features.subsumption").joinpath("quantifiers.txt")
    lines = (line for line in text.read_text("utf-8").splitlines() if not line.startswith("#"))
    parts = (line.partition(">") for line in lines)
    return {one.strip(): frozenset(others.split()) for one, _, others in parts}
