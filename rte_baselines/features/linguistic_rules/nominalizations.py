"""Matches of the hypothesis's verb with a derived noun of the text, for the second call."""

from collections.abc import Iterator

from rte_baselines.features.linguistic_rules.matching import (
    Fits,
    Match,
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
from rte_baselines.features.linguistic_rules.word_relations import Similarity

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
