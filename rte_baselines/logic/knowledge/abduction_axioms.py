"""Axioms for the abduction of a pair: lexical chains, and rules for its nominals and appositions.

References
----------
Hodges, Clark, Fowler and Moldovan 2006, "Applying COGEX to recognize textual entailment", sections
4.1, 4.2, 5.3 and 6.1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.ragged import Ragged, offsets_of
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import Relation
from rte_baselines.lexicon.wordnet.entailment.chains import Chain, Chains
from rte_baselines.logic.formulas import (
    And,
    Atom,
    Constant,
    Exists,
    ForAll,
    Formula,
    Implies,
    Or,
    Predicate,
    Term,
    Variable,
    universally,
)
from rte_baselines.logic.knowledge.wordnet_axioms import NAME, WordPredicate, word_of
from rte_baselines.logic.logic_forms.forms import NOMINAL, AtomKind, FormAtom, LogicForm
from rte_baselines.logic.problems import Axiom

# The rules of longer nominals, such as lists that are parsed as one, would be of no use.
_MOST_MEMBERS = 8
_DESCRIBING: tuple[AtomKind, ...] = ("noun", "entity", "grouping", "modifier", "preposition")

_X, _Y, _Z, _E = (Variable(name) for name in "xyze")
_LONGEST_CHAIN = 2
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


def chain_axioms(
    text: Iterable[Predicate],
    hypothesis: Iterable[Predicate],
    penalties: Mapping[Relation, float],
) -> tuple[PenalizedAxiom, ...]:
    """Return axioms that lead from words of the text to words of the hypothesis that it lacks.

    There is one for each chain of at most two WordNet relations between any senses of two words,
    from the word of the text to that of the hypothesis: ``forall x (A(x) -> B(x))``. Verbs are
    predicates of an event or, as in logic forms, of an event, its subject and its object. A noun
    leads to a verb whose object it is, as in the paper: by ``forall x (region.n(x) -> exists e, y
    locate.v(e, y, x))``, or by ``forall x (region.n(x) -> exists e (locate.v(e) and patient(e,
    x)))``.

    What the paper leaves open:

    - *Chains*. If there are several chains between two words, the shortest is used; among equally
      short ones, a chain between early senses. Synonyms have a chain of length 0.
    - *Penalties*. The authors chose them "through empirical analysis", by the relations and the
      length. Here, a penalty is the sum of the penalties of the relations on the chain.
    - *Other parts of speech*, and chains from verbs to nouns. Both words are predicates of the same
      individual; for a verb, this is its event.

    Predicates of words are named as in `WordNetAxioms`. The penalties are those of each relation
    that a chain may have.
    """
    chains = _chains(wordnet_in_use(), tuple(sorted(penalties)))
    sources = _words(text)
    known = {word for word, _ in sources}
    targets = [target for target in _words(hypothesis) if target.word not in known]
    if not (sources and targets):
        return ()
    lengths = chains.lengths(*(_senses(chains.wordnet, side) for side in (sources, targets)))
    return tuple(
        _chain_axiom(chains, sources[column], targets[row], penalties)
        for row, column in np.argwhere(np.isfinite(lengths)).tolist()
        if sources[column].word.world == targets[row].word.world
    )


# Kept, as they read all of WordNet.
@lru_cache(maxsize=4)
def _chains(wordnet: WordNet, relations: tuple[Relation, ...]) -> Chains:
    return Chains(wordnet, Chain(relations, _LONGEST_CHAIN))


def _words(predicates: Iterable[Predicate]) -> list[_Word]:
    """Return the predicates that stand for words but not for names, by their names."""
    found = []
    for predicate in sorted(set(predicates)):
        word = word_of(predicate.name)
        if word is not None and word.ending != NAME:
            is_slotted = word.ending == "v" and predicate.arity == _SLOTS
            if predicate.arity == 1 or is_slotted:
                found.append(_Word(word, predicate.arity))
    return found


def _senses(wordnet: WordNet, words: Sequence[_Word]) -> Ragged:
    senses = [word.senses(wordnet) for word, _ in words]
    return Ragged(np.concatenate(senses), offsets_of(np.array([len(own) for own in senses])))


def _chain_axiom(
    chains: Chains, source: _Word, target: _Word, penalties: Mapping[Relation, float]
) -> PenalizedAxiom:
    """Return the axiom for the chain between two words, which must exist."""
    wordnet = chains.wordnet
    path = chains.path(source.word.senses(wordnet), target.word.senses(wordnet))
    assert path is not None
    antecedent = Atom(source.word.predicate, (_X, _Y, _Z)[: source.arity])
    axiom = Axiom(
        f"chain: {source.word.predicate} => {target.word.predicate}",
        universally(Implies(antecedent, _consequent(source, target))),
        f"{path.describe(wordnet)} (WordNet)",
    )
    return PenalizedAxiom(axiom, sum(penalties[step] for step in path.relations))


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


def decomposition_axioms(text: LogicForm, hypothesis: LogicForm) -> tuple[Axiom, ...]:
    """Return the axioms by which a part of a complex nominal stands for the whole.

    - What a noun of a complex nominal of the text says holds of the nominal: an "opinion poll" is a
      "poll", and, as the paper says, an "opinion" too. The same holds of coordinated nouns.
    - Each noun of a complex nominal of the hypothesis stands for the nominal: a "poll" of the text
      is the "opinion poll" of the hypothesis. The paper writes this axiom for the text's nominals,
      where it proves nothing more. For coordinated nouns, which it does not show, it is left out.

    All are unsound, so that their use has a penalty.
    """
    found: dict[str, Axiom] = {}
    for form, axiom_of in ((text, _decomposing), (hypothesis, _completing)):
        for group in form.atoms:
            if group.kind == "grouping" and len(group.atom.arguments) <= 1 + _MOST_MEMBERS:
                axiom = axiom_of(form, group)
                if axiom is not None:
                    found.setdefault(axiom.name, axiom)
    return tuple(found.values())


def apposition_axioms(text: LogicForm) -> tuple[Axiom, ...]:
    """Return the axioms that identify the noun phrases of an apposition in the text.

    For "Ghazi Yawar, a Sunni Muslim", whoever is Ghazi Yawar is a Sunni Muslim, and the other way
    round. A year right before a noun is the time of the noun's event: the "1998 election" is in
    1998. The logic form is grounded: other individuals in the description of a noun phrase remain
    constants of the text.
    """
    both_ways = [way for a, b in text.appositions for way in ((a, b), (b, a))]
    identifying = (_identifying(text, *way) for way in both_ways)
    axioms = [axiom for axiom in identifying if axiom is not None]
    for year, noun in text.years:
        axioms += _dating(text, year, noun)
    # Of equal ones, which repeated appositions give, one is enough.
    return tuple({axiom.name: axiom for axiom in axioms}.values())


def _decomposing(form: LogicForm, group: FormAtom) -> Axiom | None:
    """Return the axiom that the nouns of the members of a group also describe the group."""
    whole, *members = group.atom.arguments
    kinds: tuple[AtomKind, ...] = ("noun", "entity", "grouping")
    said = [atom for member in members for atom in form.about(member, *kinds)]
    nouns = _nouns_of(form, members)
    if not nouns:
        return None
    name = " ".join(map(_word, nouns))
    on_whole = [Atom(atom.predicate, (whole, *atom.arguments[1:])) for atom in said]
    rule = Implies(And(_lifted([*said, group.atom])), And(_lifted(on_whole)))
    return Axiom(
        f"decomposition: {name}",
        universally(rule),
        f"each noun of {name!r} describes the whole",
    )


def _completing(form: LogicForm, group: FormAtom) -> Axiom | None:
    """Return the axiom that each noun of a complex nominal implies the whole nominal."""
    members = group.atom.arguments[1:]
    nouns = _nouns_of(form, members)
    if group.atom.predicate != NOMINAL or len(nouns) < 2:
        return None
    name = " ".join(map(_word, nouns))
    part = Variable("x")
    any_noun = tuple(dict.fromkeys(Atom(noun.predicate, (part,)) for noun in nouns))
    every = Atom(NOMINAL, (part,) * len(group.atom.arguments))
    return Axiom(
        f"completion: {name}",
        ForAll((part,), Implies(Or(any_noun), And((*any_noun, every)))),
        f"a noun of {name!r} stands for the whole",
    )


def _nouns_of(form: LogicForm, members: Iterable[Term]) -> list[Atom]:
    return [atom for member in members for atom in form.about(member, "noun")]


def _identifying(text: LogicForm, first: Term, second: Term) -> Axiom | None:
    """Return the axiom that who or what is one noun phrase is the other one, too."""
    described = _description(text, first, "noun", "grouping")
    said = text.about(second, *_DESCRIBING)
    nouns = _nouns(_description(text, second, "noun", "grouping"))
    if not described or not said:
        return None
    members = {term for atom in said if atom.predicate == NOMINAL for term in atom.arguments[1:]}
    said += [atom for member in members for atom in text.about(member, "noun", "entity")]
    # The nouns of the nominal are new individuals, as in the paper.
    new = {term: Variable(f"new {term.name}") for term in sorted(members)}
    known = {term: Variable(f"the {term.name}") for atom in described for term in atom.arguments}
    body = And(_renamed(described, known))
    head = _renamed(_renamed(_renamed(said, {second: first}), new), known)
    conclusion = Exists(tuple(new.values()), And(head)) if new else And(head)
    names = [" ".join(map(_word, some)) for some in (_nouns(described), nouns)]
    return Axiom(
        f"apposition: {first.name} {second.name}",
        universally(Implies(body, conclusion)),
        f"{names[0]!r} is {names[1]!r}, which is beside it",
    )


def _dating(text: LogicForm, year: Term, noun: Term) -> Iterator[Axiom]:
    when, what = Variable("x"), Variable("y")
    relations = And((Atom("in.in", (what, when)), Atom("temporal.sr", (when, what))))
    for first, second in product(text.about(year, "noun"), text.about(noun, "noun")):
        body = And((Atom(first.predicate, (when,)), Atom(second.predicate, (what,))))
        rule = ForAll((when, what), Implies(body, relations))
        words = f"{_word(first)} {_word(second)}"
        yield Axiom(f"year: {words}", rule, f"the {words!r} is in {_word(first)}")


def _description(text: LogicForm, term: Term, *kinds: AtomKind) -> list[Atom]:
    """Return the atoms of a noun phrase that say which individual it is."""
    own = text.about(term, *kinds)
    members = [member for atom in own if atom.predicate == NOMINAL for member in atom.arguments[1:]]
    return [*_nouns_of(text, members), *own]


def _nouns(atoms: Iterable[Atom]) -> list[Atom]:
    return [atom for atom in atoms if len(atom.arguments) == 1]


def _word(atom: Atom) -> str:
    return atom.predicate.rpartition(".")[0]


def _renamed(atoms: Iterable[Atom], new: Mapping[Term, Term]) -> tuple[Atom, ...]:
    return tuple(
        Atom(atom.predicate, tuple(new.get(term, term) for term in atom.arguments))
        for atom in atoms
    )


def _lifted(atoms: list[Atom]) -> tuple[Atom, ...]:
    """Return atoms with variables in place of constants."""
    terms = {term for atom in atoms for term in atom.arguments if isinstance(term, Constant)}
    return _renamed(atoms, {term: Variable(term.name) for term in terms})
