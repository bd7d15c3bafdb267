"""Paraphrase rules from entailment rules between templates.

Rules with one verb on each side are converted: ``X <nsubj- acquire -obj-> Y`` becomes
``acquire(subj, X) & acquire(obj, Y)``. Rules are not converted if a side has another relation
than those of subjects, objects and prepositional phrases.
"""

from collections.abc import Collection
from functools import lru_cache
from types import MappingProxyType

from rte_baselines.features.linguistic_rules.paraphrase_rules import Rule, rules_of
from rte_baselines.rules.rule_base import RuleBase

_FUNCTIONS = MappingProxyType({"nsubj": "subj", "obj": "obj", "iobj": "iobj"})
_PREPOSITIONAL = "obl:"
_OPEN_BASES = 4


def template_rules(
    name: str, min_score: float, text: Collection[str], hypothesis: Collection[str]
) -> list[Rule]:
    """Return the paraphrase rules of a rule base between two collections of verbs.

    Parameters
    ----------
    name : str
        See `RuleBase.open`.
    min_score : float
    text, hypothesis : collection of str
        The verbs of each side.

    Returns
    -------
    list of Rule
        The best first.
    """
    by_verbs = _by_verbs(RuleBase.open(name, min_score))
    found = [
        scored
        for left in sorted(set(text))
        for right in sorted(set(hypothesis))
        for scored in by_verbs.get((left, right), ())
    ]
    return [rule for _, rule in sorted(found, key=lambda scored: -scored[0])]


@lru_cache(maxsize=_OPEN_BASES)
def _by_verbs(base: RuleBase) -> dict[tuple[str, str], list[tuple[float, Rule]]]:
    rules: dict[tuple[str, str], list[tuple[float, Rule]]] = {}
    for rule in base.one_word_rules():
        left = _written(rule.left, rule.left_relations)
        right = _written(rule.right, rule.right_relations)
        if left and right:
            (converted,) = rules_of(f"{left} -> {right}")
            rules.setdefault((rule.left, rule.right), []).append((rule.score, converted))
    return rules


def _written(verb: str, relations: tuple[str, str]) -> str:
    """Return a side as structures; empty if a relation has no counterpart."""
    functions = [_function(relation) for relation in relations]
    if "" in functions:
        return ""
    return " & ".join(f"{verb}({one}, {name})" for one, name in zip(functions, "XY", strict=True))


def _function(relation: str) -> str:
    if relation.startswith(_PREPOSITIONAL):
        return f"ncmod:{relation.removeprefix(_PREPOSITIONAL).replace('_', ' ')}"
    return _FUNCTIONS.get(relation, "")
