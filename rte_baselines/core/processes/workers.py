"""Work in several processes, with the same results for any number of them."""

import gc
import os
import signal
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

from typing_extensions import Self

from rte_baselines.core.advice import advise_options, are_options_advised
from rte_baselines.core.code_files import code_files, import_code, line_of_code
from rte_baselines.core.errors import RteBaselinesError

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

Result = TypeVar("Result")

Call: TypeAlias = tuple[str, tuple[Any, ...]]
"""The name of what a call works on, for messages, and its arguments, which are pickled."""

# So many calls wait for each worker: enough to keep it busy, and few enough to limit memory use.
_AHEAD = 4

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)
"""The environment of a worker, which uses one core: threads of matrix products would compete."""


def default_workers() -> int:
    """Return the number of cores that this process may use."""
    from joblib import cpu_count

    return int(cpu_count())


class Pool(Protocol):
    """Whatever calls functions in parallel: `Workers`, or the workers of a scheduler."""

    def stream(self, function: Callable[..., Result], calls: Iterable[Call]) -> Iterator[Result]:
        """Yield the result of each call, in order; see `Workers.stream`."""
        ...


def pool_of(workers: "int | Pool") -> AbstractContextManager[Pool]:
    """Return the pool itself, or `Workers` of this number, which end with the ``with`` block."""
    return Workers(workers) if isinstance(workers, int) else nullcontext(workers)


class Workers:
    """Processes, at least one, that call functions; as a context manager, it ends them.

    The processes are started for the first calls, if there are at least two, and are new ones: they
    inherit the environment, import the files that were given by `import_code`, and map resources
    into memory that they share. With one worker, functions are called in this process.

    Warnings of the calls are issued in this process, each once. After an interruption or an error,
    calls that have not started are dropped, those that write files are completed, and others are
    ended with their process.
    """

    def __init__(self, count: int = 1) -> None:
        self.count = count
        self._executor: Any = None
        self._writing: list[Future[Answer]] = []
        self._answers = Answers()

    def stream(
        self, function: Callable[..., Result], calls: Iterable[Call], *, writes: bool = False
    ) -> Iterator[Result]:
        """Yield the result of each call, in order, taking calls only as they are needed.

        Neither the calls nor their results are kept, so that there may be any number of them. The
        function is at the top level of a module, so that a worker can import it. If it writes
        files, started calls are completed. Errors start with what a call worked on.
        """
        remaining = iter(calls)
        first = list(islice(remaining, 2))
        if self.count == 1 or len(first) < 2:
            for call in chain(first, remaining):
                yield self._answers.unpacked(answer(function, *call))
            return
        executor = self._started()
        started: deque[Future[Answer]] = deque()
        for call in chain(first, remaining):
            started.append(executor.submit(answer, function, *call))
            if writes:
                self._writing.append(started[-1])
            if len(started) == _AHEAD * self.count:
                yield self._answers.unpacked(self._result(started.popleft()))
        while started:
            yield self._answers.unpacked(self._result(started.popleft()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._executor is None:
            return
        try:
            for future in self._writing:
                future.cancel()
            wait(self._writing)
        finally:
            # With calls that wait, shutdown(kill_workers=True) fails and leaves the processes.
            for process in list(self._executor._processes.values()):
                process.terminate()
            self._executor.shutdown(wait=True)
            self._executor = None

    def _started(self) -> Any:
        if self._executor is None:
            from joblib.externals.loky import ProcessPoolExecutor

            code = [(file.path, file.shown_as) for file in code_files()]
            self._executor = ProcessPoolExecutor(
                self.count,
                initializer=_begin,
                initargs=(code, are_options_advised()),
                env=ONE_THREAD,
            )
        return self._executor

    @staticmethod
    def _result(future: "Future[Answer]") -> "Answer":
        from concurrent.futures.process import BrokenProcessPool

        from joblib.externals.loky.process_executor import TerminatedWorkerError

        try:
            return future.result()
        except TerminatedWorkerError:
            raise RteBaselinesError(
                "a worker was killed, perhaps for lack of memory; use fewer workers"
            ) from None
        except BrokenProcessPool as error:
            reason = " ".join(str(error).split())
            raise RteBaselinesError(f"a worker cannot go on ({reason}); use one worker") from error


class _Warning(NamedTuple):
    message: Warning | str
    category: type[Warning]
    filename: str
    lineno: int


class Answer(NamedTuple):
    """What a call returns, and the warnings that it has issued."""

    result: Any
    warnings: list[_Warning]


class Answers:
    """The answers of all workers, whose warnings are issued here, each once."""

    def __init__(self) -> None:
        self._seen: set[tuple[type[Warning], str]] = set()

    def unpacked(self, answer: Answer) -> Any:
        """Return the result of an answer, after issuing its warnings."""
        for message in answer.warnings:
            key = message.category, str(message.message)
            if key not in self._seen:
                self._seen.add(key)
                warnings.warn_explicit(
                    message.message, message.category, message.filename, message.lineno
                )
        return answer.result


def _begin(code: Sequence[tuple[Path, str]], advises_options: bool) -> None:
    """Prepare a new worker; it ignores interruptions, which the first process handles."""
    from joblib.externals.loky import process_executor

    # If psutil is installed, joblib takes a worker that has grown by 300 MB for a leaking one, and
    # ends it with a warning. Loading the parser takes that much.
    process_executor._MAX_MEMORY_LEAK_SIZE = sys.maxsize
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    os.environ.update(ONE_THREAD)
    gc.set_threshold(50_000)  # as in commands
    advise_options(advises_options)
    for path, shown_as in code:
        import_code(path, shown_as)


def _end_with(parent: int) -> None:
    """End this worker soon after its parent, which may be killed without ending it."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def answer(function: Callable[..., Any], what: str, arguments: tuple[Any, ...]) -> Answer:
    """Call a function here, with one thread for matrix products; errors begin with `what`."""
    libraries = _threaded_libraries(len(sys.modules))
    # Sums may depend on the number of threads; it is the same in this process and in workers.
    with warnings.catch_warnings(record=True) as caught, libraries.limit(limits=1):
        warnings.simplefilter("always")
        with naming(what):
            result = function(*arguments)
    found = [_Warning(w.message, w.category, w.filename, w.lineno) for w in caught]
    return Answer(result, found)


@lru_cache(maxsize=1)
def _threaded_libraries(modules: int) -> "ThreadpoolController":
    """Return the libraries that compute in threads, given the number of imported modules.

    The number is only the key of the cache, since imports may load further libraries. A search for
    libraries takes milliseconds, longer than most calls.
    """
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


@contextmanager
def naming(what: str) -> Iterator[None]:
    """Put `what` at the start of the message of any error that the block raises.

    A message that starts with it stays as it is.
    """
    try:
        yield
    except RteBaselinesError as error:
        message = str(error)
        begins = message if message.startswith(what) else f"{what}: {message}"
        raise type(error)(begins) from error
    except MemoryError:
        raise
    except Exception as error:
        where = line_of_code(error)
        reason = f"{type(error).__name__}: {error}"
        raise RteBaselinesError(": ".join(filter(None, [what, where, reason]))) from error
