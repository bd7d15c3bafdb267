"""Formulas as text: in the notation of textbooks for people, in TPTP for provers.

References
----------
.. [1] Sutcliffe, G. (2017). The TPTP problem library and associated infrastructure: from CNF to
   TH0, TPTP v6.4.0. Journal of Automated Reasoning, 59(4), 483-502.
"""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from rte_baselines.logic.formulas import (
    And,
    Atom,
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
    free_variables,
    variables_of,
)

_PLAIN_NAME = re.compile(r"[^\W_][\w.\-]*")


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
            return f"{_plain(left.name)} ≠ {_plain(right.name)}"
        case Equal(left, right):
            return f"{_plain(left.name)} = {_plain(right.name)}"
        case Not(body):
            return f"¬{_operand(body)}"
        case Exists((), body) | ForAll((), body):
            return to_unicode(body)
        case Exists(variables, body):
            return f"∃{_listed(variables)} {_operand(body)}"
        case ForAll(variables, body):
            return f"∀{_listed(variables)} {_operand(body)}"
        case Atom(predicate, ()):
            return _plain(predicate)
        case Atom(predicate, arguments):
            return f"{_plain(predicate)}({_listed(arguments)})"


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
    return ", ".join(_plain(term.name) for term in terms)


def _plain(name: str) -> str:
    return name if _PLAIN_NAME.fullmatch(name) else repr(name)


def to_tptp(formula: Formula) -> str:
    r"""Return a formula in TPTP's first-order form, to stand in ``fof(name, role, formula)``.

    Symbols are in single quotes: ``'dog.n/1'`` is a predicate of one argument, ``'John'`` a
    constant. Characters of a name other than ASCII letters, digits, ``_.-~`` are escaped as in a
    URL (``%27`` is a single quote), so that nothing in a name is read as a part of a formula, and
    different symbols remain different. Variables are numbered.

    Parameters
    ----------
    formula : Formula
        Without free variables.

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
    distinct = dict.fromkeys(variables_of(formula))
    return _tptp(formula, {variable: f"X{i}" for i, variable in enumerate(distinct, 1)})


def _tptp(formula: Formula, variables: Mapping[Variable, str]) -> str:
    match formula:
        case And(()):
            return "$true"
        case Or(()):
            return "$false"
        case And((part,)) | Or((part,)) | Exists((), part) | ForAll((), part):
            return _tptp(part, variables)
        case And(parts):
            return f"({' & '.join(_tptp(part, variables) for part in parts)})"
        case Or(parts):
            return f"({' | '.join(_tptp(part, variables) for part in parts)})"
        case Implies(left, right):
            return f"({_tptp(left, variables)} => {_tptp(right, variables)})"
        case Iff(left, right):
            return f"({_tptp(left, variables)} <=> {_tptp(right, variables)})"
        case Not(body):
            return f"~ ({_tptp(body, variables)})"
        case Exists(bound, body):
            return f"? [{_tptp_bound(bound, variables)}] : ({_tptp(body, variables)})"
        case ForAll(bound, body):
            return f"! [{_tptp_bound(bound, variables)}] : ({_tptp(body, variables)})"
        case Equal(left, right):
            return f"({_tptp_term(left, variables)} = {_tptp_term(right, variables)})"
        case Atom(predicate, arguments):
            symbol = f"'{escaped(predicate)}/{len(arguments)}'"
            terms = ", ".join(_tptp_term(term, variables) for term in arguments)
            return f"{symbol}({terms})" if arguments else symbol


def _tptp_bound(bound: Sequence[Variable], variables: Mapping[Variable, str]) -> str:
    return ", ".join(dict.fromkeys(variables[variable] for variable in bound))


def _tptp_term(term: Term, variables: Mapping[Variable, str]) -> str:
    return variables[term] if isinstance(term, Variable) else f"'{escaped(term.name)}'"


def escaped(name: str) -> str:
    """Return a name with all characters but ASCII letters, digits and ``_.-~`` escaped as in URLs.

    Different names remain different.
    """
    return quote(name, safe="", errors="surrogatepass")
