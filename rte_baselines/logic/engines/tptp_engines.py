"""E and SPASS, programs that read TPTP."""

import shutil

from rte_baselines.core.registry import registry
from rte_baselines.logic.engines.engine import Engine
from rte_baselines.logic.engines.symbols import Symbols
from rte_baselines.logic.engines.tptp import to_tptp_problem
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
