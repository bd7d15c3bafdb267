"""Input and output: `-`, compression, encodings; an output appears complete or not at all."""

import codecs
import gzip
import io
import os
import re
import shutil
import stat
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, BinaryIO, TextIO, cast

from rte_baselines import parquet
from rte_baselines.errors import InputError
from rte_baselines.leftovers import held_sibling, remove_leftovers, set_aside
from rte_baselines.locations import copy_from_url, is_url
from rte_baselines.quoting import path_name
from rte_baselines.temporary_files import DISK_FULL, filling_temporary_files

_STANDARD_STREAM = "-"
_GZIP_MAGIC = b"\x1f\x8b"
_ZSTANDARD_MAGIC = b"\x28\xb5\x2f\xfd"
COMPRESSED = (".gz", ".zst")
"""What the names of compressed files end in."""
_UTF16 = "utf-16"
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: _UTF16,
    codecs.BOM_UTF16_BE: _UTF16,
}
_INSPECTED_BYTES = 1 << 16
_CHUNK = 1 << 20
_LONGEST_TWO_MARKS = 2 * len(codecs.BOM_UTF8)
_ADVICE = "save the file as UTF-8"
# The URLs that `fsspec` knows best have one slash if they were made paths.
_URL = re.compile(r"[A-Za-z][\w+.-]*://|(?:abfs|az|file|ftp|gcs|gs|hf|https?|memory|s3):/")
# How often a folder is put in the place of another one while other processes do the same.
_ATTEMPTS = 20


def input_name(source: str | Path) -> str:
    """Return `source` for messages: its path on one line, or "standard input" for ``-``."""
    return "standard input" if str(source) == _STANDARD_STREAM else path_name(source)


def is_there(path: str | Path) -> bool:
    """Whether a file or folder exists; False for a name that no file can have."""
    try:
        return str(path) != "" and Path(path).exists()
    except OSError:
        return False


def open_input(source: str | Path) -> BinaryIO:
    """Open a file for reading, as a seekable binary stream at its start.

    Parameters
    ----------
    source : str or Path
        A path, a URL, or ``-`` for standard input. A gzip or zstandard file is recognized by its
        first bytes, not by its name, and decompressed; so is a Parquet file, whose rows are
        read as JSON Lines. Standard input, pipes, URLs and such files are copied to a temporary
        file on disk, so that memory use does not grow with their size.

    Raises
    ------
    InputError
        If there is no such file, it is a folder or cannot be read, a compressed file is
        damaged or cut short, its package is not installed, or the path is empty.
    NoRoomError
        If there is no room for a temporary file.
    """
    if not str(source):
        raise InputError("the name of a file is empty; expected a path, or - for standard input")
    name = input_name(source)
    copy = _filled(partial(copy_from_url, str(source))) if is_url(source) else None
    try:
        return _decompressed(copy or _seekable(source))
    except FileNotFoundError:
        raise InputError(f"{name}: no such file") from None
    except IsADirectoryError:
        raise InputError(f"{name}: is a folder; name a file") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(f"{name}: the gzip file is damaged or cut short") from None
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except OSError as error:
        raise InputError(f"{name}: cannot be read ({error.strerror})") from None


def _seekable(source: str | Path) -> BinaryIO:
    if str(source) == _STANDARD_STREAM:
        return _copied_to_disk(sys.stdin.buffer)
    stream = Path(source).open("rb")  # noqa: SIM115 - closed by the caller
    if stream.seekable():
        return stream
    with stream:
        return _copied_to_disk(stream)


def _decompressed(stream: BinaryIO) -> BinaryIO:
    magic = stream.read(len(_ZSTANDARD_MAGIC))
    stream.seek(0)
    if magic.startswith(_GZIP_MAGIC):
        with stream, gzip.GzipFile(fileobj=stream) as content:
            return _copied_to_disk(content)
    if magic == _ZSTANDARD_MAGIC:
        with stream:
            return _filled(lambda copy: _decompress_zstandard(stream, copy))
    if magic == parquet.MAGIC:
        with stream:
            return _filled(lambda copy: parquet.copy_as_json_lines(stream, copy))
    return stream


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise InputError(
            "a zstandard file needs the package zstandard: pip install 'rte-baselines[zstd]'"
        ) from None
    return zstandard


