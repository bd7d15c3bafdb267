"""Temporary files and folders beside an output, and the removal of those left by killed writers."""

import os
import secrets
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows; nothing is removed there
    fcntl = None  # type: ignore[assignment]

_SUFFIX = ".tmp"


def temporary_sibling(target: Path) -> Path:
    """Return an unused hidden name beside an output, on the same file system.

    The name identifies the output, this host and this process for `remove_leftovers`.
    """
    unique = f"{os.getpid()}-{secrets.token_hex(8)}{_SUFFIX}"
    return target.with_name(f"{_prefix(target)}{unique}")


@contextmanager
def held(temporary: Path) -> Iterator[None]:
    """Hold a lock on a temporary file or folder while it is written.

    Nothing happens where the file system has no locks.
    """
    descriptor = _locked(temporary)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def remove_leftovers(target: Path) -> None:
    """Remove the temporary files and folders of an output whose writers no longer run.

    Only those are removed that were written on this host by a process that has ended, and
    that nobody has locked. If a later process has the same process ID, or the file system
    has no locks, they stay.

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
            if name.startswith(prefix) and name.endswith(_SUFFIX):
                _remove_if_left(target.parent / name, name[len(prefix) :].partition("-")[0])


def _prefix(target: Path) -> str:
    # Digests, because the output's own name may already have nearly the maximum length.
    host = _digest(socket.gethostname())
    return f".{_digest(target.name)}-{host}-"


def _digest(name: str) -> str:
    return blake2b(os.fsencode(name), digest_size=6).hexdigest()


def _remove_if_left(path: Path, process: str) -> None:
    if not process.isdecimal() or fcntl is None or _is_running(int(process)):
        return
    descriptor = _locked(path)
    if descriptor is None:
        return
    try:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it belongs to another user
        return True
    return not _has_ended(process)


def _has_ended(process: int) -> bool:
    """Whether a process that still has its ID has ended; known on Linux only.

    It has until its parent asks how it ended, which a busy parent, or a container's first process,
    may never do.
    """
    try:
        status = Path(f"/proc/{process}/stat").read_text("utf-8", errors="replace")
    except OSError:
        return False
    # The name of the program, in brackets before the state, may have brackets itself.
    return status.rpartition(")")[2].split()[:1] in (["Z"], ["X"])


def _locked(path: Path) -> int | None:
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
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor
