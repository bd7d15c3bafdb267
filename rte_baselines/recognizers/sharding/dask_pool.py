"""Work on a Dask cluster: several machines, or several processes of this one.

Dask is optional (the extra ``dask``); only this module needs it.
"""

import asyncio
import logging
import os
import tempfile
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.advice import advising_options, are_options_advised
from rte_baselines.core.code_files import code_files, forget_code, import_code
from rte_baselines.core.errors import InputError, InputWarning, RteBaselinesError
from rte_baselines.core.files.paths import filling_temporary_files
from rte_baselines.core.importing import version
from rte_baselines.core.processes import workers as processes
from rte_baselines.core.processes.starting import starting_safely
from rte_baselines.core.processes.workers import Call, Result, WorkerAnswer
from rte_baselines.core.resources import resources
from rte_baselines.recognizers.sharding.shard import RECEIVED_MODELS, ModelSource, load_model

_PACKAGE = "rte-baselines"
_OWN_VERSION = version(_PACKAGE)
_SECONDS_TO_CONNECT = 5
_SECONDS_TO_START = 60
_SECONDS_BETWEEN_LOOKS = 10  # at the workers, while a call has not ended
_AHEAD = 4  # calls that wait on the scheduler for each thread, to keep it busy

_Packed: TypeAlias = tuple[str, dict[str, bytes]]
"""The name of a file or folder, and the contents of its files by their paths beside it."""


