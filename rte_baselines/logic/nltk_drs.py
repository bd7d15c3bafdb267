"""Conversion of discourse representation structures to and from those of NLTK (`nltk.sem.drt`)."""

from functools import reduce
from typing import Any

from rte_baselines.logic.drs import DRS, Condition, Disjunction, Implication, Negation
from rte_baselines.logic.formulas import Atom, Equal, Variable
from rte_baselines.logic.nesting import refuses_deep_nesting
from rte_baselines.logic.nltk_formulas import from_nltk, to_nltk


@refuses_deep_nesting
def to_nltk_drs(drs: DRS) -> Any:
    """Return a structure as one of NLTK, whose ``str`` NLTK can read.

    Names are escaped as in `to_nltk`. NLTK's implications are structures with a consequent, and
    its disjunctions have two parts.

    Parameters
    ----------
    drs : DRS
        With referents of a lower-case letter and digits, as NLTK demands of variables.
    """
    from nltk.sem import drt

    return drt.DRS(_nltk_referents(drs), [_nltk_condition(one) for one in drs.conditions])


def _nltk_referents(drs: DRS) -> list[Any]:
    from nltk.sem import logic

    for referent in drs.referents:
        if not (logic.is_indvar(referent.name) or logic.is_eventvar(referent.name)):
            raise ValueError(
                f"the referent {referent.name!r} is no variable of NLTK; expected a lower-case "
                "letter with digits, such as x1"
            )
    return [logic.Variable(referent.name) for referent in drs.referents]


def _nltk_condition(condition: Condition) -> Any:
    from nltk.sem import drt

    match condition:
        case Negation(body):
            return drt.DrtNegatedExpression(to_nltk_drs(body))
        case Implication(antecedent, consequent):
            before = to_nltk_drs(antecedent)
            return drt.DRS(before.refs, before.conds, to_nltk_drs(consequent))
        case Disjunction(()):
            raise ValueError("NLTK has no disjunction without parts")
        case Disjunction(parts):
            return reduce(drt.DrtOrExpression, map(to_nltk_drs, parts))
        case _:
            return drt.DrtExpression.fromstring(str(to_nltk(condition)))


def from_nltk_drs(expression: Any) -> DRS:
    """Return a structure of NLTK.

    Parameters
    ----------
    expression : nltk.sem.drt.DrtExpression
        A DRS without a consequent, or a concatenation of such. Conditions that NLTK built by
        lambda calculus must be simplified.

    Returns
    -------
    DRS
        Disjunctions have two parts, as in NLTK.
    """
    from nltk.sem import drt

    if isinstance(expression, drt.DrtConcatenation):
        expression = expression.simplify()
    if not isinstance(expression, drt.DRS) or expression.consequent is not None:
        raise ValueError(f"{expression} is no discourse representation structure")
    return _structure(expression)


def _structure(drs: Any) -> DRS:
    referents = tuple(Variable(referent.name) for referent in drs.refs)
    return DRS(referents, tuple(map(_condition, drs.conds)))


def _condition(expression: Any) -> Condition:
    from nltk.sem import drt

    match expression:
        case drt.DRS() if expression.consequent is not None:
            return Implication(_structure(expression), from_nltk_drs(expression.consequent))
        case drt.DrtNegatedExpression():
            return Negation(from_nltk_drs(expression.term))
        case drt.DrtOrExpression():
            return Disjunction((from_nltk_drs(expression.first), from_nltk_drs(expression.second)))
    formula = from_nltk(expression.fol()) if _is_simple(expression) else None
    if not isinstance(formula, Atom | Equal):
        raise ValueError(f"{expression} is no condition of a discourse representation structure")
    return formula


def _is_simple(expression: Any) -> bool:
    from nltk.sem import drt

    simple = drt.DrtApplicationExpression | drt.DrtEqualityExpression | drt.DrtConstantExpression
    return isinstance(expression, simple)
