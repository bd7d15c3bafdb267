"""Work in several processes, with the same results for any number of them."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from traceback import format_exc
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

from typing_extensions import Self

from rte_baselines.core.advice import advise_options, are_options_advised
from rte_baselines.core.code_files import code_files, import_code, line_of_code
from rte_baselines.core.errors import RteBaselinesError, reason_of_system
from rte_baselines.core.processes.starting import killed, program_calling, started

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

Result = TypeVar("Result")

Call: TypeAlias = tuple[str, tuple[Any, ...]]
"""The name of what a call works on, for messages, and its arguments, which are pickled."""

_AHEAD = 4  # calls that wait for each worker: enough to keep it busy, and few in memory

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
        self._threads: ThreadPoolExecutor | None = None
        self._processes: list[_Process] = []
        self._idle: SimpleQueue[_Process] = SimpleQueue()
        self._writing: list[Future[WorkerAnswer]] = []
        self._issued: Issued = set()

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
                yield unpacked(answer(function, *call), self._issued)
            return
        threads = self._started()
        waiting: deque[Future[WorkerAnswer]] = deque()
        for call in chain(first, remaining):
            waiting.append(threads.submit(self._answer, (function, *call)))
            if writes:
                self._writing.append(waiting[-1])
            if len(waiting) == _AHEAD * self.count:
                yield unpacked(waiting.popleft().result(), self._issued)
        while waiting:
            yield unpacked(waiting.popleft().result(), self._issued)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._threads is None:
            return
        try:
            for future in self._writing:
                future.cancel()
            wait(self._writing)
        finally:
            for process in self._processes:
                killed(process.process)
            # Each thread sees the end of its process, whose pipes nobody reads from then on.
            self._threads.shutdown(cancel_futures=True)
            for process in self._processes:
                # A call that was not read may be left in a buffer.
                with suppress(OSError), process.process:
                    pass
            self._threads, self._processes, self._writing = None, [], []
            self._idle = SimpleQueue()

    def _started(self) -> ThreadPoolExecutor:
        """Return as many threads as there are processes, each of which waits for one of them."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self.count)
            for _ in range(self.count):
                self._processes.append(_Process())
                self._idle.put(self._processes[-1])
        return self._threads

    def _answer(self, request: tuple[Any, ...]) -> "WorkerAnswer":
        process = self._idle.get()
        try:
            return process.answer(request)
        finally:
            self._idle.put(process)


class _Process:
    """A process that answers calls, one at a time."""

    def __init__(self) -> None:
        code = [(str(file.path), file.shown_as) for file in code_files()]
        program = program_calling(__name__, code, are_options_advised())
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = started(program, env={**os.environ, **ONE_THREAD}, **pipes)

    def answer(self, request: tuple[Any, ...]) -> "WorkerAnswer":
        """Return the answer to a call, or raise its error."""
        pickled = _pickled(request)
        calls: Any = self.process.stdin
        answers: Any = self.process.stdout
        found: WorkerAnswer
        try:
            pickle.dump(pickled, calls)
            calls.flush()
            found, error, traceback = pickle.load(answers)  # noqa: S301 - of our own process
        except (OSError, EOFError):
            if self.process.wait() > 0:
                raise RteBaselinesError("a worker cannot go on; use one worker") from None
            raise RteBaselinesError(
                "a worker was killed, perhaps for lack of memory; use fewer workers"
            ) from None
        if error is not None:
            raise error from _InWorkerError(f"\n{traceback}")
        return found


class _InWorkerError(Exception):
    """Where a worker raised an error, for ``--debug``."""


class WorkerAnswer(NamedTuple):
    """What a call returns, and the arguments of `warnings.warn_explicit` for what it warned of."""

    result: Any
    warnings: list[tuple[Warning | str, type[Warning], str, int]]


Issued: TypeAlias = set[tuple[type[Warning], str]]
"""The warnings that have been issued."""


def unpacked(answer: WorkerAnswer, issued: Issued) -> Any:
    """Return the result of an answer, after issuing its warnings that have not been issued."""
    for message, category, file, line in answer.warnings:
        if (category, str(message)) not in issued:
            issued.add((category, str(message)))
            warnings.warn_explicit(message, category, file, line)
    return answer.result


def main(parent: int, code: Sequence[tuple[str, str]], advises_options: bool) -> None:
    """Answer calls in a new worker, until its input ends.

    It ignores interruptions, which the first process handles. `code` has the user's files with
    components, and their names in messages. What libraries print goes to standard error.
    """

    def end_with_parent() -> None:
        # It may be killed without ending this worker.
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    Thread(target=end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    gc.set_threshold(50_000)  # as in commands
    advise_options(advises_options)
    missing = list(code)
    while True:
        try:
            request = pickle.load(calls)  # noqa: S301 - of the process that started this one
        except EOFError:
            return
        try:
            while missing:
                import_code(*missing[0])
                missing.pop(0)
            answered = _pickled((answer(*pickle.loads(request)), None, ""))  # noqa: S301
        except BaseException as error:
            answered = _pickled((None, error, format_exc()))
        try:
            answers.write(answered)
            answers.flush()
        except BrokenPipeError:  # The parent was killed.
            os._exit(1)


def _pickled(value: Any) -> bytes:
    import cloudpickle

    try:
        return bytes(cloudpickle.dumps(value))
    except Exception as error:
        reason = " ".join(str(error).split())
        raise RteBaselinesError(f"a worker cannot go on ({reason}); use one worker") from error


def answer(function: Callable[..., Any], what: str, arguments: tuple[Any, ...]) -> WorkerAnswer:
    """Call a function here, with one thread for matrix products; errors begin with `what`."""
    libraries = _threaded_libraries(len(sys.modules))
    # Sums may depend on the number of threads; it is the same in this process and in workers.
    with warnings.catch_warnings(record=True) as caught, libraries.limit(limits=1):
        warnings.simplefilter("always")
        with naming(what):
            result = function(*arguments)
    return WorkerAnswer(result, [(w.message, w.category, w.filename, w.lineno) for w in caught])


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
    """Begin the message of any error that the block raises with `what`, unless it does so."""
    try:
        yield
    except RteBaselinesError as error:
        message = str(error)
        begins = message if message.startswith(what) else f"{what}: {message}"
        raise type(error)(begins) from error
    except MemoryError:
        raise
    # Code that ends the process would end a command as if all were well.
    except (Exception, SystemExit) as error:
        where = line_of_code(error)
        reason = reason_of_system(error) or f"{type(error).__name__}: {error}"
        raise RteBaselinesError(": ".join(filter(None, [what, where, reason]))) from error
