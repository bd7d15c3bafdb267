"""Work on a Dask cluster: several machines, or several processes of this one.

Dask is optional (the extra ``dask``); only this module needs it.
"""

import asyncio
import logging
import os
import tempfile
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.advice import advising_options, are_options_advised
from rte_baselines.core.code_files import code_files, forget_code, import_code
from rte_baselines.core.errors import InputError, InputWarning, RteBaselinesError
from rte_baselines.core.files.temporary_files import NoRoomError, filling_temporary_files
from rte_baselines.core.package_versions import version
from rte_baselines.core.processes.workers import (
    ONE_THREAD,
    Answer,
    Answers,
    Call,
    Result,
    answer,
    naming,
)
from rte_baselines.core.resources import resources
from rte_baselines.recognizers.sharding.shard import (
    ON_WORKER,
    RECEIVED_MODELS,
    ModelSource,
    forget_models,
)

LOCAL = "local"
"""The scheduler that is started here, with worker processes on this machine."""

_PACKAGE = "rte-baselines"
_SECONDS_TO_CONNECT = 5
_SECONDS_TO_START = 60

# Those of Dask, and of the library that connects it.
_LOGGERS = ("distributed", "tornado")

# How often workers are looked for while a call has not ended.
_SECONDS_BETWEEN_LOOKS = 10

# Enough calls of each thread wait on the scheduler to keep it busy.
_AHEAD = 4


class DaskPool:
    """The workers of a Dask cluster, as a `Pool`.

    A call whose worker dies is done again by another one; Dask gives up when a call has lost
    several workers. If there is no worker at all, calls wait for one, after a warning.

    Parameters
    ----------
    client : distributed.Client
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._answers = Answers()
        self._lacks_workers = False

    def processes(self) -> list[int]:
        """Return the process ids of the workers; each id is that on the worker's machine."""
        return list(self._client.run(os.getpid).values())

    def stream(self, function: Callable[..., Result], calls: Iterable[Call]) -> Iterator[Result]:
        """Yield the result of each call, in order; see `Workers.stream`.

        Raises
        ------
        RteBaselinesError
            If a call fails, or has lost several workers; the message names it.
        """
        ahead = _AHEAD * max(1, sum(self._client.nthreads().values()))
        started: deque[tuple[str, Any]] = deque()
        try:
            for what, arguments in calls:
                call = self._client.submit(
                    _answer_or_error, function, what, arguments, are_options_advised(), pure=False
                )
                started.append((what, call))
                if len(started) == ahead:
                    yield self._answers.unpacked(self._result(*started.popleft()))
            while started:
                yield self._answers.unpacked(self._result(*started.popleft()))
        finally:
            self._client.cancel([call for _, call in started])

    def _result(self, what: str, call: Any) -> Answer:
        while call.status == "pending":
            try:
                call.exception(timeout=_SECONDS_BETWEEN_LOOKS)
            except asyncio.TimeoutError:
                self._look_for_workers()
        return _result(what, call)

    def _look_for_workers(self) -> None:
        """Warn, once each time, if there are no workers any more."""
        # Without a scheduler, the result says so.
        with suppress(OSError):
            lacks_workers = not self._client.nthreads()
            if lacks_workers and not self._lacks_workers:
                _warn_of_no_workers(self._client.scheduler.address)
            self._lacks_workers = lacks_workers


@contextmanager
def dask_pool(
    scheduler: str, *, models: Sequence[ModelSource] = (), workers: int | None = None
) -> Iterator[DaskPool]:
    """Connect to a scheduler, and send each of its workers once what it needs.

    This includes models, the files of `import_code`, and the user's own resources.

    Parameters
    ----------
    scheduler : str
        Such as ``tcp://host:8786``, or ``local``.
    models : sequence of ModelSource, optional
    workers : int, optional
        The number of processes, if the scheduler is ``local``.

    Raises
    ------
    InputError
        If Dask is not installed or the scheduler's address is not valid.
    RteBaselinesError
        If no scheduler answers, it has no workers, or a worker has another version of the
        package than this process.
    """
    try:
        import distributed
    except ImportError:
        raise InputError(
            "a scheduler needs the package dask: pip install 'rte-baselines[dask]'"
        ) from None
    with _without_logs(), ExitStack() as closing:
        if scheduler == LOCAL:
            client = closing.enter_context(_local_client(distributed, workers))
        else:
            client = closing.enter_context(_remote_client(distributed, scheduler))
        _check_versions(client, scheduler)
        client.register_plugin(_plugin(distributed, Parcel.packed(models)))
        yield DaskPool(client)


