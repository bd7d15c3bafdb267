"""Formulas as text, in the notations of textbooks, TPTP and SMT-LIB, and as expressions of NLTK.

References
----------
.. [1] Sutcliffe, G. (2017). The TPTP problem library and associated infrastructure: from CNF to
   TH0, TPTP v6.4.0. Journal of Automated Reasoning, 59(4), 483-502.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeAlias
from urllib.parse import quote, unquote

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
    children,
    free_variables,
    refuses_deep_nesting,
    variables_of,
)

# NLTK reads a letter with digits as a variable.
_NLTK_VARIABLE = re.compile(r"[a-z][0-9]*")
_LIKE_NLTK_VARIABLE = re.compile(r"[A-Za-z][0-9]*")
_NLTK_WORDS = frozenset("some exists exist all forall iota not and or implies iff".split())
_PLAIN_NAME = re.compile(r"[^\W_][\w.\-]*")


@refuses_deep_nesting
def to_unicode(formula: Formula) -> str:
    """Return the formula in the notation of textbooks, such as ``∃x (dog.n(x) ∧ ¬big.a(x))``.

    Names with characters other than letters, digits, ``_``, ``.`` and ``-`` are in quotation
    marks. A quantifier ranges over the atom or the parentheses behind it. Conjunction and
    disjunction are never mixed without parentheses.
    """
    match formula:
        case And(()):
            return "\N{DOWN TACK}"
        case Or(()):
            return "\N{UP TACK}"
        case And((part,)) | Or((part,)):
            return to_unicode(part)
        case And(parts):
            return " ∧ ".join(map(_operand, parts))
        case Or(parts):
            return " \N{LOGICAL OR} ".join(map(_operand, parts))
        case Implies(left, right):
            return f"{_operand(left)} → {_operand(right)}"
        case Iff(left, right):
            return f"{_operand(left)} ↔ {_operand(right)}"
        case Not(Equal(left, right)):
            return f"{plain_name(left.name)} ≠ {plain_name(right.name)}"
        case Equal(left, right):
            return f"{plain_name(left.name)} = {plain_name(right.name)}"
        case Not(body):
            return f"¬{_operand(body)}"
        case Exists((), body) | ForAll((), body):
            return to_unicode(body)
        case Exists(variables, body):
            return f"∃{_listed(variables)} {_operand(body)}"
        case ForAll(variables, body):
            return f"∀{_listed(variables)} {_operand(body)}"
        case Atom(predicate, ()):
            return plain_name(predicate)
        case Atom(predicate, arguments):
            return f"{plain_name(predicate)}({_listed(arguments)})"


def _operand(formula: Formula) -> str:
    """Return the formula, in parentheses if it is an operation of two parts or more."""
    text = to_unicode(formula)
    return f"({text})" if _is_compound(formula) else text


def _is_compound(formula: Formula) -> bool:
    match formula:
        case And((part,)) | Or((part,)) | Exists((), part) | ForAll((), part):
            return _is_compound(part)
        case And(parts) | Or(parts):
            return bool(parts)
        case Not(Equal()):
            return True
        case _:
            return isinstance(formula, Implies | Iff | Equal)


def _listed(terms: Sequence[Term]) -> str:
    return ", ".join(plain_name(term.name) for term in terms)


def plain_name(name: str) -> str:
    """Return a name as people read it, in quotation marks if it has unusual characters."""
    return name if _PLAIN_NAME.fullmatch(name) else repr(name)


Symbol: TypeAlias = Callable[[Predicate | Constant], str]
"""How a notation writes each predicate and each constant."""


@dataclass(frozen=True)
class Notation:
    """A language in which each kind of formula is written in one way, wherever it stands."""

    truth: Mapping[type, str]
    """The conjunction and the disjunction without parts."""
    operators: Mapping[type, str]
    quantifiers: Mapping[type, str]
    """The forms of quantifiers, with their variables and their body."""
    negation: str
    joined: str = "({1})"
    """The form of an operator, and of what it stands between."""
    variable: str = "{}"
    """The form of a variable of a quantifier."""
    between_variables: str = ", "
    atom: str = "{}({})"
    between_arguments: str = ", "

    def write(self, formula: Formula, symbol: Symbol, variables: Mapping[Variable, str]) -> str:
        """Return a formula with these symbols and names of variables."""

        def term(argument: Term) -> str:
            return variables[argument] if isinstance(argument, Variable) else symbol(argument)

        def written(part: Formula) -> str:
            kind = type(part)
            match part:
                case And(()) | Or(()):
                    return self.truth[kind]
                case And((only,)) | Or((only,)) | Exists((), only) | ForAll((), only):
                    return written(only)
                case Exists(names, body) | ForAll(names, body):
                    bound = (self.variable.format(variables[name]) for name in dict.fromkeys(names))
                    bindings = self.between_variables.join(bound)
                    return self.quantifiers[kind].format(bindings, written(body))
                case Not(body):
                    return self.negation.format(written(body))
                case Atom(name, arguments):
                    predicate = symbol(Predicate(name, len(arguments)))
                    terms = self.between_arguments.join(map(term, arguments))
                    return self.atom.format(predicate, terms) if arguments else predicate
                case Equal(left, right):
                    parts = [term(left), term(right)]
                case _:
                    parts = [written(child) for child in children(part)]
            operator = self.operators[kind]
            return self.joined.format(operator, f" {operator} ".join(parts), " ".join(parts))

        return written(formula)


TPTP = Notation(
    {And: "$true", Or: "$false"},
    {And: "&", Or: "|", Implies: "=>", Iff: "<=>", Equal: "="},
    {Exists: "? [{}] : ({})", ForAll: "! [{}] : ({})"},
    "~ ({})",
)
SMT_LIB = Notation(
    {And: "true", Or: "false"},
    {And: "and", Or: "or", Implies: "=>", Iff: "=", Equal: "="},
    {Exists: "(exists ({}) {})", ForAll: "(forall ({}) {})"},
    "(not {})",
    joined="({0} {2})",
    variable="({} U)",
    between_variables=" ",
    atom="({} {})",
    between_arguments=" ",
)
"""SMT-LIB, with individuals of the sort ``U``."""
NLTK = Notation(
    {And: "all x.(x = x)", Or: "exists x.-(x = x)"},
    {And: "&", Or: "|", Implies: "->", Iff: "<->", Equal: "="},
    {Exists: "exists {}.({})", ForAll: "all {}.({})"},
    "-({})",
    between_variables=" ",
)


def quoted_symbol(name: Predicate | Constant) -> str:
    """Return a predicate or a constant in TPTP, such as ``'dog.n/1'`` or ``'John'``."""
    arity = "" if isinstance(name, Constant) else f"/{name.arity}"
    return f"'{escaped(name.name)}{arity}'"


def escaped(name: str) -> str:
    """Return a name with all characters but ASCII letters, digits and ``_.-~`` escaped as in URLs.

    Different names remain different.
    """
    return quote(name, safe="", errors="surrogatepass")


@refuses_deep_nesting
def to_tptp(formula: Formula, symbol: Symbol = quoted_symbol) -> str:
    r"""Return a formula in TPTP's first-order form, to stand in ``fof(name, role, formula)``.

    Symbols are in single quotes: ``'dog.n/1'`` is a predicate of one argument, ``'John'`` a
    constant. Characters of a name other than ASCII letters, digits, ``_.-~`` are escaped as in a
    URL (``%27`` is a single quote), so that nothing in a name is read as a part of a formula, and
    different symbols remain different. Variables are numbered.

    Parameters
    ----------
    formula : Formula
        Without free variables.
    symbol : callable, optional
        How predicates and constants are written instead.

    Returns
    -------
    str
        ASCII on one line.

    Raises
    ------
    ValueError
        If a variable is free.
    """
    free = free_variables(formula)
    if free:
        raise ValueError(f"{min(free)!r} is free; expected a formula without free variables")
    return TPTP.write(formula, symbol, variable_names(formula, "X"))


def variable_names(formula: Formula, prefix: str) -> dict[Variable, str]:
    """Return a name for each variable: the prefix and its number in the order of occurrence."""
    distinct = dict.fromkeys(variables_of(formula))
    return {variable: f"{prefix}{number}" for number, variable in enumerate(distinct, 1)}


@refuses_deep_nesting
def to_nltk(formula: Formula) -> Any:
    r"""Return the formula as an expression of NLTK, whose ``str`` NLTK can read.

    Characters of names that NLTK would read otherwise are escaped as in a URL: ``dog.n`` becomes
    ``dog%2En``. Variables are renamed unless they are a lower-case letter with digits. NLTK's
    conjunctions have two parts, and it has no constants of truth: these become
    ``all x.(x = x)`` and ``exists x.-(x = x)``.
    """
    from nltk.sem.logic import Expression

    variables = dict.fromkeys(variables_of(formula))
    kept = {v.name for v in variables if _NLTK_VARIABLE.fullmatch(v.name)}
    unused = (name for number in count(1) if (name := f"z{number}") not in kept)
    names = {v: v.name if v.name in kept else next(unused) for v in variables}
    written = NLTK.write(formula, _nltk_name, names)
    # NLTK writes nested conjunctions without inner parentheses, and joins them from the left then.
    return Expression.fromstring(str(Expression.fromstring(written)))


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
