"""Work in several processes, with the same results for any number of them."""

import gc
import os
import pickle
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache, partial
from itertools import chain, islice, starmap
from traceback import format_exc
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

from typing_extensions import Self

from rte_baselines.core.advice import advise_options, are_options_advised
from rte_baselines.core.code_files import code_files, import_code, line_of_code
from rte_baselines.core.errors import RteBaselinesError, reason_of_system
from rte_baselines.core.processes.answering import AnsweringProcess, answer_requests
from rte_baselines.core.processes.process_pool import ProcessPool

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

Result = TypeVar("Result")

Call: TypeAlias = tuple[str, tuple[Any, ...]]
"""The name of what a call works on, for messages, and its arguments, which are pickled."""

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
        self._pool: ProcessPool[AnsweringProcess] | None = None
        self._writes = False
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
        requests = ((function, *call) for call in chain(first, remaining))
        if self.count == 1 or len(first) < 2:
            answers: Iterator[WorkerAnswer] = starmap(answer, requests)
        else:
            self._pool = self._pool or ProcessPool(self.count, _new_process)
            works = (partial(_answer_in, request=request) for request in requests)
            self._writes |= writes
            answers = self._pool.stream(works)
        for found in answers:
            yield unpacked(found, self._issued)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._pool is not None:
            self._pool.close(completes=self._writes)
            self._pool = None


def _new_process() -> AnsweringProcess:
    code = [(str(file.path), file.shown_as) for file in code_files()]
    environment = {**os.environ, **ONE_THREAD}
    return AnsweringProcess(__name__, code, are_options_advised(), environment=environment)


def _answer_in(process: AnsweringProcess, request: tuple[Any, ...]) -> "WorkerAnswer":
    """Return the answer of a process to a call, or raise its error."""
    try:
        answered = process.answer(_pickled(request))
    except EOFError:
        if process.exit_code() > 0:
            raise RteBaselinesError("a worker cannot go on; use one worker") from None
        raise RteBaselinesError(
            "a worker was killed, perhaps for lack of memory; use fewer workers"
        ) from None
    found: WorkerAnswer
    found, error, traceback = pickle.loads(answered)  # noqa: S301 - of our own process
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


def main(
    parent: int, connection: int, code: Sequence[tuple[str, str]], advises_options: bool
) -> None:
    """Answer calls in a new worker.

    `code` has the user's files with components, and their names in messages.
    """
    gc.set_threshold(50_000)  # as in commands
    advise_options(advises_options)
    missing = list(code)

    def answer_pickled(request: bytes) -> bytes:
        try:
            while missing:
                import_code(*missing[0])
                missing.pop(0)
            # Of the process that has started this one.
            return _pickled((answer(*pickle.loads(request)), None, ""))  # noqa: S301
        except BaseException as error:
            return _pickled((None, error, format_exc()))

    answer_requests(parent, connection, answer_pickled)


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
