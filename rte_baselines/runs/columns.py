"""Predictions as columns, which take a fraction of the time and memory of objects."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from rte_baselines.errors import InputError
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.pairs import Label, Pair, pair_digest
from rte_baselines.pairs.digest import beginnings_digest
from rte_baselines.quoting import quoted
from rte_baselines.representing import brief
from rte_baselines.runs.prediction import Prediction

LABELS = tuple(Label)
_CODES = {label: code for code, label in enumerate(LABELS)}

Codes = NDArray[np.int8]
"""Labels by their places in `LABELS`, shape (n,)."""

Digests = NDArray[np.uint64]
"""Digests of pairs as `pair_digest` gives them, 0 where there is none, shape (n,)."""


@brief
@dataclass(frozen=True)
class PairDigests:
    """What is known of the texts of pairs.

    Parameters
    ----------
    whole : ndarray of uint64, shape (n,)
        What `pair_digest` says of each pair, 0 where it says nothing.
    beginnings : ndarray of uint64, shape (n,)
        Likewise what `beginnings_digest` says.
    """

    whole: Digests
    beginnings: Digests

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> "PairDigests":
        """Digest pairs, which may come one by one."""
        collector = PairDigestCollector()
        for pair in pairs:
            collector.add(pair)
        return collector.digests()


class PairDigestCollector:
    """Collects the digests of pairs one by one."""

    def __init__(self) -> None:
        self._whole = array("Q")
        self._beginnings = array("Q")

    def add(self, pair: Pair) -> None:
        """Add the digests of a pair."""
        self._whole.append(pair_digest(pair) or 0)
        self._beginnings.append(beginnings_digest(pair.text, pair.hypothesis) or 0)

    def digests(self) -> PairDigests:
        """Return what was added."""
        return PairDigests(
            np.array(self._whole, dtype=np.uint64), np.array(self._beginnings, dtype=np.uint64)
        )


@brief
@dataclass(frozen=True)
class Column:
    """Numbers that a system gives for its pairs, or for some of them.

    Parameters
    ----------
    values : ndarray of float64, shape (n,) or (n, labels)
        0 where nothing is given.
    given : ndarray of bool, of the same shape
    """

    values: FloatArray
    given: BoolArray

    @classmethod
    def of(cls, numbers: Sequence[float | None]) -> "Column":
        """Make a column of numbers, None where there is none."""
        given = np.fromiter((number is not None for number in numbers), np.bool_, len(numbers))
        values = np.array(numbers, dtype=np.float64)
        values[~given] = 0.0
        return cls(values, given)

    @property
    def has_number(self) -> BoolArray:
        """Which pairs have any number, shape (n,)."""
        return self.given if self.given.ndim == 1 else np.asarray(self.given.any(axis=1))

    @property
    def complete(self) -> FloatArray | None:
        """The values, or None unless there are pairs and all of them have a number."""
        return self.values if len(self.values) and self.has_number.all() else None

    def select(self, positions: Sequence[int] | IntArray) -> "Column":
        """Return the column of the pairs at these positions, in this order."""
        chosen = np.asarray(positions, dtype=np.int64)
        return Column(self.values[chosen], self.given[chosen])


@brief
@dataclass(frozen=True)
class RunColumns(Iterable[Prediction]):
    """The predictions of a run; iterating makes a `Prediction` of each row.

    Parameters
    ----------
    ids : tuple of str
    codes : ndarray of int8, shape (n,)
        The labels, by their places in `LABELS`.
    confidences, scores : Column, shape (n,)
    probabilities : Column, shape (n, labels)
        A column for each of `LABELS`.
    digests : ndarray of uint64, shape (n,)
        Of the pairs that were labelled; 0 where none is known.
    beginnings : ndarray of uint64, shape (n,)
        Digests of how the texts begin that a run of another system repeats, as
        `beginnings_digest` gives them; 0 where it repeats none.
    """

    ids: tuple[str, ...]
    codes: Codes
    confidences: Column
    scores: Column
    probabilities: Column
    digests: Digests
    beginnings: Digests

    @classmethod
    def of(cls, predictions: Iterable[Prediction]) -> "RunColumns":
        """Collect predictions as they come.

        Raises
        ------
        InputError
            If one is no `Prediction`.
        """
        collector = ColumnCollector()
        for number, given in enumerate(predictions, start=1):
            if not isinstance(given, Prediction):
                raise InputError(f"prediction {number}: {quoted(given)} is no Prediction")
            probabilities = given.probabilities or {}
            collector.add(given.id, given.label, given.confidence, given.score, given.pair_digest)
            collector.add_probabilities(tuple(probabilities), probabilities.values())
        return collector.columns()

    @property
    def has_texts(self) -> BoolArray:
        """Of which predictions it is known which texts were labelled, shape (n,)."""
        has_texts: BoolArray = (self.digests != 0) | (self.beginnings != 0)
        return has_texts

    def select(self, positions: Sequence[int] | IntArray) -> "RunColumns":
        """Return the columns of the predictions at these positions, in this order."""
        chosen = np.asarray(positions, dtype=np.int64)
        return RunColumns(
            ids=tuple([self.ids[place] for place in chosen.tolist()]),
            codes=self.codes[chosen],
            confidences=self.confidences.select(chosen),
            scores=self.scores.select(chosen),
            probabilities=self.probabilities.select(chosen),
            digests=self.digests[chosen],
            beginnings=self.beginnings[chosen],
        )

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Prediction]:
        return map(
            Prediction,
            self.ids,
            (LABELS[code] for code in self.codes.tolist()),
            _numbers(self.confidences),
            _numbers(self.scores),
            _mappings(self.probabilities),
            (digest or None for digest in self.digests.tolist()),
        )


class ColumnCollector:
    """Collects predictions one by one into columns."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._labels: list[Label] = []
        self._confidences: list[float | None] = []
        self._scores: list[float | None] = []
        self._digests = array("Q")
        self._beginnings = array("Q")
        # The probabilities of all pairs end to end, with their labels, and which pair
        # each is of.
        self._shares = array("d")
        self._shared_labels: list[Label] = []
        self._shared_rows = array("q")

    def add(
        self,
        pair_id: str,
        label: Label,
        confidence: float | None,
        score: float | None,
        digest: int | None,
        beginnings: int | None = None,
    ) -> None:
        """Add a prediction."""
        self._ids.append(pair_id)
        self._labels.append(label)
        self._confidences.append(confidence)
        self._scores.append(score)
        self._digests.append(digest or 0)
        self._beginnings.append(beginnings or 0)

    def add_probabilities(self, labels: Sequence[Label], probabilities: Iterable[float]) -> None:
        """Add the probabilities of these labels to the prediction added last."""
        self._shares.extend(probabilities)
        self._shared_labels.extend(labels)
        self._shared_rows.extend([len(self._ids) - 1] * len(labels))

    def columns(self) -> RunColumns:
        """Return what was added."""
        return RunColumns(
            ids=tuple(self._ids),
            codes=_codes(self._labels),
            confidences=Column.of(self._confidences),
            scores=Column.of(self._scores),
            probabilities=self._probabilities(),
            digests=np.array(self._digests, dtype=np.uint64),
            beginnings=np.array(self._beginnings, dtype=np.uint64),
        )

    def _probabilities(self) -> Column:
        cells = np.array(self._shared_rows), _codes(self._shared_labels)
        values = np.zeros((len(self._ids), len(LABELS)))
        values[cells] = np.array(self._shares)
        given = np.zeros(values.shape, dtype=np.bool_)
        given[cells] = True
        return Column(values, given)


def _codes(labels: Sequence[Label]) -> Codes:
    return np.fromiter(map(_CODES.__getitem__, labels), np.int8, len(labels))


def _numbers(column: Column) -> Iterator[float | None]:
    values = column.values.tolist()
    if column.given.all():
        return iter(values)
    return (
        value if is_given else None
        for value, is_given in zip(values, column.given.tolist(), strict=True)
    )


def _mappings(column: Column) -> Iterator[Mapping[Label, float] | None]:
    rows = zip(column.values.tolist(), column.given.tolist(), strict=True)
    return (
        dict(compress(zip(LABELS, values, strict=True), given)) or None for values, given in rows
    )
