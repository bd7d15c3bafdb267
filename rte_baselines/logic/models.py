"""Finite models, the truth of formulas in them, and their reduction to what formulas require."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rte_baselines.logic.formulas import (
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
    free_variables,
    predicate_of,
)
from rte_baselines.logic.notations import plain_name

Assignment: TypeAlias = Mapping[Variable, int]


@dataclass(frozen=True)
class FiniteModel:
    """A model with a finite domain."""

    size: int
    """The number of individuals, at least one. They are the numbers from 0 to ``size - 1``."""
    constants: Mapping[Constant, int]
    """The individual that each constant denotes."""
    relations: Mapping[Predicate, frozenset[tuple[int, ...]]]
    """The tuples of which each predicate is true. A predicate that is missing is true of none."""

    def satisfies(self, formula: Formula, assignment: Assignment | None = None) -> bool:
        """Whether a formula is true in this model, with the individuals of the free variables."""
        return _has_value(self, formula, True, dict(assignment or {}))

    @property
    def model_size(self) -> int:
        """The number of individuals times the number of tuples of relations of two or more places.

        This is the model size of bos2006, section 3.6.
        """
        return self.size * sum(
            len(rows) for predicate, rows in self.relations.items() if predicate.arity > 1
        )

    def table(self) -> str:
        """Return the model as text: the domain, constants, and the tuples of each predicate.

        Individuals are ``d1``, ``d2`` and so on. Predicates that are true of nothing are left out.
        """
        constants = [(plain_name(c.name), _shown(i)) for c, i in self.constants.items()]
        relations = [
            (plain_name(predicate.name), ", ".join(map(_shown_row, sorted(rows))))
            for predicate, rows in self.relations.items()
            if rows
        ]
        domain = ("domain", ", ".join(map(_shown, range(self.size))))
        lines = [domain, *sorted(constants), *sorted(relations)]
        width = max(len(name) for name, _ in lines)
        return "\n".join(f"{name:<{width}}  {value}" for name, value in lines)


def _shown(individual: int) -> str:
    return f"d{individual + 1}"


def _shown_row(row: tuple[int, ...]) -> str:
    shown = ", ".join(map(_shown, row))
    return f"({shown})" if len(row) > 1 else shown or "true"


def _has_value(
    model: FiniteModel, formula: Formula, value: bool, known: dict[Variable, int]
) -> bool:
    """Whether a formula is true, if `value` is true, or else whether it is false.

    Negations are pushed inwards, so that all quantifiers over conjunctions are searched alike.
    """
    match formula:
        case Not(body):
            return _has_value(model, body, not value, known)
        case Iff(left, right):
            same = _has_value(model, left, True, known) == _has_value(model, right, True, known)
            return same == value
        case Exists(variables, body):
            found = assignments(model, variables, body, value=True, known=known)
            return (next(found, None) is not None) == value
        case ForAll(variables, body):
            found = assignments(model, variables, body, value=False, known=known)
            return (next(found, None) is None) == value
        case Equal(left, right):
            return (denoted(model, left, known) == denoted(model, right, known)) == value
        case Atom(_, arguments):
            row = tuple(denoted(model, term, known) for term in arguments)
            return (row in model.relations.get(predicate_of(formula), ())) == value
    parts, is_conjunction = parts_with_values(formula, value)
    results = (_has_value(model, part, wanted, known) for part, wanted in parts)
    return all(results) if is_conjunction else any(results)


def parts_with_values(formula: Formula, value: bool) -> tuple[list[tuple[Formula, bool]], bool]:
    """Return the parts with their wanted values, and whether all of them are needed."""
    match formula:
        case And(parts):
            return [(part, value) for part in parts], value
        case Or(parts):
            return [(part, value) for part in parts], not value
        case Implies(antecedent, consequent):
            return [(antecedent, not value), (consequent, value)], not value
    raise TypeError(f"{formula!r} is not a formula")


def denoted(model: FiniteModel, term: Term, known: Assignment) -> int:
    """Return the individual that a term stands for."""
    return known[term] if isinstance(term, Variable) else model.constants[term]


def assignments(
    model: FiniteModel,
    variables: tuple[Variable, ...],
    body: Formula,
    *,
    value: bool,
    known: Assignment,
) -> Iterator[dict[Variable, int]]:
    """Yield the individuals of some variables that give a formula a value.

    The body is split into parts that must hold together. Each part is checked as soon as its
    variables are assigned, and the variables of an atom are assigned only from the tuples of which
    it is true, because a text of thirty referents has too many assignments to try them all. The
    individuals of the other free variables are known.
    """
    outer = {variable: i for variable, i in known.items() if variable not in variables}
    yield from _search(model, _needed_together(body, value), frozenset(variables), outer)


def _needed_together(body: Formula, value: bool) -> list[tuple[Formula, bool]]:
    """Return the parts that all need their values for the body to have its value."""
    goals: list[tuple[Formula, bool]] = []
    waiting = [(body, value)]
    while waiting:
        formula, wanted = waiting.pop()
        if isinstance(formula, Not):
            waiting.append((formula.body, not wanted))
        elif isinstance(formula, And | Or | Implies) and parts_with_values(formula, wanted)[1]:
            waiting.extend(parts_with_values(formula, wanted)[0])
        else:
            goals.append((formula, wanted))
    return goals


def _search(
    model: FiniteModel,
    goals: list[tuple[Formula, bool]],
    bound: frozenset[Variable],
    known: dict[Variable, int],
) -> Iterator[dict[Variable, int]]:
    """Yield how the unassigned variables can be assigned so that all goals have their values."""
    open_goals = []
    for formula, wanted in goals:
        if any(v in bound and v not in known for v in free_variables(formula)):
            open_goals.append((formula, wanted))
        elif not _has_value(model, formula, wanted, known):
            return
    if not open_goals:
        # Variables that no goal mentions may be anything, as the domain is not empty.
        yield known
        return
    for extension in _extensions(model, open_goals, bound, known):
        yield from _search(model, open_goals, bound, {**known, **extension})


def _extensions(
    model: FiniteModel,
    goals: list[tuple[Formula, bool]],
    bound: frozenset[Variable],
    known: Assignment,
) -> Iterator[dict[Variable, int]]:
    """Yield what the variables may be: of the atom with the fewest tuples, or of one variable."""
    rows = [
        _matching_rows(model, atom, known)
        for atom, wanted in goals
        if wanted and isinstance(atom, Atom)
    ]
    if rows:
        yield from min(rows, key=len)
        return
    formula, _ = goals[0]
    variable = min(v for v in free_variables(formula) if v in bound and v not in known)
    for individual in range(model.size):
        yield {variable: individual}


def _matching_rows(model: FiniteModel, atom: Atom, known: Assignment) -> list[dict[Variable, int]]:
    """Return the assignments of unassigned variables with which an atom matches a tuple."""
    found = []
    for row in model.relations.get(predicate_of(atom), frozenset()):
        extension: dict[Variable, int] = {}
        for term, individual in zip(atom.arguments, row, strict=True):
            if isinstance(term, Variable) and term not in known:
                if extension.setdefault(term, individual) != individual:
                    break
            elif denoted(model, term, known) != individual:
                break
        else:
            found.append(extension)
    return found


def reduced(model: FiniteModel, formulas: Iterable[Formula]) -> FiniteModel:
    """Return a part of a model in which the same formulas are true.

    Model builders minimize the domain only, and may make predicates true of individuals that no
    formula is about. Here, all relations start empty. As long as a formula is false, tuples of the
    model are added: the tuple of an atom that has to be true; for a disjunction, those of its first
    true part; for an existential formula, those of the first individuals that satisfy it. So each
    tuple is required by a formula, although other choices might need fewer tuples. The formulas
    are without free variables, and true in the model.

    References
    ----------
    Bos and Markert 2006, "Recognising textual entailment with robust logical inference", section
    3.6, which asks for "algorithms that transfer a model into a minimal model".
    """
    wanted = list(formulas)
    reduction = _Reduction(model)
    while reduction.grow(wanted):
        pass
    return reduction.part


class _Reduction:
    """The part of a model that was called for so far."""

    def __init__(self, model: FiniteModel) -> None:
        self._model = model
        self._rows: dict[Predicate, frozenset[tuple[int, ...]]] = {}
        self.part = FiniteModel(model.size, model.constants, self._rows)

    def grow(self, formulas: Sequence[Formula]) -> bool:
        """Add the tuples that formulas require; return whether any were added."""
        before = sum(map(len, self._rows.values()))
        for formula in formulas:
            self._require(formula, True, {})
        return sum(map(len, self._rows.values())) > before

    def _require(self, formula: Formula, value: bool, known: Assignment) -> None:
        """Add what gives a formula the value that it has in the model."""
        match formula:
            case Atom():
                if value:
                    self._add(formula, known)
            case Equal():
                # True or false by the constants alone.
                return
            case Not(body):
                self._require(body, not value, known)
            case Exists() | ForAll():
                self._require_quantified(formula, value, known)
            case Iff(left, right):
                is_same = self.part.satisfies(left, known) == self.part.satisfies(right, known)
                if is_same != value:
                    for side in (left, right):
                        self._require(side, self._model.satisfies(side, known), known)
            case And() | Or() | Implies():
                self._require_parts(formula, value, known)

    def _add(self, atom: Atom, known: Assignment) -> None:
        row = tuple(denoted(self._model, term, known) for term in atom.arguments)
        predicate = predicate_of(atom)
        self._rows[predicate] = self._rows.get(predicate, frozenset()) | {row}

    def _require_quantified(self, formula: Exists | ForAll, value: bool, known: Assignment) -> None:
        variables, body = formula.variables, formula.body
        if value == isinstance(formula, ForAll):
            others = assignments(self.part, variables, body, value=not value, known=known)
            for individuals in list(others):
                self._require(body, value, individuals)
        elif next(assignments(self.part, variables, body, value=value, known=known), None) is None:
            found = assignments(self._model, variables, body, value=value, known=known)
            self._require(body, value, next(found))

    def _require_parts(self, formula: And | Or | Implies, value: bool, known: Assignment) -> None:
        parts, is_conjunction = parts_with_values(formula, value)
        if is_conjunction:
            for part, wanted in parts:
                self._require(part, wanted, known)
        elif not any(self.part.satisfies(part, known) == wanted for part, wanted in parts):
            found = (part for part in parts if self._model.satisfies(part[0], known) == part[1])
            self._require(*next(found), known)
