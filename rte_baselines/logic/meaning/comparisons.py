"""Comparisons of numbers and amounts, as "Ann sold more cars than Bob" and "Ann earns less".

Also the axioms of the predicates that the construction makes itself, for numbers and comparisons.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.predications import Predication
from rte_baselines.logic.drs import DRS, Implication
from rte_baselines.logic.formulas import (
    And,
    Atom,
    Equal,
    Formula,
    Iff,
    Implies,
    Not,
    Predicate,
    Variable,
    predicates_of,
    universally,
)
from rte_baselines.logic.meaning.discourse import Discourse, Scope, different
from rte_baselines.logic.meaning.noun_phrases import LARGEST_COUNTED
from rte_baselines.logic.problems import Axiom

_DEGREES = {"more": "more", "fewer": "less", "less": "less"}

_NUMBER = re.compile(r"(.*:)?at_least_(\d+)")
_COMPARISON = re.compile(r"(.*:)?(more|less|as)_(.+\.[ar])")
_RELATIVE = re.compile(r"(.*:)?as ([^:]+):([^:]+\.a)")
_X, _Y, _Z = (Variable(name) for name in "xyz")


@dataclass(frozen=True)
class Comparative:
    """What two individuals are compared by; the words are given by their positions."""

    degree: str
    """ "more" or "less"."""
    subject: int
    standard: int
    measured: int | None
    """The noun whose individuals are counted; None for an amount, as in "earns more"."""
    words: frozenset[int]
    """The words that express the comparison, without those of the standard."""


def comparison_of(tree: DependencyTree, head: int, predication: Predication) -> Comparative | None:
    """Return the comparison of numbers or amounts that a clause is; None for other clauses.

    It is one if it has a subject, "more", "fewer" or "less" in its object or as its object, a
    phrase with "than", and nothing else.
    """
    subjects = [argument.word for argument in predication.of_function("subject")]
    below = list(tree.dependents(head))
    for word in tree.dependents(head):
        if not tree.is_in(word, "nsubj"):
            below.extend(tree.dependents(word))
    degrees = [word for word in below if tree.norms[word] in _DEGREES and tree.tags[word] == "JJR"]
    standards = [word for word in below if _is_standard(tree, word)]
    if predication.kind != "verb" or len(subjects) != 1 or len(degrees) != 1 or len(standards) != 1:
        return None
    degree, standard = degrees[0], standards[0]
    objects = [word for word in tree.dependents(head, "obj") if word != degree]
    counted = [word for word in objects if tree.heads[degree] == word and tree.pos[word] == "NOUN"]
    if objects != counted or subjects[0] > head or tree.pos[standard] == "NUM":
        return None
    known = {subjects[0], degree, standard, *objects}
    if any(_rest(tree, word, known) for word in (head, *counted)):
        return None
    measured = counted[0] if counted else None
    said = frozenset({head, degree, *objects, *tree.dependents(standard, "case", "aux", "mark")})
    return Comparative(_DEGREES[tree.norms[degree]], subjects[0], standard, measured, said)


def _is_standard(tree: DependencyTree, word: int) -> bool:
    """Whether a noun stands behind "than", wherever "than" is attached: "less than Bob"."""
    is_noun = tree.pos[word] in ("NOUN", "PROPN", "PRON")
    before = min([word, *tree.dependents(word, "det", "amod", "nmod:poss", "advmod", "case")])
    markers = [*tree.dependents(word, "case", "mark")]
    for adverb in tree.dependents(word, "advmod"):
        markers.extend(tree.dependents(adverb, "fixed"))
    is_behind = before > 0 and tree.norms[before - 1] == "than"
    return is_noun and (is_behind or any(tree.norms[marker] == "than" for marker in markers))


def _rest(tree: DependencyTree, head: int, known: set[int]) -> list[int]:
    """Return what else is below a word."""
    read = ("punct", "nsubj", "det", "mark", "aux", "cc", "conj")
    others = (word for word in tree.dependents(head) if word not in known)
    return [word for word in others if not tree.is_in(word, *read) and tree.norms[word] != "than"]


def say_comparison(
    discourse: Discourse,
    comparison: Comparative,
    lemma: str,
    pair: tuple[Variable, Variable],
    scope: Scope,
) -> None:
    """Say that somebody does more or less of something than somebody else.

    The comparison is an atom, such as ``more_sell_car.r(x, y)``. For an assertion of a pair,
    implications are added for the numbers in the snippet: if y sold at least two cars, x sold at
    least three. The lemma is that of the verb, the pair the subject and the standard.
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
            scope.add(different(earlier, referent))
    if not is_counted:
        scope.say(f"at_least_{number}", referents[0])
    return scope.drs()


