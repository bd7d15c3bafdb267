"""Limits that the operating system enforces, even while a solver does not return to Python."""

import ctypes
import os
import signal
import sys
from pathlib import Path

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
