"""The base classes of formats of pairs with a syntax of their own, such as XML.

A new format is one class in one file of this folder, registered by its name::

    @registry.formats("my_format")
    class MyFormat(PairFormat): ...
"""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TextIO

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted, shortened
from rte_baselines.core.registry import registry
from rte_baselines.core.representing import brief
from rte_baselines.pairs.labels import Label
from rte_baselines.pairs.pair import Pair
from rte_baselines.records.columns import PAIR_NAMES, ColumnFinder, Columns, row_id, value_at
from rte_baselines.records.rows import Row

_ROWS = {
    "csv": "a table with commas, semicolons or tabs, and columns such as premise",
    "jsonl": "JSON Lines, or one JSON array, with such fields",
    "parquet": "Parquet with such columns",
}

TEXTS = ("text", "hypothesis")


@brief
@dataclass(frozen=True)
class Record:
    """A pair as read from a source, before anything is checked.

    The `line` it starts on is counted from 1. A part is None if the source does not give it, which
    is an error except for the task; the label is as it is written, see `LabelReader`. `problem`
    says why the pair cannot be read; it is empty if it can.
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
        """Return the number of records in a text; None if counting takes as long as reading."""
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
    """Writes pairs in a format, except labels and characters that this does not have."""

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
    """Return the formats with a syntax of their own, by name."""
    return registry.all("formats")


def format_names(*, writable: bool = False) -> list[str]:
    """Return the names of the formats that can be read, or of those that can be written."""
    kind = WritableFormat if writable else PairFormat
    return [*_ROWS, *(name for name, found in formats().items() if issubclass(found, kind))]


def describe_formats() -> dict[str, str]:
    """Return one line on each format, by name."""
    return {**_ROWS, **{name: found.description for name, found in formats().items()}}


class PairRows:
    """Makes a record of each row.

    Columns that are not part of the pair become attributes; values other than strings are kept as
    JSON. Without a column of ids, pairs are numbered, from 1.
    """

    def __init__(self, given: Columns, *, needs_texts: bool = True) -> None:
        self._given, self._needs_texts = given, needs_texts
        self.number = 0
        self.start()

    def start(self) -> None:
        """Begin a new file, whose pairs are numbered on."""
        self._finder = ColumnFinder(PAIR_NAMES, self._given, TEXTS if self._needs_texts else ())

    @property
    def columns(self) -> Columns:
        """The path of each part; known after the first row."""
        return self._finder.columns

    @property
    def present(self) -> Sequence[str]:
        """All columns so far."""
        return self._finder.present

    def record(self, row: Row) -> Record:
        """Return the record of a row, or refuse it or its columns."""
        self.number += 1
        if row.problem:
            raise InputError(row.problem)
        self._finder.look_at(row.fields)
        columns, used = self.columns, set(self.columns.values())
        parts = {part: value_at(row.fields, path) for part, path in columns.items()}
        for part in TEXTS:
            if not isinstance(parts.get(part), str | None):
                raise InputError(f"{quoted(columns[part])} is not a string; expected the {part}")
        if isinstance(label := parts.get("label"), list | dict):
            column = quoted(columns["label"])
            raise InputError(f"{column} is {shortened(json.dumps(label))}; expected one label")
        without = None if self._needs_texts else ""
        return Record(
            row.line,
            id=row_id(parts["id"], columns["id"]) if "id" in parts else str(self.number),
            text=parts.get("text", without),
            hypothesis=parts.get("hypothesis", without),
            task=_as_string(parts.get("task")),
            label=label,
            attributes={
                name: string
                for name, value in row.fields.items()
                if name not in used and (string := _as_string(value)) is not None
            },
        )


def _as_string(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return str(value) if type(value) is int else json.dumps(value, ensure_ascii=False)