def axioms_of_closed_words(formulas: Iterable[Formula]) -> tuple[Axiom, ...]:
    """Return the axioms of the numbers and comparisons in some formulas, by their predicates.

    - A larger number includes a smaller one: at least seven are at least five. Both numbers are
      among those of the formulas.
    - "As tall as" means at least as tall; it is reflexive and transitive. "Taller than" excludes
      being at most as tall; "less tall than" is its converse. Whoever is as tall as somebody tall
      is tall.

    - A clever cook is clever, and a cook who is clever is a clever cook; but only if all adjectives
      of that kind in the formulas are about cooks, because a big mouse is not a big animal.

    Predicates with different prefixes are of different worlds, and related to their own only.
    """
    predicates = sorted(set[Predicate]().union(*map(predicates_of, formulas)))
    compared = dict.fromkeys(
        (match[1] or "", match[3])
        for predicate in predicates
        if predicate.arity == 2 and (match := _COMPARISON.fullmatch(predicate.name))
    )
    return (
        *_of_numbers(predicates),
        *(axiom for quality in compared for axiom in _of_quality(*quality)),
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
                universally(Implies(*(Atom(name, (_X,)) for name in names))),
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
        meaning = And((Atom(f"{prefix}{noun}.n", (_X,)), Atom(prefix + adjective, (_X,))))
        yield Axiom(
            f"{name}: relative to a noun",
            universally(Iff(Atom(name, (_X,)), meaning)),
            f"a {adjective.rpartition('.')[0]} {noun} is a {noun} that is so",
        )


def _of_quality(prefix: str, quality: str) -> Iterator[Axiom]:
    word = quality.rpartition(".")[0]

    def said(degree: str, *individuals: Variable) -> Atom:
        return Atom(f"{prefix}{degree}{quality}", individuals)

    more, less, as_much = (partial(said, degree) for degree in ("more_", "less_", "as_"))
    rules: tuple[tuple[str, Formula, str], ...] = (
        (
            "transitive",
            Implies(And((more(_X, _Y), as_much(_Y, _Z))), more(_X, _Z)),
            f"if X is more {word} than Y, and Y is as {word} as Z, X is more {word} than Z",
        ),
        (
            "transitive from the left",
            Implies(And((as_much(_X, _Y), more(_Y, _Z))), more(_X, _Z)),
            f"if X is as {word} as Y, and Y is more {word} than Z, X is more {word} than Z",
        ),
        (
            "as much transitive",
            Implies(And((as_much(_X, _Y), as_much(_Y, _Z))), as_much(_X, _Z)),
            f"if X is as {word} as Y, and Y is as {word} as Z, X is as {word} as Z",
        ),
        (
            "as much",
            Implies(more(_X, _Y), as_much(_X, _Y)),
            f"if X is more {word} than Y, X is as {word} as Y",
        ),
        (
            "strict",
            Implies(more(_X, _Y), Not(as_much(_Y, _X))),
            f"if X is more {word} than Y, Y is not as {word} as X",
        ),
        (
            "less",
            Iff(less(_X, _Y), more(_Y, _X)),
            f"less {word} is the converse of more {word}",
        ),
        (
            "reflexive",
            Implies(Equal(_X, _Y), as_much(_X, _Y)),
            f"everything is as {word} as itself",
        ),
        (
            "upward",
            Implies(And((as_much(_X, _Y), said("", _Y))), said("", _X)),
            f"if X is as {word} as Y, and Y is {word}, X is {word}",
        ),
    )
    for name, formula, words in rules:
        yield Axiom(f"{prefix}{quality}: {name}", universally(formula), words)
