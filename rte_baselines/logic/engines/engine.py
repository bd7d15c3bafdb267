"""The base class of engines, which are theorem provers and model builders, and their processes.

A process answers many problems, and is killed when one reaches a limit.
"""

import atexit
import os
import signal
import tempfile
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import ClassVar

from rte_baselines.core.components import Component
from rte_baselines.core.errors import InputError, ResourceError, RteBaselinesError
from rte_baselines.core.processes.answering import AnsweringProcess
from rte_baselines.core.processes.process_pool import ProcessPool
from rte_baselines.logic.engines.answers import EngineAnswer, Task, unknown
from rte_baselines.logic.formulas import FALSE, Constant, Predicate, constants_of, predicates_of
from rte_baselines.logic.models import FiniteModel
from rte_baselines.logic.problems import (
    CounterModel,
    Limits,
    Outcome,
    Problem,
    Proof,
    Saturation,
    Unknown,
)

DEFAULT_LIMITS = Limits()

# Wall time is limited as well, so that a blocked process or a busy machine does not block others.
_WALL_SECONDS_A_SECOND = 10
_START_SECONDS = 60


class SolverProcess(AnsweringProcess):
    """A process that answers problems by a module of solvers, given by its full name."""

    def __init__(self, module: str) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process
        super().__init__("rte_baselines.logic.engines.answers", module, errors=self._errors)

    def solution(self, task: Task) -> EngineAnswer:
        """Return the answer to a problem, or why there is none within its limits."""
        try:
            answer: EngineAnswer = self.answer_json(
                asdict(task), _START_SECONDS + _WALL_SECONDS_A_SECOND * task.seconds
            )
        except TimeoutError:
            return unknown("time")
        except EOFError:
            return self._why_ended()
        return answer

    def _why_ended(self) -> EngineAnswer:
        """Return why the process has ended at work; an error in Python is raised here."""
        if self.exit_code() == -signal.SIGPROF:
            return unknown("time")
        self._errors.seek(0)
        errors = self._errors.read().decode("utf-8", "replace").strip()
        if "bad_alloc" in errors or "MemoryError" in errors:
            return unknown("memory")
        if "Traceback" in errors:
            raise RteBaselinesError(f"a solver failed: {errors.splitlines()[-1]}")
        return unknown("crash")


def solutions(module: str, tasks: Iterable[Task], workers: int) -> Iterator[EngineAnswer]:
    """Yield the answers of a module of solvers to problems, in their order."""
    # After a fork, the processes of the parent answer the parent.
    idle = _idle_pools.setdefault((os.getpid(), module, workers), [])
    try:
        pool = idle.pop()
    except IndexError:
        pool = ProcessPool(workers, lambda: SolverProcess(module))
    try:
        yield from pool.stream(partial(SolverProcess.solution, task=task) for task in tasks)
    except BaseException:
        # Also if the caller stops early, or the user interrupts.
        pool.close()
        raise
    idle.append(pool)


_idle_pools: dict[tuple[int, str, int], list[ProcessPool[SolverProcess]]] = {}
"""The pools that are kept for later problems, by process, solver and number of workers."""


@atexit.register
def end_solvers() -> None:
    """End the processes of solvers; the next problem starts new ones."""
    for (process, *_), idle in _idle_pools.items():
        while idle and process == os.getpid():
            idle.pop().close()


@dataclass(frozen=True)
class Symbols:
    """The symbols of a problem: ``p0``, ``p1`` for predicates, ``c0``, ``c1`` for constants."""

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
        symbols: dict[str, Predicate | Constant] = {**self.predicates, **self.constants}
        return {named: symbol for symbol, named in symbols.items()}


