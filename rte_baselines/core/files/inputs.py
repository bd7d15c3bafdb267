"""The files that a command reads, which its outputs must not replace.

A name may be a symbolic link, and a file may have several names: files are known by their device
and number.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import path_name

_read: dict[tuple[int, int], str] | None = None
"""The files that were read, with their names; None outside of `keeping_inputs`."""
_written: dict[tuple[int, int], str] = {}
"""The files that will be replaced by outputs that are open, with their names."""


@contextmanager
def keeping_inputs() -> Iterator[None]:
    """Refuse outputs that are files that the block reads, in either order."""
    global _read
    before, _read = _read, {}
    try:
        yield
    finally:
        _read = before


def note_input(path: str | Path) -> None:
    """Note that a file is read; an error if an open output would replace it."""
    if _read is not None and (identity := _identity(path)):
        if identity in _written:
            raise _lost(_written[identity], path)
        _read.setdefault(identity, str(path))


@contextmanager
def replacing(path: str | Path) -> Iterator[None]:
    """Note that an output replaces a file at its end; an error if that was read."""
    identity = None if _read is None else _identity(path)
    if identity is None or _read is None:
        yield
        return
    # The number of a file that was removed may be that of another one now.
    if identity in _read and _identity(_read[identity]) == identity:
        raise _lost(str(path), _read[identity])
    _written[identity] = str(path)
    try:
        yield
    finally:
        _written.pop(identity, None)


def _identity(path: str | Path) -> tuple[int, int] | None:
    """Return what all names of a regular file have in common; None for anything else."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a str or a Path
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _lost(output: str | Path, source: str | Path) -> InputError:
    return InputError(
        f"{path_name(output)}: is the input {path_name(source)}, which would be lost; name another "
        "file to write"
    )
