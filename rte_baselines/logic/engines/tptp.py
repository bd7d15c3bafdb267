"""Problems in TPTP, the language of most provers for first-order logic."""

from rte_baselines.logic.engines.symbols import Symbols
from rte_baselines.logic.notations import to_tptp
from rte_baselines.logic.problems import Problem


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