def _decompress_zstandard(stream: BinaryIO, copy: IO[bytes]) -> None:
    package = _zstandard()
    # One object for each frame: a file that ends within one is cut short.
    left = b""
    is_whole = True
    try:
        while chunk := left or stream.read(_CHUNK):
            if is_whole:
                frame = package.ZstdDecompressor().decompressobj()
            copy.write(frame.decompress(chunk))
            is_whole, left = frame.eof, frame.unused_data
    except package.ZstdError:
        is_whole = False
    if not is_whole:
        raise InputError("the zstandard file is damaged or cut short")


def _copied_to_disk(stream: BinaryIO | gzip.GzipFile) -> BinaryIO:
    return _filled(lambda copy: shutil.copyfileobj(cast(IO[bytes], stream), copy))


def _filled(fill: Callable[[IO[bytes]], None]) -> BinaryIO:
    """Return a temporary file at its start, filled by a function."""
    with filling_temporary_files(), ExitStack() as unless_filled:
        copy = unless_filled.enter_context(tempfile.TemporaryFile())
        fill(copy)
        # What is still in a buffer is written now.
        copy.seek(0)
        unless_filled.pop_all()
    return cast(BinaryIO, copy)


@contextmanager
def utf8_text(stream: BinaryIO, name: str) -> Iterator[TextIO]:
    r"""Read a seekable binary stream as text: UTF-8, or UTF-16 with a byte-order mark.

    UTF-8 may start with a byte-order mark, too. Lines end in ``\n`` and keep a ``\r`` before
    it; in a file whose lines end in ``\r`` alone, that becomes ``\n``. The stream stays open
    afterwards.

    Raises
    ------
    InputError
        If the bytes are neither; the message gives `name` and, for invalid UTF-8, the
        offset of the first bad byte in the (decompressed) file, counted from 0, and its
        line. Also if there are two byte-order marks.
    """
    try:
        text = _text(stream)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    try:
        yield text
    except UnicodeDecodeError as error:
        problem = "is damaged or cut short" if _UTF16 in error.encoding else _first_bad_byte(stream)
        raise InputError(f"{name}: {problem}; {_ADVICE}") from None
    finally:
        # If the reader is abandoned half-way, the stream may already be closed.
        if not text.closed:
            text.detach()


def head_of_text(stream: BinaryIO, size: int, *, whole_lines: tuple[str, ...] = ()) -> str:
    """Return the beginning of a seekable binary stream as text, and rewind it.

    Parameters
    ----------
    stream : BinaryIO
        As for `utf8_text`; invalid bytes are replaced.
    size : int
        The number of characters to return; fewer if the file is shorter.
    whole_lines : tuple of str, optional
        If the file starts with one of these, the last line is returned completely, beyond
        `size`.

    Raises
    ------
    InputError
        If the encoding is not supported; the message does not name the file.
    """
    text = _text(stream, errors="replace")
    head = text.read(size)
    if len(head) == size and head.lstrip().startswith(whole_lines):
        head += text.readline()
    text.detach()
    stream.seek(0)
    return head


def _text(stream: BinaryIO, errors: str = "strict") -> io.TextIOWrapper:
    stream.seek(0)
    start = stream.read(_INSPECTED_BYTES)
    stream.seek(0)
    # Old programs for the Mac, and Excel on request, end lines in "\r" alone.
    newline = None if b"\r" in start and b"\n" not in start else "\n"
    return io.TextIOWrapper(
        stream, encoding=_encoding(start[:_LONGEST_TWO_MARKS]), errors=errors, newline=newline
    )


