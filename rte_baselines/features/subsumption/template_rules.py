"""Rewrite rules from entailment rules between templates.

Rules with one verb on each side are converted: ``X <nsubj- acquire -obj-> Y`` becomes
``acquire(ARG0 X, ARG1 Y)``. The subject has the role ARG0 and the object ARG1, as those of most
verbs with two arguments; other arguments have their preposition. Rules are not converted if a
side has another relation, such as that of a copula.
"""

from collections.abc import Collection
from functools import lru_cache
from types import MappingProxyType

from rte_baselines.features.subsumption.rules import Rule, read_rules
from rte_baselines.rules.rule_base import RuleBase

_ROLES = MappingProxyType({"nsubj": "ARG0", "obj": "ARG1", "iobj": "ARG2"})
_PREPOSITIONAL = "obl:"
_OPEN_BASES = 4


def template_rules(name: str, min_score: float, verbs: Collection[str]) -> tuple[Rule, ...]:
    """Return the rewrite rules of a rule base whose right sides have one of some verbs.

    Parameters
    ----------
    name : str
        See `RuleBase.open`.
    min_score : float
    verbs : collection of str
        Those of the hypothesis: predicates that it does not have need not be added.
    """
    by_right = _by_right(RuleBase.open(name, min_score))
    return tuple(rule for verb in sorted(set(verbs)) for rule in by_right.get(verb, ()))


@lru_cache(maxsize=_OPEN_BASES)
def _by_right(base: RuleBase) -> dict[str, tuple[Rule, ...]]:
    lines: dict[str, list[str]] = {}
    for rule in base.one_word_rules():
        left = _written(rule.left, rule.left_relations)
        right = _written(rule.right, rule.right_relations)
        if left and right:
            lines.setdefault(rule.right, []).append(f"{left} -> {right}")
    return {verb: read_rules(dict.fromkeys(of_verb)) for verb, of_verb in lines.items()}


def _written(verb: str, relations: tuple[str, str]) -> str:
    """Return a side in the notation of rewrite rules; empty if that cannot write it."""
    roles = [_role(relation) for relation in relations]
    is_plain = verb.replace("_", "").replace("-", "").isalpha() and verb.isascii()
    if not is_plain or "" in roles or roles[0] == roles[1]:
        return ""
    return f"{verb}({roles[0]} X, {roles[1]} Y)"


def _role(relation: str) -> str:
    preposition = relation.removeprefix(_PREPOSITIONAL)
    if preposition != relation:
        return preposition if preposition.replace("_", "").isalpha() else ""
    return _ROLES.get(relation, "")
