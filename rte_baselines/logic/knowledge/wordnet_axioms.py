"""Axioms from WordNet: what words say of each other, and what distinguishes individuals in models.

References
----------
Bos and Markert 2006, "Recognising textual entailment with robust logical inference", section 3.4.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations, product
from typing import Literal, NamedTuple

import numpy as np

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS, Part, Relation
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import (
    antonym_pointers,
    are_exclusive,
    nominalizations,
    with_hypernyms,
)
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
from rte_baselines.logic.problems import Axiom

Senses = Literal["first", "first_to_any", "all"]
"""The senses of words that are not disambiguated; see `WordNetAxioms`."""

NAME = "name"
"""The ending of predicates that stand for names."""

_PARTS = {**{part.letter: part for part in Part}, NAME: Part.NOUN}
_X, _Y = Variable("x"), Variable("y")

_EVENTUALITIES = frozenset({"event.n.01", "state.n.02", "process.n.06"})


class WordPredicate(NamedTuple):
    """A predicate of one argument that stands for a word, such as ``possible:fly.v``.

    Its name consists of an optional prefix for words in the scope of a modal, which ends with a
    colon; the lemma; a dot; and WordNet's letter of the part of speech, or ``name``.
    """

    predicate: str
    world: str
    lemma: str
    ending: str

    def senses(self, wordnet: WordNet) -> IntArray:
        """Return the senses of the word, the most frequent first."""
        return wordnet.senses(self.lemma.lower().replace(" ", "_"), _PARTS[self.ending])


def word_of(predicate: str) -> WordPredicate | None:
    """Return the word that a predicate stands for, or None if it stands for none."""
    world, colon, plain = predicate.rpartition(":")
    lemma, _, ending = plain.rpartition(".")
    if not lemma or ending not in _PARTS:
        return None
    return WordPredicate(predicate, world + colon, lemma, ending)


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
    """

    senses: Senses = "first"
    instances: bool = False
    sisters: bool = False
    persons: bool = False

    def axioms(self, predicates: Iterable[Predicate]) -> tuple[Axiom, ...]:
        """Return the axioms between any two predicates of a pair, in the order of their names.

        Raises
        ------
        ResourceError
            If there is no WordNet, or it is damaged.
        """
        wordnet = wordnet_in_use()
        worlds: dict[str, list[_Word]] = {}
        for name in sorted({p.name for p in predicates if p.arity == 1}):
            word = word_of(name)
            if word is not None:
                worlds.setdefault(word.world, []).append(self._word(wordnet, word))
        found = (
            axiom
            for words in worlds.values()
            for first, second in permutations(words, 2)
            for axiom in self._between(first, second, words)
        )
        return tuple({axiom.name: axiom for axiom in found}.values())

    def _word(self, wordnet: WordNet, word: WordPredicate) -> "_Word":
        senses = word.senses(wordnet).tolist()
        synsets = wordnet.sense_synsets
        every = frozenset(int(synsets[sense]) for sense in senses)
        if word.ending == NAME:
            relation = Relation.INSTANCE_HYPERNYM
            senses = [s for s in senses if len(wordnet.related(int(synsets[s]), relation))]
        possible = senses[:1] if self.senses == "first" else senses
        meant = senses if self.senses == "all" else senses[:1]
        return _Word(
            wordnet,
            *word,
            tuple(possible),
            frozenset(int(synsets[sense]) for sense in possible),
            frozenset(int(synsets[sense]) for sense in meant),
            every,
        )

    def _between(
        self, first: "_Word", second: "_Word", words: Sequence["_Word"]
    ) -> Iterator[Axiom]:
        """Yield what the first of some words says of the second."""
        match first.ending, second.ending:
            case ("name", "n") if self.instances and second.synsets & first.above:
                yield _related(first, "=>", second, "is an instance of")
            case (part, same) if part == same != NAME:
                yield from self._of_same_part(first, second, words)
            case ("n", "v") if first.is_related(second, Relation.DERIVATION):
                yield from _of_nominalization(first, second)
            case ("r", "a") if first.is_related(second, Relation.PERTAINYM):
                yield _related(first, "<=>", second, "is derived from")

    def _of_same_part(
        self, first: "_Word", second: "_Word", words: Sequence["_Word"]
    ) -> Iterator[Axiom]:
        is_before = first.predicate < second.predicate
        if first.meant & second.synsets and second.meant & first.synsets:
            if is_before:
                yield _related(first, "<=>", second, "is a synonym of")
        elif first.meant & second.synsets:
            yield _related(first, "=>", second, "is a synonym of")
        elif second.synsets & first.above:
            yield _related(
                first, "=>", second, "is a kind of" if first.ending == "n" else "entails"
            )
        elif is_before and _are_antonyms(first, second):
            yield _related(first, "=> ~", second, "is an antonym of")
        elif is_before and self.sisters and self._are_disjoint(first, second, words):
            yield _related(first, "=> ~", second, "and", " are below sisters")

    def _are_disjoint(self, first: "_Word", second: "_Word", words: Sequence["_Word"]) -> bool:
        """Whether all senses of two words exclude each other, and no word is below both."""
        if not (first.synsets and second.synsets):
            return False
        if not self.persons and first.is_person and second.is_person:
            return False
        # A baby is a child in one sense, if not in the first of each.
        if first.kinds & second.every or second.kinds & first.every:
            return False
        senses = product(first.synsets, second.synsets)
        return all(are_exclusive(first.wordnet, *pair) for pair in senses) and not any(
            word.is_below(first) and word.is_below(second) for word in words
        )


