"""Limits of what inputs may cost, so that no small file fills the memory, the disk or the day.

Each is far above what corpora have, and is raised by an environment variable, which the errors
name.
"""

import os
import re
import zipfile
from dataclasses import dataclass
from io import SEEK_END
from itertools import islice
from typing import BinaryIO

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted

_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Limit:
    """A limit: the variable that sets it, its default, and its unit in messages."""

    variable: str
    default: int
    unit: str

    @property
    def most(self) -> int:
        """The limit in use; an error if the variable is not a whole number."""
        given = os.environ.get(self.variable) or str(self.default)
        if not (given.isascii() and given.isdecimal()):
            form = f"expected a number of {self.unit}, such as {self.default}"
            raise InputError(f"{self.variable} is {quoted(given)}; {form}")
        return int(given)

    def exceeded(self, what: str) -> InputError:
        """Return the error of what is beyond the limit."""
        allowed = f"more than {self.most:,} {self.unit}"
        return InputError(
            f"{what} {allowed}; if it is right, set {self.variable} to a higher number"
        )


LARGEST_ROW = Limit("RTE_BASELINES_LARGEST_ROW", 1 << 24, "characters")
"""The size of a line, of a row of any format, and of a text in XML."""

LONGEST_TEXT = Limit("RTE_BASELINES_LONGEST_TEXT", 20_000, "words")
"""The length of a text or hypothesis that is analysed."""

LARGEST_UNPACKED = Limit("RTE_BASELINES_LARGEST_UNPACKED", 1 << 28, "bytes")
"""The size of what a compressed file, Parquet or arrays hold, if not `MOST_TIMES` the file's."""

MOST_TIMES = 100
"""How many times its own size a compressed file may hold, beyond which the limit above counts."""


def most_unpacked(size: int) -> int:
    """Return the number of bytes that a compressed file of a size may hold."""
    return max(LARGEST_UNPACKED.most, MOST_TIMES * size)


def check_unpacked_size(stream: BinaryIO) -> None:
    """Refuse a zip archive, such as ``.npz``, that holds more than a file of its size may."""
    if zipfile.is_zipfile(stream):
        with zipfile.ZipFile(stream) as archive:
            held = sum(entry.file_size for entry in archive.infolist())
        if held > most_unpacked(stream.seek(0, SEEK_END)):
            raise LARGEST_UNPACKED.exceeded("holds, once it is unpacked,")
    stream.seek(0)


def has_more_words(text: str, most: int) -> bool:
    """Whether a text has more words and marks than so many; the rest is not read."""
    return len(text) > most and next(islice(_WORD.finditer(text), most, None), None) is not None
