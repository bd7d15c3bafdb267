"""The third call of the syntactic-semantic sub-module: verbs that say little."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from rte_baselines.features.linguistic_rules.matching import (
    SIMILAR,
    Match,
    Pairing,
    likeness_of_words,
    pairings,
    weight,
)
from rte_baselines.features.linguistic_rules.structures import (
    GENITIVE,
    Clause,
    Snippet,
    Structure,
)
from rte_baselines.features.linguistic_rules.word_lists import classes_of

RULE = "light verb"

_BEAR = "bear"
_OF_BIRTH = frozenset({_BEAR, "birth", "native", "birthplace"})
_OWNING = frozenset({GENITIVE, "of", "with"})


def is_light(clause: Clause) -> bool:
    """Whether a verb is on the list, or is "be born"."""
    return clause.predication.lemma in classes_of("light_verbs.txt") or is_birth(clause)


def is_birth(clause: Clause) -> bool:
    """Whether somebody is born, and nobody bears anything."""
    return clause.predication.lemma == _BEAR and not any(
        structure.function == "subj" for structure in clause.structures
    )


def light_verb(text: Snippet, hypothesis: Snippet, wanted: Clause) -> Iterator[Match]:
    """Third call: a light verb, all of whose arguments are related in the text.

    Either by a verb of its class, by an apposition, by any verb that has the same location, or
    by one modifying the other: "the singer Ann Berg" is one, "a house in Oslo" is there, and
    "Ann's house" is what she has. "Be born" needs a birth in the text.
    """
    essential = [one for one in wanted.structures if one.relation not in ("neg", "adj")]
    if not is_light(wanted) or not essential:
        return
    if is_birth(wanted) and not _OF_BIRTH & set(text.tree.lemmas):
        return
    for clause in text.clauses:
        if _may_stand_for(clause, wanted):
            candidates = (*clause.structures, *_places_of_places(text, clause))
            found = pairings(text, hypothesis, candidates, essential, fit=_fits)
            if _is_complete(found, essential):
                yield _match(text, clause, wanted, clause.predication.word, found, essential)
    yield from _modifying(text, hypothesis, wanted, essential)


def _may_stand_for(clause: Clause, wanted: Clause) -> bool:
    """Whether a clause of the text may say what a light verb does."""
    if is_birth(wanted) or any(_says_where(one) for one in wanted.structures):
        return True
    classes = classes_of("light_verbs.txt")
    lemmas = clause.predication.lemma, wanted.predication.lemma
    return classes.get(lemmas[0]) == classes[lemmas[1]]


def _places_of_places(text: Snippet, clause: Clause) -> Iterator[Structure]:
    """Yield where the places of a clause are: Oslo, of what is in a park in Oslo."""
    for structure in clause.structures:
        if structure.role == "location":
            modifiers = text.modifiers_of(structure.dependent)
            yield from (one for one in modifiers if one.role == "location")


def _fits(text: Structure, hypothesis: Structure) -> bool:
    """Whether locations and times stand for each other, and anything else for anything else."""
    if {"location", "temporal"} & {text.role, hypothesis.role}:
        has_same_marker = bool(text.marker) and text.marker == hypothesis.marker
        return text.role == hypothesis.role or has_same_marker
    return True


def _says_where(structure: Structure) -> bool:
    """Whether a structure is a location, or an attribute such as "in Oslo"."""
    is_attribute = structure.function == "xcomp" and bool(structure.marker)
    return structure.role == "location" or is_attribute


def _is_complete(found: Sequence[Pairing], essential: Sequence[Structure]) -> bool:
    """Whether all that is wanted is found, one thing for each, and one of it identical."""
    distinct = {pairing.text_word for pairing in found}
    is_any_equal = any(pairing.likeness == "identical" for pairing in found)
    return len(distinct) == len(found) == len(essential) and is_any_equal


def _modifying(
    text: Snippet, hypothesis: Snippet, wanted: Clause, essential: Sequence[Structure]
) -> Iterator[Match]:
    """Yield the nouns of the text of which a modifier says what the light verb does."""
    if len(essential) != 2:
        return
    for modifier in text.modifiers:
        for noun, other in permutations(essential):
            if not _says(modifier, noun, other, wanted):
                continue
            words = ((noun, modifier.governor), (other, modifier.dependent))
            found = tuple(
                Pairing(modifier, structure, word, kind)
                for structure, word in words
                if (kind := likeness_of_words(text, word, hypothesis, structure.dependent))
                in SIMILAR
                and kind is not None
            )
            if _is_complete(found, essential):
                yield _match(text, None, wanted, None, found, essential)


def _says(modifier: Structure, noun: Structure, other: Structure, wanted: Clause) -> bool:
    """Whether a modifier of one argument is related to it as the light verb relates the two."""
    if _says_where(other):
        return modifier.role == "location" or modifier.marker == other.marker
    kind = classes_of("light_verbs.txt").get(wanted.predication.lemma)
    if kind == "possessive":
        return noun.function == "obj" and modifier.marker in _OWNING
    if other.marker or noun.marker:
        return modifier.marker == other.marker
    return kind == "copulative" and not modifier.marker


def _match(
    text: Snippet,
    clause: Clause | None,
    wanted: Clause,
    predicate: int | None,
    found: tuple[Pairing, ...],
    essential: Sequence[Structure],
) -> Match:
    return Match(
        rule=RULE,
        text=clause,
        hypothesis=wanted,
        text_predicate=predicate,
        pairings=found,
        weight=weight("identical", found, essential),
    )
