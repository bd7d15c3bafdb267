"""Weighted abduction: weaken a hypothesis until it follows from the facts, at a low penalty.

References
----------
Hodges, Clark, Fowler and Moldovan 2006, "Applying COGEX to recognize textual entailment", sections
5.2 and 6.1.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.logic.formulas import Atom, Constant, Term, Variable, predicate_of, substitute
from rte_baselines.logic.forward_chaining import NO_PENALTIES, Fact, matched

# Limits of the search for facts that match the atoms, and of the search for the lowest penalty. The
# pairs of a challenge need a few hundred matches, and seldom more than one node.
_MOST_MATCHES = 100_000
_MOST_WAYS = 3_000
_MOST_NODES = 500

Argument = tuple[int, int]
"""The number of an atom of the hypothesis, and the place of one of its arguments, from 0."""


@dataclass(frozen=True)
class WeightedAtom:
    """An atom of the hypothesis, and what it costs to weaken it, which is more than 0."""

    atom: Atom
    drop: float
    """The penalty for dropping the atom."""
    unbind: float
    """The penalty for each argument that is unbound, so that it may be any individual."""


@dataclass(frozen=True)
class Abduction:
    """How a hypothesis was weakened until it followed; atoms and facts are numbered from 0."""

    dropped: tuple[int, ...]
    unbound: tuple[Argument, ...]
    """The arguments that were unbound, of atoms that were not dropped."""
    premises: tuple[str, ...]
    """The premises with penalties that the proof uses."""
    penalty: float
    """The sum of all penalties. A dropped atom costs that only, and nothing for its arguments."""
    score: float
    """Equation (1): 1 minus the ratio of the penalty to that of dropping all atoms, in [0, 1].

    It is 0 if penalties of premises would make it negative, and 1 if there are no atoms.
    """
    facts: tuple[int | None, ...]
    """The fact that each atom matches; None for dropped atoms."""


def greedy_abduction(
    facts: Sequence[Fact],
    hypothesis: Sequence[WeightedAtom],
    penalties: Mapping[str, float] = NO_PENALTIES,
) -> Abduction:
    """Weaken a hypothesis by COGEX's backoff strategy, section 5.2.

    Atoms are added to the proof one at a time. If the proof fails, the arguments of the last atom
    are unbound one by one until the proof succeeds or no argument connects the atom with the
    others; then the atom is dropped. So the last atoms are the first to be dropped.

    What the paper leaves open:

    - *The order of arguments*. The last is unbound first: the first is the individual or event
      that the atom is about.
    - *A dropped atom* costs its own penalty only, as the largest possible penalty, which equation
      (1) divides by, is that of dropping all atoms.
    - *The proof with the highest score*, among those with the same weakening, is found by an
      integer program; see `minimal_abduction` for its limits.
    - *The search* for a proof is cut off when facts have been compared 100,000 times. What is not
      found then is weakened.

    The facts are what follows from the text and the axioms; see `facts_from`. The hypothesis is a
    conjunction, all of whose variables are existential, with the most important atoms first:
    semantic relations and names, complex nominals and coordination, nouns and verbs, adjectives and
    adverbs, and then prepositions, possessives and pronouns. Penalties for the use of premises are
    given by their names; 0 for others.
    """
    search = _Search(facts)
    binding: dict[Variable, Constant] = {}
    kept: dict[int, Atom] = {}
    unbound: list[Argument] = []
    for number in range(len(hypothesis)):
        for weaker, arguments in _weakenings(hypothesis, number):
            extended = search.extended(list(kept.values()), weaker, binding)
            if extended is not None:
                binding = extended
                kept[number] = weaker
                unbound.extend(arguments)
                break
    numbers = [
        search.number_of(kept[number], binding) if number in kept else None
        for number in range(len(hypothesis))
    ]
    found = _abduction(facts, hypothesis, penalties, numbers, unbound)
    if not found.premises:
        return found
    return _cheapest(facts, hypothesis, penalties, found, fixed=True)


def minimal_abduction(
    facts: Sequence[Fact],
    hypothesis: Sequence[WeightedAtom],
    penalties: Mapping[str, float] = NO_PENALTIES,
) -> Abduction:
    """Weaken a hypothesis at the lowest possible price.

    This is weighted maximum satisfiability, solved as an integer program. Each atom is either
    dropped or matched with a fact that has the same predicate. Each argument of a matched atom is
    either unbound or bound to the individual in the fact. Branch and bound stops after 500 nodes
    and returns the cheapest solution found, or that of `greedy_abduction` if none is cheaper. The
    program is not solved if there are more than 3,000 candidate matches of atoms with facts, which
    happens only if words are repeated very often.

    The arguments are those of `greedy_abduction`, whose penalty is never lower; the order of the
    atoms does not matter.
    """
    greedy = greedy_abduction(facts, hypothesis, penalties)
    if greedy.penalty == 0:
        return greedy
    return _cheapest(facts, hypothesis, penalties, greedy)


def _cheapest(
    facts: Sequence[Fact],
    hypothesis: Sequence[WeightedAtom],
    penalties: Mapping[str, float],
    known: Abduction,
    *,
    fixed: bool = False,
) -> Abduction:
    """Return the cheapest abduction, or a known one if none is cheaper.

    If it is fixed, the weakening is that of the known one.
    """
    counts = Counter(predicate_of(fact.atom) for fact in facts)
    if sum(counts[predicate_of(part.atom)] for part in hypothesis) > _MOST_WAYS:
        return known
    return _Program(facts, hypothesis, penalties).solution(known, fixed=fixed)


def _weakenings(
    hypothesis: Sequence[WeightedAtom], number: int
) -> Iterator[tuple[Atom, tuple[Argument, ...]]]:
    """Yield an atom, then with one more argument unbound, until none connects it with others."""
    atom = hypothesis[number].atom
    yield atom, ()
    parts = (*hypothesis[:number], *hypothesis[number + 1 :])
    others = {term for part in parts for term in part.atom.arguments}
    arguments = list(atom.arguments)
    unbound: list[Argument] = []
    for place in reversed(range(len(arguments))):
        repeated = arguments.count(arguments[place]) > 1
        if arguments[place] in others or isinstance(arguments[place], Constant) or repeated:
            arguments[place] = Variable(f"unbound {number} {place}")
            unbound.append((number, place))
            yield Atom(atom.predicate, tuple(arguments)), tuple(unbound)


class _Search:
    """Searches for facts that match atoms, with one binding of variables for all atoms."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._rows: dict[tuple[str, int], list[Atom]] = {}
        self._numbers: dict[Atom, int] = {}
        self._matches = 0
        for number, fact in enumerate(facts):
            if fact.atom not in self._numbers:
                self._numbers[fact.atom] = number
                self._rows.setdefault(predicate_of(fact.atom), []).append(fact.atom)

    def number_of(self, atom: Atom, binding: Mapping[Variable, Constant]) -> int:
        """Return the number of the fact that an atom equals under a binding of all variables."""
        closed = substitute(atom, dict(binding))
        assert isinstance(closed, Atom)
        return self._numbers[closed]

    def extended(
        self, kept: Sequence[Atom], atom: Atom, binding: dict[Variable, Constant]
    ) -> dict[Variable, Constant] | None:
        """Return a binding under which one more atom matches a fact as well; None if there is none.

        The atoms that are kept match facts under the binding, and may be bound to other facts.
        """
        fitting = self._fitting(atom, binding)
        if fitting:
            return fitting[0]
        goals = _connected(kept, atom)
        open_variables = {term for goal in goals for term in goal.arguments}
        others = binding.keys() - open_variables
        return self._solved(goals, {variable: binding[variable] for variable in others})

    def _solved(
        self, goals: Sequence[Atom], binding: dict[Variable, Constant]
    ) -> dict[Variable, Constant] | None:
        """Return the binding, extended so that all goals are facts.

        The goal that the fewest facts fit is tried first.
        """
        if not goals:
            return binding
        ways = []
        for goal in goals:
            fitting = self._fitting(goal, binding)
            if not fitting:
                return None
            ways.append(fitting)
        first = min(range(len(goals)), key=lambda number: len(ways[number]))
        rest = [*goals[:first], *goals[first + 1 :]]
        for extended in ways[first]:
            solution = self._solved(rest, extended)
            if solution is not None:
                return solution
        return None

    def _fitting(
        self, goal: Atom, binding: dict[Variable, Constant]
    ) -> list[dict[Variable, Constant]]:
        """Return each extension of the binding that makes a goal a fact; empty at the limit."""
        rows = self._rows.get(predicate_of(goal), ())
        self._matches += len(rows)
        if self._matches > _MOST_MATCHES:
            return []
        found = (matched(goal, row, binding) for row in rows)
        return [extended for extended in found if extended is not None]


