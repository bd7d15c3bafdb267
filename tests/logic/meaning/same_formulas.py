"""Comparison of formulas up to the names of variables and the order of their parts."""

from itertools import chain, count

from rte_baselines.logic.formulas import And, Atom, Equal, Exists, ForAll, Implies, Not, Or


def _box(formula, names, numbers):
    """Return the referents and the conditions of a formula, quantifiers as far out as they go.

    A condition is a predicate with its arguments, or "¬", "or" or "→" with boxes.
    """

    def boxes(*parts):
        return [_box(part, names, numbers) for part in parts]

    match formula:
        case Exists(variables, body):
            new = {variable: next(numbers) for variable in variables}
            referents, conditions = _box(body, names | new, numbers)
            return [*new.values(), *referents], conditions
        case And(parts):
            referents, conditions = zip(([], []), *boxes(*parts), strict=True)
            return [*chain(*referents)], [*chain(*conditions)]
        case Atom(predicate, arguments):
            return [], [(predicate, *(names[term] for term in arguments))]
        case Equal(left, right):
            return [], [("=", names[left], names[right])]
        case Not(body):
            return [], [("¬", boxes(body))]
        case Or():
            return [], [("or", boxes(*_disjuncts(formula)))]
        case Implies(left, right):
            return [], [("→", boxes(left, right))]
        case ForAll(variables, ForAll(inner, body)):
            return _box(ForAll((*variables, *inner), body), names, numbers)
        case ForAll(variables, body):
            new = {variable: next(numbers) for variable in variables}
            rule = body if isinstance(body, Implies) else Implies(And(()), body)
            _, [(_, [(referents, antecedent), consequent])] = _box(rule, names | new, numbers)
            return [], [("→", [([*new.values(), *referents], antecedent), consequent])]
    raise AssertionError(f"not expected in a translation: {formula}")


def _disjuncts(formula):
    if not isinstance(formula, Or):
        return [formula]
    return [one for part in formula.parts for one in _disjuncts(part)]


def same_up_to_names_and_order(first, second):
    """Whether two closed formulas are equal but for variables and the order of conjuncts."""
    numbers = count()
    return any(True for _ in _matches(_box(first, {}, numbers), _box(second, {}, numbers), {}))


def _matches(first, second, names):
    """Yield the ways to rename the referents of a box so that it equals another."""
    if len(first[0]) == len(second[0]):
        for renamed in _match_all(first[1], second[1], names, _match_condition):
            if {renamed.get(referent) for referent in first[0]} - {None} <= set(second[0]):
                yield renamed


def _match_all(first, second, names, match, *, in_order=False):
    """Yield the ways to rename referents so that each of some parts matches one of others."""
    if len(first) != len(second):
        return
    if not first:
        yield names
    for index, other in enumerate(second[:1] if in_order else second):
        for renamed in match(first[0], other, names):
            others = second[:index] + second[index + 1 :]
            yield from _match_all(first[1:], others, renamed, match, in_order=in_order)


def _match_condition(first, second, names):
    if first[0] != second[0] or len(first) != len(second):
        return
    if first[0] in ("or", "¬", "→"):
        yield from _match_all(first[1], second[1], names, _matches, in_order=first[0] != "or")
    else:
        yield from _rename(first[1:], second[1:], names)
        if first[0] == "=":
            yield from _rename(first[1:], second[:0:-1], names)


def _rename(first, second, names):
    renamed = dict(names)
    taken = {new: old for old, new in names.items()}
    for old, new in zip(first, second, strict=True):
        if renamed.setdefault(old, new) != new or taken.setdefault(new, old) != old:
            return
    yield renamed
