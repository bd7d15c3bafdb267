"""cvc5 and Z3, which are Python packages."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec

from rte_baselines.core.registry import registry
from rte_baselines.logic.engines.engine import Engine, Symbols
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
)
from rte_baselines.logic.notations import variable_names
from rte_baselines.logic.problems import Problem

SORT = "U"
"""The sort of individuals."""


class SmtEngine(Engine):
    """A Python package that reads SMT-LIB."""

    requirement: str

    @property
    def install_command(self) -> str:
        """The command that installs the package."""
        return f"pip install {self.requirement}"

    def is_installed(self) -> bool:
        """Whether the package can be imported."""
        return find_spec(self.needs) is not None

    def written(self, problem: Problem, symbols: Symbols) -> str:
        """Return a problem in SMT-LIB."""
        return to_smt_lib(problem, symbols)


@registry.engines("cvc5.v1")
class Cvc5(SmtEngine):
    """cvc5: proofs, and models with the smallest domain."""

    source = "Barbosa et al. 2022; Reynolds et al. 2013"
    solver = "rte_baselines.logic.engines.solvers.cvc5_solver"
    needs = "cvc5"
    requirement = "cvc5"


@registry.engines("z3.v1")
class Z3(SmtEngine):
    """Z3: proofs, and models with the smallest domain."""

    source = "de Moura and Bjorner 2008"
    solver = "rte_baselines.logic.engines.solvers.z3_solver"
    needs = "z3"
    requirement = "rte-baselines[z3]"


def to_smt_lib(problem: Problem, symbols: Symbols) -> str:
    """Return declarations, and assertions of the premises in their order and of the negated goal.

    Each has a line. They cannot all be true if and only if the premises entail the goal.
    """
    lines = [f"(declare-sort {SORT} 0)"]
    for symbol, predicate in symbols.predicates.items():
        sorts = " ".join([SORT] * predicate.arity)
        lines.append(f"(declare-fun {symbol} ({sorts}) Bool)")
    lines.extend(f"(declare-fun {symbol} () {SORT})" for symbol in symbols.constants)
    names = symbols.by_name()
    for formula in (*(premise.formula for premise in problem.premises), Not(problem.goal)):
        lines.append(f"(assert {_SmtLib(names, variable_names(formula, 'x')).written(formula)})")
    return "\n".join(lines)


@dataclass(frozen=True)
class _SmtLib:
    """Writes formulas in SMT-LIB with these symbols and names of variables."""

    symbols: Mapping[Predicate | Constant, str]
    variables: Mapping[Variable, str]

    def written(self, formula: Formula) -> str:
        match formula:
            case And(()):
                return "true"
            case Or(()):
                return "false"
            case And((part,)) | Or((part,)) | Exists((), part) | ForAll((), part):
                return self.written(part)
            case And(parts):
                return f"(and {' '.join(map(self.written, parts))})"
            case Or(parts):
                return f"(or {' '.join(map(self.written, parts))})"
            case Implies(left, right):
                return f"(=> {self.written(left)} {self.written(right)})"
            case Iff(left, right):
                return f"(= {self.written(left)} {self.written(right)})"
            case Not(body):
                return f"(not {self.written(body)})"
            case Exists(variables, body):
                return f"(exists ({self.bound(variables)}) {self.written(body)})"
            case ForAll(variables, body):
                return f"(forall ({self.bound(variables)}) {self.written(body)})"
            case Equal(left, right):
                return f"(= {self.term(left)} {self.term(right)})"
            case Atom(name, arguments):
                predicate = self.symbols[Predicate(name, len(arguments))]
                terms = "".join(f" {self.term(term)}" for term in arguments)
                return f"({predicate}{terms})" if arguments else predicate

    def bound(self, variables: tuple[Variable, ...]) -> str:
        return " ".join(f"({self.variables[name]} {SORT})" for name in dict.fromkeys(variables))

    def term(self, term: Term) -> str:
        return self.variables[term] if isinstance(term, Variable) else self.symbols[term]
