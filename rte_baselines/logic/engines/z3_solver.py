"""Z3: proofs by instantiation, then finite models with domains of one, two, three individuals.

References
----------
.. [1] de Moura, L., and Bjorner, N. (2008). Z3: an efficient SMT solver. TACAS.
"""

from itertools import count, product
from typing import Any

import z3

from rte_baselines.logic.engines.answers import EngineAnswer, Task, contradiction, model, unknown

# Steps, and not seconds, so that the same problem is always answered in the same way.
_PROOF_STEPS = 200_000
_ALL_STEPS = 0


def solve(task: Task) -> EngineAnswer:
    """Answer a problem in SMT-LIB."""
    z3.set_param("memory_max_size", task.megabytes)
    try:
        return _Problem(task).answer()
    except z3.Z3Exception as error:
        if "memory" in str(error):
            return unknown("memory")
        raise


class _Problem:
    """The assertions of a problem, each with a Boolean that stands for it."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.context = z3.Context()
        self.sort = z3.DeclareSort("U", self.context)
        assertions = z3.parse_smt2_string(task.text, ctx=self.context)
        self.assertions = {
            z3.Bool(f"assertion {number}", self.context): assertion
            for number, assertion in enumerate(assertions)
        }

    def answer(self) -> EngineAnswer:
        quick = self._solver(_PROOF_STEPS)
        if quick.check() == z3.unsat:
            return self._contradiction(quick)
        individuals: list[Any] = []
        for size in count(1):
            individuals.append(z3.Const(f"individual {size}", self.sort))
            result = self._with_domain(individuals)
            if result is not None:
                return result
        raise AssertionError("unreachable")

    def _with_domain(self, individuals: list[Any]) -> EngineAnswer | None:
        """Return the answer if one is found with no more than these individuals."""
        solver = self._solver(_ALL_STEPS)
        x = z3.Const("x", self.sort)
        limit = z3.ForAll([x], z3.Or([x == individual for individual in individuals]))
        solver.assert_and_track(limit, z3.Bool("domain", self.context))
        result = solver.check()
        if result == z3.sat:
            return self._model(solver.model(), individuals)
        if result == z3.unsat and "domain" not in map(str, solver.unsat_core()):
            return self._contradiction(solver)
        return None

    def _solver(self, steps: int) -> Any:
        solver = z3.SimpleSolver(ctx=self.context)
        solver.set("rlimit", steps)
        for name, assertion in self.assertions.items():
            solver.assert_and_track(assertion, name)
        return solver

    def _contradiction(self, solver: Any) -> EngineAnswer:
        names = list(self.assertions)
        return contradiction(names.index(name) for name in solver.unsat_core())

    def _model(self, found: Any, individuals: list[Any]) -> EngineAnswer:
        # Two of the individuals may be the same.
        elements = dict.fromkeys(self._value(found, individual) for individual in individuals)
        numbers = {element: number for number, element in enumerate(elements)}
        constants = {
            symbol: numbers[self._value(found, z3.Const(symbol, self.sort))]
            for symbol in self.task.constants
        }
        relations = {
            symbol: [
                [numbers[element] for element in row]
                for row in product(elements, repeat=arity)
                if z3.is_true(self._value(found, self._predicate(symbol, arity)(*row)))
            ]
            for symbol, arity in self.task.predicates.items()
        }
        return model(len(elements), constants, relations)

    def _predicate(self, symbol: str, arity: int) -> Any:
        return z3.Function(symbol, *[self.sort] * arity, z3.BoolSort(self.context))

    @staticmethod
    def _value(found: Any, term: Any) -> Any:
        return found.eval(term, model_completion=True)
