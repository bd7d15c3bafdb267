"""cvc5 and Z3, which are Python packages."""

from importlib.util import find_spec

from rte_baselines.core.registry import registry
from rte_baselines.logic.engines.engine import Engine
from rte_baselines.logic.engines.smt_lib import to_smt_lib
from rte_baselines.logic.engines.symbols import Symbols
from rte_baselines.logic.problems import Problem


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
