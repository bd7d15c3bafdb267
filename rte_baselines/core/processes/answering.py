"""Processes that answer a line of JSON with another, one at a time, and can be killed at any time.

They end with their parent. The operating system enforces their limits, even while a library does
not return to Python.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, TypeAlias

from rte_baselines.core.processes.starting import end_with_parent, killed, started

Replies: TypeAlias = "SimpleQueue[tuple[AnsweringProcess, str]]"

_BYTES = 2**20


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
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": errors}
        self._process = started(program, encoding="utf-8", env=environment, **pipes)
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
        killed(self._process)
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
