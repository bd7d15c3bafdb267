"""The syntactic-semantic sub-module: five calls, from identical to synonymous predicates.

What the paper leaves open:

- *Further structures of the hypothesis*. The first call requires all arguments to match; the
  others require only what their definitions mention.
- *Nominalizations* belong to the second call (see `nominalizations`). The paper falls back on
  edit distance; here only WordNet's derivations are used.
- *Light verbs* are left to the third call: "be" alone is not a common predicate.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from rte_baselines.features.linguistic_rules import light_verbs
from rte_baselines.features.linguistic_rules.light_verbs import is_light, light_verb
from rte_baselines.features.linguistic_rules.matching import (
    EQUAL,
    SIMILAR,
    Fits,
    Match,
    Pairing,
    are_opposite_predicates,
    focus,
    pairings,
    same_head,
    similarity_of_predicates,
    similarity_of_words,
    weight,
)
from rte_baselines.features.linguistic_rules.structures import (
    GENITIVE,
    Clause,
    Snippet,
    Structure,
)
from rte_baselines.features.linguistic_rules.word_relations import Similarity

SAME_PREDICATE = "same predicate"
SIMILAR_PREDICATE = "similar predicate"
SAME_ADJUNCT = "same adjunct"
SYNONYMOUS_PREDICATE = "synonymous predicate"

Call = Callable[[Snippet, Snippet, Clause], Iterator[Match]]
"""A function of text, hypothesis and the hypothesis's clause to match."""

_DERIVED: Similarity = "derived"
_OF_SUBJECT = frozenset({"", GENITIVE, "by", "from"})
_OF_OBJECT = frozenset({"", GENITIVE, "of", "against", "on", "in"})


def nominalizations(
    rule: str, text: Snippet, hypothesis: Snippet, target: Clause
) -> Iterator[Match]:
    """Yield the nouns of the text that express the hypothesis's verb with their modifiers.

    Possessors and nouns before the noun may match the subject or the object of the verb, "by"
    the subject, "of" the object or the subject of a verb without an object. "To" matches
    neither: "a 5-4 loss to the Dodgers" is not a loss of the Dodgers (example 46).

    Parameters
    ----------
    rule : str
        The rule that the matches belong to.
    text, hypothesis : Snippet
    target : Clause
        The clause of the hypothesis.
    """
    has_object = any(argument.function == "obj" for argument in target.core)
    for noun in sorted({modifier.governor for modifier in text.modifiers}):
        kind = similarity_of_words(text, noun, hypothesis, target.predication.word)
        if kind != _DERIVED:
            continue
        modifiers = text.modifiers_of(noun)
        pairs = pairings(
            text, hypothesis, modifiers, target.core, fit=_standing_for(has_object=has_object)
        )
        is_any_equal = any(pairing.similarity == "identical" for pairing in pairs)
        if is_any_equal and len({pairing.text for pairing in pairs}) == len(target.core):
            weighed = weight(kind, pairs, target.structures)
            yield Match(rule, None, target, noun, pairs, weighed)


def _standing_for(*, has_object: bool) -> Fits:
    """Return which modifiers of a noun can match the arguments of its verb."""
    of_subject = _OF_SUBJECT if has_object else _OF_SUBJECT | {"of"}

    def fits(modifier: Structure, argument: Structure) -> bool:
        if argument.function == "obj":
            return modifier.marker in _OF_OBJECT
        if argument.function == "subj":
            return modifier.marker in of_subject
        return modifier.marker == argument.marker

    return fits


def same_predicate(text: Snippet, hypothesis: Snippet, target: Clause) -> Iterator[Match]:
    """First call: the same predicate and all arguments of the hypothesis."""
    for clause in _clauses(text, target):
        if similarity_of_predicates(text, clause, hypothesis, target) == "identical":
            pairs = pairings(text, hypothesis, clause.core, target.core, kinds=EQUAL)
            if pairs and len(pairs) == len(target.core):
                yield _match(SAME_PREDICATE, "identical", pairs, text, clause, hypothesis, target)


def similar_predicate(text: Snippet, hypothesis: Snippet, target: Clause) -> Iterator[Match]:
    """Second call: a similar predicate, a similar argument and an identical argument.

    The predicate may be a noun that the verb is derived from. It may also be an antonym, which
    the consistency checks evaluate later.
    """
    for clause in _clauses(text, target):
        kind = similarity_of_predicates(text, clause, hypothesis, target)
        is_opposite = are_opposite_predicates(text, clause, hypothesis, target)
        pairs = pairings(text, hypothesis, clause.core, target.core)
        enough = len(target.core) if is_opposite else 2
        is_any_equal = any(pairing.similarity == "identical" for pairing in pairs)
        if (kind in SIMILAR or is_opposite) and len(pairs) >= enough and is_any_equal:
            yield _match(SIMILAR_PREDICATE, kind, pairs, text, clause, hypothesis, target)
    if not is_light(target):
        yield from nominalizations(SIMILAR_PREDICATE, text, hypothesis, target)


