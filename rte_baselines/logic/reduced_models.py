"""Reduction of finite models to the tuples that formulas require."""

from collections.abc import Iterable, Sequence

from rte_baselines.logic.formulas import (
    And,
    Atom,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Variable,
    predicate_of,
)
from rte_baselines.logic.models import (
    Assignment,
    FiniteModel,
    assignments,
    denoted,
    parts_with_values,
)


def reduced(model: FiniteModel, formulas: Iterable[Formula]) -> FiniteModel:
    """Return a part of a model in which the same formulas are true.

    Model builders minimize the domain only, and may make predicates true of individuals that no
    formula is about. Here, all relations start empty. As long as a formula is false, tuples of the
    model are added: the tuple of an atom that has to be true; for a disjunction, those of its first
    true part; for an existential formula, those of the first individuals that satisfy it. So each
    tuple is required by a formula, although other choices might need fewer tuples.

    Parameters
    ----------
    model : FiniteModel
    formulas : iterable of Formula
        Without free variables, and true in the model.

    Returns
    -------
    FiniteModel
        With the same domain and the same constants.

    References
    ----------
    Bos and Markert 2006, "Recognising textual entailment with robust logical inference", section
    3.6, which asks for "algorithms that transfer a model into a minimal model".
    """
    wanted = list(formulas)
    reduction = _Reduction(model)
    while reduction.grow(wanted):
        pass
    # Faster than looking in the whole model, whose relations have many more tuples.
    false = next((formula for formula in wanted if not reduction.part.satisfies(formula)), None)
    if false is not None:
        raise _false(false)
    return reduction.part


def _false(formula: Formula) -> ValueError:
    return ValueError(f"{formula} is false in the model; expected formulas that are true")


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
            case Exists(variables, body):
                self._require_quantified(variables, body, value, known, is_universal=not value)
            case ForAll(variables, body):
                self._require_quantified(variables, body, value, known, is_universal=value)
            case Iff(left, right):
                self._require_same(left, right, value, known)
            case And() | Or() | Implies():
                self._require_parts(formula, value, known)

    def _add(self, atom: Atom, known: Assignment) -> None:
        row = tuple(denoted(self._model, term, known) for term in atom.arguments)
        predicate = predicate_of(atom)
        if row not in self._model.relations.get(predicate, ()):
            raise _false(atom)
        self._rows[predicate] = self._rows.get(predicate, frozenset()) | {row}

    def _require_quantified(
        self,
        variables: tuple[Variable, ...],
        body: Formula,
        value: bool,
        known: Assignment,
        *,
        is_universal: bool,
    ) -> None:
        if is_universal:
            others = assignments(self.part, variables, body, value=not value, known=known)
            for individuals in list(others):
                self._require(body, value, individuals)
        elif next(assignments(self.part, variables, body, value=value, known=known), None) is None:
            found = assignments(self._model, variables, body, value=value, known=known)
            chosen = next(found, None)
            if chosen is None:
                raise _false(body)
            self._require(body, value, chosen)

    def _require_parts(self, formula: And | Or | Implies, value: bool, known: Assignment) -> None:
        parts, is_conjunction = parts_with_values(formula, value)
        if is_conjunction:
            for part, wanted in parts:
                self._require(part, wanted, known)
        elif not any(self.part.satisfies(part, known) == wanted for part, wanted in parts):
            found = [one for one in parts if self._model.satisfies(one[0], known) == one[1]]
            if not found:
                raise _false(formula)
            self._require(*found[0], known)

    def _require_same(self, left: Formula, right: Formula, value: bool, known: Assignment) -> None:
        if (self.part.satisfies(left, known) == self.part.satisfies(right, known)) != value:
            for side in (left, right):
                self._require(side, self._model.satisfies(side, known), known)
