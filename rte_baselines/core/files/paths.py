"""Names of files, and this machine's folders of temporary files and of caches."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from rte_baselines.core.errors import RteBaselinesError

URL_SEPARATOR = "://"

DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The numbers of the errors of a disk, or of a user's part of it, that is full."""

_ADVICE = "make room there, or name another folder in the environment variable TMPDIR"


def is_url(location: str | Path) -> bool:
    """Whether a location is a URL and not a path."""
    return URL_SEPARATOR in str(location)


def name_of(location: str | Path) -> str:
    """Return the last part of a location."""
    return str(location).rstrip("/").rpartition("/")[2]


class NoRoomError(RteBaselinesError):
    """The folder of temporary files is full, whatever the input."""


@contextmanager
def filling_temporary_files() -> Iterator[None]:
    """Name the folder of temporary files if it is full while the block makes or fills some."""
    try:
        folder = tempfile.gettempdir()
    except FileNotFoundError as error:
        raise NoRoomError(f"{error.strerror}; {_ADVICE}") from None
    try:
        yield
    except OSError as error:
        if error.errno not in DISK_FULL:
            raise
        raise NoRoomError(
            f"{folder}: no temporary file can be written ({error.strerror}); {_ADVICE}"
        ) from None


@contextmanager
def filled_temporary_file() -> Iterator[IO[bytes]]:
    """Yield a temporary file to be filled, which is open and at its start after the block."""
    with filling_temporary_files(), ExitStack() as unless_filled:
        file = unless_filled.enter_context(tempfile.TemporaryFile())
        yield file
        # What is still in a buffer is written now.
        file.seek(0)
        unless_filled.pop_all()


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield a folder that is removed after the block; errors are as above while it is made."""
    with filling_temporary_files():
        made = tempfile.TemporaryDirectory()
    with made as folder:
        yield Path(folder)


def user_cache_folder() -> Path | None:
    """Return the folder of the toolkit's caches; None if the user has no home folder.

    It is ``rte_baselines`` in the user's cache folder: ``$XDG_CACHE_HOME`` or ``~/.cache``. It
    need not exist.
    """
    try:
        # The XDG specification: relative paths are ignored.
        chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
        return (chosen if chosen.is_absolute() else Path.home() / ".cache") / "rte_baselines"
    except RuntimeError:
        return None
