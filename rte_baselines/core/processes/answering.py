"""Processes that answer a line of JSON with another, one at a time, and can be killed at any time.

They are new processes of this interpreter, that end with their parent. The operating system
enforces their limits, even while a library does not return to Python.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, TypeAlias

Replies: TypeAlias = "SimpleQueue[tuple[AnsweringProcess, str]]"

# The path is that of this process, so that the other one finds the same packages, and no others in
# the folder where it is started.
_PROGRAM = """
import sys
sys.path = {path!r}
from {module} import main
main(*{arguments!r})
"""

try:
    import resource
except ImportError:  # Windows: the parent process enforces the limit of time, and none of memory
    resource = None  # type: ignore[assignment]

_SET_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux's prctl."""

SIGPROF = getattr(signal, "SIGPROF", 0)
"""The signal that ends a process at its limit of time; 0 where there is none."""

_BYTES = 2**20

_SIZES = Path("/proc/self/statm")
"""The file that begins with the number of pages of the address space of this process."""


def program_calling(module: str, *arguments: Any) -> str:
    """Return a program that calls ``main`` of a module, with this process's ID before the rest."""
    return _PROGRAM.format(path=sys.path, module=module, arguments=(os.getpid(), *arguments))


class AnsweringProcess:
    """A process that runs a program which answers each line that it reads with one.

    Its lines come to `replies`, each with the process; at its end, an empty one.
    """

    def __init__(
        self,
        program: str,
        *,
        errors: int | IO[bytes] = subprocess.DEVNULL,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.replies: Replies = SimpleQueue()
        self._process = subprocess.Popen(  # noqa: S603 - this interpreter
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            encoding="utf-8",
            # A process group: killing it kills what the process has started, too.
            start_new_session=True,
            env=environment,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, request: Mapping[str, Any], replies: "Replies | None" = None) -> None:
        """Send a request; the answer goes to these replies, by default its own."""
        if replies is not None:
            self.replies = replies
        assert self._process.stdin is not None
        # If the process has ended, an empty line says so.
        with suppress(OSError):
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()

    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process and those that it has started, and wait for it."""
        if self.is_running():
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self.exit_code()
        assert self._process.stdin is not None
        # A request may be left in the buffer, which nobody reads.
        with suppress(OSError):
            self._process.stdin.close()

    def exit_code(self) -> int:
        """Wait for the end of the process, and return its exit code."""
        return self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self.replies.put((self, line))
        self.replies.put((self, ""))


def answer_requests(
    parent: int,
    answer: Callable[[Any], Any],
    *,
    prepare: Callable[[], None] | None = None,
) -> None:
    """Answer requests until the input ends, in the process itself.

    If there is something to prepare, an empty answer says when that is done. What libraries print
    goes to standard error.
    """
    end_with_parent(parent)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if prepare is not None:
        prepare()
        print("{}", file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


def end_with_parent(parent: int | None = None) -> None:
    """Have this process killed when its parent ends, or if it has already; on Linux only."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if parent is not None and os.getppid() != parent:
        os._exit(1)


def limit_memory(megabytes: int) -> None:
    """Limit the address space of this process; the limit can be changed later."""
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        wanted = megabytes * _BYTES
        limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_AS, (limit, most))


def limit_growth(megabytes: int) -> None:
    """Limit the address space of this process to what it has and so much more; on Linux only."""
    if _SIZES.exists():
        pages = int(_SIZES.read_text().split()[0])
        limit_memory(pages * os.sysconf("SC_PAGE_SIZE") // _BYTES + megabytes)


def limit_time(seconds: float) -> None:
    """Have this process killed by SIGPROF after so many seconds of processor time; 0 for no limit.

    The limit survives the start of another program in the place of this one.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
