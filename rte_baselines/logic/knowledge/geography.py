"""Axioms about places: countries and their capitals, states of the United States and theirs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from rte_baselines.core.resources.resources import packaged_lines
from rte_baselines.logic.formulas import And, Atom, ForAll, Formula, Implies, Predicate, Variable
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


def geography_axioms(predicates: Iterable[Predicate], *, kinds: bool = False) -> tuple[Axiom, ...]:
    """Return the axioms about places whose names occur.

    The name of a place is one predicate, such as ``paris.name(x)`` or ``new_york.name(x)``. The
    axioms, after bos2006, section 3.4, are
    ``forall x, y (paris.name(x) and france.name(y) -> in(x, y))`` and the same with
    ``capital.n(x)`` and ``of(x, y)``; and that states and their capitals are in the United States.

    Parameters
    ----------
    predicates : iterable of Predicate
        Of the text and of the hypothesis.
    kinds : bool
        Whether to add axioms that individuals with such names are countries, states and cities, as
        in ``forall x (paris.name(x) -> city.n(x))``. Some are names of people, too, and Georgia is
        two places.

    Returns
    -------
    tuple of Axiom
        In the order of ``geography.txt``.
    """
    known = {predicate.name for predicate in predicates if predicate.arity == 1}
    found = (axiom for place in _places() for axiom in _axioms_of(place, known, kinds))
    return tuple({axiom.name: axiom for axiom in found}.values())


def unasserted_place_axioms(predicates: Iterable[Predicate]) -> Iterator[Axiom]:
    """Yield axioms that make ``in`` transitive for predicates that are not asserted.

    Such predicates have a prefix, as in ``future:in``, so that the generic axioms do not apply to
    them. Where a place lies does not depend on the prefix.

    Parameters
    ----------
    predicates : iterable of Predicate
        Of the text and of the hypothesis.
    """
    for name in sorted({one.name for one in predicates if one.arity == 2}):
        if name.endswith(f":{_IN}"):
            inner, outer = (Atom(name, (_X, place)) for place in (_Y, _Z))
            contained = And((inner, Atom(_IN, (_Y, _Z))))
            prefix = name.removesuffix(f":{_IN}")
            yield Axiom(
                f"places: {name}",
                ForAll((_X, _Y, _Z), Implies(contained, outer)),
                f"if X is {prefix} in Y, and Y is in Z, X is {prefix} in Z",
            )


def _axioms_of(place: _Place, known: set[str], kinds: bool) -> Iterator[Axiom]:
    names = [name for name in place.names if _occurs(name, known)]
    capitals = [name for name in place.capital if _occurs(name, known)]
    for capital, name in product(capitals, names):
        if capital != name:
            yield _inside(capital, name, f"{capital} is in {name}")
            being = And((Atom("capital.n", (_X,)), Atom("of", (_X, _Y))))
            words = f"{capital} is the capital of {name}"
            yield _pair(f"capital {capital}, {name}", capital, name, being, words)
    if place.kind == "state":
        countries = [name for name in _names_of_united_states() if _occurs(name, known)]
        for name, country in product((*names, *capitals), countries):
            if country != name:
                yield _inside(name, country, f"{name} is in the {country}")
    if kinds:
        yield from (_kind(name, place.kind) for name in names)
        yield from (_kind(name, "city") for name in capitals)


def _occurs(name: str, known: set[str]) -> bool:
    return _predicate(name) in known


def _predicate(name: str) -> str:
    return f"{name.lower().replace(' ', '_')}.name"


def _inside(inner: str, outer: str, words: str) -> Axiom:
    return _pair(f"{inner}, {outer}", inner, outer, Atom(_IN, (_X, _Y)), words)


def _pair(name: str, inner: str, outer: str, being: Formula, words: str) -> Axiom:
    named = And((Atom(_predicate(inner), (_X,)), Atom(_predicate(outer), (_Y,))))
    return Axiom(
        f"geography: {name}",
        ForAll((_X, _Y), Implies(named, being)),
        f"{words} (geography)",
    )


def _kind(name: str, kind: str) -> Axiom:
    return Axiom(
        f"geography: {name}, {kind}",
        ForAll((_X,), Implies(Atom(_predicate(name), (_X,)), Atom(f"{kind}.n", (_X,)))),
        f"{name} is a {kind} (geography)",
    )


@cache
def _places() -> tuple[_Place, ...]:
    places = []
    kind = ""
    for line in packaged_lines("rte_baselines.logic.knowledge", "geography.txt"):
        if line.startswith("["):
            kind = line.strip("[]").split()[0]
        else:
            place, _, capital = line.partition(";")
            places.append(_Place(kind, _alternatives(place), _alternatives(capital)))
    return tuple(places)


def _alternatives(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split("/"))


def _names_of_united_states() -> tuple[str, ...]:
    return next(place.names for place in _places() if _UNITED_STATES in place.names)
