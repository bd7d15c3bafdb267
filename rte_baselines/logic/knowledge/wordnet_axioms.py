"""Axioms from WordNet, for the words of a problem."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from types import MappingProxyType
from typing import Literal, TypeAlias

import numpy as np

from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS, Relation
from rte_baselines.lexicon.wordnet.entailment.antonymy import antonym_pointers, are_exclusive
from rte_baselines.lexicon.wordnet.entailment.nominalizations import nominalizations
from rte_baselines.logic.formulas import (
    And,
    Atom,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Predicate,
    Variable,
)
from rte_baselines.logic.knowledge.word_predicates import NAME, word_of
from rte_baselines.logic.problems import Axiom

ChosenSenses: TypeAlias = Mapping[str, Collection[int]]
"""Synsets by predicates such as ``dog.n``."""

Senses = Literal["first", "first_to_any", "all"]
"""The senses of words that are not disambiguated; see `WordNetAxioms`."""

_NO_CHOICE: ChosenSenses = MappingProxyType({})
_X, _Y = Variable("x"), Variable("y")


@dataclass(frozen=True)
class WordNetAxioms:
    """Axioms that relate the words of a problem to each other.

    Words are predicates of one argument. The name of a predicate is the lemma, a dot and WordNet's
    letter of the part of speech, as in ``dog.n``, ``bark.v``, ``big.a`` and ``quickly.r``; for
    names, it ends in ``name``, as in ``paris.name``. A prefix ends with a colon, as in
    ``possible:fly.v``. Only words with the same prefix are related to each other.

    ====================  ==========================================================================
    synonyms              ``forall x (A(x) <-> B(x))``, if they share a sense
    hyponyms              ``forall x (A(x) -> B(x))``, over any number of hypernyms; bos2006, 3.4
    entailed verbs        the same, also mixed with hypernyms
    antonyms              ``forall x (A(x) -> not B(x))``; of adjectives, also for synonyms of B
    derivation            an event and its verb, ``forall x (murder.n(x) <-> murder.v(x))``; an
                          agent, ``forall x (killer.n(x) -> exists y (kill.v(y) and agent(y, x)))``;
                          an adverb and its adjective
    instances             of names, ``forall x (clinton.name(x) -> president.n(x))``
    sisters               ``forall x (A(x) -> not B(x))``, if their senses are below sisters, which
                          have a direct hypernym in common, see `are_exclusive`, no sense of one
                          is a kind of the other, and no other word is below both A and B; bos2006,
                          3.4
    ====================  ==========================================================================

    Parameters
    ----------
    senses : {"first", "first_to_any", "all"}
        The senses of words that are not disambiguated. A relation between any senses of two words
        gives an axiom, but sisters must be disjoint in all senses. With "first_to_any", a word
        implies another one if its first sense implies any sense of the other: a dog is an animal
        and not a person, although some people are called dogs.
    instances : bool
        Whether names are related to what they are instances of.
    sisters : bool
        Whether words below sisters exclude each other.
    persons : bool
        Whether sisters that are said of persons exclude each other, too. Most do not: a father may
        be a doctor. Use it for models that must distinguish persons.

    References
    ----------
    Bos and Markert 2006, "Recognising textual entailment with robust logical inference", section
    3.4.
    """

    senses: Senses = "first"
    instances: bool = False
    sisters: bool = False
    persons: bool = False

    def axioms(
        self, predicates: Iterable[Predicate], chosen: ChosenSenses = _NO_CHOICE
    ) -> tuple[Axiom, ...]:
        """Return the axioms between any two of some predicates.

        Parameters
        ----------
        predicates : iterable of Predicate
            Of the text and of the hypothesis.
        chosen : mapping of str to collection of int, optional
            The synsets of disambiguated words, by their predicates without prefixes.

        Returns
        -------
        tuple of Axiom
            In the order of the predicates' names.

        Raises
        ------
        ResourceError
            If there is no WordNet, or it is damaged.
        """
        wordnet = wordnet_in_use()
        worlds: dict[str, list[_Word]] = {}
        for name in sorted({p.name for p in predicates if p.arity == 1}):
            word = self._word(wordnet, name, chosen)
            if word is not None:
                worlds.setdefault(word.world, []).append(word)
        found = (
            axiom
            for words in worlds.values()
            for first, second in permutations(words, 2)
            for axiom in self._between(first, second, words)
        )
        return tuple({axiom.name: axiom for axiom in found}.values())

    def _word(self, wordnet: WordNet, predicate: str, chosen: ChosenSenses) -> "_Word | None":
        word = word_of(predicate)
        if word is None:
            return None
        senses = word.senses(wordnet).tolist()
        every = tuple(senses)
        if word.ending == NAME:
            senses = [sense for sense in senses if _is_instance(wordnet, sense)]
        plain = predicate.removeprefix(word.world)
        if plain in chosen:
            synsets = wordnet.sense_synsets
            senses = [sense for sense in senses if int(synsets[sense]) in chosen[plain]]
        elif self.senses == "first":
            senses = senses[:1]
        is_chosen = plain in chosen or self.senses != "first_to_any"
        meant = senses if is_chosen else senses[:1]
        return _Word(wordnet, *word, tuple(senses), tuple(meant), every)

    def _between(
        self, first: "_Word", second: "_Word", words: Sequence["_Word"]
    ) -> Iterator[Axiom]:
        """Yield what the first of some words says of the second."""
        if NAME in (first.ending, second.ending):
            yield from self._of_name(first, second)
        elif first.ending == second.ending:
            yield from self._of_same_part(first, second, words)
        elif (first.ending, second.ending) == ("n", "v"):
            yield from _of_nominalization(first, second)
        elif (first.ending, second.ending) == ("r", "a"):
            yield from _of_adverb(first, second)

    def _of_name(self, name: "_Word", word: "_Word") -> Iterator[Axiom]:
        is_asked = self.instances and name.ending == NAME and word.ending == "n"
        if is_asked and word.synsets & name.above:
            yield _implication(name, word, f"{name.lemma} is an instance of {word.lemma}")

    def _of_same_part(
        self, first: "_Word", second: "_Word", words: Sequence["_Word"]
    ) -> Iterator[Axiom]:
        is_before = first.predicate < second.predicate
        synonyms = f"{first.lemma} is a synonym of {second.lemma}"
        is_synonym = first.is_synonym(second), second.is_synonym(first)
        if all(is_synonym):
            if is_before:
                yield _equivalence(first, second, synonyms)
        elif is_synonym[0]:
            yield _implication(first, second, synonyms)
        elif second.synsets & first.above:
            what = "is a kind of" if first.ending == "n" else "entails"
            yield _implication(first, second, f"{first.lemma} {what} {second.lemma}")
        elif is_before and _are_antonyms(first, second):
            yield _exclusion(first, second, f"{first.lemma} is an antonym of {second.lemma}")
        elif is_before and self.sisters and self._are_disjoint(first, second, words):
            yield _exclusion(first, second, f"{first.lemma} and {second.lemma} are below sisters")

    def _are_disjoint(self, first: "_Word", second: "_Word", words: Sequence["_Word"]) -> bool:
        are_persons = first.is_person and second.is_person
        return (self.persons or not are_persons) and _are_below_sisters(first, second, words)


@dataclass(frozen=True, eq=False)
class _Word:
    """A predicate, and the senses that it may have."""

    wordnet: WordNet
    predicate: str
    world: str
    lemma: str
    ending: str
    senses: tuple[int, ...]
    meant: tuple[int, ...]
    """The senses by which it implies other words."""
    every: tuple[int, ...]
    """All senses that it has in WordNet."""

    @cached_property
    def synsets(self) -> frozenset[int]:
        return self._synsets_of(self.senses)

    def _synsets_of(self, senses: tuple[int, ...]) -> frozenset[int]:
        return frozenset(int(self.wordnet.sense_synsets[sense]) for sense in senses)

    def is_synonym(self, other: "_Word") -> bool:
        """Whether one of the meant senses is a sense of the other word."""
        return bool(self._synsets_of(self.meant) & other.synsets)

    @cached_property
    def above(self) -> frozenset[int]:
        """The synsets above the meant senses, by hypernyms and entailments."""
        return self._above(self.meant)

    @cached_property
    def all_synsets(self) -> frozenset[int]:
        """The synsets of all senses."""
        return self._synsets_of(self.every)

    @cached_property
    def kinds(self) -> frozenset[int]:
        """The synsets of all senses, and those above them."""
        return self.all_synsets | self._above(self.every)

    @property
    def is_person(self) -> bool:
        """Whether a sense is said of persons."""
        return self.ending == "n" and any(
            self.wordnet.lexicographer_file(synset) == "noun.person" for synset in self.synsets
        )

    def _above(self, senses: tuple[int, ...]) -> frozenset[int]:
        found: set[int] = set()
        waiting = list(self._synsets_of(senses))
        while waiting:
            next_above = self.wordnet.related(waiting.pop(), *HYPERNYMS, Relation.ENTAILMENT)
            new = set(next_above.tolist()) - found
            found |= new
            waiting.extend(new)
        return frozenset(found)

    def is_below(self, other: "_Word") -> bool:
        """Whether one of the meant senses is a sense of the other word, or below one."""
        return bool(other.synsets & (self._synsets_of(self.meant) | self.above))

    def is_related(self, other: "_Word", relation: Relation) -> bool:
        """Whether one of the senses points to a sense of the other word."""
        return any(
            target in other.senses
            for sense in self.senses
            for target in self.wordnet.related_senses(sense, relation).tolist()
        )


def _is_instance(wordnet: WordNet, sense: int) -> bool:
    synset = int(wordnet.sense_synsets[sense])
    return bool(len(wordnet.related(synset, Relation.INSTANCE_HYPERNYM)))


def _are_antonyms(first: _Word, second: _Word) -> bool:
    """Whether words are antonyms or, for adjectives, an antonym of one is a synonym of the other.

    "Small" is an antonym of "large" and so excludes "big".
    """
    pairs = antonym_pointers(first.wordnet, np.array(first.senses, dtype=np.int64))
    if any(antonym in second.senses for _, antonym in pairs):
        return True
    excluded = {int(first.wordnet.sense_synsets[antonym]) for _, antonym in pairs}
    return first.ending == "a" and bool(excluded & second.synsets)


def _are_below_sisters(first: _Word, second: _Word, words: Sequence[_Word]) -> bool:
    """Whether all senses of two words exclude each other, and no word is below both."""
    if not first.synsets or not second.synsets:
        return False
    # A baby is a child in one sense, if not in the first of each.
    if any(one.kinds & other.all_synsets for one, other in _both(first, second)):
        return False
    wordnet = first.wordnet
    excluded = (
        are_exclusive(wordnet, one, other) for one in first.synsets for other in second.synsets
    )
    return all(excluded) and not any(
        word.is_below(first) and word.is_below(second) for word in words
    )


def _both(first: _Word, second: _Word) -> tuple[tuple[_Word, _Word], ...]:
    return (first, second), (second, first)


def _of_nominalization(noun: _Word, verb: _Word) -> Iterator[Axiom]:
    if not noun.is_related(verb, Relation.DERIVATION):
        return
    found = nominalizations(noun.lemma, first_sense=True)
    kinds = {kind for derived, kind in found if derived == verb.lemma}
    if "event" in kinds:
        yield _equivalence(noun, verb, f"{noun.lemma} is the event of {verb.lemma}")
    elif "agent" in kinds:
        doing = And((Atom(verb.predicate, (_Y,)), Atom("agent", (_Y, _X))))
        implied = Implies(Atom(noun.predicate, (_X,)), Exists((_Y,), doing))
        words = f"{noun.lemma} is the agent of {verb.lemma}"
        yield _axiom(noun, "is agent of", verb, implied, words)


def _of_adverb(adverb: _Word, adjective: _Word) -> Iterator[Axiom]:
    if adverb.is_related(adjective, Relation.PERTAINYM):
        words = f"{adverb.lemma} is derived from {adjective.lemma}"
        yield _equivalence(adverb, adjective, words)


def _equivalence(first: _Word, second: _Word, words: str) -> Axiom:
    return _axiom(first, "<=>", second, Iff(*_atoms(first, second)), words)


def _implication(first: _Word, second: _Word, words: str) -> Axiom:
    return _axiom(first, "=>", second, Implies(*_atoms(first, second)), words)


def _exclusion(first: _Word, second: _Word, words: str) -> Axiom:
    has, has_not = _atoms(first, second)
    return _axiom(first, "=> ~", second, Implies(has, Not(has_not)), words)


def _atoms(first: _Word, second: _Word) -> tuple[Atom, Atom]:
    return Atom(first.predicate, (_X,)), Atom(second.predicate, (_X,))


def _axiom(first: _Word, sign: str, second: _Word, formula: Formula, words: str) -> Axiom:
    name = f"WordNet: {first.predicate} {sign} {second.predicate}"
    return Axiom(name, ForAll((_X,), formula), f"{words} (WordNet)")
