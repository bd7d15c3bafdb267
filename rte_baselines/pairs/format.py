"""The base classes of formats of pairs that are not rows with columns.

A new format is one class in one file of this folder, registered by its name::

    @registry.formats("my_format")
    class MyFormat(PairFormat): ...
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TextIO

from rte_baselines.core.registry import registry
from rte_baselines.core.representing import brief
from rte_baselines.pairs.labels import Label
from rte_baselines.pairs.pair import Pair

_ROWS = {
    "csv": "a table with commas, semicolons or tabs, and columns such as premise",
    "jsonl": "JSON Lines, or one JSON array, with such fields",
    "parquet": "Parquet with such columns",
}


@brief
@dataclass(frozen=True)
class Record:
    """A pair as read from a source, before anything is checked.

    Parameters
    ----------
    line : int
        The line it starts on, from 1.
    id, text, hypothesis, task : str or None
        None if the source does not give it, which is an error except for the task.
    label : str, int, float, bool or None, optional
        As it is written; see `LabelReader`.
    attributes : mapping of str to str, optional
        Further fields of the pair.
    problem : str, optional
        Why the pair cannot be read; empty if it can.
    """

    line: int
    id: str | None
    text: str | None
    hypothesis: str | None
    task: str | None = None
    label: str | float | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""


class PairFormat(ABC):
    """A file format for pairs.

    Its `name` is the one that it is registered under, its `description` one line for people.
    """

    on_class: ClassVar[tuple[str, ...]] = ("name", "description")
    """The attributes that a class must define, since they are read before an object is made."""
    name: ClassVar[str]
    description: ClassVar[str]

    @abstractmethod
    def recognizes(self, head: str) -> bool:
        """Whether a file that starts with `head` is of this format."""

    def count(self, text: TextIO) -> int | None:
        """Return the number of records; by default None, if counting takes as long as reading.

        The text, at its start, need not be well-formed.
        """
        return None

    @abstractmethod
    def read(self, text: TextIO) -> Iterator[Record]:
        r"""Read records one by one from a seekable text, whose lines may end in ``\r\n``.

        Raises
        ------
        InputError
            If the file is not well-formed; the message starts with the line.
        """


class PairWriter(ABC):
    """Writes pairs in a format.

    A label that has no name in the format cannot be written, nor can characters that it cannot
    hold.
    """

    name: ClassVar[str]
    label_names: ClassVar[Mapping[Label, str]]
    cannot_hold: ClassVar[re.Pattern[str]] = re.compile("[\ud800-\udfff]")

    @abstractmethod
    def can_write_attribute(self, name: str) -> bool:
        """Whether a pair's further attribute of that name can be written."""

    @abstractmethod
    def write(self, pairs: Iterable[Pair], text: TextIO) -> None:
        """Write pairs one by one; the caller ensures that everything in them can be written."""


class WritableFormat(PairFormat, PairWriter):
    """A format of pairs that can also be written."""


def formats() -> dict[str, type[PairFormat]]:
    """Return the formats that are not rows, by name."""
    return registry.all("formats")


def format_names(*, writable: bool = False) -> list[str]:
    """Return the names of the formats that can be read, or of those that can be written."""
    kind = WritableFormat if writable else PairFormat
    return [*_ROWS, *(name for name, found in formats().items() if issubclass(found, kind))]


def describe_formats() -> dict[str, str]:
    """Return one line on each format, by name."""
    return {**_ROWS, **{name: found.description for name, found in formats().items()}}