class Engine(Component):
    """Finds proofs, models in which a goal is false, or both.

    Solvers run in other processes, as they can neither be interrupted nor run side by side in one.
    The processes are kept for later problems and end with this one.
    """

    kind = "engines"
    source: ClassVar[str] = ""
    """The paper of the engine."""
    solver: ClassVar[str]
    """The full name of the module whose function ``solve`` answers problems."""
    needs: ClassVar[str]
    """The name of the package or the program that it needs."""
    install_command: ClassVar[str]
    finds_models: ClassVar[bool] = True
    """Whether it returns a `CounterModel` where there is no proof."""

    @abstractmethod
    def is_installed(self) -> bool:
        """Whether the package or the program that it needs is installed."""

    def check_installed(self) -> None:
        """Raise an error that names the command to install the engine, if it is missing."""
        if not self.is_installed():
            raise ResourceError(
                f"the engine {self.needs} is not installed; install it with: {self.install_command}"
            )

    @abstractmethod
    def written(self, problem: Problem, symbols: Symbols) -> str:
        """Return a problem in the language of the solver."""

    def prove(self, problem: Problem, limits: Limits = DEFAULT_LIMITS) -> Outcome:
        """Find out whether the premises entail the goal."""
        (outcome,) = self.prove_all([problem], limits)
        return outcome

    def prove_all(
        self, problems: Iterable[Problem], limits: Limits = DEFAULT_LIMITS, workers: int = 1
    ) -> Iterator[Outcome]:
        """Yield the outcome of each problem, in their order.

        Parameters
        ----------
        problems : iterable of Problem
            The problems, which are read only as fast as the workers need them.
        limits : Limits, optional
            The limits of each problem.
        workers : int, default 1
            The number of processes at work at a time.
        """
        if workers < 1:
            raise InputError(f"{workers} workers; expected at least 1")
        self.check_installed()
        asked: list[tuple[Problem, Symbols]] = []

        def tasks() -> Iterator[Task]:
            for problem in problems:
                symbols = Symbols.of(problem)
                asked.append((problem, symbols))
                yield Task(
                    self.written(problem, symbols),
                    {symbol: predicate.arity for symbol, predicate in symbols.predicates.items()},
                    list(symbols.constants),
                    limits.seconds,
                    limits.megabytes,
                )

        for answer in solutions(self.solver, tasks(), workers):
            yield _outcome(answer, *asked.pop(0))


def _outcome(answer: EngineAnswer, problem: Problem, symbols: Symbols) -> Outcome:
    match answer:
        case {"contradiction": numbers}:
            used = tuple(p.name for n, p in enumerate(problem.premises) if n in numbers)
            return Proof(used, uses_goal=len(problem.premises) in numbers)
        case {"model": {"size": size, "constants": constants, "relations": relations}}:
            denoted = {symbols.constants[symbol]: number for symbol, number in constants.items()}
            true = {
                symbols.predicates[symbol]: frozenset(map(tuple, rows))
                for symbol, rows in relations.items()
            }
            return CounterModel(FiniteModel(size, denoted, true))
        case {"saturated": True}:
            return Saturation()
        case {"unknown": reason}:
            return Unknown(reason)
    raise ValueError(f"{answer} is not an answer of a solver")


def minimized(
    engine: Engine, problem: Problem, proof: Proof, limits: Limits = DEFAULT_LIMITS
) -> Proof:
    """Return a proof from which no premise can be left out, as far as the engine can tell.

    The engine is run once without the goal and once without each premise that the proof uses,
    within the limits. If the premises turn out to contradict each other, the result does not use
    the goal.
    """
    problem = _with_premises(problem, proof.used)
    if proof.uses_goal:
        without_goal = engine.prove(replace(problem, goal=FALSE), limits)
        proof = without_goal if isinstance(without_goal, Proof) else proof
    if not proof.uses_goal:
        problem = replace(problem, goal=FALSE)
    # The last premises are left out first, so that the first of interchangeable premises is kept.
    for name in reversed(proof.used):
        if name in proof.used:
            remaining = tuple(used for used in proof.used if used != name)
            shorter = engine.prove(_with_premises(problem, remaining), limits)
            proof = shorter if isinstance(shorter, Proof) else proof
    return replace(proof, uses_goal=problem.goal != FALSE)


def _with_premises(problem: Problem, names: tuple[str, ...]) -> Problem:
    kept = tuple(premise for premise in problem.premises if premise.name in names)
    return replace(problem, premises=kept)
