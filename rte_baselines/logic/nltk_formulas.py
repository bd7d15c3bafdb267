"""Conversion of formulas and discourse representation structures to and from those of NLTK.

NLTK's are of `nltk.sem.logic` and `nltk.sem.drt`.
"""

import re
from collections.abc import Iterator
from functools import reduce
from itertools import count
from typing import Any
from urllib.parse import unquote

from rte_baselines.logic.drs import DRS, Condition, Disjunction, Implication, Negation
from rte_baselines.logic.formulas import (
    And,
    Atom,
    Constant,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Term,
    Variable,
    refuses_deep_nesting,
    variables_of,
)
from rte_baselines.logic.notations import NLTK, escaped

# NLTK reads a letter with digits as a variable.
_NLTK_VARIABLE = re.compile(r"[a-z][0-9]*")
_LIKE_NLTK_VARIABLE = re.compile(r"[A-Za-z][0-9]*")
_NLTK_WORDS = frozenset("some exists exist all forall iota not and or implies iff".split())


@refuses_deep_nesting
def to_nltk(formula: Formula) -> Any:
    r"""Return the formula as an expression of NLTK, whose ``str`` NLTK can read.

    Characters of names that NLTK would read otherwise are escaped as in a URL: ``dog.n`` becomes
    ``dog%2En``. Variables are renamed unless they are a lower-case letter with digits. NLTK's
    conjunctions have two parts, and it has no constants of truth: these become
    ``all x.(x = x)`` and ``exists x.-(x = x)``.
    """
    from nltk.sem.logic import Expression

    written = NLTK.write(formula, _nltk_name, dict(_nltk_names(formula)))
    # NLTK writes nested conjunctions without inner parentheses, and joins them from the left then.
    return Expression.fromstring(str(Expression.fromstring(written)))


def _nltk_names(formula: Formula) -> Iterator[tuple[Variable, str]]:
    """Yield each variable and its name for NLTK; different variables have different names."""
    variables = dict.fromkeys(variables_of(formula))
    kept = {v.name for v in variables if _NLTK_VARIABLE.fullmatch(v.name)}
    unused = (name for number in count(1) if (name := f"z{number}") not in kept)
    for variable in variables:
        yield variable, variable.name if variable.name in kept else next(unused)


def _nltk_name(named: Predicate | Constant) -> str:
    # `escaped` leaves these three, of which NLTK reads the first two as operators.
    text = escaped(named.name).replace(".", "%2E").replace("-", "%2D").replace("~", "%7E")
    if _LIKE_NLTK_VARIABLE.fullmatch(text) or text in _NLTK_WORDS:
        return f"%{ord(text[0]):02X}{text[1:]}"
    return text


def from_nltk(expression: Any) -> Formula:
    """Return an expression of NLTK as a formula.

    Parameters
    ----------
    expression : nltk.sem.logic.Expression
        Of first-order logic without functions. A free variable with arguments is a predicate,
        as in ``P(x)``.

    Returns
    -------
    Formula
        Conjunctions and disjunctions have two parts, as in NLTK, and quantifiers one variable.
    """
    from nltk.sem import logic

    match expression:
        case logic.NegatedExpression():
            return Not(from_nltk(expression.term))
        case logic.AndExpression():
            return And((from_nltk(expression.first), from_nltk(expression.second)))
        case logic.OrExpression():
            return Or((from_nltk(expression.first), from_nltk(expression.second)))
        case logic.ImpExpression():
            return Implies(from_nltk(expression.first), from_nltk(expression.second))
        case logic.IffExpression():
            return Iff(from_nltk(expression.first), from_nltk(expression.second))
        case logic.EqualityExpression():
            return Equal(_term(expression.first), _term(expression.second))
        case logic.ExistsExpression() | logic.AllExpression():
            if _NLTK_VARIABLE.fullmatch(expression.variable.name):
                variables = (Variable(expression.variable.name),)
                kind = Exists if isinstance(expression, logic.ExistsExpression) else ForAll
                return kind(variables, from_nltk(expression.term))
        case logic.ApplicationExpression() | logic.ConstantExpression():
            return _from_application(expression)
    raise _not_first_order(expression)


def _from_application(expression: Any) -> Formula:
    from nltk.sem import logic

    arguments: list[Term] = []
    while isinstance(expression, logic.ApplicationExpression):
        arguments.insert(0, _term(expression.argument))
        expression = expression.function
    if not isinstance(expression, logic.ConstantExpression | logic.FunctionVariableExpression):
        raise _not_first_order(expression)
    return Atom(unquote(expression.variable.name, errors="surrogatepass"), tuple(arguments))


def _term(expression: Any) -> Term:
    from nltk.sem import logic

    if isinstance(expression, logic.ConstantExpression):
        return Constant(unquote(expression.variable.name, errors="surrogatepass"))
    if isinstance(expression, logic.IndividualVariableExpression):
        return Variable(expression.variable.name)
    raise _not_first_order(expression)


def _not_first_order(expression: Any) -> ValueError:
    return ValueError(
        f"{expression} is not of first-order logic without functions; expected predicates of "
        "variables and constants"
    )


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
    from nltk.sem import drt, logic

    for referent in drs.referents:
        if not (logic.is_indvar(referent.name) or logic.is_eventvar(referent.name)):
            raise ValueError(
                f"the referent {referent.name!r} is no variable of NLTK; expected a lower-case "
                "letter with digits, such as x1"
            )
    referents = [logic.Variable(referent.name) for referent in drs.referents]
    return drt.DRS(referents, [_nltk_condition(condition) for condition in drs.conditions])


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
        case (
            drt.DrtApplicationExpression()
            | drt.DrtEqualityExpression()
            | drt.DrtConstantExpression()
        ):
            formula = from_nltk(expression.fol())
            if isinstance(formula, Atom | Equal):
                return formula
    raise ValueError(f"{expression} is no condition of a discourse representation structure")