def same_adjunct(text: Snippet, hypothesis: Snippet, target: Clause) -> Iterator[Match]:
    """Fourth call: the same predicate and adjunct, and one further argument or adjunct."""
    for clause in _clauses(text, target):
        if similarity_of_predicates(text, clause, hypothesis, target) == "identical":
            adjuncts = pairings(text, hypothesis, clause.adjuncts, target.adjuncts, kinds=EQUAL)
            pairs = (*pairings(text, hypothesis, clause.core, target.core), *adjuncts)
            if adjuncts and len(pairs) > 1:
                yield _match(SAME_ADJUNCT, "identical", pairs, text, clause, hypothesis, target)


def synonymous_predicate(text: Snippet, hypothesis: Snippet, target: Clause) -> Iterator[Match]:
    """Fifth call: a synonymous predicate, an argument, and an identical adjunct or modifier.

    The predicates must be "non antonyms, non negative polarity and be synonyms", and "at
    least another important identical non argument HD structure" must be shared: an adjunct or
    a modifier of a noun.
    """
    for clause in _clauses(text, target):
        kind = similarity_of_predicates(text, clause, hypothesis, target)
        if kind in ("synonym", "more specific"):
            arguments = pairings(text, hypothesis, clause.core, target.core)
            others = _not_arguments(text, clause, hypothesis, target)
            if arguments and others:
                pairs = (*arguments, *others)
                yield _match(SYNONYMOUS_PREDICATE, kind, pairs, text, clause, hypothesis, target)


CALLS: Mapping[str, Call] = MappingProxyType(
    {
        SAME_PREDICATE: same_predicate,
        SIMILAR_PREDICATE: similar_predicate,
        light_verbs.RULE: light_verb,
        SAME_ADJUNCT: same_adjunct,
        SYNONYMOUS_PREDICATE: synonymous_predicate,
    }
)
"""The five calls by name, in their order."""

CONFIRMED = frozenset({light_verbs.RULE, SAME_ADJUNCT, SYNONYMOUS_PREDICATE})
"""The calls to which "quantitative measures are added to confirm the choice"."""


def syntactic(text: Snippet, hypothesis: Snippet, *, is_confirmed: bool) -> Iterator[Match]:
    """Yield the matches of the calls, in their order.

    Parameters
    ----------
    text, hypothesis : Snippet
    is_confirmed : bool
        Whether the quantitative measure confirms what the last three calls find.
    """
    target = focus(hypothesis)
    if target is None:
        return
    for name, call in CALLS.items():
        if is_confirmed or name not in CONFIRMED:
            yield from call(text, hypothesis, target)


def _clauses(text: Snippet, target: Clause) -> tuple[Clause, ...]:
    """Return the text's clauses to compare; none if the hypothesis's clause has a light verb."""
    return () if is_light(target) else text.clauses


def _not_arguments(
    text: Snippet, clause: Clause, hypothesis: Snippet, target: Clause
) -> tuple[Pairing, ...]:
    """Pair the identical adjuncts and the identical modifiers of nouns."""
    adjuncts = pairings(text, hypothesis, clause.adjuncts, target.adjuncts, kinds=EQUAL)
    of_nouns = pairings(
        text, hypothesis, text.modifiers, hypothesis.modifiers, kinds=EQUAL, fit=same_head
    )
    return (*adjuncts, *of_nouns)


def _match(
    rule: str,
    kind: Similarity | None,
    pairs: tuple[Pairing, ...],
    text: Snippet,
    clause: Clause,
    hypothesis: Snippet,
    target: Clause,
) -> Match:
    """Return a match, extended by further pairs of structures of the two clauses."""
    structures = [structure for structure in target.structures if structure.relation != "neg"]
    paired = {pairing.hypothesis for pairing in pairs}
    missing = [structure for structure in structures if structure not in paired]
    pairs = (*pairs, *pairings(text, hypothesis, clause.structures, missing))
    in_clause = [pairing for pairing in pairs if pairing.hypothesis in structures]
    return Match(
        rule=rule,
        text=clause,
        hypothesis=target,
        text_predicate=clause.predication.word,
        pairings=pairs,
        weight=weight(kind, in_clause, structures),
        are_opposites=are_opposite_predicates(text, clause, hypothesis, target),
    )
