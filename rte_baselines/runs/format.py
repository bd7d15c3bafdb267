"""What a format of run files is: how it is recognized and read.

A new format is one class in one file of this folder, listed in `reading`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple, TextIO

from rte_baselines.quoting import quoted
from rte_baselines.runs.columns import RunColumns
from rte_baselines.runs.fields import FieldNames


class RunRecord(NamedTuple):
    """What a file says of one pair, before anything is checked.

    A plain tuple, as one is made for each line of files with millions.

    Parameters
    ----------
    line : int
        The line it starts on, from 1.
    id : str
    judgment : str
        A label by any of its names, or its number in the stated order.
    confidence, score : float or None
    probabilities : mapping of str to float, sequence of float, or None
        By the names of labels, or in the stated order.
    task : str or None
    """

    line: int
    id: str
    judgment: str
    confidence: float | None = None
    score: float | None = None
    probabilities: Mapping[str, float] | Sequence[float] | None = None
    task: str | None = None


class RunFormat(ABC):
    """A way to keep predictions in a file; an object reads one file.

    Parameters
    ----------
    names : FieldNames
        Where formats that name their columns or fields have the id and the label.

    Attributes
    ----------
    description : str
        A few words, for people who wonder what can be read.
    oddity : str or None
        What is odd in the file, though it was read; known when all of it is.
    """

    description: ClassVar[str]

    def __init__(self, names: FieldNames) -> None:
        self.names = names
        self.oddity: str | None = None

    @abstractmethod
    def recognizes(self, first_line: str) -> bool:
        """Whether a file whose first line, blank ones aside, is this one is of this format."""

    @abstractmethod
    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Read records one by one, without keeping them.

        Raises
        ------
        InputError
            If the file is damaged; the message starts with the line.
        """

    def suspect_cut(self, line: int, number: str) -> None:
        """Note that a file ends, without the end of a line, in a number that may be half of one."""
        self.oddity = (
            f"line {line}: ends in the number {quoted(number)} without the end of a line; it is "
            "read as it stands (is the file cut off?)"
        )

    def order_ranks(self, columns: RunColumns) -> bool:
        """Whether the order of the predictions that were read is a ranking."""
        return False
