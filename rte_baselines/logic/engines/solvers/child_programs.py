"""Runs a prover that is a program of its own, and reads its output."""

import os
import subprocess
from collections.abc import Callable, Sequence
from typing import TypeAlias

from rte_baselines.core.processes.answering import (
    SIGPROF,
    end_with_parent,
    limit_memory,
    limit_time,
)
from rte_baselines.logic.engines.solvers.answers import Answer, Task, unknown

Finished: TypeAlias = subprocess.CompletedProcess[str]

_LAST = 1000
"""Characters of the output in which a program says why it has ended."""


def run(command: Sequence[str], task: Task) -> Finished:
    """Run a program that reads the problem from its input.

    The program is killed when it reaches a limit, and when this process ends.
    """
    return subprocess.run(  # noqa: S603 - solvers name the programs, not the user's input
        command,
        input=task.text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
        preexec_fn=_limits_of(task) if os.name == "posix" else None,
    )


def unanswered(finished: Finished) -> Answer:
    """Return why a program has ended without an answer."""
    if finished.returncode == -SIGPROF:
        return unknown("time")
    if "memory" in finished.stdout[-_LAST:].lower():
        return unknown("memory")
    return unknown("crash" if finished.returncode < 0 else "gave up")


def _limits_of(task: Task) -> Callable[[], None]:
    def apply() -> None:
        end_with_parent()
        limit_memory(task.megabytes)
        limit_time(task.seconds)

    return apply
