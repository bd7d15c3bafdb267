"""Temporary files and folders beside an output, and the removal of those left by killed writers.

Also locks of outputs that only one process may write at a time.
"""

import errno
import os
import secrets
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Literal

try:
    import fcntl
except ImportError:  # Windows; nothing is removed there
    fcntl = None  # type: ignore[assignment]

_SUFFIX = ".tmp"
# The suffix of a folder that is being replaced.
_ASIDE = ".old"
# How often a temporary file is created if another process removes it before it is locked.
_ATTEMPTS = 10
_PROCESSES = Path("/proc")
# The bit of a process that is ending (PF_EXITING in Linux's sched.h).
_ENDING = 0x4
# A process that is ending is checked repeatedly for one second.
_LOOKS = 100
_SECONDS_BETWEEN_LOOKS = 0.01

_State = Literal["running", "ending", "gone"]


def temporary_sibling(target: Path, suffix: str = _SUFFIX) -> Path:
    """Return an unused hidden name beside an output, on the same file system.

    The name identifies the output, this host and this process for `remove_leftovers`.
    """
    unique = f"{os.getpid()}-{secrets.token_hex(8)}{suffix}"
    return target.with_name(f"{_prefix(target)}{unique}")


@contextmanager
def held_sibling(target: Path, create: Callable[[Path], None]) -> Iterator[Path]:
    """Create a temporary file or folder beside an output, and hold a lock on it.

    The lock is held until the end of the block, so that the block should replace the output.
    Nothing is locked where the file system has no locks.

    Parameters
    ----------
    target : Path
        The output.
    create : callable
        A function that creates the file or folder at a path.

    Raises
    ------
    OSError
        If it cannot be created, or is removed again and again before it is locked.
    """
    for _ in range(_ATTEMPTS):
        temporary = temporary_sibling(target)
        create(temporary)
        descriptor = _locked(temporary, waits=True)
        # A process in another container does not see this one. It may take the file for a leftover
        # until the file is locked.
        if temporary.exists():
            break
        _unlock(descriptor)
    else:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
    try:
        yield temporary
    finally:
        _unlock(descriptor)


@contextmanager
def held_alone(path: Path) -> Iterator[None]:
    """Hold the lock on a file while the block runs, and remove the file afterwards.

    A killed process leaves the file, but not the lock. Nothing is locked where the file system
    has no locks.

    Parameters
    ----------
    path : Path
        The file, which is created if it does not exist.

    Raises
    ------
    BlockingIOError
        If somebody else holds the lock.
    OSError
        If the file cannot be created.
    """
    if fcntl is None:
        yield
        return
    descriptor = _locked_alone(path)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


def _locked_alone(path: Path) -> int:
    while True:
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(path, flags, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise
        except OSError:
            return descriptor
        # Whoever held the lock may have removed the file after it was opened here.
        if _is_at(path, descriptor):
            return descriptor
        os.close(descriptor)


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


@contextmanager
def set_aside(folder: Path) -> Iterator[None]:
    """Rename a folder while another one is put in its place, and remove it afterwards.

    If the block fails, the folder gets its name back. If the process is killed in the block,
    `remove_leftovers` gives it back.
    """
    descriptor = _locked(folder)
    try:
        aside = temporary_sibling(folder, _ASIDE)
        folder.rename(aside)
        try:
            yield
        except BaseException:
            # Another process may have written the output in between.
            with suppress(OSError):
                aside.rename(folder)
            raise
        shutil.rmtree(aside, ignore_errors=True)
    finally:
        _unlock(descriptor)


def remove_leftovers(target: Path) -> None:
    """Remove the temporary files and folders of an output whose writers no longer run.

    Only those are removed that were written on this host by a process that has ended, and
    that nobody has locked. If a later process has the same process ID, or the file system
    has no locks, they stay. A folder that was set aside becomes the output again if there is no
    output.

    Parameters
    ----------
    target : Path
        The output.
    """
    prefix = _prefix(target)
    with suppress(OSError):
        # Names, not paths, as the folder may have thousands of other files.
        with os.scandir(target.parent) as entries:
            names = [entry.name for entry in entries]
        for name in names:
            if name.startswith(prefix) and name.endswith((_SUFFIX, _ASIDE)):
                process = name[len(prefix) :].partition("-")[0]
                _remove_if_left(target.parent / name, process, target)


def _prefix(target: Path) -> str:
    # Digests, because the output's own name may already have nearly the maximum length.
    host = _digest(socket.gethostname())
    return f".{_digest(target.name)}-{host}-"


def _digest(name: str) -> str:
    return blake2b(os.fsencode(name), digest_size=6).hexdigest()


def _remove_if_left(path: Path, process: str, target: Path) -> None:
    if not process.isdecimal() or fcntl is None:
        return
    descriptor = _locked_after(int(process), path)
    if descriptor is None:
        return
    try:
        if path.suffix == _ASIDE and not target.exists():
            path.rename(target)
        elif path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _locked_after(process: int, path: Path) -> int | None:
    """Return a descriptor with the lock on a file of a process; None if the process may be running.

    A killed process releases its locks some time before it ends. By then, processes that lost their
    connection to it may already repeat its work.
    """
    for _ in range(_LOOKS):
        state = _state(process)
        if state == "running":
            return None
        descriptor = _locked(path)
        # If a process is not seen and the file is locked, the process is in another container.
        if descriptor is not None or state == "gone":
            return descriptor
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    return None


def _state(process: int) -> _State:
    """Return whether a process is running, ending or gone; "ending" is known on Linux only.

    A process stays "ending" until its parent reads its exit status. A busy parent, or the first
    process of a container, may never do so.
    """
    if not _has_id(process):
        return "gone"
    try:
        status = (_PROCESSES / str(process) / "stat").read_text("utf-8", errors="replace")
    except OSError:
        return "running" if _has_id(process) else "gone"
    # The name of the program, in brackets before the state, may have brackets itself.
    fields = status.rpartition(")")[2].split()
    return "ending" if int(fields[6]) & _ENDING else "running"


def _has_id(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it belongs to another user
        return True
    return True


def _locked(path: Path, *, waits: bool = False) -> int | None:
    """Return a descriptor that holds the lock on a file or folder, None if locking fails."""
    if fcntl is None:
        return None
    # Network file systems lock only files that are open for writing.
    mode = os.O_RDONLY if path.is_dir() else os.O_RDWR
    try:
        descriptor = os.open(path, mode | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _unlock(descriptor: int | None) -> None:
    if descriptor is not None:
        os.close(descriptor)
