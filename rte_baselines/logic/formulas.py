"""Formulas of first-order logic with equality.

A formula is a tree of frozen dataclasses, which compare and hash by their contents. Names are any
strings but the empty one: notations that restrict names escape them, see
`rte_baselines.logic.notations`.

Domains are not empty. Two constants may denote the same individual, unless a formula says that they
do not.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from itertools import count
from typing import NamedTuple, ParamSpec, TypeAlias, TypeVar

from rte_baselines.core.errors import InputError

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True, order=True)
class Variable:
    """A variable for individuals."""

    name: str


@dataclass(frozen=True, slots=True, order=True)
class Constant:
    """The name of an individual."""

    name: str


Term: TypeAlias = Variable | Constant


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate of some arguments, possibly none.

    Predicates of one name with different numbers of arguments are different predicates.
    """

    predicate: str
    arguments: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Equal:
    """Two terms denote the same individual."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    body: "Formula"


@dataclass(frozen=True, slots=True)
class And:
    """Conjunction of any number of parts; of none, it is true."""

    parts: "tuple[Formula, ...]"


@dataclass(frozen=True, slots=True)
class Or:
    """Disjunction of any number of parts; of none, it is false."""

    parts: "tuple[Formula, ...]"


@dataclass(frozen=True, slots=True)
class Implies:
    """Material implication."""

    antecedent: "Formula"
    consequent: "Formula"


@dataclass(frozen=True, slots=True)
class Iff:
    """Equivalence."""

    left: "Formula"
    right: "Formula"


@dataclass(frozen=True, slots=True)
class Exists:
    """Existential quantification over any number of variables."""

    variables: tuple[Variable, ...]
    body: "Formula"


@dataclass(frozen=True, slots=True)
class ForAll:
    """Universal quantification over any number of variables."""

    variables: tuple[Variable, ...]
    body: "Formula"


Formula: TypeAlias = Atom | Equal | Not | And | Or | Implies | Iff | Exists | ForAll

TRUE = And(())
FALSE = Or(())


class Predicate(NamedTuple):
    """A predicate: its name and its number of arguments."""

    name: str
    arity: int


def children(formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas that a formula is made of, from left to right."""
    match formula:
        case Not(body) | Exists(_, body) | ForAll(_, body):
            return (body,)
        case And(parts) | Or(parts):
            return parts
        case Implies(left, right) | Iff(left, right):
            return (left, right)
        case _:
            return ()


def subformulas(formula: Formula) -> Iterator[Formula]:
    """Yield a formula and all formulas in it, each before its parts, from left to right."""
    waiting = [formula]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(children(current)))


def terms_of(formula: Formula) -> Iterator[Term]:
    """Yield the terms of all atoms and equations from left to right, each as often as it occurs."""
    for part in subformulas(formula):
        match part:
            case Atom(_, arguments):
                yield from arguments
            case Equal(left, right):
                yield from (left, right)


def variables_of(formula: Formula) -> Iterator[Variable]:
    """Yield the variables of quantifiers, atoms and equations, each as often as it occurs."""
    for part in subformulas(formula):
        match part:
            case Exists(variables, _) | ForAll(variables, _):
                yield from variables
            case Atom() | Equal():
                yield from (term for term in terms_of(part) if isinstance(term, Variable))


def constants_of(formula: Formula) -> frozenset[Constant]:
    """Return the constants of a formula."""
    return frozenset(term for term in terms_of(formula) if isinstance(term, Constant))


def predicate_of(atom: Atom) -> Predicate:
    """Return the predicate of an atom."""
    return Predicate(atom.predicate, len(atom.arguments))


def predicates_of(formula: Formula) -> frozenset[Predicate]:
    """Return the predicates of a formula, without equality."""
    return frozenset(predicate_of(part) for part in subformulas(formula) if isinstance(part, Atom))


def free_variables(formula: Formula) -> frozenset[Variable]:
    """Return the variables that occur where no quantifier binds them."""
    match formula:
        case Exists(variables, body) | ForAll(variables, body):
            return free_variables(body).difference(variables)
        case Atom(_, terms):
            return frozenset(term for term in terms if isinstance(term, Variable))
        case Equal(left, right):
            return frozenset(term for term in (left, right) if isinstance(term, Variable))
        case _:
            return frozenset().union(*map(free_variables, children(formula)))


def universally(formula: Formula) -> Formula:
    """Return a formula with a universal quantifier of its free variables, if there are any."""
    return bound(ForAll, formula)


def bound(quantifier: type[Exists | ForAll], formula: Formula) -> Formula:
    """Return a formula with a quantifier of its free variables, if there are any."""
    free = free_variables(formula)
    return quantifier(tuple(sorted(free)), formula) if free else formula


def substitute(formula: Formula, replacements: Mapping[Variable, Term]) -> Formula:
    """Replace free variables by terms, all at once.

    Bound variables are renamed where they would bind a variable of a replacement.
    """
    if not replacements:
        return formula
    match formula:
        case Atom(predicate, arguments):
            return Atom(predicate, tuple([_replaced(term, replacements) for term in arguments]))
        case Equal(left, right):
            return Equal(_replaced(left, replacements), _replaced(right, replacements))
        case Not(body):
            return Not(substitute(body, replacements))
        case And(parts) | Or(parts):
            return type(formula)(tuple(substitute(part, replacements) for part in parts))
        case Implies(left, right) | Iff(left, right):
            return type(formula)(substitute(left, replacements), substitute(right, replacements))
        case Exists(variables, body) | ForAll(variables, body):
            return type(formula)(*_substituted_below(variables, body, replacements))


def _substituted_below(
    variables: tuple[Variable, ...], body: Formula, replacements: Mapping[Variable, Term]
) -> tuple[tuple[Variable, ...], Formula]:
    """Return the variables and the body of a quantifier after a substitution."""
    if not set(variables).intersection(replacements.values()):
        # Nothing can be bound that is not meant, so the free variables need not be known.
        outer = {name: term for name, term in replacements.items() if name not in variables}
        return variables, substitute(body, outer)
    free = free_variables(body).difference(variables)
    remaining = {name: term for name, term in replacements.items() if name in free}
    inserted = {term for term in remaining.values() if isinstance(term, Variable)}
    # A new name must not be free in the body either, or the quantifier would bind it.
    taken = free | inserted | set(variables)
    renamed: dict[Variable, Variable] = {}
    for variable in inserted.intersection(variables):
        stem = variable.name.rstrip("0123456789") or "x"
        names = (Variable(f"{stem}{number}") for number in count(1))
        new = next(name for name in names if name not in taken)
        taken |= {new}
        renamed[variable] = new
    return (
        tuple(renamed.get(variable, variable) for variable in variables),
        substitute(body, {**remaining, **renamed}),
    )


def _replaced(term: Term, replacements: Mapping[Variable, Term]) -> Term:
    return replacements.get(term, term) if isinstance(term, Variable) else term


def refuses_deep_nesting(
    function: Callable[_Parameters, _Result],
) -> Callable[_Parameters, _Result]:
    """Make a function raise an `InputError` of one line in place of a `RecursionError`."""

    @wraps(function)
    def refusing(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        try:
            return function(*args, **kwargs)
        except RecursionError:
            raise InputError(
                f"{function.__name__}: the formula or structure is nested too deeply; expected at "
                "most about 100 inside each other"
            ) from None

    return refusing
