"""E and SPASS, programs that read TPTP."""

import shutil

from rte_baselines.core.registry import registry
from rte_baselines.logic.engines.engine import Engine, Symbols
from rte_baselines.logic.notations import to_tptp
from rte_baselines.logic.problems import Problem


class TptpEngine(Engine):
    """A program on the PATH that reads TPTP."""

    finds_models = False
    package: str

    @property
    def install_command(self) -> str:
        """The command that installs the program."""
        return f"apt-get install {self.package}"

    def is_installed(self) -> bool:
        """Whether the program is on the PATH."""
        return shutil.which(self.needs) is not None

    def written(self, problem: Problem, symbols: Symbols) -> str:
        """Return a problem in TPTP."""
        return to_tptp_problem(problem, symbols)


@registry.engines("e.v1")
class EProver(TptpEngine):
    """E: finds proofs, or shows that there is no proof, but gives no model."""

    source = "Schulz et al. 2019"
    solver = "rte_baselines.logic.engines.solvers.e_solver"
    needs = "eprover"
    package = "eprover"


@registry.engines("spass.v1")
class Spass(TptpEngine):
    """SPASS: finds proofs, or shows that there is no proof, but gives no model."""

    source = "Weidenbach et al. 2009"
    solver = "rte_baselines.logic.engines.solvers.spass_solver"
    needs = "SPASS"
    package = "spass"


def to_tptp_problem(problem: Problem, symbols: Symbols) -> str:
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
