"""Worker processes that answer many problems, and are killed when one reaches a limit."""

import json
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import count
from queue import Empty, SimpleQueue

from rte_baselines.core.errors import RteBaselinesError
from rte_baselines.core.processes.answering import (
    SIGPROF,
    AnsweringProcess,
    Replies,
    program_calling,
)
from rte_baselines.logic.engines.answers import Answer, Task, unknown

# Wall time is limited as well, so that a blocked process or a busy machine does not block others.
_WALL_SECONDS_A_SECOND = 10
_START_SECONDS = 60
_LOOK_AHEAD = 4
"""How many problems may be asked, for each worker, before the first of them is answered."""


class Worker(AnsweringProcess):
    """A process that answers problems by a module of solvers, given by its full name."""

    def __init__(self, module: str) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process
        program = program_calling("rte_baselines.logic.engines.answers", module)
        super().__init__(program, errors=self._errors)

    def why_ended(self) -> Answer:
        """Return why the process has ended at work; an error in Python is raised here."""
        if self.exit_code() == -SIGPROF:
            return unknown("time")
        self._errors.seek(0)
        errors = self._errors.read().decode("utf-8", "replace").strip()
        if "bad_alloc" in errors or "MemoryError" in errors:
            return unknown("memory")
        if "Traceback" in errors:
            raise RteBaselinesError(f"a solver failed: {errors.splitlines()[-1]}")
        return unknown("crash")


class Workers:
    """Workers of one solver, named by its module, which are kept for later problems."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._idle: list[Worker] = []

    def answers(self, tasks: Iterable[Task], workers: int) -> Iterator[Answer]:
        """Yield the answers to problems, which are read a few ahead, in their order."""
        run = _Run(self, iter(tasks), workers)
        try:
            for number in count():
                run.ask(before=number + workers * _LOOK_AHEAD)
                while number not in run.answers:
                    if not run.busy:
                        return
                    run.wait()
                    run.ask(before=number + workers * _LOOK_AHEAD)
                yield run.answers.pop(number)
        finally:
            # Also if the caller stops early, or the user interrupts.
            for worker in run.busy:
                worker.kill()

    def take(self) -> Worker:
        """Return an idle worker, or a new one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.is_running():
                return worker
        return Worker(self._module)

    def give_back(self, worker: Worker) -> None:
        """Keep a worker for later problems."""
        self._idle.append(worker)

    def close(self) -> None:
        """End the idle workers."""
        while self._idle:
            self._idle.pop().kill()


class _Run:
    """The answers to a sequence of problems as they come in."""

    def __init__(self, pool: Workers, tasks: Iterator[Task], workers: int) -> None:
        self.answers: dict[int, Answer] = {}
        self.busy: dict[Worker, tuple[int, float]] = {}
        """The number of each worker's problem, and the time when it is killed."""
        self._pool = pool
        self._tasks = enumerate(tasks)
        self._next = 0
        self._workers = workers
        self._replies: Replies = SimpleQueue()

    def ask(self, before: int) -> None:
        """Give problems to workers until all are busy or this number is reached."""
        while len(self.busy) < self._workers and self._next < before:
            number, task = next(self._tasks, (None, None))
            if number is None or task is None:
                return
            self._next = number + 1
            worker = self._pool.take()
            wall_seconds = _START_SECONDS + _WALL_SECONDS_A_SECOND * task.seconds
            self.busy[worker] = number, time.monotonic() + wall_seconds
            worker.ask(asdict(task), self._replies)

    def wait(self) -> None:
        """Wait until a worker answers or ends, or is killed because its time is over."""
        late, (number, end) = min(self.busy.items(), key=lambda item: item[1][1])
        try:
            worker, line = self._replies.get(timeout=max(0.0, end - time.monotonic()))
        except Empty:
            del self.busy[late]
            late.kill()
            self.answers[number] = unknown("time")
            return
        if not isinstance(worker, Worker) or worker not in self.busy:
            return
        number, _ = self.busy.pop(worker)
        if line:
            self.answers[number] = json.loads(line)
            self._pool.give_back(worker)
        else:
            self.answers[number] = worker.why_ended()