def _connected(atoms: Sequence[Atom], first: Atom) -> list[Atom]:
    """Return an atom and those that are connected with it by variables."""
    waiting = list(atoms)
    component = [first]
    known = {term for term in first.arguments if isinstance(term, Variable)}
    while joined := [atom for atom in waiting if known.intersection(atom.arguments)]:
        component += joined
        waiting = [atom for atom in waiting if atom not in joined]
        known |= {term for atom in joined for term in atom.arguments if isinstance(term, Variable)}
    return component


def _abduction(
    facts: Sequence[Fact],
    hypothesis: Sequence[WeightedAtom],
    penalties: Mapping[str, float],
    numbers: Sequence[int | None],
    unbound: Iterable[Argument],
) -> Abduction:
    """Return the abduction with each atom's fact, None for dropped atoms; equation (1)."""
    dropped = tuple(number for number, fact in enumerate(numbers) if fact is None)
    remaining = tuple(sorted(argument for argument in unbound if argument[0] not in dropped))
    used = {name for fact in numbers if fact is not None for name in facts[fact].premises}
    premises = tuple(sorted(name for name in used if penalties.get(name)))
    penalty = (
        sum(hypothesis[number].drop for number in dropped)
        + sum(hypothesis[number].unbind for number, _ in remaining)
        + sum(penalties[name] for name in premises)
    )
    most = sum(part.drop for part in hypothesis)
    score = max(0.0, 1 - penalty / most) if most > 0 else 1.0
    return Abduction(dropped, remaining, premises, penalty, score, tuple(numbers))


