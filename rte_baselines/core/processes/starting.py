"""How processes of this interpreter are started, and ended with the one that started them.

``python -c`` and ``python -m`` look for modules in the current folder first, which others may have
filled: a file ``warnings.py`` there would be run. No process of this interpreter starts any other
way than by these functions.
"""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

# The path is that of this process, so that the other one finds the same packages, and no others in
# the folder where it is started. What is imported before is a part of the interpreter.
_PROGRAM = """
import sys
sys.path = {path!r}
from {module} import main
main(*{arguments!r})
"""

_SAFE_PATH = "PYTHONSAFEPATH"
_SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux's prctl


def program_calling(module: str, *arguments: Any) -> str:
    """Return a program that calls ``main`` of a module, with this process's ID before the rest."""
    return _PROGRAM.format(path=sys.path, module=module, arguments=(os.getpid(), *arguments))


def started(program: str, **options: Any) -> "subprocess.Popen[Any]":
    """Start a program of `program_calling` in a process group of its own; see `killed`."""
    command = [sys.executable, "-c", program]
    return subprocess.Popen(command, start_new_session=True, **options)  # noqa: S603 - as above


def killed(process: "subprocess.Popen[Any]") -> int:
    """End a process and those that it has started, wait for it, and return its exit code."""
    if process.poll() is None:
        # Another thread may wait for it, too, and have seen its end just now.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    return process.wait()


def end_with_parent(parent: int | None = None) -> None:
    """Have this process killed when its parent ends, or if it has already.

    To the system, the parent is the thread that has started the process.
    """
    ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if parent is not None and os.getppid() != parent:
        os._exit(1)


@contextmanager
def starting_safely() -> Iterator[None]:
    """Let `multiprocessing`, by which Dask starts workers, leave the current folder out."""
    from multiprocessing import util

    before, spawn = os.environ.get(_SAFE_PATH), util.spawnv_passfds
    os.environ[_SAFE_PATH] = "1"
    if sys.version_info < (3, 11):  # which does not know the variable
        util.spawnv_passfds = lambda path, args, passfds: spawn(path, without_folder(args), passfds)
    try:
        yield
    finally:
        util.spawnv_passfds = spawn
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def without_folder(arguments: Sequence[Any]) -> list[Any]:
    """Return the arguments of ``python -c``, so that the current folder leaves the path first."""
    program = arguments.index("-c") + 1
    safe = f"import sys; del sys.path[0]; {os.fsdecode(arguments[program])}"
    return [*arguments[:program], safe, *arguments[program + 1 :]]
