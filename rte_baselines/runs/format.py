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
        Empty where predictions without ids are in the order of the pairs.
    judgment : str or None
        A label by any of its names, or its number in the stated order; None where the most
        probable label is meant.
    confidence, score : float or None
    probabilities : mapping of str to float, sequence of float, or None
        By the names of labels, or in the stated order.
    task : str or None
    digest : int or None
        Of the pair that was labelled; see `Prediction`.
    beginnings : int or None
        Where the file repeats the pair's texts, what `beginnings_digest` says of them.
    """

    line: int
    id: str
    judgment: str | None
    confidence: float | None = None
    score: float | None = None
    probabilities: Mapping[str, float] | Sequence[float] | None = None
    task: str | None = None
    digest: int | None = None
    beginnings: int | None = None


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
    has_sidecar : bool
        Whether the digests of the pairs that were labelled stand in a file beside it.
    oddity : str or None
        What is odd in the file, though it was read; known when all of it is.
    has_confidences : bool
        Whether there is a place for confidences, empty or not, so that a score beside it
        is none; known when all of the file is read.
    scores_are_probabilities : bool
        Whether the file calls its scores probabilities; known then.
    doubtful_label : str or None
        The name of the column or field of labels, if gold labels may be called that, too;
        known then.
    """

    description: ClassVar[str]
    has_sidecar: ClassVar[bool] = False

    def __init__(self, names: FieldNames) -> None:
        self.names = names
        self.oddity: str | None = None
        self.has_confidences = False
        self.scores_are_probabilities = False
        self.doubtful_label: str | None = None

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