@contextmanager
def _without_logs() -> Iterator[None]:
    """Silence Dask, which logs what errors say in one line, with tracebacks."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith(_LOGGERS)]
    levels = {logger: logger.level for logger in map(logging.getLogger, names)}
    for logger in levels:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)


@contextmanager
def _local_client(distributed: Any, workers: int | None) -> Iterator[Any]:
    cluster = distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address="127.0.0.1:0",
        silence_logs="CRITICAL",
        env=dict(ONE_THREAD),
    )
    with cluster, distributed.Client(cluster) as client:
        yield client


@contextmanager
def _remote_client(distributed: Any, scheduler: str) -> Iterator[Any]:
    try:
        _require_scheduler(distributed, scheduler)
        client = distributed.Client(scheduler, timeout=_SECONDS_TO_CONNECT)
    except ValueError as error:
        raise InputError(
            f"{scheduler}: is not the address of a scheduler ({error}); expected one such as "
            f"tcp://host:8786, or {LOCAL}"
        ) from None
    except Exception as error:
        # Not only errors of the system: if another server answers, Dask reads its answer as the
        # length of a message, and runs out of memory.
        raise RteBaselinesError(
            f"{scheduler}: no Dask scheduler answers; start one (dask scheduler), or check host "
            "and port"
        ) from error
    with client:
        if not client.nthreads():
            _warn_of_no_workers(scheduler)
        try:
            client.wait_for_workers(1, timeout=_SECONDS_TO_START)
        except asyncio.TimeoutError:
            raise RteBaselinesError(
                f"{scheduler}: has no workers; start some (dask worker {scheduler})"
            ) from None
        yield client


def _warn_of_no_workers(scheduler: str) -> None:
    warnings.warn(
        f"{scheduler}: has no workers; waiting for one (dask worker {scheduler})",
        InputWarning,
        stacklevel=2,
    )


def _require_scheduler(distributed: Any, address: str) -> None:
    """Raise an error unless a scheduler says in time that it is one.

    A client would wait without end for a server that takes its message and does not answer.
    """

    async def kind() -> Any:
        server = distributed.rpc(address)
        try:
            return await asyncio.wait_for(server.identity(), _SECONDS_TO_CONNECT)
        finally:
            await server.close_rpc()

    # In a thread, as notebooks have an event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        identity = thread.submit(lambda: asyncio.run(kind())).result()
    if identity["type"] != "Scheduler":
        raise RteBaselinesError(f"{address} is a {identity['type']}")


def _own_version() -> str:
    return version(_PACKAGE)


def _check_versions(client: Any, scheduler: str) -> None:
    own = _own_version()
    # `version` is a function of Python, which workers without this package have, too.
    found = client.run(version, _PACKAGE, on_error="return")
    for worker, theirs in found.items():
        if isinstance(theirs, Exception):
            raise RteBaselinesError(
                f"{scheduler}: the worker {worker} has no {_PACKAGE} ({theirs}); install version "
                f"{own} there"
            )
        if theirs != own:
            raise RteBaselinesError(
                f"{scheduler}: the worker {worker} has version {theirs} of {_PACKAGE}, and this "
                f"process version {own}; expected the same"
            )


def _answer_or_error(
    function: Callable[..., Any], what: str, arguments: tuple[Any, ...], advises_options: bool
) -> Answer | RteBaselinesError:
    """Call a function on a worker, and return errors of its files instead of raising them.

    A worker would log a raised error as its own failure, with a traceback.
    """
    from distributed import get_worker

    worker = f"on the worker {get_worker().address}"
    where = f" ({worker}; its machine needs the file at the same path)"
    outside = ON_WORKER.set(where)
    try:
        with advising_options(advises_options):
            return answer(function, what, arguments)
    except NoRoomError as error:
        return NoRoomError(f"{error} ({worker})")
    except InputError as error:
        return type(error)(f"{error}{where}") if _is_of_a_missing_file(error) else error
    finally:
        ON_WORKER.reset(outside)


def _is_of_a_missing_file(error: BaseException) -> bool:
    """Whether an error comes from a file or folder that is not there."""
    cause = error.__cause__ or error.__context__
    return isinstance(error, FileNotFoundError) or (
        cause is not None and _is_of_a_missing_file(cause)
    )


def _result(what: str, call: Any) -> Answer:
    from distributed import KilledWorker

    try:
        found: Answer | RteBaselinesError = call.result()
    except KilledWorker:
        raise RteBaselinesError(
            f"{what or 'a call'}: its workers were killed again and again, perhaps for lack of "
            "memory; give workers more memory, or make shards smaller"
        ) from None
    except CancelledError:
        raise RteBaselinesError(
            f"{what or 'a call'}: the scheduler has ended; start it again, and run the command "
            "again: what is done stays done"
        ) from None
    call.release()
    if isinstance(found, RteBaselinesError):
        raise found
    return found


class PackedPath(NamedTuple):
    """A file, or a folder with all its files.

    Parameters
    ----------
    name : str
        The name of the file; empty for a folder.
    files : dict of str to bytes
        By their paths in the folder.
    """

    name: str
    files: dict[str, bytes]

    @classmethod
    def of(cls, path: Path) -> "PackedPath":
        """Read a file or folder.

        Raises
        ------
        InputError
            If it is not there, such as code that was removed after its import.
        """
        if path.is_file():
            return cls(path.name, {path.name: path.read_bytes()})
        if not path.is_dir():
            raise InputError(f"{path}: is not there any more, and workers need it, too")
        inside = (file for file in sorted(path.rglob("*")) if file.is_file())
        return cls("", {file.relative_to(path).as_posix(): file.read_bytes() for file in inside})

    def written(self, folder: Path) -> Path:
        """Write it into a folder, and return where it is."""
        for name, content in self.files.items():
            path = folder.joinpath(*PurePosixPath(name).parts)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return folder / self.name


@dataclass(frozen=True)
class Parcel:
    """What is sent to each worker: models, resources and code, as the content of their files.

    Parameters
    ----------
    version : str
        The version of the package.
    models : dict of str to PackedPath
        The models by their digests.
    resources : dict of str to PackedPath
        The user's own resources by name.
    code : tuple of PackedPath
        The Python files to import.
    """

    version: str
    models: dict[str, "PackedPath"]
    resources: dict[str, "PackedPath"]
    code: tuple["PackedPath", ...]

    @classmethod
    def packed(cls, models: Sequence[ModelSource]) -> "Parcel":
        """Return the parcel of what this process uses.

        Raises
        ------
        InputError
            If a file or folder of it is not there any more.
        """
        own = [name for name in resources.RESOURCES if resources.origin(name) == "user"]
        return cls(
            _own_version(),
            {model.digest: PackedPath.of(Path(model.folder)) for model in models},
            {name: PackedPath.of(resources.files_of(name)) for name in own},
            tuple(PackedPath.of(file.path) for file in code_files()),
        )

    def unpack(self, folder: Path) -> None:
        """Write everything to a folder, and use it in this process.

        Raises
        ------
        RteBaselinesError
            If this process has another version of the package.
        """
        _forget_parcel()
        if _own_version() != self.version:
            raise RteBaselinesError(
                f"this worker has version {_own_version()} of {_PACKAGE}, and the client "
                f"version {self.version}; expected the same"
            )
        os.environ.update(ONE_THREAD)
        for name, packed in self.resources.items():
            resources.choose(name, packed.written(folder / "resources" / name))
        for number, packed in enumerate(self.code):
            import_code(packed.written(folder / "code" / str(number)))
        for digest, packed in self.models.items():
            RECEIVED_MODELS[digest] = packed.written(folder / "models" / digest)


def _forget_parcel() -> None:
    """Forget the resources, code and models of an earlier client of this worker."""
    for name in resources.RESOURCES:
        resources.use_shipped(name)
    forget_code()
    forget_models()
    # It keeps the layers of the code and the readers of the resources.
    default_analyzer.cache_clear()


def _plugin(distributed: Any, parcel: Parcel) -> Any:
    class Unpacking(distributed.WorkerPlugin):
        """Unpacks the parcel when a worker starts, also one that replaces another."""

        name = "rte-baselines"

        def setup(self, worker: Any) -> None:
            with naming(f"the worker {worker.address}"), filling_temporary_files():
                self.folder = tempfile.TemporaryDirectory()
                parcel.unpack(Path(self.folder.name))

    return Unpacking()
