"""Axioms of the predicates that the construction makes itself: numbers and comparisons."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from rte_baselines.logic.formulas import (
    And,
    Atom,
    Equal,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Predicate,
    Variable,
    predicates_of,
)
from rte_baselines.logic.problems import Axiom

_NUMBER = re.compile(r"(.*:)?at_least_(\d+)")
_COMPARISON = re.compile(r"(.*:)?(more|less|as)_(.+\.[ar])")
_RELATIVE = re.compile(r"(.*:)?as ([^:]+):([^:]+\.a)")
_X, _Y, _Z = (Variable(name) for name in "xyz")


def axioms_of_closed_words(formulas: Iterable[Formula]) -> tuple[Axiom, ...]:
    """Return the axioms of the numbers and comparisons in some formulas.

    - A larger number includes a smaller one: at least seven are at least five. Both numbers are
      among those of the formulas.
    - "As tall as" means at least as tall; it is reflexive and transitive. "Taller than" excludes
      being at most as tall; "less tall than" is its converse. Whoever is as tall as somebody tall
      is tall.

    - A clever cook is clever, and a cook who is clever is a clever cook; but only if all adjectives
      of that kind in the formulas are about cooks, because a big mouse is not a big animal.

    Predicates with different prefixes are of different worlds, and related to their own only.

    Returns
    -------
    tuple of Axiom
        With different names, in the order of their predicates.
    """
    predicates = sorted(set[Predicate]().union(*map(predicates_of, formulas)))
    return (
        *_of_numbers(predicates),
        *_of_comparisons(predicates),
        *_of_relative_adjectives(predicates),
    )


def _of_numbers(predicates: Iterable[Predicate]) -> Iterator[Axiom]:
    found: dict[str, list[int]] = {}
    for predicate in predicates:
        match = _NUMBER.fullmatch(predicate.name)
        if match and predicate.arity == 1:
            found.setdefault(match[1] or "", []).append(int(match[2]))
    for prefix, numbers in found.items():
        for smaller, larger in pairwise(sorted(numbers)):
            names = (f"{prefix}at_least_{larger}", f"{prefix}at_least_{smaller}")
            yield Axiom(
                " is ".join(names),
                ForAll((_X,), Implies(*(Atom(name, (_X,)) for name in names))),
                f"at least {larger} are at least {smaller}",
            )


def _of_relative_adjectives(predicates: Iterable[Predicate]) -> Iterator[Axiom]:
    found = [
        (predicate.name, match[1] or "", match[2], match[3])
        for predicate in predicates
        if predicate.arity == 1 and (match := _RELATIVE.fullmatch(predicate.name))
    ]
    if len({noun for _, _, noun, _ in found}) != 1:
        return
    for name, prefix, noun, adjective in found:
        both = And((Atom(f"{prefix}{noun}.n", (_X,)), Atom(prefix + adjective, (_X,))))
        yield Axiom(
            f"{name}: relative to a noun",
            ForAll((_X,), Iff(Atom(name, (_X,)), both)),
            f"a {adjective.rpartition('.')[0]} {noun} is a {noun} that is so",
        )


def _of_comparisons(predicates: Iterable[Predicate]) -> Iterator[Axiom]:
    compared = dict.fromkeys(
        (match[1] or "", match[3])
        for predicate in predicates
        if predicate.arity == 2 and (match := _COMPARISON.fullmatch(predicate.name))
    )
    for prefix, quality in compared:
        yield from _of_quality(prefix, quality)


def _of_quality(prefix: str, quality: str) -> Iterator[Axiom]:
    word = quality.rpartition(".")[0]

    def more(first: Variable, second: Variable) -> Atom:
        return Atom(f"{prefix}more_{quality}", (first, second))

    def less(first: Variable, second: Variable) -> Atom:
        return Atom(f"{prefix}less_{quality}", (first, second))

    def as_much(first: Variable, second: Variable) -> Atom:
        return Atom(f"{prefix}as_{quality}", (first, second))

    def has(individual: Variable) -> Atom:
        return Atom(f"{prefix}{quality}", (individual,))

    three = (_X, _Y, _Z)
    rules: tuple[tuple[str, Formula, str], ...] = (
        (
            "transitive",
            ForAll(three, Implies(And((more(_X, _Y), as_much(_Y, _Z))), more(_X, _Z))),
            f"if X is more {word} than Y, and Y is as {word} as Z, X is more {word} than Z",
        ),
        (
            "transitive from the left",
            ForAll(three, Implies(And((as_much(_X, _Y), more(_Y, _Z))), more(_X, _Z))),
            f"if X is as {word} as Y, and Y is more {word} than Z, X is more {word} than Z",
        ),
        (
            "as much transitive",
            ForAll(three, Implies(And((as_much(_X, _Y), as_much(_Y, _Z))), as_much(_X, _Z))),
            f"if X is as {word} as Y, and Y is as {word} as Z, X is as {word} as Z",
        ),
        (
            "as much",
            ForAll((_X, _Y), Implies(more(_X, _Y), as_much(_X, _Y))),
            f"if X is more {word} than Y, X is as {word} as Y",
        ),
        (
            "strict",
            ForAll((_X, _Y), Implies(more(_X, _Y), Not(as_much(_Y, _X)))),
            f"if X is more {word} than Y, Y is not as {word} as X",
        ),
        (
            "less",
            ForAll((_X, _Y), Iff(less(_X, _Y), more(_Y, _X))),
            f"less {word} is the converse of more {word}",
        ),
        (
            "reflexive",
            ForAll((_X, _Y), Implies(Equal(_X, _Y), as_much(_X, _Y))),
            f"everything is as {word} as itself",
        ),
        (
            "upward",
            ForAll((_X, _Y), Implies(And((as_much(_X, _Y), has(_Y))), has(_X))),
            f"if X is as {word} as Y, and Y is {word}, X is {word}",
        ),
    )
    for name, formula, words in rules:
        yield Axiom(f"{prefix}{quality}: {name}", formula, words)
