"""A process that answers problems until its input ends."""

from importlib import import_module
from typing import Any

from rte_baselines.core.processes.answering import answer_requests
from rte_baselines.core.processes.limits import limit_memory, limit_time
from rte_baselines.logic.engines.solvers.answers import Answer, Solver, Task, unknown


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
