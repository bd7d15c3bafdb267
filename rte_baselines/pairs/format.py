"""The base classes of formats of pairs: how they are recognized, read and written.

A new format is one class in one file of this folder, registered by its name::

    @registry.formats("my_format")
    class MyFormat(PairFormat): ...
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TextIO

from rte_baselines.advice import how_to_state
from rte_baselines.errors import InputError
from rte_baselines.pairs.columns import Columns, check_columns
from rte_baselines.pairs.labels import Label
from rte_baselines.pairs.pair import Pair
from rte_baselines.quoting import quoted
from rte_baselines.registry import registry
from rte_baselines.representing import brief
from rte_baselines.suggestions import did_you_mean


@brief
@dataclass(frozen=True)
class Record:
    """A pair as read from a file, before anything is checked.

    Parameters
    ----------
    line : int
        The line it starts on, from 1.
    id, text, hypothesis : str or None
        None if the file does not give it, which is an error.
    task : str or None, optional
        None or empty if the file does not give it.
    label : str, bool or None, optional
        Any name that `parse_label` knows, or ``-``, SNLI's mark of a pair without a consensus;
        a boolean of JSON and the like. None or empty if the file does not give it.
    attributes : mapping of str to str, optional
        Further fields of the pair.
    """

    line: int
    id: str | None
    text: str | None
    hypothesis: str | None
    task: str | None = None
    label: str | bool | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def label_name(self) -> str:
        """The label as a string, empty if the file does not give it."""
        return "" if self.label is None else str(self.label).strip()


class PairFormat(ABC):
    """A file format for pairs.

    Parameters
    ----------
    columns : mapping of str to str, optional
        Columns that the user names, as returned by `parse_columns`; only for formats that
        take them.

    Attributes
    ----------
    name : str
        The name it is registered under.
    description : str
        One line, for people who choose a format.
    takes_columns : bool
        Whether columns may have any name, known or given by the user. A format with columns
        of its own that recognizes a file takes precedence over those that take any.
    settles_no : bool
        Whether `read` gives NO the meaning that it has in the whole file; otherwise the
        caller does.
    own_columns : mapping of str to str
        The format's own name for each part of a pair.
    given_columns : mapping of str to str
        Those that the user names.
    columns : mapping of str to str
        The column of each part of a pair; if columns may have any name, this is known
        after the first pair has been read.
    """

    on_class: ClassVar[tuple[str, ...]] = ("name", "description", "own_columns")
    """The attributes that a class must define, since they are read before an object is made."""
    name: ClassVar[str]
    description: ClassVar[str]
    takes_columns: ClassVar[bool] = False
    settles_no: ClassVar[bool] = False
    own_columns: ClassVar[Columns]

    def __init__(self, columns: Columns | None = None) -> None:
        self.given_columns = check_columns(columns or {})
        self.columns = self.own_columns if columns is None else self.given_columns
        if columns is not None and not self.takes_columns:
            takers = ", ".join(n for n, f in _formats().items() if f.takes_columns)
            raise InputError(f"{self.name} has columns of its own; they can be named for {takers}")

    @abstractmethod
    def recognizes(self, head: str) -> bool:
        """Whether a file that starts with `head` is of this format."""

    def advice(self, head: str) -> str | None:
        """Return how to read a file that starts with `head` and that no format recognizes.

        None, the default, if it does not look like a file of this format.
        """
        return None

    def count(self, text: TextIO) -> int | None:
        """Return the number of records; by default None, if counting takes as long as reading.

        The text, at its start, need not be well-formed.
        """
        return None

    @abstractmethod
    def read(self, text: TextIO) -> Iterator[Record]:
        r"""Read records one by one, without keeping them.

        Parameters
        ----------
        text : TextIO
            At its start, seekable; lines end in ``\n`` and keep a ``\r`` before it.

        Raises
        ------
        InputError
            If the file is not well-formed; the message starts with the line.
        """


class WritableFormat(PairFormat):
    """A format of pairs that can also be written.

    Attributes
    ----------
    label_names : mapping of Label to str
        The format's names of the labels; a label that is missing cannot be written.
    cannot_hold : compiled pattern
        The characters that a file cannot contain.
    """

    label_names: ClassVar[Mapping[Label, str]]
    cannot_hold: ClassVar[re.Pattern[str]] = re.compile("[\ud800-\udfff]")

    @abstractmethod
    def can_write_attribute(self, name: str) -> bool:
        """Whether a pair's further attribute of that name can be written."""

    @abstractmethod
    def write(self, pairs: Iterable[Pair], text: TextIO) -> None:
        """Write pairs one by one; the caller ensures that everything in them can be written."""


def format_names(*, writable: bool = False) -> list[str]:
    """Return the names of the formats that can be read, or of those that can be written."""
    kind = WritableFormat if writable else PairFormat
    return [name for name, pair_format in _formats().items() if issubclass(pair_format, kind)]


def describe_formats() -> dict[str, str]:
    """Return one line on each format, by name."""
    return {name: pair_format.description for name, pair_format in _formats().items()}


def get_format(name: str, columns: Columns | None = None) -> PairFormat:
    """Return the format of that name.

    Raises
    ------
    InputError
        If there is none (the message lists those that exist), or if it takes no columns.
    """
    try:
        pair_format = _formats()[name]
    except KeyError:
        known = format_names()
        hint = did_you_mean(name, known)
        raise InputError(
            f"unknown format {quoted(name)}; {hint}expected one of {', '.join(known)}"
        ) from None
    return pair_format(columns)


class UnknownFormatError(InputError):
    """No format of pairs recognizes a file."""


def recognize_format(head: str, columns: Columns | None = None) -> PairFormat:
    """Return the format of a file that starts with `head`.

    Raises
    ------
    UnknownFormatError
        If no format recognizes it.
    InputError
        If more than one does, or there is nothing in the file.
    """
    if not head.strip():
        raise InputError("is empty")
    candidates = [
        pair_format(columns)
        for pair_format in _formats().values()
        if columns is None or pair_format.takes_columns
    ]
    found = [candidate for candidate in candidates if candidate.recognizes(head)]
    found = [candidate for candidate in found if not candidate.takes_columns] or found
    if not found:
        known = ", ".join(candidate.name for candidate in candidates)
        advice = filter(None, (candidate.advice(head) for candidate in candidates))
        hint = next(advice, "" if columns else _how_to_name_columns())
        raise UnknownFormatError(
            f"the content is of no known format ({known}){hint and '; '}{hint}"
        )
    if len(found) > 1:
        names = " or ".join(candidate.name for candidate in found)
        raise InputError(f"the format may be {names}; name it")
    return found[0]


def _formats() -> dict[str, type[PairFormat]]:
    return registry.all("formats")


def _how_to_name_columns() -> str:
    how = how_to_state("columns={PART: COLUMN}", "--columns PART=COLUMN")
    return f"for another table or JSON Lines file, name its columns: {how}"
