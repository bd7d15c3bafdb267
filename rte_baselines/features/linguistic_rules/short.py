"""The hybrid sub-module for short snippets: structures and lexical items, both matched."""

from collections.abc import Iterator

from rte_baselines.features.linguistic_rules.likeness import GRADES
from rte_baselines.features.linguistic_rules.matching import (
    SIMILAR,
    Match,
    Pairing,
    focus,
    likeness_of_words,
)
from rte_baselines.features.linguistic_rules.structures import Clause, Snippet, Structure

RULE = "hybrid, short"

MOST_STRUCTURES = 3
"""What a short hypothesis has at most: "3 or less HD structures" (section 4.2)."""


def is_short(hypothesis: Snippet) -> bool:
    """Whether a hypothesis has so few structures that a stricter check is due."""
    return len(_structures(hypothesis)) <= MOST_STRUCTURES


def hybrid(text: Snippet, hypothesis: Snippet) -> Iterator[Match]:
    """Yield a match if a short hypothesis has all its structures in the text.

    "Hybrid (partially heuristic) rules are tried in which both structures and lexical items
    are matched" (section 4.1). Head and dependent of each structure must have their like in
    one structure of the text, in whatever relation; the relations of a verb and a verbal noun
    are not the same.
    """
    structures = _structures(hypothesis)
    if not structures or not is_short(hypothesis):
        return
    found = [_best(text, hypothesis, structure) for structure in structures]
    pairings = tuple(pairing for pairing in found if pairing is not None)
    if len(pairings) < len(structures):
        return
    wanted = focus(hypothesis)
    predicate = _predicate(pairings, wanted)
    yield Match(
        rule=RULE,
        text=next((one for one in text.clauses if one.predication.word == predicate), None),
        hypothesis=wanted,
        text_predicate=predicate,
        pairings=pairings,
        weight=sum(GRADES[pairing.likeness] for pairing in pairings) / len(pairings),
    )


def _structures(hypothesis: Snippet) -> list[Structure]:
    return [structure for structure in hypothesis.structures if structure.relation != "neg"]


def _best(text: Snippet, hypothesis: Snippet, wanted: Structure) -> Pairing | None:
    """Return the structure of the text whose head and dependent are both like those wanted."""
    alike = []
    for one in text.structures:
        head = likeness_of_words(text, one.governor, hypothesis, wanted.governor)
        dependent = likeness_of_words(text, one.dependent, hypothesis, wanted.dependent)
        if head in SIMILAR and dependent is not None and dependent in SIMILAR:
            alike.append(Pairing(one, wanted, one.dependent, dependent))
    return max(alike, key=lambda pairing: GRADES[pairing.likeness], default=None)


def _predicate(pairings: tuple[Pairing, ...], wanted: Clause | None) -> int | None:
    """Return the word of the text that stands for the hypothesis's predicate."""
    if wanted is None:
        return None
    of_predicate = (
        pairing.text.governor
        for pairing in pairings
        if pairing.hypothesis.governor == wanted.predication.word
    )
    return next(of_predicate, None)
