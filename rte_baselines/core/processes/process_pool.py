"""The one pool of processes: for features and resources, provers, and the recognizers of a page."""

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from threading import Condition, Thread
from typing import Any, Generic, TypeVar

from rte_baselines.core.processes.answering import AnsweringProcess

Process = TypeVar("Process", bound=AnsweringProcess)
Result = TypeVar("Result")

_AHEAD = 4  # pieces of work that wait for each process: enough to keep it busy, few in memory


class ProcessPool(Generic[Process]):
    """Processes, started by a function when they are needed, that do one piece of work at a time.

    A piece of work is a function that is given a process; it may kill it, at a limit of time, say.
    Another process is then started in its place.
    """

    def __init__(self, count: int, start: Callable[[], Process]) -> None:
        self._count = count
        self._start = start
        # As many threads as processes, each of which waits for one of them.
        self._threads = ThreadPoolExecutor(count)
        self._processes: set[Process] = set()
        self._idle: list[Process] = []
        self._at_work: dict[Process, object] = {}
        self._completed: set[Future[Any]] = set()
        self._changed = Condition()
        self._is_closed = False

    def submit(self, work: Callable[[Process], Result]) -> "Future[Result]":
        """Have work done by the first process that is free."""
        return self._threads.submit(self._done, work)

    def stream(
        self, works: Iterable[Callable[[Process], Result]], *, completes: bool = False
    ) -> Iterator[Result]:
        """Yield the result of each piece of work, in order, taking them only as they are needed.

        If the caller stops early, those that have not started are dropped and the others ended
        with their process, unless the stream `completes` what has started.
        """
        waiting: dict[Future[Result], Callable[[Process], Result]] = {}
        try:
            for work in works:
                future = self.submit(work)
                waiting[future] = work
                if completes:
                    self._completed.add(future)
                if len(waiting) == _AHEAD * self._count:
                    yield self._first_result(waiting)
            while waiting:
                yield self._first_result(waiting)
        finally:
            started = [work for future, work in waiting.items() if not future.cancel()]
            if completes:
                wait(waiting)
            else:
                self._end_processes_at(started)

    def start_all(self) -> None:
        """Start the processes that nobody has needed yet; they do work when they are prepared."""
        with self._changed:
            while len(self._processes) < self._count:
                self._start_another()

    def close(self) -> None:
        """Complete what streams are to complete, and end the processes."""
        try:
            for future in self._completed:
                future.cancel()
            wait(self._completed)
        finally:
            with self._changed:
                self._is_closed = True
                for process in self._processes:
                    process.kill()
                self._changed.notify_all()
            self._threads.shutdown(cancel_futures=True)

    def _first_result(self, waiting: "dict[Future[Result], Any]") -> Result:
        future = next(iter(waiting))
        result = future.result()
        del waiting[future]
        self._completed.discard(future)
        return result

    def _end_processes_at(self, works: Collection[object]) -> None:
        with self._changed:
            for process, work in self._at_work.items():
                if work in works:
                    process.kill()

    def _done(self, work: Callable[[Process], Result]) -> Result:
        process = self._taken(work)
        try:
            return work(process)
        finally:
            with self._changed:
                del self._at_work[process]
                self._give_back(process)
                if not (process.is_running() or self._is_closed):
                    self._start_another()

    def _taken(self, work: object) -> Process:
        """Return the process that has become idle last, or a new one, for a piece of work."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._idle or len(self._processes) < self._count or self._is_closed
            )
            for process in [process for process in self._idle if not process.is_running()]:
                self._idle.remove(process)
                self._processes.remove(process)
            process = self._idle.pop() if self._idle else self._new()
            self._at_work[process] = work
            return process

    def _new(self) -> Process:
        if self._is_closed:
            raise EOFError
        process = self._start()
        self._processes.add(process)
        return process

    def _start_another(self) -> None:
        Thread(target=self._prepare, args=(self._new(),), daemon=True).start()

    def _prepare(self, process: Process) -> None:
        with suppress(EOFError, TimeoutError):
            process.prepare()
        self._give_back(process)

    def _give_back(self, process: Process) -> None:
        with self._changed:
            if process.is_running():
                self._idle.append(process)
            else:
                self._processes.discard(process)
            self._changed.notify()
