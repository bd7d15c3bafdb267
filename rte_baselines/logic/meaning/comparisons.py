"""Comparisons of numbers and amounts: "Ann sold more cars than Bob", "Ann earns less than Bob"."""

from collections.abc import Sequence
from dataclasses import dataclass

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.predications import Predication
from rte_baselines.logic.drs import DRS, Implication, Negation
from rte_baselines.logic.formulas import Equal, Variable
from rte_baselines.logic.meaning.discourse import Discourse
from rte_baselines.logic.meaning.noun_phrases import LARGEST_COUNTED
from rte_baselines.logic.meaning.scopes import Scope

_DEGREES = {"more": "more", "fewer": "less", "less": "less"}


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
