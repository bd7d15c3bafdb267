"""Axioms from lexical chains, with penalties for abduction.

References
----------
Hodges, Clark, Fowler and Moldovan 2006, "Applying COGEX to recognize textual entailment", sections
4.1 and 6.1.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rte_baselines.lexicon.wordnet.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.relations import Relation
from rte_baselines.logic.formulas import (
    And,
    Atom,
    Exists,
    ForAll,
    Formula,
    Implies,
    Predicate,
    Variable,
)
from rte_baselines.logic.knowledge.word_predicates import NAME, WordPredicate, word_of
from rte_baselines.logic.problems import Axiom

_X, _Y = Variable("x"), Variable("y")


class PenalizedAxiom(NamedTuple):
    """An axiom, and the penalty for its use in a proof; see `rte_baselines.logic.abduction`."""

    axiom: Axiom
    penalty: float


@dataclass(frozen=True)
class ChainAxioms:
    """Axioms that lead from words of the text to other words of the hypothesis.

    There is one for each chain of WordNet relations between any senses of two words, from the
    word of the text to that of the hypothesis: ``forall x (A(x) -> B(x))``. A noun leads to a
    verb by ``forall x (region.n(x) -> exists y (locate.v(y) and patient(y, x)))``, as in the
    paper.

    What the paper leaves open:

    - *Chains*. Of several between two words, the shortest counts, and of these one between early
      senses. Synonyms have a chain of length 0.
    - *Penalties*, which the authors chose "through empirical analysis", by the relations and the
      length: here the sum of those of the relations on the chain.
    - *From verbs to nouns*, and for other parts of speech, the two share their individual.

    Parameters
    ----------
    penalties : mapping of Relation to float
        Of each relation that a chain may have.
    longest : int
        The maximum number of relations on a chain; 2 in the paper.
    """

    penalties: Mapping[Relation, float]
    longest: int = 2

    def axioms(
        self, text: Iterable[Predicate], hypothesis: Iterable[Predicate]
    ) -> tuple[PenalizedAxiom, ...]:
        """Return the axioms for the words of the hypothesis that the text lacks.

        Parameters
        ----------
        text, hypothesis : iterable of Predicate
            Words are those of `WordNetAxioms`.

        Returns
        -------
        tuple of PenalizedAxiom

        Raises
        ------
        ResourceError
            If there is no WordNet, or it is damaged.
        """
        chains = _chains(wordnet_in_use(), tuple(sorted(self.penalties)), self.longest)
        known = list(_words(text))
        found = (
            axiom
            for target in _words(hypothesis)
            if target not in known
            for source in known
            if source.world == target.world
            for axiom in self._along(chains, source, target)
        )
        return tuple(found)

    def _along(
        self, chains: Chains, source: WordPredicate, target: WordPredicate
    ) -> Iterator[PenalizedAxiom]:
        """Yield the axiom for the chain between two words, if there is one."""
        wordnet = chains.wordnet
        path = chains.path(source.senses(wordnet), target.senses(wordnet))
        if path is not None:
            axiom = Axiom(
                f"chain: {source.predicate} => {target.predicate}",
                ForAll((_X,), Implies(Atom(source.predicate, (_X,)), _consequent(source, target))),
                f"{path.describe(wordnet)} (WordNet)",
            )
            yield PenalizedAxiom(axiom, sum(self.penalties[step] for step in path.relations))


def _words(predicates: Iterable[Predicate]) -> Iterator[WordPredicate]:
    for name in sorted({predicate.name for predicate in predicates if predicate.arity == 1}):
        word = word_of(name)
        if word is not None and word.ending != NAME:
            yield word


def _consequent(source: WordPredicate, target: WordPredicate) -> Formula:
    if (source.ending, target.ending) == ("n", "v"):
        return Exists((_Y,), And((Atom(target.predicate, (_Y,)), Atom("patient", (_Y, _X)))))
    return Atom(target.predicate, (_X,))


# Cached here and not in the object, whose chains read all of WordNet.
@lru_cache(maxsize=4)
def _chains(wordnet: WordNet, relations: tuple[Relation, ...], longest: int) -> Chains:
    return Chains(wordnet, Chain(relations, longest))
