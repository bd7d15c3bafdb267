"""Problems of provers and model builders, what these find out, and which axioms can matter."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import Literal, TypeAlias

from rte_baselines.logic.formulas import (
    And,
    Atom,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Predicate,
    free_variables,
    predicates_of,
    subformulas,
)
from rte_baselines.logic.models import FiniteModel

_MOST_SECONDS = 86_400
# With less, cvc5 and Z3 cannot prove anything.
_FEWEST_MEGABYTES = 128
_MOST_MEGABYTES = 2**20


@dataclass(frozen=True)
class Axiom:
    """A formula with a name, and with words for people."""

    name: str
    """Different for each premise of a problem."""
    formula: Formula
    """Without free variables."""
    words: str = ""
    """What the formula says and where it comes from, such as "a dog is an animal (WordNet)"."""

    def __post_init__(self) -> None:
        _check_closed(self.formula, f"premise {self.name!r}")


@dataclass(frozen=True)
class Problem:
    """The question whether premises entail a goal.

    Parameters
    ----------
    premises : tuple of Axiom
    goal : Formula
        Without free variables. `FALSE` asks whether the premises are inconsistent.

    Raises
    ------
    ValueError
        If two premises have the same name, or a variable is free.
    """

    premises: tuple[Axiom, ...]
    goal: Formula

    def __post_init__(self) -> None:
        _check_closed(self.goal, "the goal")
        counts = Counter(premise.name for premise in self.premises)
        repeated, count = max(counts.items(), key=itemgetter(1), default=("", 0))
        if count > 1:
            raise ValueError(f"two premises are named {repeated!r}; expected different names")


def _check_closed(formula: Formula, where: str) -> None:
    free = free_variables(formula)
    if free:
        raise ValueError(f"{where}: the variable {min(free).name!r} is free; expected a quantifier")


@dataclass(frozen=True)
class Limits:
    """How much an engine may use for a problem.

    Parameters
    ----------
    seconds : float
        Processor time, so that the answer does not depend on what else runs on the machine. Above
        0, and at most a day.
    megabytes : int
        Memory of the process (its address space), from 128, with which solvers just start, to
        1,048,576.

    Raises
    ------
    ValueError
        If one of them is not in its range; the message begins with its name.
    """

    seconds: float = 5.0
    megabytes: int = 2048

    def __post_init__(self) -> None:
        if not 0 < self.seconds <= _MOST_SECONDS:
            raise ValueError(
                f"seconds: {self.seconds!r} is not above 0 and at most {_MOST_SECONDS:,} (a day)"
            )
        if not _FEWEST_MEGABYTES <= self.megabytes <= _MOST_MEGABYTES:
            raise ValueError(
                f"megabytes: {self.megabytes!r} is not from {_FEWEST_MEGABYTES} to "
                f"{_MOST_MEGABYTES:,}"
            )


@dataclass(frozen=True)
class Proof:
    """The premises entail the goal."""

    used: tuple[str, ...]
    """Names of premises that entail the goal on their own, in their order; see `minimized`."""
    uses_goal: bool = True
    """False if these premises are inconsistent, and so entail any goal."""


@dataclass(frozen=True)
class CounterModel:
    """The premises do not entail the goal: they are true in this model, and the goal is false."""

    model: FiniteModel


@dataclass(frozen=True)
class Saturation:
    """The premises do not entail the goal: a complete search for a proof ended without one.

    There is no model to show, and the models may all be infinite.
    """


Reason: TypeAlias = Literal["time", "memory", "gave up", "crash"]


@dataclass(frozen=True)
class Unknown:
    """The engine did not find out: a limit was reached, or it ended by itself or abnormally."""

    reason: Reason


Outcome: TypeAlias = Proof | CounterModel | Saturation | Unknown


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
    own = predicates_of(formula)
    while isinstance(formula, ForAll):
        formula = formula.body
    if isinstance(formula, Implies):
        parts = subformulas(formula.antecedent)
        if all(isinstance(part, And | Atom | Exists) for part in parts):
            return predicates_of(formula.antecedent) <= known
    return not own or not own.isdisjoint(known)


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
