"""Processes that answer requests, one at a time, and can be killed at any time.

They end with their parent. The operating system enforces their limits, even while a library does
not return to Python.
"""

import json
import os
import resource
import signal
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import IO, Any

from rte_baselines.core.processes.starting import end_with_parent, killed, program_calling, started

_BYTES = 2**20


class AnsweringProcess:
    """A process that answers each request, which is bytes, with other bytes.

    It runs ``main`` of a module, with the ID of this process, the number of the connection, and the
    arguments, which calls `answer_requests`. If that prepares something, `seconds_to_prepare` is
    the time limit of it.
    """

    def __init__(
        self,
        module: str,
        *arguments: Any,
        errors: int | IO[bytes] | None = None,
        environment: Mapping[str, str] | None = None,
        seconds_to_prepare: float | None = None,
    ) -> None:
        self._connection, other = Pipe()
        self._unprepared = seconds_to_prepare
        with other:
            number = other.fileno()
            self._process = started(
                program_calling(module, number, *arguments),
                env=environment,
                pass_fds=[number],
                stdin=subprocess.DEVNULL,
                # What libraries print is no answer.
                stdout=2 if errors is None else errors,
                stderr=errors,
            )

    def prepare(self) -> None:
        """Wait until it is prepared; see `answer` for what is raised."""
        if self._unprepared is not None:
            self._receive(self._unprepared)
            self._unprepared = None

    def answer(self, request: bytes, seconds: float | None = None) -> bytes:
        """Return the answer to a request.

        Raises
        ------
        TimeoutError
            If there is none within so many seconds; the process is killed.
        EOFError
            If the process ends before it answers.
        """
        self.prepare()
        try:
            self._connection.send_bytes(request)
        except OSError:
            raise EOFError from None
        return self._receive(seconds)

    def answer_json(self, request: Any, seconds: float | None = None) -> Any:
        """Return the JSON data with which JSON data are answered; see `answer`."""
        return json.loads(self.answer(json.dumps(request).encode(), seconds))

    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process and those that it has started, and wait for it."""
        killed(self._process)

    def exit_code(self) -> int:
        """Wait for the end of the process, and return its exit code."""
        return self._process.wait()

    def _receive(self, seconds: float | None) -> bytes:
        try:
            if self._connection.poll(seconds):
                return self._connection.recv_bytes()
        except OSError:
            raise EOFError from None
        self.kill()
        raise TimeoutError


def answer_requests(
    parent: int,
    connection: int,
    answer: Callable[[bytes], bytes],
    *,
    prepare: Callable[[], None] | None = None,
) -> None:
    """Answer requests until the connection of this number ends, in the process itself.

    If there is something to prepare, an empty answer says when that is done.
    """
    end_with_parent(parent)
    # What has asked may have ended.
    with Connection(connection) as requests, suppress(EOFError, OSError):
        if prepare is not None:
            prepare()
            requests.send_bytes(b"")
        while True:
            request = requests.recv_bytes()
            requests.send_bytes(answer(request))


def as_json(answer: Callable[[Any], Any]) -> Callable[[bytes], bytes]:
    """Return what answers requests of `AnsweringProcess.answer_json`."""
    return lambda request: json.dumps(answer(json.loads(request))).encode()


def limit_memory(megabytes: int) -> None:
    """Limit the address space of this process; the limit can be changed later."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = megabytes * _BYTES
    limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, most))


def limit_growth(megabytes: int) -> None:
    """Limit the address space of this process to what it has and so much more."""
    # The file begins with the number of pages of the address space.
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit_memory(pages * os.sysconf("SC_PAGE_SIZE") // _BYTES + megabytes)


def limit_time(seconds: float) -> None:
    """Have this process killed by SIGPROF after so many seconds of processor time; 0 for no limit.

    The limit survives the start of another program in the place of this one.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)
