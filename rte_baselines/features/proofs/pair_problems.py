"""What is to be proved of a pair, its text entails or contradicts its hypothesis, and from what."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import warn_once
from rte_baselines.logic.drs import DRS, to_formula
from rte_baselines.logic.formulas import (
    FALSE,
    Atom,
    Constant,
    Equal,
    Exists,
    Formula,
    Predicate,
    Term,
    bound,
    predicates_of,
    subformulas,
    substitute,
    universally,
)
from rte_baselines.logic.knowledge.axiom_files import (
    caption_axioms,
    generic_axioms,
    relation_axioms,
)
from rte_baselines.logic.knowledge.geography import geography_axioms, unasserted_place_axioms
from rte_baselines.logic.knowledge.wordnet_axioms import WordNetAxioms
from rte_baselines.logic.meaning import interpret_pair
from rte_baselines.logic.meaning.comparisons import axioms_of_closed_words
from rte_baselines.logic.problems import Axiom, Problem, relevant_axioms, useful_axioms

LONGEST_TEXT, LONGEST_HYPOTHESIS = 400, 200
"""The maximum number of conditions of a text, and of a hypothesis."""

TEXT, HYPOTHESIS = "the text", "the hypothesis"
"""The names of these premises."""


@dataclass(frozen=True)
class Background:
    """The sources of axioms of background knowledge, as in `Proofs`; None for no WordNet."""

    wordnet: WordNetAxioms | None
    generic: bool
    relations: bool
    geography: bool
    captions: bool
    own: tuple[Axiom, ...] = ()

    def axioms(
        self, predicates: Iterable[Predicate], persons: Container[str] = ()
    ) -> tuple[Axiom, ...]:
        """Return the axioms that are relevant to the predicates of a pair.

        `persons`: the names of persons among these predicates; they get no axioms about places.
        """
        occurring = frozenset(predicates)
        rules = self._rules(occurring, persons)
        words = self._words(occurring, rules)
        return useful_axioms(relevant_axioms((*rules, *words), occurring), occurring)

    def _words(self, occurring: frozenset[Predicate], rules: Sequence[Axiom]) -> Iterable[Axiom]:
        """Return the axioms of WordNet, also those that relate the words of rules to others."""
        if self.wordnet is None:
            return ()
        known = occurring.union(*(predicates_of(rule.formula) for rule in rules))
        # Words of rules are not ambiguous: they are meant in their first sense.
        by_first = replace(self.wordnet, senses="first").axioms(known)
        return {a.name: a for a in (*self.wordnet.axioms(occurring), *by_first)}.values()

    def _rules(self, occurring: frozenset[Predicate], persons: Container[str]) -> tuple[Axiom, ...]:
        """Return all axioms but those of WordNet."""
        rules = [*self.own]
        if self.generic:
            rules += (*generic_axioms(), *unasserted_place_axioms(occurring))
        if self.relations:
            rules += relation_axioms()
        if self.geography:
            rules += geography_axioms(known for known in occurring if known.name not in persons)
        if self.captions:
            rules += caption_axioms(occurring)
        # Generic axioms and those for captions have some about places in common.
        distinct: dict[Formula, Axiom] = {}
        for rule in rules:
            distinct.setdefault(rule.formula, rule)
        return tuple(distinct.values())


@dataclass(frozen=True)
class PairProblems:
    """The two problems of a pair.

    `entailment`: its goal is the hypothesis, its premises are the text and background knowledge.
    `contradiction`: its goal is falsehood, its premises are text, hypothesis and background
    knowledge. `not_understood`, `goal_not_understood`: phrases of both; see `PairMeaning`.
    """

    entailment: Problem
    contradiction: Problem
    not_understood: tuple[str, ...] = ()
    goal_not_understood: tuple[str, ...] = ()


def problems_of(
    text: Analysis, hypothesis: Analysis, background: Background
) -> PairProblems | None:
    """Return the problems of a pair; None if the hypothesis says nothing or too much.

    If a text has too many conditions, those at its end are left out, which makes it weaker. Each
    atom and each equation counts as a condition.
    """
    meaning = interpret_pair(text, hypothesis)
    # After a parser error, a condition can use a referent that its structure does not introduce.
    # Such a free variable is bound existentially in premises, which makes them weaker, and
    # universally in the goal, which makes it stronger.
    goal = universally(to_formula(meaning.goal))
    length = _count(goal)
    if length > LONGEST_HYPOTHESIS:
        too_long = f"more than {LONGEST_HYPOTHESIS} conditions"
        warn_once(f"proofs: nothing is proved of a hypothesis with {too_long}")
        return None
    if not length:
        return None
    whole, together = meaning.text, meaning.together
    kept = _first_conditions(whole, LONGEST_TEXT)
    if len(kept.conditions) < len(whole.conditions):
        warn_once(f"proofs: a text is cut after {LONGEST_TEXT} conditions")
    text_conditions = set(whole.conditions)
    added = DRS((), tuple(c for c in together.conditions if c not in text_conditions))
    # Referents of both are constants, so that text and hypothesis are premises of their own.
    names = {referent: Constant(referent.name) for referent in together.referents}
    premise, other = (bound(Exists, substitute(to_formula(drs), names)) for drs in (kept, added))
    said = (premise, goal, other)
    occurring = frozenset[Predicate]().union(*map(predicates_of, said))
    axioms = (*axioms_of_closed_words(said), *background.axioms(occurring, _persons(said)))
    presupposed = tuple(_presuppositions(meaning.presupposed))
    text_axiom = Axiom(TEXT, premise, TEXT)
    hypothesis_axiom = Axiom(HYPOTHESIS, other, HYPOTHESIS)
    return PairProblems(
        Problem((text_axiom, *presupposed, *axioms), goal),
        Problem((text_axiom, hypothesis_axiom, *axioms), FALSE),
        meaning.not_understood,
        meaning.goal_not_understood,
    )


def _persons(formulas: Iterable[Formula]) -> set[str]:
    """Return the names, among the predicates, of individuals that are persons or have several."""
    predicates: defaultdict[Term, set[str]] = defaultdict(set)
    for formula in formulas:
        for part in subformulas(formula):
            if isinstance(part, Atom) and len(part.arguments) == 1:
                predicates[part.arguments[0]].add(part.predicate)
    persons: set[str] = set()
    for names in predicates.values():
        own = {name for name in names if name.endswith(".name")}
        if "person.n" in names or len(own) > 1:
            persons |= own
    return persons


def _presuppositions(presupposed: Iterable[DRS]) -> Iterator[Axiom]:
    """Yield axioms that the individuals exist which a hypothesis presupposes."""
    for number, formula in enumerate(dict.fromkeys(map(to_formula, presupposed)), 1):
        if _count(formula):
            yield Axiom(f"presupposition {number}", formula, "the hypothesis presupposes it")


def _first_conditions(drs: DRS, most: int) -> DRS:
    """Return a structure with its first conditions, at most `most` atoms and equations in all."""
    kept = []
    remaining = most
    for condition in drs.conditions:
        remaining -= _count(to_formula(DRS((), (condition,))))
        if remaining < 0:
            break
        kept.append(condition)
    # All referents remain: conditions that are left out say nothing of them.
    return DRS((), tuple(kept))


def _count(formula: Formula) -> int:
    return sum(isinstance(part, Atom | Equal) for part in subformulas(formula))
