"""Comparison of formulas up to the names of variables and the order of their parts."""

from dataclasses import dataclass
from itertools import count

from rte_baselines.logic.formulas import And, Atom, Equal, Exists, ForAll, Implies, Not, Or


@dataclass
class Box:
    """Referents and conditions; a condition is an atom, or a kind with boxes."""

    referents: list
    conditions: list


def as_box(formula):
    """Return a closed formula with its quantifiers pulled as far out as they go."""
    return _box(formula, {}, count())


def _box(formula, names, numbers):
    match formula:
        case Exists(variables, body):
            new = {variable: next(numbers) for variable in variables}
            box = _box(body, names | new, numbers)
            return Box([*new.values(), *box.referents], box.conditions)
        case And(parts):
            boxes = [_box(part, names, numbers) for part in parts]
            referents = [referent for box in boxes for referent in box.referents]
            return Box(referents, [one for box in boxes for one in box.conditions])
        case Atom(predicate, arguments):
            return Box([], [(predicate, *(names[term] for term in arguments))])
        case Equal(left, right):
            return Box([], [("=", *sorted((names[left], names[right])))])
        case Not(body):
            return Box([], [("¬", [_box(body, names, numbers)])])
        case Or():
            return Box([], [("or", [_box(part, names, numbers) for part in _disjuncts(formula)])])
        case ForAll(variables, ForAll(inner, body)):
            return _box(ForAll((*variables, *inner), body), names, numbers)
        case ForAll(variables, Implies(left, right)):
            new = {variable: next(numbers) for variable in variables}
            return Box([], [("→", _implication(left, right, names | new, new.values(), numbers))])
        case Implies(left, right):
            return Box([], [("→", _implication(left, right, names, (), numbers))])
        case ForAll(_, body):
            return _box(ForAll(formula.variables, Implies(And(()), body)), names, numbers)
    raise AssertionError(f"not expected in a translation: {formula}")


def _disjuncts(formula):
    if not isinstance(formula, Or):
        return [formula]
    return [one for part in formula.parts for one in _disjuncts(part)]


def _implication(left, right, names, universal, numbers):
    antecedent = _box(left, names, numbers)
    antecedent.referents = [*universal, *antecedent.referents]
    return [antecedent, _box(right, names, numbers)]


def same_up_to_names_and_order(first, second):
    """Whether two closed formulas are equal but for variables and the order of conjuncts."""
    return any(True for _ in _matches(as_box(first), as_box(second), {}))


def _matches(first, second, names):
    """Yield the ways to rename the referents of a box so that it equals another."""
    if len(first.referents) != len(second.referents):
        return
    for renamed in _match_all(first.conditions, second.conditions, names, _match_condition):
        own = [renamed.get(referent) for referent in first.referents]
        if set(own) - {None} <= set(second.referents):
            yield renamed


def _match_all(first, second, names, match):
    """Yield the ways to rename referents so that each of some parts matches one of others."""
    if len(first) != len(second):
        return
    if not first:
        yield names
        return
    for index, other in enumerate(second):
        for renamed in match(first[0], other, names):
            yield from _match_all(first[1:], second[:index] + second[index + 1 :], renamed, match)


def _match_condition(first, second, names):
    if first[0] != second[0] or len(first) != len(second):
        return
    if first[0] == "or":
        yield from _match_all(first[1], second[1], names, _matches)
    elif first[0] == "¬":
        yield from _matches(first[1][0], second[1][0], names)
    elif first[0] == "→":
        for renamed in _matches(first[1][0], second[1][0], names):
            yield from _matches(first[1][1], second[1][1], renamed)
    elif first[0] == "=":
        for left, right in (second[1:], second[:0:-1]):
            yield from _rename(first[1:], (left, right), names)
    else:
        yield from _rename(first[1:], second[1:], names)


def _rename(first, second, names):
    renamed = dict(names)
    taken = {new: old for old, new in names.items()}
    for old, new in zip(first, second, strict=True):
        if renamed.setdefault(old, new) != new or taken.setdefault(new, old) != old:
            return
    yield renamed
