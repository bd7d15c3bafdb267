"""The provers: cvc5 and Z3, which are Python packages, and E and SPASS, which are programs."""

import shutil
from importlib.util import find_spec

from rte_baselines.core.registry import registry
from rte_baselines.logic.engines.engine import Engine, Symbols
from rte_baselines.logic.formulas import Not
from rte_baselines.logic.notations import SMT_LIB, to_tptp, variable_names
from rte_baselines.logic.problems import Problem


class SmtEngine(Engine):
    """A Python package that reads SMT-LIB."""

    def is_installed(self) -> bool:
        """Whether the package can be imported."""
        return find_spec(self.needs) is not None

    def written(self, problem: Problem, symbols: Symbols) -> str:
        """Return declarations, the premises in their order, and the negated goal, each on a line.

        They cannot all be true if and only if the premises entail the goal.
        """
        lines = ["(declare-sort U 0)"]
        for symbol, predicate in symbols.predicates.items():
            lines.append(f"(declare-fun {symbol} ({' '.join('U' * predicate.arity)}) Bool)")
        lines.extend(f"(declare-fun {symbol} () U)" for symbol in symbols.constants)
        symbol_of = symbols.by_name().__getitem__
        for formula in (*(premise.formula for premise in problem.premises), Not(problem.goal)):
            names = variable_names(formula, "x")
            lines.append(f"(assert {SMT_LIB.write(formula, symbol_of, names)})")
        return "\n".join(lines)


@registry.engines("cvc5.v1")
class Cvc5(SmtEngine):
    """cvc5: proofs, and models with the smallest domain."""

    source = "Barbosa et al. 2022; Reynolds et al. 2013"
    solver = "rte_baselines.logic.engines.cvc5_solver"
    needs = "cvc5"
    install_command = "pip install cvc5"


@registry.engines("z3.v1")
class Z3(SmtEngine):
    """Z3: proofs, and models with the smallest domain."""

    source = "de Moura and Bjorner 2008"
    solver = "rte_baselines.logic.engines.z3_solver"
    needs = "z3"
    install_command = "pip install rte-baselines[z3]"


class TptpEngine(Engine):
    """A program on the PATH that reads TPTP."""

    finds_models = False

    def is_installed(self) -> bool:
        """Whether the program is on the PATH."""
        return shutil.which(self.needs) is not None

    def written(self, problem: Problem, symbols: Symbols) -> str:
        """Return the premises as axioms ``a0``, ``a1`` and so on, and the goal as the last of them.

        The role of the goal is that of a conjecture, which provers negate.
        """
        symbol = symbols.by_name().__getitem__
        parts = [("axiom", premise.formula) for premise in problem.premises]
        parts.append(("conjecture", problem.goal))
        return "".join(
            f"fof(a{number}, {role}, {to_tptp(formula, symbol)}).\n"
            for number, (role, formula) in enumerate(parts)
        )


@registry.engines("e.v1")
class EProver(TptpEngine):
    """E: finds proofs, or shows that there is no proof, but gives no model."""

    source = "Schulz et al. 2019"
    solver = "rte_baselines.logic.engines.e_solver"
    needs = "eprover"
    install_command = "apt-get install eprover"


@registry.engines("spass.v1")
class Spass(TptpEngine):
    """SPASS: finds proofs, or shows that there is no proof, but gives no model."""

    source = "Weidenbach et al. 2009"
    solver = "rte_baselines.logic.engines.spass_solver"
    needs = "SPASS"
    install_command = "apt-get install spass"