class DaskPool:
    """The workers of a Dask cluster, connected by a `distributed.Client`, as a `Pool`.

    A call whose worker dies is done again by another one; Dask gives up when a call has lost
    several workers. If there is no worker any more, calls wait for one, after a warning.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self._issued: processes.Issued = set()

    def stream(self, function: Callable[..., Result], calls: Iterable[Call]) -> Iterator[Result]:
        """Yield the result of each call, in order; see `Workers.stream`."""
        ahead = _AHEAD * max(1, sum(self.client.nthreads().values()))
        started: deque[tuple[str, Any]] = deque()
        try:
            for what, arguments in calls:
                call = self.client.submit(
                    _answer_or_error, function, what, arguments, are_options_advised(), pure=False
                )
                started.append((what, call))
                if len(started) == ahead:
                    yield processes.unpacked(self._result(*started.popleft()), self._issued)
            while started:
                yield processes.unpacked(self._result(*started.popleft()), self._issued)
        finally:
            self.client.cancel([call for _, call in started])

    def _result(self, what: str, call: Any) -> WorkerAnswer:
        from distributed import KilledWorker

        try:
            while not call.done():
                with suppress(asyncio.TimeoutError):
                    call.exception(timeout=_SECONDS_BETWEEN_LOOKS)
                if not (call.done() or self.client.nthreads()):
                    message = "no workers are left; waiting for one"
                    warnings.warn(message, InputWarning, stacklevel=2)
            found: WorkerAnswer | RteBaselinesError = call.result()
        except KilledWorker:
            reason = (
                "its workers were killed again and again; give them more memory, or smaller shards"
            )
            raise RteBaselinesError(f"{what}: {reason}") from None
        except (CancelledError, OSError):
            reason = "the scheduler has ended; start it, and run the command again"
            raise RteBaselinesError(f"{what}: {reason} (what is done stays done)") from None
        call.release()
        if isinstance(found, RteBaselinesError):
            raise found
        return found


def _answer_or_error(
    function: Callable[..., Any], what: str, arguments: tuple[Any, ...], advises_options: bool
) -> WorkerAnswer | RteBaselinesError:
    """Call a function on a worker, and return its error, which a worker would log if raised."""
    from distributed import get_worker

    try:
        with advising_options(advises_options):
            return processes.answer(function, what, arguments)
    except RteBaselinesError as error:
        return type(error)(f"{error} (on the worker {get_worker().address})")


@contextmanager
def dask_pool(
    scheduler: str, *, models: Sequence[ModelSource] = (), workers: int | None = None
) -> Iterator[DaskPool]:
    """Connect to a scheduler, and send its workers models, imported code and own resources.

    The scheduler is one such as ``tcp://host:8786``, or ``local``, which is started here with
    `workers` processes. It is an error if Dask is not installed, no scheduler answers, it has no
    workers, or one of them has another version of the package than this process.
    """
    try:
        import distributed
    except ImportError:
        raise InputError(
            "a scheduler needs the package dask: pip install 'rte-baselines[dask]'"
        ) from None
    with _without_logs(), _client(distributed, scheduler, workers) as client:
        # `version` is a function of Python, which workers without this package have, too.
        for worker, theirs in client.run(version, _PACKAGE, on_error="return").items():
            _require_version(theirs, _OWN_VERSION, f"{scheduler}: the worker {worker}")
        client.register_plugin(_plugin(distributed, models))
        yield DaskPool(client)


@contextmanager
def _without_logs() -> Iterator[None]:
    """Silence Dask, and what connects it, which log errors with tracebacks."""
    names = logging.root.manager.loggerDict
    loggers = [logging.getLogger(name) for name in names if name.startswith(("distri", "tornado"))]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@contextmanager
def _client(distributed: Any, scheduler: str, workers: int | None) -> Iterator[Any]:
    if scheduler == "local":
        options = {"dashboard_address": "127.0.0.1:0", "silence_logs": "CRITICAL"}
        one_thread = {"threads_per_worker": 1, "env": dict(processes.ONE_THREAD)}
        with (
            starting_safely(),
            distributed.Client(n_workers=workers, **one_thread, **options) as client,
        ):
            yield client
        return
    try:
        # A client would wait without end. In a thread, as notebooks have an event loop in this one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _identity(distributed, scheduler)).result()
        client = distributed.Client(scheduler, timeout=_SECONDS_TO_CONNECT)
    except ValueError as error:
        raise InputError(
            f"{scheduler}: is not the address of a scheduler ({error}); expected one such as "
            "tcp://host:8786, or local"
        ) from None
    except Exception as error:
        # If another server answers, Dask may read a huge length in that, and lack memory.
        raise RteBaselinesError(
            f"{scheduler}: no Dask scheduler answers; start one (dask scheduler), or check host "
            "and port"
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS_TO_START)
        except asyncio.TimeoutError:
            raise RteBaselinesError(
                f"{scheduler}: has no workers; start some (dask worker {scheduler})"
            ) from None
        yield client


async def _identity(distributed: Any, address: str) -> Any:
    async with distributed.rpc(address) as server:
        return await asyncio.wait_for(server.identity(), _SECONDS_TO_CONNECT)


def _require_version(found: Any, expected: str, where: str) -> None:
    if found != expected:
        raise RteBaselinesError(
            f"{where} has version {found} of {_PACKAGE}, and this process version {expected}; "
            "expected the same"
        )


def _plugin(distributed: Any, models: Sequence[ModelSource]) -> Any:
    """Return what each worker does when it starts, also one that replaces another."""
    sent_models = {model.digest: _packed(Path(model.folder)) for model in models}
    own = [name for name in resources.RESOURCES if resources.origin(name) == "user"]
    sent_resources = {name: _packed(resources.files_of(name)) for name in own}
    code = [_packed(file.path) for file in code_files()]
    own_version = _OWN_VERSION

    class Unpacking(distributed.WorkerPlugin):
        name = _PACKAGE

        def setup(self, worker: Any) -> None:
            with processes.naming(f"the worker {worker.address}"), filling_temporary_files():
                self.folder = tempfile.TemporaryDirectory()
                unpack(Path(self.folder.name), own_version, sent_models, sent_resources, code)

    return Unpacking()


def unpack(
    folder: Path,
    client_version: str,
    models: Mapping[str, _Packed],
    own_resources: Mapping[str, _Packed],
    code: Sequence[_Packed],
) -> None:
    """Write to a folder what a client has sent, and use it here, and nothing sent before."""
    _require_version(_OWN_VERSION, client_version, "this worker")
    for name in resources.RESOURCES:
        resources.use_shipped(name)
    forget_code()
    RECEIVED_MODELS.clear()
    load_model.cache_clear()
    # It keeps the layers of the code and the readers of the resources.
    default_analyzer.cache_clear()
    os.environ.update(processes.ONE_THREAD)
    for name, packed in own_resources.items():
        resources.choose(name, _unpacked(packed, folder / "resources" / name))
    for number, packed in enumerate(code):
        import_code(_unpacked(packed, folder / "code" / str(number)))
    for digest, packed in models.items():
        RECEIVED_MODELS[digest] = _unpacked(packed, folder / "models" / digest)


def _packed(path: Path) -> _Packed:
    files = [path] if path.is_file() else sorted(filter(Path.is_file, path.rglob("*")))
    if not files:
        raise InputError(f"{path}: is not there any more, and workers need it, too")
    return path.name, {str(file.relative_to(path.parent)): file.read_bytes() for file in files}


def _unpacked(packed: _Packed, folder: Path) -> Path:
    name, files = packed
    for file, content in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder / name
