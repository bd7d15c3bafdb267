"""What follows from facts by rules, with the cheapest derivation of each conclusion.

Rules are Horn clauses whose heads may say that something exists, such as
``p(X) & q(X, Y) => ? [Z] : r(X, Z)``. They are applied forwards, as in bottom-up evaluation of
Datalog, the cheapest conclusions first.

References
----------
Knuth 1977, "A generalization of Dijkstra's algorithm", for the order.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

from rte_baselines.core.errors import InputError
from rte_baselines.logic.formulas import (
    And,
    Atom,
    Constant,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Or,
    Predicate,
    Term,
    Variable,
    constants_of,
    free_variables,
    predicate_of,
    substitute,
)
from rte_baselines.logic.problems import Axiom

NO_PENALTIES: Mapping[str, float] = MappingProxyType({})

# Rules can go on for ever, and those of many variables can be matched in very many ways.
_MOST_FACTS = 2_000
_MOST_MATCHES = 50_000
_MOST_GENERATIONS = 2
"""The maximum length of a chain of new individuals, each introduced because of the one before."""


@dataclass(frozen=True)
class Fact:
    """What an atom without variables says of individuals, and why it holds."""

    atom: Atom
    premises: frozenset[str]
    """The names of the premises of its derivation."""
    because: tuple[int, ...] = ()
    """The facts that the last rule was applied to, from 0; empty if a premise states the atom."""
    rule: str = ""
    """The name of the premise that was applied to them."""


class Rule(NamedTuple):
    """If all atoms of the body are true of some individuals, then so are those of the head."""

    premise: str
    body: tuple[Atom, ...]
    head: tuple[Atom, ...]
    new: tuple[Variable, ...]
    """The variables of the head that are existentially quantified."""


def rules_of(axiom: Axiom) -> tuple[Rule, ...]:
    """Return the rules that an axiom consists of; a rule without a body states facts.

    The axiom is a conjunction of atoms, or ``body => head``. The body combines atoms by "and" and
    "or". The head is a conjunction of atoms, which may be existentially quantified. ``<=>`` gives
    two rules.
    """
    formula = axiom.formula
    while isinstance(formula, ForAll):
        formula = formula.body
    try:
        return tuple(_rules(axiom.name, formula))
    except _NotARuleError:
        raise InputError(
            f"{axiom.name}: the axiom is not a rule; expected 'A(X) & B(X) => C(X)', with '|' on "
            "the left or '? [Y] : (...)' on the right at most"
        ) from None


def facts_from(
    premises: Iterable[Axiom], penalties: Mapping[str, float] = NO_PENALTIES
) -> tuple[Fact, ...]:
    """Return the atoms that follow from premises by applying rules forwards.

    Each atom has the derivation with the lowest sum of penalties that is found by combining the
    cheapest derivations of other atoms. If several have the same sum, the first one in the order
    of premises is used. Individuals that premises only state to exist are named ``x1``, ``x2`` and
    so on. A rule creates one for each choice of the other variables of its head; chains of new
    individuals have at most two generations. At most 2,000 facts are derived, the cheapest first.

    Premises are as `rules_of` takes them, penalties by their names; 0 for others. The facts are in
    the order in which they are derived, each atom once.
    """
    return _Chaining(list(premises), penalties).facts()


class _NotARuleError(Exception):
    """A formula is not a rule."""


def _rules(name: str, formula: Formula) -> Iterator[Rule]:
    match formula:
        case Implies(body, head):
            for alternative in _alternatives(body):
                yield Rule(name, alternative, *_head(head, count(1)))
        case Iff(left, right):
            yield from _rules(name, Implies(left, right))
            yield from _rules(name, Implies(right, left))
        case _ if free_variables(formula):
            # Such a fact would hold for all individuals, which are not enumerated.
            raise _NotARuleError
        case _:
            yield Rule(name, (), *_head(formula, count(1)))


def _alternatives(body: Formula) -> list[tuple[Atom, ...]]:
    """Return a body as a disjunction of conjunctions of atoms."""
    match body:
        case Atom():
            return [(body,)]
        case Or(parts) if parts:
            return [atoms for part in parts for atoms in _alternatives(part)]
        case And(parts):
            joined: list[tuple[Atom, ...]] = [()]
            for part in parts:
                joined = [(*atoms, *more) for atoms in joined for more in _alternatives(part)]
            return joined
    raise _NotARuleError


def _head(head: Formula, numbers: Iterator[int]) -> tuple[tuple[Atom, ...], tuple[Variable, ...]]:
    """Return the atoms of a head, and the variables that its quantifiers bind, renamed apart."""
    match head:
        case Atom():
            return (head,), ()
        case And(parts):
            atoms: tuple[Atom, ...] = ()
            new: tuple[Variable, ...] = ()
            for part in parts:
                more, variables = _head(part, numbers)
                atoms, new = (*atoms, *more), (*new, *variables)
            return atoms, new
        case Exists(variables, body):
            renamed = {old: Variable(f"{old.name} {next(numbers)}") for old in variables}
            atoms, inner = _head(substitute(body, renamed), numbers)
            return atoms, (*renamed.values(), *inner)
    raise _NotARuleError


class _Waiting(NamedTuple):
    """A conclusion that is a fact unless a cheaper derivation of it has come first."""

    penalty: float
    order: int
    atom: Atom
    premises: frozenset[str]
    because: tuple[int, ...]
    rule: str


_Binding = dict[Variable, Constant]


class _Chaining:
    """The facts so far, the conclusions that wait, and the rules by the predicates they need."""

    def __init__(self, premises: Sequence[Axiom], penalties: Mapping[str, float]) -> None:
        self._penalties = penalties
        self._order = count()
        used = frozenset().union(*(constants_of(premise.formula) for premise in premises))
        self._names = (name for i in count(1) if (name := Constant(f"x{i}")) not in used)
        self._generations: dict[Constant, int] = {}
        self._created: dict[tuple[int, tuple[Constant, ...]], _Binding] = {}
        self._waiting: list[_Waiting] = []
        self._facts: list[Fact] = []
        self._known: dict[Atom, int] = {}
        self._by_predicate: dict[Predicate, list[int]] = defaultdict(list)
        self._uses: dict[Predicate, list[tuple[int, int]]] = defaultdict(list)
        self._matches = 0
        self._rules = [rule for premise in premises for rule in rules_of(premise)]
        for number, rule in enumerate(self._rules):
            for place, atom in enumerate(rule.body):
                self._uses[predicate_of(atom)].append((number, place))
            if not rule.body:
                self._conclude(number, {}, ())

    def facts(self) -> tuple[Fact, ...]:
        while self._waiting and len(self._facts) < _MOST_FACTS:
            cheapest = heappop(self._waiting)
            if cheapest.atom not in self._known:
                self._accept(cheapest)
        return tuple(self._facts)

    def _accept(self, conclusion: _Waiting) -> None:
        """Make a conclusion a fact, and apply all rules that need it."""
        number = len(self._facts)
        atom = conclusion.atom
        self._facts.append(Fact(atom, *conclusion[3:]))
        self._known[atom] = number
        self._by_predicate[predicate_of(atom)].append(number)
        for rule, place in self._uses[predicate_of(atom)]:
            body = self._rules[rule].body
            binding = matched(body[place], atom, {})
            if binding is not None:
                others = (*body[:place], *body[place + 1 :])
                self._apply(rule, others, binding, (number,))

    def _apply(
        self, rule: int, goals: tuple[Atom, ...], binding: _Binding, because: tuple[int, ...]
    ) -> None:
        """Conclude the head for each way to make the goals facts."""
        if not goals:
            self._conclude(rule, binding, because)
            return
        for number in self._by_predicate[predicate_of(goals[0])]:
            self._matches += 1
            if self._matches > _MOST_MATCHES:
                return
            extended = matched(goals[0], self._facts[number].atom, binding)
            if extended is not None:
                self._apply(rule, goals[1:], extended, (*because, number))

    def _conclude(self, number: int, binding: _Binding, because: tuple[int, ...]) -> None:
        rule = self._rules[number]
        complete = self._with_new(number, binding)
        if complete is None:
            return
        premises = frozenset({rule.premise}).union(*(self._facts[i].premises for i in because))
        penalty = sum(self._penalties.get(name, 0.0) for name in sorted(premises))
        for atom in rule.head:
            closed = substitute(atom, complete)
            assert isinstance(closed, Atom)
            if closed not in self._known:
                order = next(self._order)
                waiting = _Waiting(penalty, order, closed, premises, because, rule.premise)
                heappush(self._waiting, waiting)

    def _with_new(self, number: int, binding: _Binding) -> Mapping[Variable, Term] | None:
        """Return the binding with individuals for the new variables; None if there are too many."""
        rule = self._rules[number]
        if not rule.new:
            return binding
        shared = tuple(
            binding[term]
            for atom in rule.head
            for term in atom.arguments
            if isinstance(term, Variable) and term in binding
        )
        if (number, shared) not in self._created:
            before = (self._generations.get(individual, 0) for individual in shared)
            generation = 1 + max(before, default=0)
            if generation > _MOST_GENERATIONS:
                return None
            created = {variable: next(self._names) for variable in rule.new}
            self._generations.update(dict.fromkeys(created.values(), generation))
            self._created[number, shared] = created
        return {**binding, **self._created[number, shared]}


def matched(atom: Atom, fact: Atom, binding: _Binding) -> _Binding | None:
    """Return the binding, extended so that the atom is the fact; None if it cannot be.

    The atom and the fact have the same predicate, and the fact has no variables.
    """
    extended = dict(binding)
    for term, individual in zip(atom.arguments, fact.arguments, strict=True):
        assert isinstance(individual, Constant)
        value = extended.setdefault(term, individual) if isinstance(term, Variable) else term
        # Names are compared in a fifth of the time of constants.
        if value.name != individual.name:
            return None
    return extended
