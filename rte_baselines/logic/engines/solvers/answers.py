"""The answers of solvers, which are sent between processes as JSON, and what sends them.

Assertions are numbered in the order of the text: those of the premises from 0, and the negated goal
is the last. Symbols are those of the text.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, TypeAlias

from rte_baselines.core.processes.answering import answer_requests, limit_memory, limit_time

Answer: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """A problem in the language of the solver, its symbols, and its limits.

    Predicates have their numbers of arguments. Seconds of processor time and megabytes of address
    space are limited.
    """

    text: str
    predicates: Mapping[str, int]
    constants: Sequence[str]
    seconds: float
    megabytes: int


class Solver(Protocol):
    """The function ``solve`` of a module of solvers."""

    def __call__(self, task: Task) -> Answer:
        """Answer a problem."""


def contradiction(numbers: Iterable[int]) -> Answer:
    """Return that the assertions of these numbers contradict each other."""
    return {"contradiction": sorted(numbers)}


def model(
    size: int, constants: Mapping[str, int], relations: Mapping[str, Sequence[Sequence[int]]]
) -> Answer:
    """Return a model of all assertions, with the individuals from 0 to ``size - 1``."""
    return {"model": {"size": size, "constants": constants, "relations": relations}}


def saturated() -> Answer:
    """Return that the assertions do not contradict each other."""
    return {"saturated": True}


def unknown(reason: str) -> Answer:
    """Return the reason why there is no answer, one of those of `Unknown`."""
    return {"unknown": reason}


def main(parent: int, module: str) -> None:
    """Answer problems with the function ``solve`` of a module, within their limits."""

    def answer(request: Any) -> Answer:
        task = Task(**request)
        limit_memory(task.megabytes)
        limit_time(task.seconds)
        try:
            return solve(task)
        except MemoryError:
            return unknown("memory")
        finally:
            limit_time(0)

    solve: Solver = import_module(module).solve
    answer_requests(parent, answer)
