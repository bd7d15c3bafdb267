"""Formulas as text: in the notation of textbooks for people, in TPTP for provers.

References
----------
.. [1] Sutcliffe, G. (2017). The TPTP problem library and associated infrastructure: from CNF to
   TH0, TPTP v6.4.0. Journal of Automated Reasoning, 59(4), 483-502.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote

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
    free_variables,
    variables_of,
)
from rte_baselines.logic.nesting import refuses_deep_nesting

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


def quoted_symbol(name: Predicate | Constant) -> str:
    """Return a predicate or a constant in TPTP, such as ``'dog.n/1'`` or ``'John'``."""
    if isinstance(name, Constant):
        return f"'{escaped(name.name)}'"
    return f"'{escaped(name.name)}/{name.arity}'"


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
    return _Tptp(symbol, variable_names(formula, "X")).written(formula)


def variable_names(formula: Formula, prefix: str) -> dict[Variable, str]:
    """Return a name for each variable: the prefix and its number in the order of occurrence."""
    distinct = dict.fromkeys(variables_of(formula))
    return {variable: f"{prefix}{number}" for number, variable in enumerate(distinct, 1)}


@dataclass(frozen=True)
class _Tptp:
    """Writes formulas in TPTP with these symbols and names of variables."""

    symbol: Symbol
    variables: Mapping[Variable, str]

    def written(self, formula: Formula) -> str:
        match formula:
            case And(()):
                return "$true"
            case Or(()):
                return "$false"
            case And((part,)) | Or((part,)) | Exists((), part) | ForAll((), part):
                return self.written(part)
            case And(parts):
                return f"({' & '.join(map(self.written, parts))})"
            case Or(parts):
                return f"({' | '.join(map(self.written, parts))})"
            case Implies(left, right):
                return f"({self.written(left)} => {self.written(right)})"
            case Iff(left, right):
                return f"({self.written(left)} <=> {self.written(right)})"
            case Not(body):
                return f"~ ({self.written(body)})"
            case Exists(variables, body):
                return f"? [{self.listed(dict.fromkeys(variables))}] : ({self.written(body)})"
            case ForAll(variables, body):
                return f"! [{self.listed(dict.fromkeys(variables))}] : ({self.written(body)})"
            case Equal(left, right):
                return f"({self.term(left)} = {self.term(right)})"
            case Atom(name, arguments):
                predicate = self.symbol(Predicate(name, len(arguments)))
                return f"{predicate}({self.listed(arguments)})" if arguments else predicate

    def listed(self, terms: Iterable[Term]) -> str:
        return ", ".join(map(self.term, terms))

    def term(self, term: Term) -> str:
        return self.variables[term] if isinstance(term, Variable) else self.symbol(term)
