"""Inputs: files, standard input and URLs, with compression and encodings."""

import codecs
import gzip
import io
import shutil
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, TextIO, cast

from rte_baselines.core.errors import InputError, naming
from rte_baselines.core.files.inputs import note_input
from rte_baselines.core.files.paths import filled_temporary_file, is_url
from rte_baselines.core.quoting import path_name

_STANDARD_STREAM = "-"
_GZIP_MAGIC = b"\x1f\x8b"
_ZSTANDARD_MAGIC = b"\x28\xb5\x2f\xfd"
_PARQUET_MAGIC = b"PAR1"
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

    The source is a path, a URL, or ``-`` for standard input. A gzip or zstandard file is recognized
    by its first bytes, not by its name, and decompressed; so is a Parquet file, whose rows are read
    as JSON Lines. Standard input, pipes, URLs and such files are copied to a temporary file on
    disk, so that memory use does not grow with their size.
    """
    if not str(source):
        raise InputError("the name of a file is empty; expected a path, or - for standard input")
    note_input(source)
    with naming(input_name(source)):
        try:
            return _decompressed(_copy_of_url(source) if is_url(source) else _seekable(source))
        except FileNotFoundError:
            raise InputError("no such file") from None
        except IsADirectoryError:
            raise InputError("is a folder; name a file") from None
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise InputError("the gzip file is damaged or cut short") from None
        except OSError as error:
            raise InputError(f"cannot be read ({error.strerror})") from None


def _copy_of_url(source: str | Path) -> BinaryIO:
    from rte_baselines.core.files.locations import copy_from_url

    return _filled(lambda copy: copy_from_url(str(source), copy))


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
    if magic == _PARQUET_MAGIC:
        # Other files need no module for Parquet.
        from rte_baselines.core.files.parquet import copy_as_json_lines

        with stream:
            return _filled(lambda copy: copy_as_json_lines(stream, copy))
    return stream


def zstandard() -> Any:
    """Return the library that reads and writes ``.zst``; an error if it is not installed."""
    try:
        import zstandard
    except ImportError:
        how = "pip install 'rte-baselines[zstd]'"
        raise InputError(f"a zstandard file needs the package zstandard: {how}") from None
    return zstandard


def _decompress_zstandard(stream: BinaryIO, copy: IO[bytes]) -> None:
    package = zstandard()
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
    with filled_temporary_file() as copy:
        fill(copy)
    return cast(BinaryIO, copy)


@contextmanager
def utf8_text(stream: BinaryIO, name: str) -> Iterator[TextIO]:
    r"""Read a seekable binary stream as text: UTF-8, or UTF-16 with a byte-order mark.

    UTF-8 may start with a byte-order mark, too. Lines end in ``\n`` and keep a ``\r`` before it; in
    a file whose lines end in ``\r`` alone, that becomes ``\n``. The stream stays open afterwards.
    The error of invalid UTF-8 has the offset of the first bad byte in the (decompressed) file,
    counted from 0, and its line.
    """
    with naming(name):
        text = _text(stream)
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
    """Return the first `size` characters of a seekable binary stream as text, and rewind it.

    Invalid bytes are replaced. If the file starts with one of `whole_lines`, the last line is
    returned completely, beyond `size`.
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
