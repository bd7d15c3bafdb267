"""The base class of engines: theorem provers and model builders."""

import atexit
import os
import threading
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rte_baselines.core.components import Component
from rte_baselines.core.errors import InputError, ResourceError
from rte_baselines.logic.engines.processes import Workers
from rte_baselines.logic.engines.solvers.answers import Answer, Task
from rte_baselines.logic.formulas import Constant, Predicate, constants_of, predicates_of
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
        names: dict[Predicate | Constant, str] = {}
        names.update({predicate: symbol for symbol, predicate in self.predicates.items()})
        names.update({constant: symbol for symbol, constant in self.constants.items()})
        return names


class Engine(Component):
    """Finds proofs, models in which a goal is false, or both.

    Solvers run in worker processes, as they can neither be interrupted nor run side by side in
    one process. The workers are kept for later problems and end with this process.
    """

    kind = "engines"
    source: ClassVar[str] = ""
    """The paper of the engine."""
    solver: ClassVar[str]
    """The full name of the module whose function ``solve`` answers problems."""
    finds_models: ClassVar[bool] = True
    """Whether it returns a `CounterModel` where there is no proof."""

    @property
    @abstractmethod
    def needs(self) -> str:
        """The name of the package or the program that it needs."""

    @property
    @abstractmethod
    def install_command(self) -> str:
        """The command that installs it."""

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
                yield self._task(problem, symbols, limits)

        for answer in _workers_of(self.solver).answers(tasks(), workers):
            yield _outcome(answer, *asked.pop(0))

    def _task(self, problem: Problem, symbols: Symbols, limits: Limits) -> Task:
        return Task(
            self.written(problem, symbols),
            {symbol: predicate.arity for symbol, predicate in symbols.predicates.items()},
            list(symbols.constants),
            limits.seconds,
            limits.megabytes,
        )


def _outcome(answer: Answer, problem: Problem, symbols: Symbols) -> Outcome:
    match answer:
        case {"contradiction": numbers}:
            used = tuple(p.name for n, p in enumerate(problem.premises) if n in numbers)
            return Proof(used, uses_goal=len(problem.premises) in numbers)
        case {"model": {"size": size, "constants": constants, "relations": relations}}:
            return CounterModel(_model(size, constants, relations, symbols))
        case {"saturated": True}:
            return Saturation()
        case {"unknown": reason}:
            return Unknown(reason)
    raise ValueError(f"{answer} is not an answer of a solver")


def _model(
    size: int,
    constants: dict[str, int],
    relations: dict[str, list[list[int]]],
    symbols: Symbols,
) -> FiniteModel:
    """Return the model with the names of the problem instead of its symbols."""
    denoted: dict[Constant, int] = {symbols.constants[c]: i for c, i in constants.items()}
    true: dict[Predicate, frozenset[tuple[int, ...]]] = {
        symbols.predicates[symbol]: frozenset(map(tuple, rows))
        for symbol, rows in relations.items()
    }
    return FiniteModel(size, denoted, true)


class _Kept(threading.local):
    """The workers that this thread keeps.

    On Linux, a worker ends with the thread that has started it, and not only with the process.
    """

    def __init__(self) -> None:
        self.process = os.getpid()
        self.workers: dict[str, Workers] = {}


_kept = _Kept()


def _workers_of(solver: str) -> Workers:
    if _kept.process != os.getpid():
        # After a fork, the workers answer the parent process.
        _kept.__init__()  # type: ignore[misc]
    return _kept.workers.setdefault(solver, Workers(solver))


@atexit.register
def end_workers() -> None:
    """End the workers that this thread keeps; the next problem starts new ones."""
    if _kept.process == os.getpid():
        for workers in _kept.workers.values():
            workers.close()
