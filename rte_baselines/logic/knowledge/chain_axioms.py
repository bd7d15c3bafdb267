"""Axioms from lexical chains, with penalties for abduction.

References
----------
Hodges, Clark, Fowler and Moldovan 2006, "Applying COGEX to recognize textual entailment", sections
4.1 and 6.1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.ragged import Ragged, offsets_of
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import Relation
from rte_baselines.lexicon.wordnet.entailment.chains import Chain, Chains
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

_X, _Y, _Z, _E = (Variable(name) for name in "xyze")
_SLOTS = 3
"""The number of arguments of a verb with slots: the event, its subject and its object."""


class _Word(NamedTuple):
    """A word, and the number of arguments of its predicate."""

    word: WordPredicate
    arity: int


class PenalizedAxiom(NamedTuple):
    """An axiom, and the penalty for its use in a proof; see `rte_baselines.logic.abduction`."""

    axiom: Axiom
    penalty: float


@dataclass(frozen=True)
class ChainAxioms:
    """Axioms that lead from words of the text to other words of the hypothesis.

    There is one for each chain of WordNet relations between any senses of two words, from the
    word of the text to that of the hypothesis: ``forall x (A(x) -> B(x))``. Verbs are predicates
    of an event or, as in logic forms, of an event, its subject and its object. A noun leads to a
    verb whose object it is, as in the paper: by ``forall x (region.n(x) -> exists e, y
    locate.v(e, y, x))``, or by ``forall x (region.n(x) -> exists e (locate.v(e) and patient(e,
    x)))``.

    What the paper leaves open:

    - *Chains*. If there are several chains between two words, the shortest is used; among equally
      short ones, a chain between early senses. Synonyms have a chain of length 0.
    - *Penalties*. The authors chose them "through empirical analysis", by the relations and the
      length. Here, a penalty is the sum of the penalties of the relations on the chain.
    - *Other parts of speech*, and chains from verbs to nouns. Both words are predicates of the same
      individual; for a verb, this is its event.

    Parameters
    ----------
    penalties : mapping of Relation to float
        The penalty of each relation that a chain may have.
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
            The predicates; those of words are named as in `WordNetAxioms`.
        """
        chains = _chains(wordnet_in_use(), tuple(sorted(self.penalties)), self.longest)
        sources = _words(text)
        known = {word for word, _ in sources}
        targets = [one for one in _words(hypothesis) if one.word not in known]
        if not (sources and targets):
            return ()
        lengths = chains.lengths(*(_senses(chains.wordnet, side) for side in (sources, targets)))
        return tuple(
            self._axiom(chains, sources[column], targets[row])
            for row, column in np.argwhere(np.isfinite(lengths)).tolist()
            if sources[column].word.world == targets[row].word.world
        )

    def _axiom(self, chains: Chains, source: _Word, target: _Word) -> PenalizedAxiom:
        """Return the axiom for the chain between two words, which must exist."""
        wordnet = chains.wordnet
        path = chains.path(source.word.senses(wordnet), target.word.senses(wordnet))
        assert path is not None
        axiom = Axiom(
            f"chain: {source.word.predicate} => {target.word.predicate}",
            _implication(source, target),
            f"{path.describe(wordnet)} (WordNet)",
        )
        return PenalizedAxiom(axiom, sum(self.penalties[step] for step in path.relations))


def _words(predicates: Iterable[Predicate]) -> list[_Word]:
    """Return the predicates that stand for words but not for names, by their names."""
    words = [
        _Word(word, predicate.arity)
        for predicate in sorted(set(predicates))
        if (word := word_of(predicate.name)) is not None
    ]
    return [
        one
        for one in words
        if one.word.ending != NAME and one.arity in (1, _SLOTS if one.word.ending == "v" else 1)
    ]


def _senses(wordnet: WordNet, words: Sequence[_Word]) -> Ragged:
    senses = [one.word.senses(wordnet) for one in words]
    return Ragged(np.concatenate(senses), offsets_of(np.array([len(own) for own in senses])))


def _implication(source: _Word, target: _Word) -> Formula:
    variables = (_X, _Y, _Z)[: source.arity]
    antecedent = Atom(source.word.predicate, variables)
    return ForAll(variables, Implies(antecedent, _consequent(source, target)))


def _consequent(source: _Word, target: _Word) -> Formula:
    predicate = target.word.predicate
    if target.arity == _SLOTS:
        if source.arity == _SLOTS:
            return Atom(predicate, (_X, _Y, _Z))
        if source.word.ending == "n":
            return Exists((_E, _Y), Atom(predicate, (_E, _Y, _X)))
        return Exists((_Y, _Z), Atom(predicate, (_X, _Y, _Z)))
    if source.arity == 1 and (source.word.ending, target.word.ending) == ("n", "v"):
        return Exists((_E,), And((Atom(predicate, (_E,)), Atom("patient", (_E, _X)))))
    return Atom(predicate, (_X,))


# Cached here and not in the object, whose chains read all of WordNet.
@lru_cache(maxsize=4)
def _chains(wordnet: WordNet, relations: tuple[Relation, ...], longest: int) -> Chains:
    return Chains(wordnet, Chain(relations, longest))
