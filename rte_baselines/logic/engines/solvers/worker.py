"""A process that answers problems, one line of JSON for each, until its input ends."""

import json
import os
import sys
from importlib import import_module
from typing import TextIO

from rte_baselines.logic.engines.solvers.answers import Answer, Solver, Task, unknown
from rte_baselines.logic.engines.solvers.limits import end_with_parent, limit_memory, limit_time


def main(module: str, parent: int) -> None:
    """Answer problems with the function ``solve`` of a module.

    Parameters
    ----------
    module : str
        The full name of the module.
    parent : int
        The process ID of the parent process.
    """
    end_with_parent(parent)
    replies = _claimed_output()
    solve: Solver = import_module(module).solve
    for line in sys.stdin:
        print(json.dumps(_answer(solve, Task(**json.loads(line)))), file=replies, flush=True)


def _claimed_output() -> TextIO:
    """Return the standard output for answers; what solvers print there goes to standard error."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return replies


def _answer(solve: Solver, task: Task) -> Answer:
    limit_memory(task.megabytes)
    limit_time(task.seconds)
    try:
        return solve(task)
    except MemoryError:
        return unknown("memory")
    finally:
        limit_time(0)