def _encoding(start: bytes) -> str:
    """Return the encoding of a file by its first bytes."""
    if start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise InputError(f"is UTF-32; {_ADVICE}")
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if start.startswith(mark + mark):
            raise InputError("starts with two byte-order marks; remove one of them")
        if start.startswith(mark):
            return encoding
    # In UTF-16 and UTF-32, an ASCII character has zero bytes.
    if b"\0" in start[:4] and start[:4].isascii():
        raise InputError(f"is UTF-16 or UTF-32 without a byte-order mark; {_ADVICE}")
    return "utf-8"


def _first_bad_byte(stream: BinaryIO) -> str:
    """Describe the first byte that is not UTF-8, reading the stream again line by line."""
    stream.seek(0)
    offset = 0
    for number, line in enumerate(stream, start=1):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            position = f"at offset {offset + error.start} (line {number})"
            return f"byte 0x{line[error.start]:02x} {position} is not UTF-8"
        offset += len(line)
    raise AssertionError("the stream changed while it was read")


@contextmanager
def atomic_output(path: str | Path, *, as_parquet: bool = False) -> Iterator[TextIO]:
    r"""Open a text file for writing, which appears, complete, only if the block succeeds.

    Parameters
    ----------
    path : str or Path
        A path, or ``-`` for standard output. A file whose name ends in ``.gz`` or ``.zst``
        is compressed. An existing file is replaced, keeping its permissions, unless the block
        fails. Temporary files that killed processes left are removed
        (`rte_baselines.leftovers`).
    as_parquet : bool
        Whether the text is JSON Lines, to be written as a Parquet file with a column for each
        field.

    Yields
    ------
    TextIO
        UTF-8, lines end in ``\n``. A lone surrogate, which UTF-8 cannot hold, is written
        as ``\udXXX``.

    Raises
    ------
    InputError
        If the path cannot be written; before the block runs where possible.
    """
    with (
        _reporting_full_disk(path),
        atomic_bytes(path) as stream,
        _encoded(stream, Path(path).suffix.lower(), as_parquet=as_parquet) as text,
    ):
        yield text


@contextmanager
def atomic_bytes(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file for writing bytes, which appears, complete, only if the block succeeds.

    Parameters and errors are those of `atomic_output`.
    """
    target = Path(os.path.realpath(path))
    with _reporting_unwritable(path):
        is_device = _is_device(Path(path))
    if str(path) == _STANDARD_STREAM or is_device:
        with _copied_out(path) as stream:
            yield stream
        return
    if not str(path):
        raise InputError("the name of a file to write is empty; expected a path")
    if target.is_dir():
        raise InputError(f"{path_name(path)}: is a folder; name a file to write")
    if target.exists() and not os.access(target, os.W_OK):
        raise InputError(f"{path_name(path)}: cannot be written (it is read-only)")
    with _replacing(path, target) as stream:
        yield stream


def _is_device(path: Path) -> bool:
    """Whether the path is a device or named pipe, such as /dev/null, and never replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


@contextmanager
def _copied_out(path: str | Path) -> Iterator[IO[bytes]]:
    """Collect the output on disk, then copy it to standard output or a device."""
    with filling_temporary_files(), ExitStack() as unless_filled:
        collected = unless_filled.enter_context(tempfile.TemporaryFile())
        yield collected
        collected.seek(0)
        unless_filled.pop_all()
    with collected:
        if str(path) == _STANDARD_STREAM:
            sys.stdout.flush()
            shutil.copyfileobj(collected, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        with _reporting_unwritable(path), Path(path).open("wb") as device:
            shutil.copyfileobj(collected, device)


@contextmanager
def _replacing(path: str | Path, target: Path) -> Iterator[IO[bytes]]:
    """Write a temporary file beside `target`, then replace `target` with it."""
    remove_leftovers(target)
    with _sibling(path, target, _create_file) as temporary:
        try:
            with temporary.open("wb") as stream:
                yield stream
            with _reporting_unwritable(path):
                if target.exists():
                    shutil.copymode(target, temporary)
                temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


@contextmanager
def _sibling(path: str | Path, target: Path, create: Callable[[Path], None]) -> Iterator[Path]:
    """Create a temporary file or folder beside `target`, with errors that name `path`."""
    with ExitStack() as held:
        with _reporting_unwritable(path):
            temporary = held.enter_context(held_sibling(target, create))
        yield temporary


def _create_file(path: Path) -> None:
    # Not mkstemp, which gives the owner alone access: here the umask applies.
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))


