"""Conversion of formulas to and from those of NLTK (`nltk.sem.logic`)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import count
from typing import Any
from urllib.parse import unquote

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
    Term,
    Variable,
    variables_of,
)
from rte_baselines.logic.nesting import refuses_deep_nesting
from rte_baselines.logic.notations import escaped

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
    return _to_nltk(formula, dict(_nltk_names(formula)))


def _nltk_names(formula: Formula) -> Iterator[tuple[Variable, str]]:
    """Yield each variable and its name for NLTK; different variables have different names."""
    variables = dict.fromkeys(variables_of(formula))
    kept = {v.name for v in variables if _NLTK_VARIABLE.fullmatch(v.name)}
    unused = (name for number in count(1) if (name := f"z{number}") not in kept)
    for variable in variables:
        yield variable, variable.name if variable.name in kept else next(unused)


def _to_nltk(formula: Formula, names: Mapping[Variable, str]) -> Any:
    from nltk.sem import logic

    def converted(part: Formula) -> Any:
        return _to_nltk(part, names)

    match formula:
        case And(()):
            return logic.Expression.fromstring("all x.(x = x)")
        case Or(()):
            return logic.Expression.fromstring("exists x.-(x = x)")
        case And(parts):
            return _joined(logic.AndExpression, map(converted, parts))
        case Or(parts):
            return _joined(logic.OrExpression, map(converted, parts))
        case Not(body):
            return logic.NegatedExpression(converted(body))
        case Implies(left, right):
            return logic.ImpExpression(converted(left), converted(right))
        case Iff(left, right):
            return logic.IffExpression(converted(left), converted(right))
        case Exists(variables, body):
            return _quantified(logic.ExistsExpression, variables, converted(body), names)
        case ForAll(variables, body):
            return _quantified(logic.AllExpression, variables, converted(body), names)
        case Equal(left, right):
            return logic.EqualityExpression(_nltk_term(left, names), _nltk_term(right, names))
        case Atom(predicate, arguments):
            terms = (_nltk_term(term, names) for term in arguments)
            return reduce(logic.ApplicationExpression, terms, _nltk_constant(predicate))


def _joined(kind: Any, parts: Iterable[Any]) -> Any:
    """Join expressions from the left, as NLTK reads what it writes without inner parentheses."""

    def flat(part: Any) -> Iterator[Any]:
        if isinstance(part, kind):
            yield from flat(part.first)
            yield from flat(part.second)
        else:
            yield part

    return reduce(kind, (one for part in parts for one in flat(part)))


def _quantified(
    kind: Any, variables: tuple[Variable, ...], body: Any, names: Mapping[Variable, str]
) -> Any:
    from nltk.sem import logic

    for variable in reversed(variables):
        body = kind(logic.Variable(names[variable]), body)
    return body


def _nltk_term(term: Term, names: Mapping[Variable, str]) -> Any:
    from nltk.sem import logic

    if isinstance(term, Constant):
        return _nltk_constant(term.name)
    return logic.VariableExpression(logic.Variable(names[term]))


def _nltk_constant(name: str) -> Any:
    from nltk.sem import logic

    return logic.ConstantExpression(logic.Variable(_nltk_name(name)))


def _nltk_name(name: str) -> str:
    # `escaped` leaves these three, of which NLTK reads the first two as operators.
    text = escaped(name).replace(".", "%2E").replace("-", "%2D").replace("~", "%7E")
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
            return _from_quantified(expression)
        case logic.ApplicationExpression() | logic.ConstantExpression():
            return _from_application(expression)
    raise _not_first_order(expression)


def _from_quantified(expression: Any) -> Formula:
    from nltk.sem import logic

    if not _NLTK_VARIABLE.fullmatch(expression.variable.name):
        raise _not_first_order(expression)
    variables = (Variable(expression.variable.name),)
    body = from_nltk(expression.term)
    kind = Exists if isinstance(expression, logic.ExistsExpression) else ForAll
    return kind(variables, body)


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
