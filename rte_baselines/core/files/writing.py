"""Outputs, which appear complete or not at all: files, folders, standard output and URLs."""

import errno
import fcntl
import gzip
import io
import os
import re
import secrets
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from shlex import quote
from typing import IO, Any, BinaryIO, TextIO, cast

from rte_baselines.core.errors import InputError
from rte_baselines.core.files import parquet
from rte_baselines.core.files.inputs import replacing
from rte_baselines.core.files.paths import DISK_FULL, filled_temporary_file
from rte_baselines.core.files.reading import zstandard
from rte_baselines.core.quoting import escaped, path_name

_STANDARD_STREAM = "-"
# The URLs that `fsspec` knows best have one slash if they were made paths.
_URL = re.compile(r"[A-Za-z][\w+.-]*://|(?:abfs|az|file|ftp|gcs|gs|hf|https?|memory|s3):/")
# How often a folder is put in the place of another one while other processes do the same.
_ATTEMPTS = 20


@contextmanager
def atomic_output(path: str | Path, *, as_parquet: bool = False) -> Iterator[TextIO]:
    r"""Open a text file for writing, which appears, complete, only if the block succeeds.

    The path may be ``-`` for standard output; a name in ``.gz`` or ``.zst`` is compressed. An
    existing file is replaced, keeping its permissions, unless the block fails; one that a command
    has read is refused. A killed process may
    leave a hidden file beside it, whose name ends in ``.tmp``. With `as_parquet`, the text is JSON
    Lines, to be written with a column for each field. It is UTF-8, lines end in ``\n``, and a lone
    surrogate, which UTF-8 cannot hold, is written as its escape, such as ``\ud83d``.
    """
    ending = Path(path).suffix.lower()
    with atomic_bytes(path) as stream:
        if as_parquet:
            parquet.pyarrow_installed()
            with filled_temporary_file() as lines, _utf8(lines) as text:
                yield text
            with lines:
                parquet.write_json_lines(lines, stream)
            return
        compressed: Any = nullcontext(stream)
        if ending == ".zst":
            compressed = zstandard().ZstdCompressor().stream_writer(stream, closefd=False)
        elif ending == ".gz":
            # Without a name and a time, so that the same content gives the same file.
            compressed = gzip.GzipFile(fileobj=stream, mode="wb", filename="", mtime=0)
        with compressed as binary, _utf8(binary) as text:
            yield text


