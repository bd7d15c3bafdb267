"""Predictions as columns, which need less time and memory than objects."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.pairs import Label, Pair, pair_digest
from rte_baselines.pairs.pair import beginnings_digest
from rte_baselines.runs.prediction import Prediction, RunRecord, Training

LABELS = tuple(Label)
_CODES: dict[object, int] = {label: code for code, label in enumerate(LABELS)}

Codes = NDArray[np.int8]
"""Labels as indices of `LABELS`, shape (n,)."""

Digests = NDArray[np.uint64]
"""Digests of pairs as `pair_digest` gives them, 0 where there is none, shape (n,)."""


@brief
@dataclass(frozen=True)
class PairDigests:
    """The `pair_digest` and the `beginnings_digest` of pairs, 0 if there is none; of shape (n,)."""

    whole: Digests
    beginnings: Digests


class PairDigestCollector:
    """Collects the digests of pairs one by one."""

    def __init__(self) -> None:
        self._whole, self._beginnings = array("Q"), array("Q")

    def add(self, pair: Pair) -> None:
        """Add the digests of a pair."""
        self._whole.append(pair_digest(pair) or 0)
        self._beginnings.append(beginnings_digest(pair.text, pair.hypothesis) or 0)

    def digests(self) -> PairDigests:
        """Return the collected digests."""
        return PairDigests(np.array(self._whole, np.uint64), np.array(self._beginnings, np.uint64))


@brief
@dataclass(frozen=True)
class Column:
    """Numbers of shape (n,) or (n, labels); where none is `given`, `values` is 0."""

    values: FloatArray
    given: BoolArray

    @classmethod
    def of(cls, numbers: Sequence[float | None]) -> "Column":
        """Make a column of numbers; None means no number."""
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
        """The values; None if there are no pairs, or if any pair has no number."""
        return self.values if len(self.values) and self.has_number.all() else None

    def select(self, positions: Sequence[int] | IntArray) -> "Column":
        """Return the column of the pairs at these positions, in this order."""
        chosen = np.asarray(positions, dtype=np.int64)
        return Column(self.values[chosen], self.given[chosen])


@brief
@dataclass(frozen=True)
class RunColumns(Iterable[Prediction]):
    """The predictions of a run; iterating makes a `Prediction` of each row.

    `codes` are the labels, as indices of `LABELS`; `probabilities` have a column for each of these.
    `digests` are those of the labelled pairs, and `beginnings` those of the texts in the run; both
    are 0 where there are none.
    """

    ids: tuple[str, ...]
    codes: Codes
    confidences: Column
    scores: Column
    probabilities: Column
    digests: Digests
    beginnings: Digests
    training: Training

    @classmethod
    def of(cls, predictions: Iterable[Prediction]) -> "RunColumns":
        """Collect predictions from an iterable, or refuse items of another type."""
        records = []
        for number, given in enumerate(predictions, start=1):
            if not isinstance(given, Prediction):
                raise InputError(f"prediction {number}: {quoted(given)} is not a Prediction")
            values = given.id, given.label, given.confidence, given.score, given.probabilities
            training = given.trained_model, given.in_training
            records.append(RunRecord(number, *values, given.pair_digest, None, training))
        return cls.of_records(records)

    @classmethod
    def of_records(cls, records: Sequence[RunRecord]) -> "RunColumns":
        """Collect records without withheld answers; those without a label are ENTAILMENT."""
        columns = [
            Column.of([(record.probabilities or {}).get(label) for record in records])
            for label in LABELS
        ]
        codes = (_CODES.get(record.label, 0) for record in records)
        return cls(
            ids=tuple([record.id for record in records]),
            codes=np.fromiter(codes, np.int8, len(records)),
            confidences=Column.of([record.confidence for record in records]),
            scores=Column.of([record.score for record in records]),
            probabilities=Column(
                np.stack([column.values for column in columns], axis=1),
                np.stack([column.given for column in columns], axis=1),
            ),
            digests=np.array([record.digest or 0 for record in records], dtype=np.uint64),
            beginnings=np.array([record.beginnings or 0 for record in records], dtype=np.uint64),
            training=Training.of(record.training for record in records),
        )

    @property
    def has_texts(self) -> BoolArray:
        """Which predictions have a digest of the labelled texts, shape (n,)."""
        has_texts: BoolArray = (self.digests != 0) | (self.beginnings != 0)
        return has_texts

    def select(self, positions: Sequence[int] | IntArray) -> "RunColumns":
        """Return the columns of the predictions at these positions, in this order."""
        chosen = np.asarray(positions, dtype=np.int64)
        return RunColumns(
            ids=tuple([self.ids[position] for position in chosen.tolist()]),
            codes=self.codes[chosen],
            confidences=self.confidences.select(chosen),
            scores=self.scores.select(chosen),
            probabilities=self.probabilities.select(chosen),
            digests=self.digests[chosen],
            beginnings=self.beginnings[chosen],
            training=self.training.select(chosen),
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
            *self.training.rows(),
        )


def _numbers(column: Column) -> Iterator[float | None]:
    values = column.values.tolist()
    if column.given.all():
        return iter(values)
    pairs = zip(values, column.given.tolist(), strict=True)
    return (value if is_given else None for value, is_given in pairs)


def _mappings(column: Column) -> Iterator[Mapping[Label, float] | None]:
    rows = zip(column.values.tolist(), column.given.tolist(), strict=True)
    return (
        dict(compress(zip(LABELS, values, strict=True), given)) or None for values, given in rows
    )
