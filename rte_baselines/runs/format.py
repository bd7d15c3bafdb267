"""What a format of run files is: how it is recognized and read.

A new format is one class in one file of this folder, listed in `reading`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple, TextIO

from rte_baselines.runs.columns import RunColumns

ID_NAMES = ("id", "pairID", "pair_id", "uid", "index")
"""What columns or fields with the pairs' ids are called, in any case; the first wins."""

PREDICTION_FIRST = (
    *("prediction", "predicted_label", "pred", "judgment", "label"),
    *("entailment_label", "entailment_judgment", "entailment", "gold_label"),
)
"""What columns or fields with labels are called, in any case; the first that is there wins."""

GOLD_FIRST = PREDICTION_FIRST[::-1]
"""The names of `PREDICTION_FIRST` for those who look for gold labels."""


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
    label_names : sequence of str, optional
        Where formats that name their columns have the label: the first of these names
        that is there.

    Attributes
    ----------
    description : str
        A few words, for people who wonder what can be read.
    """

    description: ClassVar[str]

    def __init__(self, label_names: Sequence[str] = PREDICTION_FIRST) -> None:
        self.label_names = label_names

    @staticmethod
    @abstractmethod
    def recognizes(first_line: str) -> bool:
        """Whether a file whose first line, blank ones aside, is this one is of this format."""

    @abstractmethod
    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Read records one by one, without keeping them.

        Raises
        ------
        InputError
            If the file is damaged; the message starts with the line.
        """

    def order_ranks(self, columns: RunColumns) -> bool:
        """Whether the order of the predictions that were read is a ranking."""
        return False


def first_present(wanted: Sequence[str], names: Iterable[str]) -> str | None:
    """Return which of the names is the first of those wanted, whatever the case, if any is."""
    found = {name.casefold(): name for name in names}
    return next((found[name.casefold()] for name in wanted if name.casefold() in found), None)