@contextmanager
def _encoded(stream: IO[bytes], ending: str, *, as_parquet: bool) -> Iterator[TextIO]:
    """Encode text into `stream`, which stays open, compressed or as Parquet."""
    if as_parquet:
        parquet.require()
        with filling_temporary_files(), ExitStack() as unless_filled:
            lines = unless_filled.enter_context(tempfile.TemporaryFile())
            with _utf8(lines) as text:
                yield text
            lines.seek(0)
            unless_filled.pop_all()
        with lines:
            parquet.write_json_lines(lines, stream)
        return
    if ending not in COMPRESSED:
        with _utf8(stream) as text:
            yield text
        return
    with _compressor(stream, ending) as compressed, _utf8(compressed) as text:
        yield text


def _compressor(stream: IO[bytes], ending: str) -> Any:
    """Return a binary stream that compresses; the same content gives the same file."""
    if ending == ".zst":
        return _zstandard().ZstdCompressor().stream_writer(stream, closefd=False)
    # Without a name and a time.
    return gzip.GzipFile(fileobj=stream, mode="wb", filename="", mtime=0)


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

    Parameters
    ----------
    path : str or Path
        The path of the folder. An empty folder there is replaced. Temporary folders that
        killed processes left are removed, and a folder that one of them was about to replace is
        restored (`rte_baselines.leftovers`).
    may_replace : callable, optional
        Returns whether an existing folder that is not empty may be replaced; by default
        none may.

    Yields
    ------
    Path
        An empty folder beside `path`, to be filled.

    Raises
    ------
    InputError
        If the path cannot be written, or something exists there that may not be replaced;
        before the block runs where possible.
    """
    target = Path(os.path.realpath(path))
    with _empty_sibling(target, may_replace, path) as building:
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
    """Raise the errors that `atomic_folder` would raise before its block runs.

    For callers that compute for long before they write.
    """
    with _empty_sibling(Path(os.path.realpath(path)), may_replace, path) as building:
        building.rmdir()


@contextmanager
def _empty_sibling(
    target: Path, may_replace: Callable[[Path], bool], path: str | Path
) -> Iterator[Path]:
    """Create an empty folder beside `target`, if `target` may be replaced."""
    with _reporting_unwritable(path):
        # First, as the folder may have been set aside by a process that was killed.
        remove_leftovers(target)
        _check_replaceable(target, may_replace, path)
    with _sibling(path, target, Path.mkdir) as building:
        yield building


def _check_replaceable(target: Path, may_replace: Callable[[Path], bool], path: str | Path) -> None:
    try:
        # Asked once, as another process may be replacing it.
        is_folder = stat.S_ISDIR(target.stat().st_mode)
        is_kept = is_folder and any(target.iterdir()) and not may_replace(target)
    except FileNotFoundError:
        return
    if not is_folder:
        raise InputError(f"{path_name(path)}: is a file; name a folder to write")
    if is_kept:
        raise InputError(
            f"{path_name(path)}: exists and is not replaced; name another folder or remove it"
        )


def _put_in_place(new: Path, target: Path) -> None:
    """Rename a folder to `target`, in the place of a folder that may be there."""
    for _ in range(_ATTEMPTS - 1):
        try:
            _rename_over(new, target)
        except OSError:
            # Another process may have put its folder there, or set one aside, in between.
            if not new.exists():
                raise
        else:
            return
    _rename_over(new, target)


def _rename_over(new: Path, target: Path) -> None:
    if target.exists():
        with set_aside(target):
            new.rename(target)
    else:
        new.rename(target)


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
        reason = (
            "no file can be made there"
            if folder.is_dir()
            else (f"there is no folder {path_name(folder)}")
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
