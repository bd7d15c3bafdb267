"""What all iterators of pairs that are read have in common."""

from abc import abstractmethod
from collections.abc import Iterator
from types import TracebackType

from typing_extensions import Self

from rte_baselines.pairs.pair import Pair


class PairIterator(Iterator[Pair]):
    """An iterator of the pairs of a source; also a context manager that closes it.

    A derived class sets `_pairs`, and overrides `close` if it keeps a file open.

    Attributes
    ----------
    skipped_ids : list of str
        The ids of the pairs left out so far because their annotators did not agree:
        their label is ``-``, or -1 if an order of labels is given.
    """

    _pairs: Iterator[Pair]

    def __init__(self) -> None:
        self.skipped_ids: list[str] = []

    @property
    def skipped(self) -> int:
        """The number of pairs left out so far; see `skipped_ids`."""
        return len(self.skipped_ids)

    @abstractmethod
    def count(self) -> int | None:
        """Return the number of pairs, including those left out; None if that would take long."""

    def close(self) -> None:
        """Close the open file, if there is one; no more pairs can be read from it."""
        return

    def __next__(self) -> Pair:
        return next(self._pairs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
