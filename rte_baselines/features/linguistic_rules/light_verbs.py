"""The third call of the syntactic-semantic sub-module: light verbs."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from rte_baselines.features.linguistic_rules.matching import (
    SIMILAR,
    Match,
    Pairing,
    pairings,
    similarity_of_words,
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
    """Whether the predicate is a listed light verb or "be born"."""
    return clause.predication.lemma in classes_of("light_verbs.txt") or is_birth(clause)


def is_birth(clause: Clause) -> bool:
    """Whether the predicate is "be born": "bear" without a subject."""
    return clause.predication.lemma == _BEAR and not any(
        structure.function == "subj" for structure in clause.structures
    )


def light_verb(text: Snippet, hypothesis: Snippet, target: Clause) -> Iterator[Match]:
    """Third call: a light verb, all of whose arguments are related in the text.

    They are related by a verb of the same class, by an apposition, by any verb with the same
    location, or because one modifies the other: "the singer Ann Berg" entails that Ann Berg is a
    singer, "a house in Oslo" that the house is in Oslo, "Ann's house" that she has a house. "Be
    born" requires a word for birth in the text.
    """
    essential = [
        structure for structure in target.structures if structure.relation not in ("neg", "adj")
    ]
    if not is_light(target) or not essential:
        return
    if is_birth(target) and not _OF_BIRTH & set(text.tree.lemmas):
        return
    for clause in text.clauses:
        if _is_substitute(clause, target):
            candidates = (*clause.structures, *_nested_locations(text, clause))
            pairs = pairings(text, hypothesis, candidates, essential, fit=_fits)
            if _is_complete(pairs, essential):
                yield _match(text, clause, target, clause.predication.word, pairs, essential)
    yield from _modifying(text, hypothesis, target, essential)


def _is_substitute(clause: Clause, target: Clause) -> bool:
    """Whether a clause of the text may express the meaning of a light verb."""
    if is_birth(target) or any(map(_is_location, target.structures)):
        return True
    classes = classes_of("light_verbs.txt")
    lemmas = clause.predication.lemma, target.predication.lemma
    return classes.get(lemmas[0]) == classes[lemmas[1]]


def _nested_locations(text: Snippet, clause: Clause) -> Iterator[Structure]:
    """Yield the locations of a clause's locations, such as Oslo for "in a park in Oslo"."""
    for structure in clause.structures:
        if structure.role == "location":
            modifiers = text.modifiers_of(structure.dependent)
            yield from (modifier for modifier in modifiers if modifier.role == "location")


def _fits(text: Structure, hypothesis: Structure) -> bool:
    """Whether roles are compatible: locations and times need the same role or marker."""
    if {"location", "temporal"} & {text.role, hypothesis.role}:
        has_same_marker = bool(text.marker) and text.marker == hypothesis.marker
        return text.role == hypothesis.role or has_same_marker
    return True


def _is_location(structure: Structure) -> bool:
    """Whether a structure is a location, or an attribute such as "in Oslo"."""
    is_attribute = structure.function == "xcomp" and bool(structure.marker)
    return structure.role == "location" or is_attribute


def _is_complete(pairs: Sequence[Pairing], essential: Sequence[Structure]) -> bool:
    """Whether each structure is paired with a different word, one of them identical."""
    distinct = {pairing.text_word for pairing in pairs}
    is_any_equal = any(pairing.similarity == "identical" for pairing in pairs)
    return len(distinct) == len(pairs) == len(essential) and is_any_equal


def _modifying(
    text: Snippet, hypothesis: Snippet, target: Clause, essential: Sequence[Structure]
) -> Iterator[Match]:
    """Yield the nouns of the text with a modifier that expresses the light verb's meaning."""
    if len(essential) != 2:
        return
    for modifier in text.modifiers:
        for noun, complement in permutations(essential):
            if not _is_same_relation(modifier, noun, complement, target):
                continue
            words = ((noun, modifier.governor), (complement, modifier.dependent))
            pairs = tuple(
                Pairing(modifier, structure, word, kind)
                for structure, word in words
                if (kind := similarity_of_words(text, word, hypothesis, structure.dependent))
                in SIMILAR
                and kind is not None
            )
            if _is_complete(pairs, essential):
                yield _match(text, None, target, None, pairs, essential)


def _is_same_relation(
    modifier: Structure, noun: Structure, complement: Structure, target: Clause
) -> bool:
    """Whether a modifier relates two arguments as the light verb does."""
    if _is_location(complement):
        return modifier.role == "location" or modifier.marker == complement.marker
    kind = classes_of("light_verbs.txt").get(target.predication.lemma)
    if kind == "possessive":
        return noun.function == "obj" and modifier.marker in _OWNING
    if complement.marker or noun.marker:
        return modifier.marker == complement.marker
    return kind == "copulative" and not modifier.marker


def _match(
    text: Snippet,
    clause: Clause | None,
    target: Clause,
    predicate: int | None,
    pairs: tuple[Pairing, ...],
    essential: Sequence[Structure],
) -> Match:
    return Match(
        rule=RULE,
        text=clause,
        hypothesis=target,
        text_predicate=predicate,
        pairings=pairs,
        weight=weight("identical", pairs, essential),
    )
