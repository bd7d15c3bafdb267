"""Nouns that the verb of the hypothesis is derived from, for the second call."""

from collections.abc import Iterator

from rte_baselines.features.linguistic_rules.likeness import Likeness
from rte_baselines.features.linguistic_rules.matching import (
    Fits,
    Match,
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

_DERIVED: Likeness = "derived"
_OF_SUBJECT = frozenset({"", GENITIVE, "by", "from"})
_OF_OBJECT = frozenset({"", GENITIVE, "of", "against", "on", "in"})


def nominalizations(
    rule: str, text: Snippet, hypothesis: Snippet, wanted: Clause
) -> Iterator[Match]:
    """Yield the nouns of the text that say with their modifiers what the hypothesis's verb does.

    What stands for the subject and the object of the verb may be a possessor or a noun before
    it for both, "by" for the subject, "of" for the object, or for the subject of a verb that
    has no object. "A 5-4 loss to the Dodgers" is none of theirs (example 46).

    Parameters
    ----------
    rule : str
        Whose matches these are.
    text, hypothesis : Snippet
    wanted : Clause
        Of the hypothesis.
    """
    has_object = any(one.function == "obj" for one in wanted.core)
    for noun in sorted({one.governor for one in text.modifiers}):
        kind = likeness_of_words(text, noun, hypothesis, wanted.predication.word)
        if kind != _DERIVED:
            continue
        modifiers = text.modifiers_of(noun)
        found = pairings(
            text, hypothesis, modifiers, wanted.core, fit=_standing_for(has_object=has_object)
        )
        is_any_equal = any(pairing.likeness == "identical" for pairing in found)
        if is_any_equal and len({pairing.text for pairing in found}) == len(wanted.core):
            weighed = weight(kind, found, wanted.structures)
            yield Match(rule, None, wanted, noun, found, weighed)


def _standing_for(*, has_object: bool) -> Fits:
    """Return which modifiers of a noun may stand for the arguments of its verb."""
    of_subject = _OF_SUBJECT if has_object else _OF_SUBJECT | {"of"}

    def fits(modifier: Structure, argument: Structure) -> bool:
        if argument.function == "obj":
            return modifier.marker in _OF_OBJECT
        if argument.function == "subj":
            return modifier.marker in of_subject
        return modifier.marker == argument.marker

    return fits
