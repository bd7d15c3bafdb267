"""The answers of solvers, sent between processes as JSON; what sends them, and runs programs.

Assertions are numbered in the order of the text: those of the premises from 0, and the negated goal
is the last. Symbols are those of the text.
"""

import signal
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

from rte_baselines.core.processes.answering import (
    answer_requests,
    as_json,
    limit_memory,
    limit_time,
)
from rte_baselines.core.processes.starting import end_with_parent

EngineAnswer: TypeAlias = dict[str, Any]

_LAST = 1000
"""Characters of the output in which a program says why it has ended."""


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


def contradiction(numbers: Iterable[int]) -> EngineAnswer:
    """Return that the assertions of these numbers contradict each other."""
    return {"contradiction": sorted(numbers)}


def model(
    size: int, constants: Mapping[str, int], relations: Mapping[str, Sequence[Sequence[int]]]
) -> EngineAnswer:
    """Return a model of all assertions, with the individuals from 0 to ``size - 1``."""
    return {"model": {"size": size, "constants": constants, "relations": relations}}


def saturated() -> EngineAnswer:
    """Return that the assertions do not contradict each other."""
    return {"saturated": True}


def unknown(reason: str) -> EngineAnswer:
    """Return the reason why there is no answer, one of those of `Unknown`."""
    return {"unknown": reason}


def main(parent: int, connection: int, module: str) -> None:
    """Answer problems with the function ``solve`` of a module, within their limits."""

    def answer(request: Any) -> EngineAnswer:
        task = Task(**request)
        limit_memory(task.megabytes)
        limit_time(task.seconds)
        try:
            return solve(task)
        except MemoryError:
            return unknown("memory")
        finally:
            limit_time(0)

    solve: Callable[[Task], EngineAnswer] = import_module(module).solve
    answer_requests(parent, connection, as_json(answer))


def run(command: Sequence[str], task: Task) -> subprocess.CompletedProcess[str]:
    """Run a program that reads the problem from its input.

    The program is killed when it reaches a limit, and when this process ends.
    """

    def limit() -> None:
        end_with_parent()
        limit_memory(task.megabytes)
        limit_time(task.seconds)

    return subprocess.run(  # noqa: S603 - solvers name the programs, not the user's input
        command,
        input=task.text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
        preexec_fn=limit,
    )


def unanswered(finished: subprocess.CompletedProcess[str]) -> EngineAnswer:
    """Return why a program has ended without an answer."""
    if finished.returncode == -signal.SIGPROF:
        return unknown("time")
    if "memory" in finished.stdout[-_LAST:].lower():
        return unknown("memory")
    return unknown("crash" if finished.returncode < 0 else "gave up")
