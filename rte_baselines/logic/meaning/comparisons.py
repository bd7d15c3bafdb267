"""Comparisons of numbers and amounts, as "Ann sold more cars than Bob" and "Ann earns less".

Also the axioms of the predicates that the construction makes itself, for numbers and comparisons.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.predications import Predication
from rte_baselines.logic.drs import DRS, Implication, Negation
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
from rte_baselines.logic.meaning.discourse import Discourse
from rte_baselines.logic.meaning.noun_phrases import LARGEST_COUNTED
from rte_baselines.logic.meaning.scopes import Scope
from rte_baselines.logic.problems import Axiom

_DEGREES = {"more": "more", "fewer": "less", "less": "less"}

_NUMBER = re.compile(r"(.*:)?at_least_(\d+)")
_COMPARISON = re.compile(r"(.*:)?(more|less|as)_(.+\.[ar])")
_RELATIVE = re.compile(r"(.*:)?as ([^:]+):([^:]+\.a)")
_X, _Y, _Z = (Variable(name) for name in "xyz")


@dataclass(frozen=True)
class Comparison:
    """What two individuals are compared by.

    Parameters
    ----------
    degree : {"more", "less"}
    subject, standard : int
        The positions of the phrases that are compared.
    measured : int or None
        The noun whose individuals are counted; None for an amount, as in "earns more".
    words : frozenset of int
        The positions of the words that express the comparison, without those of the standard.
    """

    degree: str
    subject: int
    standard: int
    measured: int | None
    words: frozenset[int]


def comparison_of(tree: DependencyTree, head: int, predication: Predication) -> Comparison | None:
    """Return the comparison of numbers or amounts that a clause is; None for other clauses.

    It is one if it has a subject, "more", "fewer" or "less" in its object or as its object, a
    phrase with "than", and nothing else.
    """
    subjects = [one.word for one in predication.of_function("subject")]
    below = [
        *tree.dependents(head),
        *(two for one in tree.dependents(head) for two in _of(tree, one)),
    ]
    degrees = [one for one in below if tree.norms[one] in _DEGREES and tree.tags[one] == "JJR"]
    standards = [one for one in below if _is_standard(tree, one)]
    if predication.kind != "verb" or len(subjects) != 1 or len(degrees) != 1 or len(standards) != 1:
        return None
    degree, standard = degrees[0], standards[0]
    objects = [one for one in tree.dependents(head, "obj") if one != degree]
    counted = [one for one in objects if tree.heads[degree] == one and tree.pos[one] == "NOUN"]
    if objects != counted or subjects[0] > head or tree.pos[standard] == "NUM":
        return None
    known = {subjects[0], degree, standard, *objects}
    if any(_rest(tree, one, known) for one in (head, *counted)):
        return None
    measured = counted[0] if counted else None
    said = frozenset({head, degree, *objects, *tree.dependents(standard, "case", "aux", "mark")})
    return Comparison(_DEGREES[tree.norms[degree]], subjects[0], standard, measured, said)


def _of(tree: DependencyTree, word: int) -> Sequence[int]:
    return [] if tree.is_in(word, "nsubj") else tree.dependents(word)


def _is_standard(tree: DependencyTree, word: int) -> bool:
    """Whether a noun stands behind "than", wherever "than" is attached: "less than Bob"."""
    is_noun = tree.pos[word] in ("NOUN", "PROPN", "PRON")
    before = min([word, *tree.dependents(word, "det", "amod", "nmod:poss", "advmod", "case")])
    markers = [*tree.dependents(word, "case", "mark"), *_fixed(tree, word)]
    is_behind = before > 0 and tree.norms[before - 1] == "than"
    return is_noun and (is_behind or any(tree.norms[one] == "than" for one in markers))


def _fixed(tree: DependencyTree, word: int) -> list[int]:
    return [two for one in tree.dependents(word, "advmod") for two in tree.dependents(one, "fixed")]


def _rest(tree: DependencyTree, head: int, known: set[int]) -> list[int]:
    """Return what else is below a word."""
    read = ("punct", "nsubj", "det", "mark", "aux", "cc", "conj")
    others = (one for one in tree.dependents(head) if one not in known)
    return [one for one in others if not tree.is_in(one, *read) and tree.norms[one] != "than"]


def say_comparison(
    discourse: Discourse,
    comparison: Comparison,
    lemma: str,
    pair: tuple[Variable, Variable],
    scope: Scope,
) -> None:
    """Say that somebody does more or less of something than somebody else.

    The comparison is an atom, such as ``more_sell_car.r(x, y)``. For an assertion of a pair,
    implications are added for the numbers in the snippet: if y sold at least two cars, x sold at
    least three.

    Parameters
    ----------
    discourse : Discourse
    comparison : Comparison
    lemma : str
        Of the verb.
    pair : (Variable, Variable)
        The subject and the standard of the comparison.
    scope : Scope
    """
    discourse.read(*comparison.words)
    measured = comparison.measured
    noun = "" if measured is None else discourse.tree.lemmas[measured]
    quality = f"{lemma}_{noun}" if noun else lemma
    scope.say(f"{comparison.degree}_{quality}.r", *pair)
    if noun and discourse.adds_implied_conditions(scope):
        more, less = pair if comparison.degree == "more" else pair[::-1]
        for number in (0, *discourse.quantifiers.numbers):
            premise = _at_least(discourse, number, lemma, noun, less)
            scope.add(Implication(premise, _at_least(discourse, number + 1, lemma, noun, more)))


def _at_least(discourse: Discourse, number: int, lemma: str, noun: str, subject: Variable) -> DRS:
    """Return that somebody does something to a number of individuals."""
    scope = Scope()
    is_counted = number <= LARGEST_COUNTED
    referents = [discourse.referents.new("x") for _ in range(number if is_counted else 1)]
    for later, referent in enumerate(referents):
        event = discourse.referents.new("e")
        scope.introduce(referent)
        scope.introduce(event)
        scope.say(f"{noun}.n", referent)
        scope.say(f"{lemma}.v", event)
        scope.relate("agent", event, subject)
        scope.relate("patient", event, referent)
        for earlier in referents[:later]:
            scope.add(Negation(DRS((), (Equal(earlier, referent),))))
    if not is_counted:
        scope.say(f"at_least_{number}", referents[0])
    return scope.drs()


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
