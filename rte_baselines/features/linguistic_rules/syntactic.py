"""The syntactic-semantic sub-module: five calls, from the same predicate to one like it.

What the paper leaves open:

- *What the hypothesis may have besides*. The first call finds all its arguments; the others
  ask for no more than they say.
- *Nominalizations* are of the second call (see `nominalizations`). Where the paper falls back
  on edit distance, WordNet's derivations are all there is here.
- *Light verbs* are left to the third call: "be" alone is no predicate to have in common.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from rte_baselines.features.linguistic_rules import light_verbs
from rte_baselines.features.linguistic_rules.light_verbs import is_light, light_verb
from rte_baselines.features.linguistic_rules.likeness import Likeness
from rte_baselines.features.linguistic_rules.matching import (
    EQUAL,
    SIMILAR,
    Match,
    Pairing,
    are_opposite_predicates,
    focus,
    likeness_of_predicates,
    pairings,
    same_head,
    weight,
)
from rte_baselines.features.linguistic_rules.nominalizations import nominalizations
from rte_baselines.features.linguistic_rules.structures import Clause, Snippet

SAME_PREDICATE = "same predicate"
SIMILAR_PREDICATE = "similar predicate"
SAME_ADJUNCT = "same adjunct"
SYNONYMOUS_PREDICATE = "synonymous predicate"

Call = Callable[[Snippet, Snippet, Clause], Iterator[Match]]
"""Of text, hypothesis and the clause that the hypothesis is about."""


def same_predicate(text: Snippet, hypothesis: Snippet, wanted: Clause) -> Iterator[Match]:
    """First call: the same predicate with the same arguments, all that the hypothesis has."""
    for clause in _clauses(text, wanted):
        if likeness_of_predicates(text, clause, hypothesis, wanted) == "identical":
            found = pairings(text, hypothesis, clause.core, wanted.core, kinds=EQUAL)
            if found and len(found) == len(wanted.core):
                yield _match(SAME_PREDICATE, "identical", found, text, clause, hypothesis, wanted)


def similar_predicate(text: Snippet, hypothesis: Snippet, wanted: Clause) -> Iterator[Match]:
    """Second call: similar predicate and argument, and another argument that is identical.

    The predicate may be a noun that the verb is derived from, or an antonym, of which the
    checks will have their say.
    """
    for clause in _clauses(text, wanted):
        kind = likeness_of_predicates(text, clause, hypothesis, wanted)
        is_opposite = are_opposite_predicates(text, clause, hypothesis, wanted)
        found = pairings(text, hypothesis, clause.core, wanted.core)
        enough = len(wanted.core) if is_opposite else 2
        is_any_equal = any(pairing.likeness == "identical" for pairing in found)
        if (kind in SIMILAR or is_opposite) and len(found) >= enough and is_any_equal:
            yield _match(SIMILAR_PREDICATE, kind, found, text, clause, hypothesis, wanted)
    if not is_light(wanted):
        yield from nominalizations(SIMILAR_PREDICATE, text, hypothesis, wanted)


def same_adjunct(text: Snippet, hypothesis: Snippet, wanted: Clause) -> Iterator[Match]:
    """Fourth call: the same predicate and adjunct, and one argument or adjunct more."""
    for clause in _clauses(text, wanted):
        if likeness_of_predicates(text, clause, hypothesis, wanted) == "identical":
            adjuncts = pairings(text, hypothesis, clause.adjuncts, wanted.adjuncts, kinds=EQUAL)
            found = (*pairings(text, hypothesis, clause.core, wanted.core), *adjuncts)
            if adjuncts and len(found) > 1:
                yield _match(SAME_ADJUNCT, "identical", found, text, clause, hypothesis, wanted)


def synonymous_predicate(text: Snippet, hypothesis: Snippet, wanted: Clause) -> Iterator[Match]:
    """Fifth call: a synonym as predicate, with arguments, and a structure of another kind.

    The predicates must be "non antonyms, non negative polarity and be synonyms", and "at
    least another important identical non argument HD structure" has to be shared: an adjunct,
    or what modifies a noun.
    """
    for clause in _clauses(text, wanted):
        kind = likeness_of_predicates(text, clause, hypothesis, wanted)
        if kind in ("synonym", "more specific"):
            arguments = pairings(text, hypothesis, clause.core, wanted.core)
            others = _not_arguments(text, clause, hypothesis, wanted)
            if arguments and others:
                found = (*arguments, *others)
                yield _match(SYNONYMOUS_PREDICATE, kind, found, text, clause, hypothesis, wanted)


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
"""Those to which "quantitative measures are added to confirm the choice"."""


def syntactic(text: Snippet, hypothesis: Snippet, *, is_confirmed: bool) -> Iterator[Match]:
    """Yield what the calls find, in their order.

    Parameters
    ----------
    text, hypothesis : Snippet
    is_confirmed : bool
        Whether the quantitative measure confirms what the last three calls find.
    """
    wanted = focus(hypothesis)
    if wanted is None:
        return
    for name, call in CALLS.items():
        if is_confirmed or name not in CONFIRMED:
            yield from call(text, hypothesis, wanted)


def _clauses(text: Snippet, wanted: Clause) -> tuple[Clause, ...]:
    """Return the clauses of the text to compare with one that is no light verb's."""
    return () if is_light(wanted) else text.clauses


def _not_arguments(
    text: Snippet, clause: Clause, hypothesis: Snippet, wanted: Clause
) -> tuple[Pairing, ...]:
    """Return the identical structures that are adjuncts, or modify nouns."""
    adjuncts = pairings(text, hypothesis, clause.adjuncts, wanted.adjuncts, kinds=EQUAL)
    of_nouns = pairings(
        text, hypothesis, text.modifiers, hypothesis.modifiers, kinds=EQUAL, fit=same_head
    )
    return (*adjuncts, *of_nouns)


def _match(
    rule: str,
    kind: Likeness | None,
    found: tuple[Pairing, ...],
    text: Snippet,
    clause: Clause,
    hypothesis: Snippet,
    wanted: Clause,
) -> Match:
    """Return a match, with whatever else of the hypothesis's clause the text's clause has."""
    structures = [one for one in wanted.structures if one.relation != "neg"]
    paired = {pairing.hypothesis for pairing in found}
    missing = [one for one in structures if one not in paired]
    found = (*found, *pairings(text, hypothesis, clause.structures, missing))
    in_clause = [pairing for pairing in found if pairing.hypothesis in structures]
    return Match(
        rule=rule,
        text=clause,
        hypothesis=wanted,
        text_predicate=clause.predication.word,
        pairings=found,
        weight=weight(kind, in_clause, structures),
        are_opposites=are_opposite_predicates(text, clause, hypothesis, wanted),
    )
