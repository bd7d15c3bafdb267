"""Weighted abduction: what has to be given up of a hypothesis so that it follows, at what price.

References
----------
Hodges, Clark, Fowler and Moldovan 2006, "Applying COGEX to recognize textual entailment", sections
5.2 and 6.1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from rte_baselines.errors import RteBaselinesError
from rte_baselines.logic.derivations import Fact
from rte_baselines.logic.formulas import (
    And,
    Atom,
    Constant,
    Exists,
    Predicate,
    Term,
    Variable,
    predicate_of,
)
from rte_baselines.logic.models import FiniteModel

Argument = tuple[int, int]
"""The number of an atom of the hypothesis, and the place of one of its arguments, from 0."""

_NO_PENALTIES: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True)
class WeightedAtom:
    """An atom of the hypothesis, and what it costs to weaken it.

    Parameters
    ----------
    atom : Atom
    drop : float
        The penalty for dropping the atom, more than 0.
    unbind : float
        The penalty for each argument that is unbound: it may then be any individual, whatever
        other atoms say of it. More than 0.
    """

    atom: Atom
    drop: float
    unbind: float

    def __post_init__(self) -> None:
        if not (self.drop > 0 and self.unbind > 0):
            raise ValueError(
                f"penalties of {self.drop} and {self.unbind} for {self.atom.predicate!r}; expected "
                "more than 0"
            )


@dataclass(frozen=True)
class Abduction:
    """How a hypothesis was weakened until it followed.

    Parameters
    ----------
    dropped : tuple of int
        The numbers of the atoms that were dropped, from 0.
    unbound : tuple of Argument
        The arguments that were unbound, of atoms that were not dropped.
    premises : tuple of str
        The premises with penalties that the proof uses.
    penalty : float
        The sum of all penalties. A dropped atom costs that only, and nothing for its arguments.
    score : float
        Equation (1): one minus the penalty as a part of the penalty for dropping all atoms, in
        [0, 1]; penalties of premises never make it less than 0. It is 1 if there is nothing to
        drop.
    """

    dropped: tuple[int, ...]
    unbound: tuple[Argument, ...]
    premises: tuple[str, ...]
    penalty: float
    score: float


def greedy_abduction(
    facts: Sequence[Fact],
    hypothesis: Sequence[WeightedAtom],
    penalties: Mapping[str, float] = _NO_PENALTIES,
) -> Abduction:
    """Weaken a hypothesis by COGEX's backoff strategy, section 5.2.

    The atoms are proved together, one more at a time. If that fails, arguments of the last one
    are unbound, until the proof succeeds or no argument connects the atom with the others; then
    it is dropped. So the last atoms are the first to be dropped.

    What the paper leaves open:

    - *The order of arguments*. The last is unbound first: the first is the individual or event
      that the atom is about.
    - *A dropped atom* costs its own penalty only, as the largest possible penalty, which equation
      (1) divides by, is that of dropping all atoms.
    - *The proof with the highest score*, among those with the same weakening, is found exactly.

    Parameters
    ----------
    facts : sequence of Fact
        What follows from the text and the axioms; see `facts_from`.
    hypothesis : sequence of WeightedAtom
        The atoms of a conjunction, all of whose variables are existential, the most important
        first: semantic relations and names, complex nominals and coordination, nouns and verbs,
        adjectives and adverbs, and then prepositions, possessives and pronouns.
    penalties : mapping of str to float, optional
        Of the use of premises, by their names; 0 for others.

    Returns
    -------
    Abduction
    """
    model = _model_of(facts, hypothesis)
    kept: dict[int, Atom] = {}
    unbound: list[Argument] = []
    dropped: list[int] = []
    for number, part in enumerate(hypothesis):
        atom = part.atom
        weakenings = [(atom, ()), *_weakenings(number, atom, _others(hypothesis, number))]
        for weaker, arguments in weakenings:
            if model.satisfies(_conjunction([*kept.values(), weaker])):
                kept[number] = weaker
                unbound.extend(arguments)
                break
        else:
            dropped.append(number)
    return _Program(facts, hypothesis, penalties).solution(dropped, unbound)


def minimal_abduction(
    facts: Sequence[Fact],
    hypothesis: Sequence[WeightedAtom],
    penalties: Mapping[str, float] = _NO_PENALTIES,
) -> Abduction:
    """Weaken a hypothesis at the lowest possible price.

    This is weighted maximum satisfiability, solved as an integer program: each atom is dropped, or
    is one of the facts with the same predicate, and each of its arguments is unbound, or is the
    individual in that fact.

    Parameters
    ----------
    facts, hypothesis, penalties
        See `greedy_abduction`; the order of the atoms does not matter.

    Returns
    -------
    Abduction
        The penalty is never more than that of `greedy_abduction`.
    """
    return _Program(facts, hypothesis, penalties).solution()


def _weakenings(
    number: int, atom: Atom, others: set[Term]
) -> Iterator[tuple[Atom, tuple[Argument, ...]]]:
    """Yield the atom with one more argument unbound, until none connects it with the others."""
    arguments = list(atom.arguments)
    unbound: list[Argument] = []
    for place in reversed(range(len(arguments))):
        repeated = arguments.count(arguments[place]) > 1
        if arguments[place] in others or isinstance(arguments[place], Constant) or repeated:
            arguments[place] = Variable(f"unbound {number} {place}")
            unbound.append((number, place))
            yield Atom(atom.predicate, tuple(arguments)), tuple(unbound)


def _others(hypothesis: Sequence[WeightedAtom], number: int) -> set[Term]:
    """Return the terms of the other atoms."""
    others = (part.atom for i, part in enumerate(hypothesis) if i != number)
    return {term for atom in others for term in atom.arguments}


def _conjunction(atoms: Sequence[Atom]) -> Exists:
    terms = dict.fromkeys(term for atom in atoms for term in atom.arguments)
    variables = tuple(term for term in terms if isinstance(term, Variable))
    return Exists(variables, And(tuple(atoms)))


def _model_of(facts: Sequence[Fact], hypothesis: Iterable[WeightedAtom]) -> FiniteModel:
    """Return the model in which the facts are true and nothing else is."""
    atoms = [fact.atom for fact in facts] + [part.atom for part in hypothesis]
    constants = dict.fromkeys(
        term for atom in atoms for term in atom.arguments if isinstance(term, Constant)
    )
    numbers = {constant: number for number, constant in enumerate(constants)}
    relations: dict[Predicate, set[tuple[int, ...]]] = {}
    for fact in facts:
        row = tuple(numbers[term] for term in fact.atom.arguments if isinstance(term, Constant))
        relations.setdefault(predicate_of(fact.atom), set()).add(row)
    return FiniteModel(
        max(1, len(numbers)),
        numbers,
        {predicate: frozenset(rows) for predicate, rows in relations.items()},
    )


class _Program:
    """The integer program of an abduction; all its variables are 0 or 1."""

    def __init__(
        self,
        facts: Sequence[Fact],
        hypothesis: Sequence[WeightedAtom],
        penalties: Mapping[str, float],
    ) -> None:
        self._facts = facts
        self._hypothesis = hypothesis
        self._penalties = penalties
        self._costs: list[float] = []
        self._rows: list[dict[int, float]] = []
        self._least: list[float] = []
        self._premises: dict[str, int] = {}
        self._values: dict[tuple[Term, Term], int] = {}
        self._dropped = [self._variable(part.drop) for part in hypothesis]
        self._unbound = {
            (number, place): self._variable(part.unbind)
            for number, part in enumerate(hypothesis)
            for place in range(len(part.atom.arguments))
        }
        for number, part in enumerate(hypothesis):
            self._add_atom(number, part.atom)
        self._add_one_value_each()

    def _variable(self, cost: float = 0.0) -> int:
        self._costs.append(cost)
        return len(self._costs) - 1

    def _require(self, positive: Iterable[int], negative: Iterable[int] = ()) -> None:
        """Require the clause that one of some variables is 1, or one of others is 0."""
        negative = list(negative)
        self._rows.append({**dict.fromkeys(positive, 1.0), **dict.fromkeys(negative, -1.0)})
        self._least.append(1.0 - len(negative))

    def _add_atom(self, number: int, atom: Atom) -> None:
        matches = []
        for fact in self._facts:
            if predicate_of(fact.atom) == predicate_of(atom):
                match = self._variable()
                matches.append(match)
                self._add_match(match, number, atom, fact)
        self._require([self._dropped[number], *matches])

    def _add_match(self, match: int, number: int, atom: Atom, fact: Fact) -> None:
        """Require what holds if an atom is this fact."""
        for place, (term, value) in enumerate(
            zip(atom.arguments, fact.atom.arguments, strict=True)
        ):
            unbound = self._unbound[number, place]
            if isinstance(term, Variable):
                self._require([unbound, self._value(term, value)], [match])
            elif term != value:
                self._require([unbound], [match])
        for premise in sorted(fact.premises):
            if self._penalties.get(premise):
                self._require([self._premise(premise)], [match])

    def _value(self, variable: Variable, value: Term) -> int:
        if (variable, value) not in self._values:
            self._values[variable, value] = self._variable()
        return self._values[variable, value]

    def _premise(self, name: str) -> int:
        if name not in self._premises:
            self._premises[name] = self._variable(self._penalties[name])
        return self._premises[name]

    def _add_one_value_each(self) -> None:
        """Require that no variable of the hypothesis is two individuals."""
        values: dict[Term, list[int]] = {}
        for (variable, _), number in self._values.items():
            values.setdefault(variable, []).append(number)
        for numbers in values.values():
            self._rows.append(dict.fromkeys(numbers, -1.0))
            self._least.append(-1.0)

    def solution(
        self, dropped: Iterable[int] | None = None, unbound: Iterable[Argument] = ()
    ) -> Abduction:
        """Return the cheapest abduction, or the cheapest one with this weakening."""
        lower, upper = np.zeros(len(self._costs)), np.ones(len(self._costs))
        if dropped is not None:
            fixed = {self._dropped[number] for number in dropped}
            fixed |= {self._unbound[argument] for argument in unbound}
            for number in (*self._dropped, *self._unbound.values()):
                lower[number] = upper[number] = number in fixed
        return self._abduction(self._solve(Bounds(lower, upper)))

    def _solve(self, bounds: Bounds) -> set[int]:
        """Return the variables that are 1 in an optimal solution."""
        if not self._costs:
            return set()
        matrix = np.zeros((len(self._rows), len(self._costs)))
        for row, entries in enumerate(self._rows):
            matrix[row, list(entries)] = list(entries.values())
        result = milp(
            np.array(self._costs),
            integrality=np.ones(len(self._costs)),
            bounds=bounds,
            constraints=LinearConstraint(matrix, lb=np.array(self._least)),
            options={"mip_rel_gap": 0.0},
        )
        if result.x is None:
            raise RteBaselinesError(f"the integer program was not solved: {result.message}")
        return set(np.flatnonzero(result.x > 0.5).tolist())

    def _abduction(self, chosen: set[int]) -> Abduction:
        dropped = [number for number, v in enumerate(self._dropped) if v in chosen]
        unbound = sorted(
            argument
            for argument, variable in self._unbound.items()
            if variable in chosen and argument[0] not in dropped
        )
        premises = sorted(name for name, variable in self._premises.items() if variable in chosen)
        penalty = (
            sum(self._hypothesis[number].drop for number in dropped)
            + sum(self._hypothesis[number].unbind for number, _ in unbound)
            + sum(self._penalties[name] for name in premises)
        )
        return Abduction(
            tuple(dropped), tuple(unbound), tuple(premises), penalty, self._score(penalty)
        )

    def _score(self, penalty: float) -> float:
        most = sum(part.drop for part in self._hypothesis)
        return max(0.0, 1 - penalty / most) if most > 0 else 1.0
