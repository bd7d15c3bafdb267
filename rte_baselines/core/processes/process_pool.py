"""The one pool of processes: for features and resources, provers, and the recognizers of a page."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, TypeAlias, TypeVar

from rte_baselines.core.processes.answering import AnsweringProcess

Process = TypeVar("Process", bound=AnsweringProcess)
Result = TypeVar("Result")
Work: TypeAlias = Callable[[Process], Result]
"""A function that is given a process, which it may kill, as at a limit of time."""

_AHEAD = 4  # pieces of work that wait for each process: enough to keep it busy, few in memory


class ProcessPool(Generic[Process]):
    """At most `count` processes, which `start` makes, that do one piece of work at a time.

    They are started when there is work, or by `start_all`. If `starts_ahead`, another process is
    started and prepared in the place of one that has ended before there is work for it.
    """

    def __init__(
        self, count: int, start: Callable[[], Process], *, starts_ahead: bool = False
    ) -> None:
        self._count = count
        self._start = start
        self._starts_ahead = starts_ahead
        self._works: SimpleQueue[tuple[Work[Process, Any], Future[Any]] | None] = SimpleQueue()
        # Each has a process of its own. They are daemons, so that no work is waited for at exit.
        self._threads: list[Thread] = []
        self._processes: set[Process] = set()
        self._lock = Lock()
        self._is_closed = False

    def submit(self, work: Work[Process, Result]) -> "Future[Result]":
        """Have work done by the first process that is free."""
        future: Future[Result] = Future()
        self._works.put((work, future))
        if len(self._threads) < self._count:
            self._start_thread(prepares_first=False)
        return future

    def stream(self, works: Iterable[Work[Process, Result]]) -> Iterator[Result]:
        """Yield the result of each piece of work, in order, taking them only as they are needed.

        If the caller stops early, those that have not started are dropped.
        """
        waiting: deque[Future[Result]] = deque()
        try:
            for work in works:
                waiting.append(self.submit(work))
                if len(waiting) == _AHEAD * self._count:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()

    def start_all(self) -> None:
        """Start the processes that nobody has needed yet."""
        while len(self._threads) < self._count and not self._is_closed:
            self._start_thread(prepares_first=True)

    def close(self, *, completes: bool = False) -> None:
        """Drop work that has not started, and end or complete the rest; end the processes."""
        with suppress(Empty):
            while item := self._works.get_nowait():
                item[1].cancel()
        for _ in self._threads:
            self._works.put(None)
        try:
            if completes:
                for thread in self._threads:
                    thread.join()
        finally:
            with self._lock:
                self._is_closed = True
                for process in self._processes:
                    process.kill()

    def _start_thread(self, *, prepares_first: bool) -> None:
        self._threads.append(Thread(target=self._do_works, args=(prepares_first,), daemon=True))
        self._threads[-1].start()

    def _do_works(self, prepares_first: bool) -> None:
        process = self._prepared(None) if prepares_first else None
        while item := self._works.get():
            process = self._do(*item, process)
            if self._starts_ahead:
                process = self._prepared(process)
            # The result is not kept until there is other work.
            del item

    def _do(
        self, work: Work[Process, Result], future: "Future[Result]", process: Process | None
    ) -> Process | None:
        """Do work, and return the process that has done it."""
        if future.set_running_or_notify_cancel():
            try:
                process = self._running(process)
                future.set_result(work(process))
            except BaseException as error:
                future.set_exception(error)
        return process

    def _prepared(self, process: Process | None) -> Process | None:
        """Return the process if it is running, or another one that is ready, if one can be."""
        with suppress(EOFError, OSError, TimeoutError):
            process = self._running(process)
            process.prepare()
        return process

    def _running(self, process: Process | None) -> Process:
        """Return the process if it is running, or another one."""
        with self._lock:
            if process is not None:
                if process.is_running():
                    return process
                self._processes.discard(process)
            if self._is_closed:
                raise EOFError
            process = self._start()
            self._processes.add(process)
            return process
