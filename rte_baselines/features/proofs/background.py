"""The axioms of background knowledge for the words of a pair."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from rte_baselines.logic.formulas import Formula, Predicate, predicates_of
from rte_baselines.logic.knowledge.axiom_files import (
    caption_axioms,
    generic_axioms,
    relation_axioms,
)
from rte_baselines.logic.knowledge.geography import geography_axioms, unasserted_place_axioms
from rte_baselines.logic.knowledge.wordnet_axioms import WordNetAxioms
from rte_baselines.logic.problems import Axiom, relevant_axioms, useful_axioms


@dataclass(frozen=True)
class Background:
    """The sources of axioms of background knowledge.

    Parameters
    ----------
    wordnet : WordNetAxioms or None
        None for no axioms of WordNet.
    generic : bool
        Whether there are generic axioms; see `generic_axioms`.
    relations : bool
        Whether there are axioms about prepositions and compounds; see `relation_axioms`.
    geography : bool
        Whether there are axioms about places; see `geography_axioms`.
    captions : bool
        Whether there are axioms for captions; see `caption_axioms`.
    own : tuple of Axiom
        Further axioms.
    """

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

        Parameters
        ----------
        predicates : iterable of Predicate
            The predicates of the text and of the hypothesis.
        persons : container of str
            The names of persons among these predicates; they get no axioms about places.
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
            rules += geography_axioms(one for one in occurring if one.name not in persons)
        if self.captions:
            rules += caption_axioms(occurring)
        # Generic axioms and those for captions have some about places in common.
        distinct: dict[Formula, Axiom] = {}
        for rule in rules:
            distinct.setdefault(rule.formula, rule)
        return tuple(distinct.values())
