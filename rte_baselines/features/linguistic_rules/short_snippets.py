"""The hybrid sub-module for short snippets, which matches structures and lexical items."""

from collections.abc import Iterator

from rte_baselines.features.linguistic_rules.matching import (
    SIMILAR,
    Match,
    Pairing,
    focus,
    similarity_of_words,
)
from rte_baselines.features.linguistic_rules.structures import Clause, Snippet, Structure
from rte_baselines.features.linguistic_rules.word_relations import GRADES

RULE = "hybrid, short"

MOST_STRUCTURES = 3
"""The most structures of a short hypothesis: "3 or less HD structures" (section 4.2)."""


def is_short(hypothesis: Snippet) -> bool:
    """Whether a hypothesis has so few structures that the stricter check applies."""
    return len(_structures(hypothesis)) <= MOST_STRUCTURES


def hybrid(text: Snippet, hypothesis: Snippet) -> Iterator[Match]:
    """Yield a match if all structures of a short hypothesis have a counterpart in the text.

    "Hybrid (partially heuristic) rules are tried in which both structures and lexical items
    are matched" (section 4.1). Head and dependent of each structure must be similar to those of
    one structure of the text. Relations are not compared, because verbs and verbal nouns have
    different ones.
    """
    structures = _structures(hypothesis)
    if not structures or not is_short(hypothesis):
        return
    best = [_best(text, hypothesis, structure) for structure in structures]
    pairings = tuple(pairing for pairing in best if pairing is not None)
    if len(pairings) < len(structures):
        return
    target = focus(hypothesis)
    predicate = _predicate(pairings, target)
    yield Match(
        rule=RULE,
        text=next((each for each in text.clauses if each.predication.word == predicate), None),
        hypothesis=target,
        text_predicate=predicate,
        pairings=pairings,
        weight=sum(GRADES[pairing.similarity] for pairing in pairings) / len(pairings),
    )


def _structures(hypothesis: Snippet) -> list[Structure]:
    return [structure for structure in hypothesis.structures if structure.relation != "neg"]


def _best(text: Snippet, hypothesis: Snippet, target: Structure) -> Pairing | None:
    """Pair a structure with the text's structure whose head and dependent are most similar."""
    similar = []
    for structure in text.structures:
        head = similarity_of_words(text, structure.governor, hypothesis, target.governor)
        dependent = similarity_of_words(text, structure.dependent, hypothesis, target.dependent)
        if head in SIMILAR and dependent is not None and dependent in SIMILAR:
            similar.append(Pairing(structure, target, structure.dependent, dependent))
    return max(similar, key=lambda pairing: GRADES[pairing.similarity], default=None)


def _predicate(pairings: tuple[Pairing, ...], target: Clause | None) -> int | None:
    """Return the word of the text that matches the hypothesis's predicate."""
    if target is None:
        return None
    of_predicate = (
        pairing.text.governor
        for pairing in pairings
        if pairing.hypothesis.governor == target.predication.word
    )
    return next(of_predicate, None)
