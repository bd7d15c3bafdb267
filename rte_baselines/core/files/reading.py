"""Inputs: files, standard input and URLs, with compression and encodings."""

import codecs
import gzip
import io
import shutil
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import InputError, naming
from rte_baselines.core.files.inputs import note_input
from rte_baselines.core.files.paths import filled_temporary_file, is_url
from rte_baselines.core.limits import LARGEST_ROW, LARGEST_UNPACKED, most_unpacked
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
# Four bytes of zstandard may stand for 128 KB.
_CHUNK_OF_ZSTANDARD = 1 << 10
_LONGEST_TWO_MARKS = 2 * len(codecs.BOM_UTF8)
_ADVICE = "save the file as UTF-8"

COMPRESSED = (".gz", ".zst")
"""What the names of compressed files end in."""


def without_compression(file: str | Path) -> Path:
    """Return the name of a file without the ending that says that it is compressed."""
    path = Path(file)
    return path.with_suffix("") if path.suffix.lower() in COMPRESSED else path


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
    disk, so that memory use does not grow with their size. More than `most_unpacked` is refused.
    """
    if not str(source):
        raise InputError("the name of a file is empty; expected a path, or - for standard input")
    note_input(source)
    with naming(input_name(source)):
        try:
            return _decompressed(_seekable(source))
        except FileNotFoundError:
            raise InputError(f"no such file{_similar_files(source)}") from None
        except IsADirectoryError:
            raise InputError("is a folder; name a file") from None
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise InputError("the gzip file is damaged or cut short") from None
        except OSError as error:
            raise InputError(f"cannot be read ({error.strerror})") from None


def _similar_files(source: str | Path) -> str:
    """Return the names of files beside a missing one that may have been meant, for its message."""
    if is_url(source):
        return ""
    path, beside = Path(source), list[str]()
    # A folder may be missing, or not to be listed.
    with suppress(OSError):
        beside = [str(file) for file in path.parent.iterdir() if file.is_file()]
    return f"; {did_you_mean(str(path), beside)}".rstrip("; ")


def _seekable(source: str | Path) -> BinaryIO:
    if is_url(source):
        from rte_baselines.core.files.locations import copy_from_url

        with filled_temporary_file() as copy:
            copy_from_url(str(source), copy)
        return cast(BinaryIO, copy)
    if str(source) == _STANDARD_STREAM:
        return _copied(sys.stdin.buffer)
    stream = Path(source).open("rb")  # noqa: SIM115 - closed by the caller
    if stream.seekable():
        return stream
    with stream:
        return _copied(stream)


def _copied(stream: BinaryIO) -> BinaryIO:
    with filled_temporary_file() as copy:
        shutil.copyfileobj(stream, copy)
    return cast(BinaryIO, copy)


def _decompressed(stream: BinaryIO) -> BinaryIO:
    magic = stream.read(len(_ZSTANDARD_MAGIC))
    stream.seek(0)
    unpacked: Callable[[BinaryIO], Iterator[bytes]]
    if magic.startswith(_GZIP_MAGIC):
        unpacked = _unpacked_gzip
    elif magic == _ZSTANDARD_MAGIC:
        unpacked = _unpacked_zstandard
    elif magic == _PARQUET_MAGIC:
        # Other files need no module for Parquet.
        from rte_baselines.core.files.parquet import json_lines_of as unpacked
    else:
        return stream
    with stream, filled_temporary_file() as copy:
        left = most_unpacked(stream.seek(0, io.SEEK_END))
        stream.seek(0)
        for content in unpacked(stream):
            left -= len(content)
            if left < 0:
                raise LARGEST_UNPACKED.exceeded("holds, once it is unpacked,")
            copy.write(content)
    return cast(BinaryIO, copy)


def zstandard() -> Any:
    """Return the library that reads and writes ``.zst``; an error if it is not installed."""
    try:
        import zstandard
    except ImportError:
        how = "pip install 'rte-baselines[zstd]'"
        raise InputError(f"a zstandard file needs the package zstandard: {how}") from None
    return zstandard


def _unpacked_gzip(stream: BinaryIO) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=stream) as content:
        while chunk := content.read(_CHUNK):
            yield chunk


def _unpacked_zstandard(stream: BinaryIO) -> Iterator[bytes]:
    package = zstandard()
    # One object for each frame: a file that ends within one is cut short.
    left = b""
    is_whole = True
    try:
        while chunk := left or stream.read(_CHUNK_OF_ZSTANDARD):
            if is_whole:
                frame = package.ZstdDecompressor().decompressobj()
            yield frame.decompress(chunk)
            is_whole, left = frame.eof, frame.unused_data
    except package.ZstdError:
        is_whole = False
    if not is_whole:
        raise InputError("the zstandard file is damaged or cut short")


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


def lines_of(text: TextIO) -> Iterator[str]:
    """Yield the lines of a text; one of more than `LARGEST_ROW` is an error that names it."""
    most, number = LARGEST_ROW.most, 0
    while line := text.readline(most + 1):
        number += 1
        if len(line) > most:
            raise LARGEST_ROW.exceeded(f"line {number}: has")
        yield line


def head_of_text(stream: BinaryIO, size: int) -> str:
    """Return the first characters of a seekable stream, invalid bytes replaced, and rewind it."""
    text = _text(stream, errors="replace")
    head = text.read(size)
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
    """Describe the first byte that is not UTF-8, reading the stream again part by part."""
    stream.seek(0)
    decoder = codecs.getincrementaldecoder("utf-8")()
    offset, lines, chunk = 0, 1, b"?"
    while chunk:
        chunk = stream.read(_CHUNK)
        # What is held back of the part before is decoded with this one.
        start = offset - len(decoder.getstate()[0])
        try:
            lines += decoder.decode(chunk, final=not chunk).count("\n")
        except UnicodeDecodeError as error:
            bad, before = error.object[error.start], error.object[: error.start]
            position = f"at offset {start + error.start} (line {lines + before.count(10)})"
            return f"byte 0x{bad:02x} {position} is not UTF-8"
        offset += len(chunk)
    raise AssertionError("the stream changed while it was read")
