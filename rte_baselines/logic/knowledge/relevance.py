"""The axioms that can matter for a problem."""

from collections import Counter
from collections.abc import Iterable

from rte_baselines.logic.formulas import (
    And,
    Atom,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Predicate,
    predicate_of,
    predicates_of,
)
from rte_baselines.logic.problems import Axiom


def relevant_axioms(axioms: Iterable[Axiom], predicates: Iterable[Predicate]) -> tuple[Axiom, ...]:
    """Return the axioms that may apply where some predicates occur.

    An implication applies if each predicate of its antecedent is one of these, or occurs in another
    axiom that applies. Any other axiom applies if one of its predicates does so. The remaining
    axioms cannot be part of a proof whose premises and goal have these predicates, unless the proof
    uses their contrapositives. The predicates are those of the premises and of the goal.
    """
    every = {axiom.name: axiom for axiom in axioms}
    remaining = dict(every)
    known = set(predicates)
    while new := [a for a in remaining.values() if _applies(a.formula, known)]:
        for axiom in new:
            del remaining[axiom.name]
            known |= predicates_of(axiom.formula)
    return tuple(axiom for name, axiom in every.items() if name not in remaining)


def _applies(formula: Formula, known: set[Predicate]) -> bool:
    body = formula
    while isinstance(body, ForAll):
        body = body.body
    if isinstance(body, Implies):
        needed = _conjoined(body.antecedent)
        if needed is not None:
            return needed <= known
    return bool(predicates_of(formula) & known) or not predicates_of(formula)


def _conjoined(formula: Formula) -> set[Predicate] | None:
    """Return the predicates of a conjunction of atoms; None for another formula."""
    match formula:
        case Atom():
            return {predicate_of(formula)}
        case Exists(_, body):
            return _conjoined(body)
        case And(parts):
            found = [_conjoined(part) for part in parts]
            known = [part for part in found if part is not None]
            return set().union(*known) if len(known) == len(found) else None
    return None


def useful_axioms(axioms: Iterable[Axiom], predicates: Iterable[Predicate]) -> tuple[Axiom, ...]:
    """Return the axioms whose conclusions may matter where some predicates occur.

    An implication is left out if its conclusion has a predicate that occurs nowhere else: neither
    among those given nor in another axiom that is kept. So no event of having is introduced where
    nothing else is said of having. An equivalence is left out if one of its sides has such a
    predicate.
    """
    kept = list(axioms)
    known = set(predicates)
    while True:
        counts = Counter(p for axiom in kept for p in predicates_of(axiom.formula))
        useful = [
            axiom
            for axiom in kept
            if all(p in known or counts[p] > 1 for p in _concluded(axiom.formula))
        ]
        if len(useful) == len(kept):
            return tuple(kept)
        kept = useful


def _concluded(formula: Formula) -> frozenset[Predicate]:
    """Return the predicates that a formula concludes; empty if it is not an implication."""
    match formula:
        case ForAll(_, body):
            return _concluded(body)
        case Implies(_, consequent):
            return predicates_of(consequent)
        case Iff():
            return predicates_of(formula)
    return frozenset()