class _Program:
    """The integer program of an abduction; all its variables are 0 or 1."""

    def __init__(
        self,
        facts: Sequence[Fact],
        hypothesis: Sequence[WeightedAtom],
        penalties: Mapping[str, float],
    ) -> None:
        self._facts = facts
        self._predicates = [predicate_of(fact.atom) for fact in facts]
        self._hypothesis = hypothesis
        self._penalties = penalties
        self._costs: list[float] = []
        self._rows: list[dict[int, float]] = []
        self._least: list[float] = []
        self._premises: dict[str, int] = {}
        self._values: dict[tuple[Term, Term], int] = {}
        self._matches: list[dict[int, int]] = []
        """For each atom, the number of the fact that each match variable stands for."""
        self._dropped = [self._variable(part.drop) for part in hypothesis]
        self._unbound = {
            (number, place): self._variable(part.unbind)
            for number, part in enumerate(hypothesis)
            for place in range(len(part.atom.arguments))
        }
        for number, part in enumerate(hypothesis):
            self._add_atom(number, part.atom)
        # No variable of the hypothesis is two individuals.
        values: dict[Term, list[int]] = {}
        for (variable, _), number in self._values.items():
            values.setdefault(variable, []).append(number)
        for numbers in values.values():
            self._rows.append(dict.fromkeys(numbers, -1.0))
            self._least.append(-1.0)

    def _variable(self, cost: float = 0.0) -> int:
        self._costs.append(cost)
        return len(self._costs) - 1

    def _require(self, positive: Iterable[int], negative: Iterable[int] = ()) -> None:
        """Add the clause that a positive variable is 1 or a negative variable is 0."""
        negative = list(negative)
        self._rows.append({**dict.fromkeys(positive, 1.0), **dict.fromkeys(negative, -1.0)})
        self._least.append(1.0 - len(negative))

    def _add_atom(self, number: int, atom: Atom) -> None:
        matches: dict[int, int] = {}
        for row, predicate in enumerate(self._predicates):
            if predicate == predicate_of(atom):
                match = self._variable()
                matches[match] = row
                self._add_match(match, number, atom, self._facts[row])
        self._matches.append(matches)
        self._require([self._dropped[number], *matches])

    def _add_match(self, match: int, number: int, atom: Atom, fact: Fact) -> None:
        """Add the constraints that apply if an atom is matched with this fact."""
        for place, (term, value) in enumerate(
            zip(atom.arguments, fact.atom.arguments, strict=True)
        ):
            unbound = self._unbound[number, place]
            if isinstance(term, Variable):
                if (term, value) not in self._values:
                    self._values[term, value] = self._variable()
                self._require([unbound, self._values[term, value]], [match])
            elif term != value:
                self._require([unbound], [match])
        for premise in sorted(fact.premises):
            if self._penalties.get(premise):
                if premise not in self._premises:
                    self._premises[premise] = self._variable(self._penalties[premise])
                self._require([self._premises[premise]], [match])

    def solution(self, known: Abduction, *, fixed: bool = False) -> Abduction:
        """Return the cheapest abduction, or a known one; see `_cheapest`."""
        lower, upper = np.zeros(len(self._costs)), np.ones(len(self._costs))
        if fixed:
            weakened = {self._dropped[number] for number in known.dropped}
            weakened |= {self._unbound[argument] for argument in known.unbound}
            for number in (*self._dropped, *self._unbound.values()):
                lower[number] = upper[number] = number in weakened
        chosen = self._solve(lower, upper)
        if chosen is None:
            return known
        found = self._abduction(chosen)
        return found if found.penalty < known.penalty else known

    def _solve(self, lower: FloatArray, upper: FloatArray) -> set[int] | None:
        """Return the variables that are 1 in the best solution found, if there is one."""
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array

        entries = [(row, *entry) for row, every in enumerate(self._rows) for entry in every.items()]
        rows, columns, values = zip(*entries, strict=True)
        shape = len(self._rows), len(self._costs)
        result = milp(
            np.array(self._costs),
            integrality=np.ones(len(self._costs)),
            bounds=Bounds(lower, upper),
            constraints=LinearConstraint(
                csr_array((values, (rows, columns)), shape=shape), lb=np.array(self._least)
            ),
            options={"mip_rel_gap": 0.0, "node_limit": _MOST_NODES},
        )
        return None if result.x is None else set(np.flatnonzero(result.x > 0.5).tolist())

    def _abduction(self, chosen: set[int]) -> Abduction:
        numbers = [
            None
            if dropped in chosen
            else next(row for match, row in matches.items() if match in chosen)
            for dropped, matches in zip(self._dropped, self._matches, strict=True)
        ]
        unbound = [argument for argument, flag in self._unbound.items() if flag in chosen]
        return _abduction(self._facts, self._hypothesis, self._penalties, numbers, unbound)
