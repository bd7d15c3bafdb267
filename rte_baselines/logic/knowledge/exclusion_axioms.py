"""Axioms that distinguish individuals, so that a model has all the individuals of a text."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS
from rte_baselines.logic.formulas import Atom, ForAll, Implies, Not, Predicate, Variable
from rte_baselines.logic.knowledge.word_predicates import WordPredicate, word_of
from rte_baselines.logic.knowledge.wordnet_axioms import WordNetAxioms
from rte_baselines.logic.problems import Axiom

_X = Variable("x")
_EVENTUALITIES = ("event.n.01", "state.n.02", "process.n.06")


def exclusion_axioms(predicates: Iterable[Predicate]) -> tuple[Axiom, ...]:
    """Return axioms of the form ``forall x (A(x) -> not B(x))`` between words.

    If a word has several senses, the first is used.

    - Words below sisters exclude each other: bos2006, section 3.4, and `WordNetAxioms`.
    - Verbs are said of events, and nouns are not, unless they are below event, state or process in
      WordNet. The paper's axioms have a predicate for events.

    The axioms are not sound: a father may be a doctor. Without them, one individual could stand for
    everything in a text, and the smallest model would have only that one.

    Parameters
    ----------
    predicates : iterable of Predicate
        Of the text and of the hypothesis.
    """
    known = tuple(predicates)
    of_wordnet = WordNetAxioms("first", sisters=True, persons=True).axioms(known)
    sisters = (axiom for axiom in of_wordnet if _is_exclusion(axiom))
    return (*sisters, *_of_events(wordnet_in_use(), known))


def _of_events(wordnet: WordNet, predicates: Iterable[Predicate]) -> Iterator[Axiom]:
    names = sorted({predicate.name for predicate in predicates if predicate.arity == 1})
    words = [word for name in names if (word := word_of(name)) is not None]
    nouns = [word for word in words if word.ending == "n" and not _is_event(wordnet, word)]
    for verb in words:
        if verb.ending == "v":
            yield from (_different(verb, noun) for noun in nouns if noun.world == verb.world)


def _is_event(wordnet: WordNet, noun: WordPredicate) -> bool:
    """Whether a noun may be a predicate of events; True for nouns that WordNet lacks."""
    synsets = wordnet.sense_synsets[noun.senses(wordnet)[:1]].tolist()
    return all(_is_eventuality(wordnet, synset) for synset in synsets)


@lru_cache(maxsize=KEPT_WORDS)
def _is_eventuality(wordnet: WordNet, synset: int) -> bool:
    if wordnet.name(synset) in _EVENTUALITIES:
        return True
    above = wordnet.related(synset, *HYPERNYMS).tolist()
    return any(_is_eventuality(wordnet, other) for other in above)


def _different(verb: WordPredicate, noun: WordPredicate) -> Axiom:
    excluded = Implies(Atom(verb.predicate, (_X,)), Not(Atom(noun.predicate, (_X,))))
    return Axiom(
        f"event: {verb.predicate} => ~ {noun.predicate}",
        ForAll((_X,), excluded),
        f"to {verb.lemma} is an event, and {noun.lemma} is not an event (WordNet)",
    )


def _is_exclusion(axiom: Axiom) -> bool:
    match axiom.formula:
        case ForAll(_, Implies(_, Not())):
            return True
    return False
