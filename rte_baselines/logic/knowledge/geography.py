"""Axioms about places: countries and their capitals, states of the United States and theirs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from rte_baselines.core.resources.resources import packaged_lines
from rte_baselines.logic.formulas import (
    And,
    Atom,
    Formula,
    Implies,
    Predicate,
    Variable,
    universally,
)
from rte_baselines.logic.problems import Axiom

_X, _Y, _Z = Variable("x"), Variable("y"), Variable("z")
_IN = "in"
_UNITED_STATES = "United States"


@dataclass(frozen=True)
class _Place:
    """A country or a state, with all its names, and those of its capital."""

    kind: str
    names: tuple[str, ...]
    capital: tuple[str, ...]


def geography_axioms(predicates: Iterable[Predicate]) -> tuple[Axiom, ...]:
    """Return the axioms about places whose names are among the predicates of a pair.

    The name of a place is one predicate, such as ``paris.name(x)`` or ``new_york.name(x)``. The
    axioms, after bos2006, section 3.4, are
    ``forall x, y (paris.name(x) and france.name(y) -> in(x, y))`` and the same with
    ``capital.n(x)`` and ``of(x, y)``; and that states and their capitals are in the United States.
    """
    known = {predicate.name for predicate in predicates if predicate.arity == 1}
    found = (axiom for place in _places() for axiom in _axioms_of(place, known))
    return tuple({axiom.name: axiom for axiom in found}.values())


def unasserted_place_axioms(predicates: Iterable[Predicate]) -> Iterator[Axiom]:
    """Yield axioms that make ``in`` transitive for predicates that are not asserted.

    Such predicates have a prefix, as in ``future:in``, so that the generic axioms do not apply to
    them. Where a place lies does not depend on the prefix.
    """
    for name in sorted({predicate.name for predicate in predicates if predicate.arity == 2}):
        if name.endswith(f":{_IN}"):
            inner, outer = (Atom(name, (_X, place)) for place in (_Y, _Z))
            contained = And((inner, Atom(_IN, (_Y, _Z))))
            prefix = name.removesuffix(f":{_IN}")
            yield Axiom(
                f"places: {name}",
                universally(Implies(contained, outer)),
                f"if X is {prefix} in Y, and Y is in Z, X is {prefix} in Z",
            )


def _axioms_of(place: _Place, known: set[str]) -> Iterator[Axiom]:
    names = [name for name in place.names if _predicate(name) in known]
    capitals = [name for name in place.capital if _predicate(name) in known]
    for capital, name in product(capitals, names):
        if capital != name:
            yield _inside(capital, name, f"{capital} is in {name}")
            being = And((Atom("capital.n", (_X,)), Atom("of", (_X, _Y))))
            words = f"{capital} is the capital of {name}"
            yield _pair(f"capital {capital}, {name}", capital, name, being, words)
    if place.kind == "state":
        united_states = next(land.names for land in _places() if _UNITED_STATES in land.names)
        for name, country in product((*names, *capitals), united_states):
            if country != name and _predicate(country) in known:
                yield _inside(name, country, f"{name} is in the {country}")


def _predicate(name: str) -> str:
    return f"{name.lower().replace(' ', '_')}.name"


def _inside(inner: str, outer: str, words: str) -> Axiom:
    return _pair(f"{inner}, {outer}", inner, outer, Atom(_IN, (_X, _Y)), words)


def _pair(name: str, inner: str, outer: str, being: Formula, words: str) -> Axiom:
    named = And((Atom(_predicate(inner), (_X,)), Atom(_predicate(outer), (_Y,))))
    return Axiom(f"geography: {name}", universally(Implies(named, being)), f"{words} (geography)")


@cache
def _places() -> tuple[_Place, ...]:
    places = []
    kind = ""
    for line in packaged_lines("rte_baselines.logic.knowledge", "geography.txt"):
        if line.startswith("["):
            kind = line.strip("[]").split()[0]
        else:
            # The names of the place, and those of its capital.
            sides = (side.split("/") for side in line.split(";"))
            names, capital = (tuple(map(str.strip, side)) for side in sides)
            places.append(_Place(kind, names, capital))
    return tuple(places)