@dataclass(frozen=True, eq=False)
class _Word:
    """A predicate, and the senses that it may have."""

    wordnet: WordNet
    predicate: str
    world: str
    lemma: str
    ending: str
    senses: tuple[int, ...]
    synsets: frozenset[int]
    meant: frozenset[int]
    """The synsets by which it implies other words."""
    every: frozenset[int]
    """The synsets of all senses that it has in WordNet."""

    @cached_property
    def above(self) -> frozenset[int]:
        """The synsets above the meant ones, by hypernyms and entailments."""
        return self._above(self.meant)

    @cached_property
    def kinds(self) -> frozenset[int]:
        """The synsets of all senses, and those above them."""
        return self.every | self._above(self.every)

    @property
    def is_person(self) -> bool:
        """Whether a sense is said of persons."""
        return self.ending == "n" and any(
            self.wordnet.lexicographer_file(synset) == "noun.person" for synset in self.synsets
        )

    def _above(self, synsets: frozenset[int]) -> frozenset[int]:
        found: set[int] = set()
        waiting = list(synsets)
        while waiting:
            next_above = self.wordnet.related(waiting.pop(), *HYPERNYMS, Relation.ENTAILMENT)
            new = set(next_above.tolist()) - found
            found |= new
            waiting.extend(new)
        return frozenset(found)

    def is_below(self, other: "_Word") -> bool:
        """Whether one of the meant senses is a sense of the other word, or below one."""
        return bool(other.synsets & (self.meant | self.above))

    def is_related(self, other: "_Word", relation: Relation) -> bool:
        """Whether one of the senses points to a sense of the other word."""
        return any(
            target in other.senses
            for sense in self.senses
            for target in self.wordnet.related_senses(sense, relation).tolist()
        )


def _are_antonyms(first: _Word, second: _Word) -> bool:
    """Whether words are antonyms or, for adjectives, an antonym of one is a synonym of the other.

    "Small" is an antonym of "large" and so excludes "big".
    """
    pairs = antonym_pointers(first.wordnet, np.array(first.senses, dtype=np.int64))
    if any(antonym in second.senses for _, antonym in pairs):
        return True
    excluded = {int(first.wordnet.sense_synsets[antonym]) for _, antonym in pairs}
    return first.ending == "a" and bool(excluded & second.synsets)


def _of_nominalization(noun: _Word, verb: _Word) -> Iterator[Axiom]:
    found = nominalizations(noun.lemma, first_sense=True)
    kinds = {kind for derived, kind in found if derived == verb.lemma}
    if "event" in kinds:
        yield _related(noun, "<=>", verb, "is the event of")
    elif "agent" in kinds:
        yield _related(noun, "is agent of", verb, "is the agent of")


def _related(first: _Word, sign: str, second: _Word, said: str, rest: str = "") -> Axiom:
    """Return the axiom of a sign between two words, with what it says of them."""
    left, right = Atom(first.predicate, (_X,)), Atom(second.predicate, (_X,))
    doing = And((Atom(second.predicate, (_Y,)), Atom("agent", (_Y, _X))))
    formulas: dict[str, Formula] = {
        "<=>": Iff(left, right),
        "=>": Implies(left, right),
        "=> ~": Implies(left, Not(right)),
        "is agent of": Implies(left, Exists((_Y,), doing)),
    }
    name = f"WordNet: {first.predicate} {sign} {second.predicate}"
    words = f"{first.lemma} {said} {second.lemma}{rest} (WordNet)"
    return Axiom(name, ForAll((_X,), formulas[sign]), words)


def exclusion_axioms(predicates: Iterable[Predicate]) -> tuple[Axiom, ...]:
    """Return axioms of the form ``forall x (A(x) -> not B(x))`` between words.

    If a word has several senses, the first is used.

    - Words below sisters exclude each other: bos2006, section 3.4, and `WordNetAxioms`.
    - Verbs are said of events, and nouns are not, unless they are below event, state or process in
      WordNet. The paper's axioms have a predicate for events.

    The axioms are not sound: a father may be a doctor. Without them, one individual could stand for
    everything in a text, and the smallest model would have only that one.
    """
    known = tuple(predicates)
    axioms = WordNetAxioms("first", sisters=True, persons=True).axioms(known)
    sisters = (axiom for axiom in axioms if " => ~ " in axiom.name)
    return (*sisters, *_of_events(wordnet_in_use(), known))


def _of_events(wordnet: WordNet, predicates: Iterable[Predicate]) -> Iterator[Axiom]:
    names = sorted({predicate.name for predicate in predicates if predicate.arity == 1})
    words = [word for name in names if (word := word_of(name)) is not None]
    # The first sense counts; nouns that WordNet lacks may be events.
    nouns = [
        word
        for word in words
        if word.ending == "n"
        for synset in wordnet.sense_synsets[word.senses(wordnet)[:1]].tolist()
        if not _is_eventuality(wordnet, synset)
    ]
    for verb, noun in product((word for word in words if word.ending == "v"), nouns):
        if noun.world == verb.world:
            excluded = Implies(Atom(verb.predicate, (_X,)), Not(Atom(noun.predicate, (_X,))))
            yield Axiom(
                f"event: {verb.predicate} => ~ {noun.predicate}",
                ForAll((_X,), excluded),
                f"to {verb.lemma} is an event, and {noun.lemma} is not an event (WordNet)",
            )


@lru_cache(maxsize=KEPT_WORDS)
def _is_eventuality(wordnet: WordNet, synset: int) -> bool:
    return not _EVENTUALITIES.isdisjoint(map(wordnet.name, with_hypernyms(wordnet, synset)))
