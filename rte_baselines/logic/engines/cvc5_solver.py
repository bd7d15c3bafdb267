"""cvc5: proofs by instantiation, then finite models with the smallest domain first.

References
----------
.. [1] Barbosa, H., et al. (2022). cvc5: a versatile and industrial-strength SMT solver. TACAS.
.. [2] Reynolds, A., Tinelli, C., Goel, A., and Krstic, S. (2013). Finite model finding in SMT. CAV.
"""

from itertools import product
from typing import Any

import cvc5
from cvc5 import Kind

from rte_baselines.logic.engines.answers import EngineAnswer, Task, contradiction, model, unknown

# The limits are steps and not seconds, so that the same problem always gets the same answer. Some
# proofs are found at once by instantiating quantifiers, others by searching for models. The two
# searches alternate; each run has ten times as many steps as the previous run of the same search.
_FIRST_STEPS = 2_000
_FACTOR = 10


def solve(task: Task) -> EngineAnswer:
    """Answer a problem in SMT-LIB."""
    steps = _FIRST_STEPS
    while True:
        by_instances = _Attempt(task.text, {"enum-inst": "true"}, steps)
        if by_instances.result.isUnsat():
            return contradiction(by_instances.contradictory())
        steps *= _FACTOR
        by_models = _Attempt(task.text, {"finite-model-find": "true"}, steps)
        if by_models.result.isUnsat():
            return contradiction(by_models.contradictory())
        if by_models.result.isSat():
            return by_models.model()
        if not (by_instances.ran_out() or by_models.ran_out()):
            return unknown("gave up")


class _Attempt:
    """One run of cvc5 with some options, and at most so many steps."""

    def __init__(self, text: str, options: dict[str, str], steps: int) -> None:
        self.terms = cvc5.TermManager()
        self.solver = cvc5.Solver(self.terms)
        always = {"produce-models": "true", "produce-unsat-cores": "true"}
        for name, value in {**always, **options, "rlimit-per": str(steps)}.items():
            self.solver.setOption(name, value)
        self.solver.setLogic("UF")
        self.symbols = self._read(text)
        self.result = self.solver.checkSat()

    def _read(self, text: str) -> Any:
        parser = cvc5.InputParser(self.solver)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "problem")
        symbols = parser.getSymbolManager()
        while not (command := parser.nextCommand()).isNull():
            command.invoke(self.solver, symbols)
        return symbols

    def ran_out(self) -> bool:
        """Whether the steps did not suffice."""
        ran_out = cvc5.UnknownExplanation.RESOURCEOUT
        return self.result.isUnknown() and bool(self.result.getUnknownExplanation() == ran_out)

    def contradictory(self) -> list[int]:
        """Return the numbers of assertions that contradict each other."""
        numbers: dict[Any, int] = {}
        for number, assertion in enumerate(self.solver.getAssertions()):
            numbers.setdefault(assertion, number)
        return [numbers[assertion] for assertion in self.solver.getUnsatCore()]

    def model(self) -> EngineAnswer:
        """Return the model that was found."""
        (sort,) = self.symbols.getDeclaredSorts()
        elements = self.solver.getModelDomainElements(sort)
        numbers = {element: number for number, element in enumerate(elements)}
        constants, relations = {}, {}
        for term in self.symbols.getDeclaredTerms():
            if term.getSort() == sort:
                constants[term.getSymbol()] = numbers[self.solver.getValue(term)]
            else:
                own = term.getSort()
                arity = own.getFunctionArity() if own.isFunction() else 0
                relations[term.getSymbol()] = [
                    [numbers[element] for element in row]
                    for row in product(elements, repeat=arity)
                    if self._is_true(term, row)
                ]
        return model(len(elements), constants, relations)

    def _is_true(self, predicate: Any, row: tuple[Any, ...]) -> bool:
        atom = self.terms.mkTerm(Kind.APPLY_UF, predicate, *row) if row else predicate
        return bool(self.solver.getValue(atom).getBooleanValue())