@contextmanager
def atomic_bytes(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file for writing bytes, as `atomic_output` does for text."""
    given, target = Path(path), Path(os.path.realpath(path))
    with _reporting_unwritable(path):
        # Such as /dev/null or a named pipe, which are never replaced.
        is_device = given.exists() and not (given.is_file() or given.is_dir())
    if str(path) == _STANDARD_STREAM or is_device:
        with _reporting_full_disk(path), _copied_out(path) as stream:
            yield stream
        return
    if not str(path):
        raise InputError("the name of a file to write is empty; expected a path")
    if target.is_dir():
        raise InputError(f"{path_name(path)}: is a folder; name a file to write")
    if target.exists() and not os.access(target, os.W_OK):
        raise InputError(f"{path_name(path)}: cannot be written (it is read-only)")
    with replacing(path), _reporting_full_disk(path), _replacing(path, target) as stream:
        yield stream


@contextmanager
def _copied_out(path: str | Path) -> Iterator[IO[bytes]]:
    """Collect the output on disk, then copy it to standard output or a device."""
    with filled_temporary_file() as collected:
        yield collected
    with collected:
        if str(path) == _STANDARD_STREAM:
            sys.stdout.flush()
            if sys.stdout.isatty():
                # What a terminal would obey is escaped.
                for line in collected:
                    text = line.rstrip(b"\r\n").decode("utf-8", "backslashreplace")
                    print(escaped(text), flush=True)  # noqa: T201
            else:
                shutil.copyfileobj(collected, sys.stdout.buffer)
                sys.stdout.buffer.flush()
            return
        with _reporting_unwritable(path), Path(path).open("wb") as device:
            shutil.copyfileobj(collected, device)


@contextmanager
def _replacing(path: str | Path, target: Path) -> Iterator[IO[bytes]]:
    """Write a temporary file beside `target`, then replace `target` with it."""
    temporary = _temporary_sibling(target)
    with _reporting_unwritable(path):
        stream = temporary.open("xb")
    try:
        with stream:
            yield stream
        with _reporting_unwritable(path):
            if target.exists():
                shutil.copymode(target, temporary)
            temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _utf8(stream: IO[bytes]) -> Iterator[TextIO]:
    """Encode text into `stream`, which stays open."""
    binary = cast(BinaryIO, stream)
    text = io.TextIOWrapper(binary, encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        yield text
    finally:
        text.detach()


@contextmanager
def atomic_folder(
    path: str | Path, *, may_replace: Callable[[Path], bool] = lambda folder: False
) -> Iterator[Path]:
    """Build a folder, which appears, complete, only if the block succeeds.

    An empty folder there is replaced, another one if `may_replace` says so. A killed process may
    leave hidden folders beside it: what it has written, ``.tmp``, and, if it was just replacing a
    folder, the earlier one, ``.old``.
    """
    target = Path(os.path.realpath(path))
    check_folder_output(path, may_replace=may_replace)
    building = _temporary_sibling(target)
    with _reporting_unwritable(path):
        building.mkdir()
    try:
        with _reporting_full_disk(path):
            yield building
        with _reporting_unwritable(path):
            _put_in_place(building, target)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def check_folder_output(
    path: str | Path, *, may_replace: Callable[[Path], bool] = lambda folder: False
) -> None:
    """Raise the errors that `atomic_folder` would raise before its block, before long work."""
    target = Path(os.path.realpath(path))
    with _reporting_unwritable(path):
        try:
            # Asked once, as another process may be replacing it.
            is_folder = stat.S_ISDIR(target.stat().st_mode)
            is_kept = is_folder and any(target.iterdir()) and not may_replace(target)
        except FileNotFoundError:
            is_folder, is_kept = True, False
        if not is_folder:
            raise InputError(f"{path_name(path)}: is a file; name a folder to write")
        if is_kept:
            raise InputError(
                f"{path_name(path)}: exists and is not replaced; name another folder or remove it"
            )
        sibling = _temporary_sibling(target)
        sibling.mkdir()
        sibling.rmdir()


def locked(file: IO[Any]) -> bool:
    """Lock an open file, if the file system has locks; False if another process has locked it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def _temporary_sibling(target: Path, suffix: str = ".tmp") -> Path:
    """Return an unused hidden name beside an output, on the same file system."""
    return target.with_name(f".rte-baselines-{secrets.token_hex(8)}{suffix}")


def _put_in_place(new: Path, target: Path) -> None:
    """Rename a folder to `target`, in the place of a folder that may be there."""
    for _ in range(_ATTEMPTS - 1):
        # Another process may put its folder there, or set one aside, in between.
        with suppress(OSError):
            _rename_over(new, target)
            return
    _rename_over(new, target)


def _rename_over(new: Path, target: Path) -> None:
    aside = _temporary_sibling(target, ".old")
    if target.exists():
        target.rename(aside)
    try:
        new.rename(target)
    except BaseException as error:
        if isinstance(error, OSError) and error.errno in (errno.EEXIST, errno.ENOTEMPTY):
            # The folder of another process takes its place, too.
            shutil.rmtree(aside, ignore_errors=True)
        else:
            with suppress(OSError):
                aside.rename(target)
        raise
    shutil.rmtree(aside, ignore_errors=True)


@contextmanager
def _reporting_unwritable(path: str | Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        if _URL.match(str(path)):
            raise InputError(
                f"{path_name(path)}: this is a URL; expected a file or folder on this machine"
            ) from None
        folder = Path(path).parent
        name = path_name(folder)
        reason = (
            "no file can be made there"
            if folder.is_dir()
            else f"there is no folder {name}; make it: mkdir -p {quote(name)}"
        )
        raise InputError(f"{path_name(path)}: cannot be written ({reason})") from None
    except OSError as error:
        raise InputError(f"{path_name(path)}: cannot be written ({error.strerror})") from None


@contextmanager
def _reporting_full_disk(path: str | Path) -> Iterator[None]:
    """Report a full disk while the caller writes; other errors are passed on."""
    try:
        yield
    except OSError as error:
        if error.errno not in DISK_FULL:
            raise
        raise InputError(f"{path_name(path)}: cannot be written ({error.strerror})") from None
