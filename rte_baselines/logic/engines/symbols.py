"""Symbols that replace names, so that provers do not read the characters of names."""

from collections.abc import Mapping
from dataclasses import dataclass

from rte_baselines.logic.formulas import Constant, Predicate, constants_of, predicates_of
from rte_baselines.logic.problems import Problem


@dataclass(frozen=True)
class Symbols:
    """The symbols of a problem: ``p0``, ``p1`` for predicates, ``c0``, ``c1`` for constants.

    Parameters
    ----------
    predicates : mapping of str to Predicate
    constants : mapping of str to Constant
    """

    predicates: Mapping[str, Predicate]
    constants: Mapping[str, Constant]

    @classmethod
    def of(cls, problem: Problem) -> "Symbols":
        """Return the symbols of all formulas of a problem."""
        formulas = [*(premise.formula for premise in problem.premises), problem.goal]
        predicates = sorted(frozenset().union(*map(predicates_of, formulas)))
        constants = sorted(frozenset().union(*map(constants_of, formulas)))
        return cls(
            {f"p{number}": predicate for number, predicate in enumerate(predicates)},
            {f"c{number}": constant for number, constant in enumerate(constants)},
        )

    def by_name(self) -> dict[Predicate | Constant, str]:
        """Return the symbol of each predicate and each constant."""
        names: dict[Predicate | Constant, str] = {}
        names.update({predicate: symbol for symbol, predicate in self.predicates.items()})
        names.update({constant: symbol for symbol, constant in self.constants.items()})
        return names
