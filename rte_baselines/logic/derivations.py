"""Proofs as numbered steps.

Provers find proofs by refutation, of clauses that no user wrote. Most proofs of entailment can also
be written forwards: the premises are applied to the individuals of the text until the goal is
reached. Only the few premises that a prover needed are used.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, product

from rte_baselines.logic.formulas import (
    FALSE,
    And,
    Atom,
    Constant,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Term,
    Variable,
    constants_of,
    free_variables,
    predicate_of,
    substitute,
    variables_of,
)
from rte_baselines.logic.forward_chaining import matched
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.problems import Problem, Proof

# Chains can go on for ever, and rules of many variables can be matched in very many ways.
_MOST_STEPS = 200
_MOST_MATCHES = 20_000
_MATCHES_FOR_A_CASE = 500
_MOST_CASES = 3
"""The maximum depth of nested case distinctions."""


@dataclass(frozen=True)
class Step:
    """A step of a derivation."""

    formula: Formula
    """What holds after this step; individuals that premises only say exist are ``x1``, ``x2``."""
    reason: str
    """The words or the name of a premise, or "assumption" or "conclusion"."""
    because: tuple[int, ...] = ()
    """The numbers of earlier steps, from 1."""

    def __str__(self) -> str:
        reasons = "; ".join(filter(None, [self.reason, _listed(self.because)]))
        return f"{to_unicode(self.formula)}  [{reasons}]"


def derive(problem: Problem) -> tuple[Step, ...] | None:
    """Return the steps from the premises to the goal, or None if none are found.

    Rules are applied forwards, and disjunctions are treated by case distinction. Proofs that need
    the contrapositive of a rule are not found. The problem should have the premises of a proof
    only, because others cost time.

    The steps are those that the last one depends on: the goal, or falsehood if the premises
    contradict each other.
    """
    formulas = [problem.goal, *(premise.formula for premise in problem.premises)]
    constants = frozenset().union(*map(constants_of, formulas))
    variables = {variable for formula in formulas for variable in variables_of(formula)}
    derivation = _Derivation(
        (name for i in count(1) if (name := Constant(f"x{i}")) not in constants),
        (other for i in count(1) if (other := Variable(f"y{i}")) not in variables),
    )
    for premise in problem.premises:
        derivation.add(premise.formula, premise.words or premise.name, ())
    goal = derivation.assume_for(problem.goal)
    last = derivation.last_step(goal)
    if last is None:
        return None
    steps = [*derivation.steps, last]
    if last.formula == FALSE and FALSE in derivation.facts:
        steps = derivation.steps[: derivation.facts[FALSE]]
    if last.formula != problem.goal:
        steps.append(Step(problem.goal, "conclusion", (len(steps),)))
    return _needed(steps)


def numbered(steps: Sequence[Step]) -> str:
    """Return the steps as text, with a line for each."""
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))


def explain(problem: Problem, proof: Proof) -> tuple[Step, ...]:
    """Return a proof as steps, or its premises and the goal if it cannot be told in steps.

    Parameters
    ----------
    problem : Problem
    proof : Proof
        The proof of this problem, preferably without premises that it does not need; see
        `rte_baselines.logic.engines.engine`.

    Returns
    -------
    tuple of Step
        The last is the goal, or falsehood if the proof does not use the goal.
    """
    used = tuple(premise for premise in problem.premises if premise.name in proof.used)
    shown = Problem(used, problem.goal if proof.uses_goal else FALSE)
    steps = derive(shown)
    if steps is not None:
        return steps
    said = tuple(Step(premise.formula, premise.words or premise.name) for premise in used)
    numbers = tuple(range(1, len(said) + 1))
    return (*said, Step(shown.goal, "the opposite contradicts the premises", numbers))


def _listed(numbers: Sequence[int]) -> str:
    if len(numbers) < 2:
        return "".join(f"step {number}" for number in numbers)
    return f"steps {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _needed(steps: list[Step]) -> tuple[Step, ...]:
    """Return the steps that the last one rests on, with new numbers."""
    needed = {len(steps)}
    for number in range(len(steps), 0, -1):
        if number in needed:
            needed.update(steps[number - 1].because)
    numbers = {old: new for new, old in enumerate(sorted(needed), 1)}
    because = {old: tuple(sorted({numbers[i] for i in steps[old - 1].because})) for old in numbers}
    return tuple(replace(steps[old - 1], because=because[old]) for old in numbers)


@dataclass(frozen=True)
class _Rule:
    """If the body is true of some individuals, then so is the head."""

    variables: tuple[Variable, ...]
    body: tuple[Formula, ...]
    head: Formula
    reason: str
    because: tuple[int, ...]


_Binding = Mapping[Variable, Constant]


@dataclass
class _Derivation:
    """The steps so far, what is known from them, and the rules to apply."""

    names: Iterator[Constant]
    variables: Iterator[Variable]
    steps: list[Step] = field(default_factory=list)
    facts: dict[Formula, int] = field(default_factory=dict)
    """Atoms, equations and their negations, without variables, and the numbers of their steps."""
    atoms: dict[Predicate, list[tuple[Atom, int]]] = field(default_factory=dict)
    """The facts that are atoms, by their predicates."""
    individuals: set[Constant] = field(default_factory=set)
    """The individuals that the facts mention."""
    rules: list[_Rule] = field(default_factory=list)
    matches: int = 0
    """The number of comparisons of atoms with facts, and of operations of similar cost."""

    def is_at_its_end(self) -> bool:
        """Whether the limit of the search is exceeded."""
        return self.matches > _MOST_MATCHES

    def add(self, formula: Formula, reason: str, because: tuple[int, ...]) -> None:
        """Add what a formula without free variables says."""
        match formula:
            case And(parts):
                for part in parts:
                    self.add(part, reason, because)
            case Exists(variables, body):
                named = {variable: next(self.names) for variable in variables}
                self.add(substitute(body, named), reason, because)
            case Atom() | Equal() | Not(Atom() | Equal()) | Or(()):
                self._add_fact(formula, reason, because)
            case Or():
                is_new = formula not in self.facts
                self._add_fact(formula, reason, because)
                if is_new and formula in self.facts:
                    step = (self.facts[formula],)
                    excluded = "the other cases are excluded"
                    self.rules.extend(_rules((), (), formula, excluded, step))
            case _:
                self.rules.extend(_rules((), (), formula, reason, because))

    def _add_fact(self, fact: Formula, reason: str, because: tuple[int, ...]) -> None:
        if fact not in self.facts and len(self.steps) < _MOST_STEPS:
            self.steps.append(Step(fact, reason, because))
            self.facts[fact] = len(self.steps)
            self.individuals |= constants_of(fact)
            if isinstance(fact, Atom):
                self.atoms.setdefault(predicate_of(fact), []).append((fact, len(self.steps)))

    def _carry(self, fact: Formula, old: Term, new: Term, equation: int) -> None:
        self.matches += 1
        if self.is_at_its_end():
            return
        carried = _renamed(fact, old, new)
        if carried != fact:
            self._add_fact(carried, "the same individual", (self.facts[fact], equation))

    def _carry_over_equations(self) -> None:
        """Add what is known of an individual under its other names."""
        for equation, number in list(self.facts.items()):
            if isinstance(equation, Equal):
                for fact in list(self.facts):
                    self._carry(fact, equation.left, equation.right, number)
                    self._carry(fact, equation.right, equation.left, number)

    def assume_for(self, goal: Formula) -> Formula:
        """Add what may be assumed to show the goal; return what is then left to be shown."""
        match goal:
            case ForAll(variables, body):
                named = {variable: next(self.names) for variable in variables}
                return self.assume_for(substitute(body, named))
            case Implies(antecedent, consequent):
                self.add(antecedent, "assumption", ())
                return self.assume_for(consequent)
            case Not(body):
                self.add(body, "assumption", ())
                return FALSE
        return goal

    def last_step(self, goal: Formula, cases: int = _MOST_CASES) -> Step | None:
        """Apply rules until the goal or a contradiction follows, or nothing new follows.

        Then the cases of each disjunction are distinguished, up to a depth of nested distinctions.
        """
        while True:
            for wanted in (goal, FALSE):
                reasons = next(self._ways_to(wanted), None)
                if reasons is not None:
                    return Step(wanted, "conclusion", reasons)
            known = len(self.steps)
            self._apply_rules()
            self._carry_over_equations()
            has_news = known < len(self.steps) < _MOST_STEPS
            if self.is_at_its_end() or not has_news:
                return self._by_cases(goal, cases) if cases else None

    def _by_cases(self, goal: Formula, cases: int) -> Step | None:
        for fact, number in list(self.facts.items()):
            if isinstance(fact, Or) and all(self._is_news(part) for part in fact.parts):
                last = self._in_all_cases(goal, fact, number, cases)
                if last is not None:
                    return last
        return None

    def _is_news(self, formula: Formula) -> bool:
        return next(self._ways_to(formula), None) is None

    def _in_all_cases(self, goal: Formula, fact: Or, number: int, cases: int) -> Step | None:
        """Return the step to the goal if it follows from each part; else forget the attempt."""
        before, ends = len(self.steps), []
        self.matches += _MATCHES_FOR_A_CASE
        if self.is_at_its_end():
            return None
        for part in fact.parts:
            atoms = {predicate: list(known) for predicate, known in self.atoms.items()}
            case = replace(self, facts=dict(self.facts), atoms=atoms, rules=list(self.rules))
            case.individuals = set(self.individuals)
            case.add(part, "case", (number,))
            last = case.last_step(goal, cases - 1)
            self.matches = case.matches
            if last is None:
                del self.steps[before:]
                return None
            self.steps.append(last)
            ends.append(len(self.steps))
        return Step(goal, "in all cases", (number, *ends))

    def _apply_rules(self) -> None:
        for rule in list(self.rules):
            for binding, reasons in list(self._matches(rule.body, {}, ())):
                for complete in self._completed(rule.variables, binding):
                    head = substitute(rule.head, dict(complete))
                    if self._is_news(head):
                        self.add(head, rule.reason, (*rule.because, *reasons))

    def _completed(self, variables: Sequence[Variable], binding: _Binding) -> Iterator[_Binding]:
        """Yield a binding with each choice of individuals for the variables that are left."""
        left = [variable for variable in dict.fromkeys(variables) if variable not in binding]
        known = sorted(self.individuals) if left else []
        for individuals in product(known, repeat=len(left)):
            self.matches += 1
            if self.is_at_its_end():
                return
            yield {**binding, **dict(zip(left, individuals, strict=True))}

    def _ways_to(self, goal: Formula) -> Iterator[tuple[int, ...]]:
        """Yield the steps from which a formula without free variables follows at once."""
        if goal in self.facts:
            yield (self.facts[goal],)
        match goal:
            case Or(()):
                yield from self._contradictions()
            case And(parts):
                yield from (reasons for _, reasons in self._matches(parts, {}, ()))
            case Or(parts):
                for part in parts:
                    yield from self._ways_to(part)
            case Exists():
                yield from (reasons for _, reasons in self._matches((goal,), {}, ()))
            case Equal(left, right) if left == right:
                yield ()

    def _contradictions(self) -> Iterator[tuple[int, ...]]:
        for fact, number in self.facts.items():
            match fact:
                case Not(Equal(left, right)) if left == right:
                    yield (number,)
                case Not(body) if body in self.facts:
                    yield (self.facts[body], number)

    def _matches(
        self, goals: Sequence[Formula], binding: _Binding, reasons: tuple[int, ...]
    ) -> Iterator[tuple[_Binding, tuple[int, ...]]]:
        """Yield bindings of variables, with the steps from which all goals then follow."""
        self.matches += 1
        if self.is_at_its_end():
            return
        if not goals:
            yield binding, reasons
            return
        first, rest = goals[0], goals[1:]
        match first:
            case And(parts):
                yield from self._matches((*parts, *rest), binding, reasons)
            case Exists(variables, body):
                inner = substitute(body, {variable: next(self.variables) for variable in variables})
                yield from self._matches((inner, *rest), binding, reasons)
            case Atom():
                for fact, number in list(self.atoms.get(predicate_of(first), ())):
                    extended = matched(first, fact, dict(binding))
                    if extended is not None:
                        yield from self._matches(rest, extended, (*reasons, number))
            case _:
                closed = substitute(first, dict(binding))
                if not free_variables(closed):
                    for more in self._ways_to(closed):
                        yield from self._matches(rest, binding, (*reasons, *more))
                elif any(isinstance(goal, Atom | And | Exists) for goal in rest):
                    # Other goals say first what its variables are.
                    yield from self._matches((*rest, first), binding, reasons)


def _rules(
    variables: tuple[Variable, ...],
    body: tuple[Formula, ...],
    formula: Formula,
    reason: str,
    because: tuple[int, ...],
) -> Iterator[_Rule]:
    """Yield the rules that a formula amounts to, for these variables and behind this body."""
    match formula:
        case ForAll(more, inner):
            yield from _rules((*variables, *more), body, inner, reason, because)
        case Implies(Or(parts), consequent) if parts:
            for part in parts:
                rule = Implies(part, consequent)
                yield from _rules(variables, body, rule, reason, because)
        case Implies(antecedent, consequent):
            yield from _rules(variables, (*body, antecedent), consequent, reason, because)
        case Iff(left, right):
            for rule in (Implies(left, right), Implies(right, left)):
                yield from _rules(variables, body, rule, reason, because)
        case Not(Atom() | Equal()) if not body and not variables:
            yield _Rule(variables, body, formula, reason, because)
        case Not(inner):
            yield from _rules(variables, (*body, inner), FALSE, reason, because)
        case And(parts):
            for part in parts:
                yield from _rules(variables, body, part, reason, because)
        case Or(parts) if parts:
            if body or variables:
                yield _Rule(variables, body, formula, reason, because)
            # If all others are false, this one is true.
            for number, part in enumerate(parts):
                others = tuple(_opposite(p) for i, p in enumerate(parts) if i != number)
                yield from _rules(variables, (*body, *others), part, reason, because)
        case _:
            yield _Rule(variables, body, formula, reason, because)


def _opposite(formula: Formula) -> Formula:
    return formula.body if isinstance(formula, Not) else Not(formula)


def _renamed(fact: Formula, old: Term, new: Term) -> Formula:
    """Return a fact with another name of an individual."""
    match fact:
        case Atom(predicate, arguments):
            return Atom(predicate, tuple(new if term == old else term for term in arguments))
        case Not(body):
            return Not(_renamed(body, old, new))
    return fact
