"""The base class of formats of run files, and their records.

A new format is a class in a file of this folder, listed in `parsing`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple, TextIO

from rte_baselines.quoting import quoted
from rte_baselines.runs.columns import RunColumns
from rte_baselines.runs.fields import FieldNames


class RunRecord(NamedTuple):
    """The unchecked content of a file for one pair.

    A plain tuple, as there is one for each line of large files.

    Parameters
    ----------
    line : int
        The first line of the record, from 1.
    id : str
        Empty if predictions without ids are in the order of the pairs.
    judgment : str or None
        Any name of a label, or its number in the stated order; None for the most
        probable label.
    confidence, score : float or None
    probabilities : mapping of str to float, sequence of float, or None
        By the names of labels, or in the stated order.
    task : str or None
    digest : int or None
        Digest of the labelled pair; see `Prediction`.
    beginnings : int or None
        The `beginnings_digest` of the pair's texts, if the file has them.
    trained_model : str or None
    in_training : bool or None
        As in `Prediction`.
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
    trained_model: str | None = None
    in_training: bool | None = None


class RunFormat(ABC):
    """A format of run files; an object reads one file.

    Parameters
    ----------
    names : FieldNames
        The names of the id and the label, in formats with named columns or fields.

    Attributes
    ----------
    description : str
        A short description, for error messages.
    has_sidecar : bool
        Whether the digests of the labelled pairs are in a separate file.
    is_of_chat_model : bool
        Whether labels are read from the answers of a chat model.
    warning : str or None
        A warning about the file; set when all of it has been read.
    has_confidences : bool
        Whether there is a column or field for confidences, even if it is empty, so that
        scores are not confidences; set when all of the file has been read.
    scores_are_probabilities : bool
        Whether the scores have a name of probabilities; set at the same time.
    unread : sequence of str
        The names of columns or fields that are not read and may have numbers of the system; set
        at the same time.
    ambiguous_label : str or None
        The name of the column or field of labels, if it is also used for gold labels;
        set at the same time.
    """

    description: ClassVar[str]
    has_sidecar: ClassVar[bool] = False
    is_of_chat_model: ClassVar[bool] = False

    def __init__(self, names: FieldNames) -> None:
        self.names = names
        self.warning: str | None = None
        self.has_confidences = False
        self.scores_are_probabilities = False
        self.unread: Sequence[str] = ()
        self.ambiguous_label: str | None = None

    @abstractmethod
    def recognizes(self, first_line: str) -> bool:
        """Whether a file with this first line, after blank lines, has this format."""

    @abstractmethod
    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Yield the records one by one.

        Raises
        ------
        InputError
            If the file is damaged; the message starts with the line.
        """

    def warn_of_truncation(self, line: int, number: str) -> None:
        """Set a warning that the last number may be truncated, as the line end is missing."""
        self.warning = (
            f"line {line}: ends in the number {quoted(number)} without a line end; it is read "
            "unchanged (is the file truncated?)"
        )

    def order_is_ranking(self, columns: RunColumns) -> bool:
        """Whether the order of the predictions is a ranking."""
        return False
