"""Ragged arrays: sequences of different lengths, concatenated in one array for kernels.

Kernels do not check bounds; `require_equal_lengths` does it before they are called.
"""

from collections.abc import Iterable, Sized
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
VectorArray = NDArray[np.float16]

_ROWS = 1 << 16


class Sequences(NamedTuple):
    """The arrays of a `Ragged`, as kernels read them."""

    values: IntArray
    offsets: IntArray


@dataclass(frozen=True)
class Ragged:
    """Concatenated sequences of integers.

    Sequence i is ``values[offsets[i]:offsets[i + 1]]``; `offsets` has the shape (sequences + 1,).
    Offsets that are negative, descend, or end beyond the values raise a ValueError.
    """

    values: IntArray
    offsets: IntArray

    def __post_init__(self) -> None:
        # Kernels do not check bounds.
        if not len(self.offsets) or self.offsets[-1] > len(self.values):
            end = self.offsets[-1] if len(self.offsets) else "no offset"
            raise ValueError(
                f"{len(self.values)} values of sequences that end at {end}; expected at least as "
                "many values"
            )
        if self.offsets[0] < 0 or (self.offsets[1:] < self.offsets[:-1]).any():
            raise ValueError(
                "offsets of sequences are negative or descend; expected each sequence to end where "
                "the next one starts"
            )

    @classmethod
    def concatenate(cls, sequences: Iterable[IntArray]) -> "Ragged":
        """Concatenate sequences, in order."""
        arrays = list(sequences)
        lengths = np.fromiter((len(array) for array in arrays), np.int64, len(arrays))
        values = np.concatenate(arrays) if arrays else np.empty(0, np.int64)
        return cls(values.astype(np.int64, copy=False), offsets_of(lengths))

    @classmethod
    def joined(cls, parts: Iterable["Ragged"]) -> "Ragged":
        """Return the sequences of all parts, in order."""
        blocks = list(parts)
        if len(blocks) < 2:
            return blocks[0] if blocks else cls.concatenate([])
        lengths = np.concatenate([block.lengths for block in blocks])
        return cls(np.concatenate([block.values for block in blocks]), offsets_of(lengths))

    def select(self, rows: IntArray) -> "Ragged":
        """Return some of the sequences, given as indices, which may repeat."""
        rows = np.asarray(rows)
        lengths = self.lengths[rows]
        offsets = offsets_of(lengths)
        values = np.empty(offsets[-1], self.values.dtype)
        # In blocks, since the places of all values would take more memory than the values.
        for first in range(0, len(rows), _ROWS):
            last = min(first + _ROWS, len(rows))
            start, end = offsets[first], offsets[last]
            shifts = self.offsets[:-1][rows[first:last]] - offsets[first:last]
            places = np.repeat(shifts, lengths[first:last]) + np.arange(start, end)
            values[start:end] = self.values[places]
        return Ragged(values, offsets)

    def keep(self, mask: BoolArray) -> "Ragged":
        """Drop the values where the flat `mask` is False; sequences may become empty."""
        kept = np.zeros(len(mask) + 1, np.int64)
        np.cumsum(mask, out=kept[1:])
        return Ragged(self.values[mask], kept[self.offsets])

    @property
    def arrays(self) -> Sequences:
        """Both arrays, for kernels."""
        return Sequences(self.values, self.offsets)

    @property
    def lengths(self) -> IntArray:
        """The length of each sequence."""
        return np.diff(self.offsets)

    @property
    def owners(self) -> IntArray:
        """The index of the sequence that each value is in, shape (total length,)."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> IntArray:
        return self.values[self.offsets[index] : self.offsets[index + 1]]


def offsets_of(lengths: IntArray) -> IntArray:
    """Return the starts of sequences with these lengths, and the end of the last."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def ranges(starts: IntArray, lengths: IntArray) -> Ragged:
    """Return the integers from each start on, as many as the length."""
    offsets = offsets_of(lengths)
    return Ragged(np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], lengths), offsets)


def require_equal_lengths(**arrays: Sized) -> None:
    """Check that arrays, given by names for messages, have as many elements as the first."""
    (name, first), *others = arrays.items()
    for other, array in others:
        if len(array) != len(first):
            raise ValueError(
                f"{len(array)} {other.replace('_', ' ')} beside {len(first)} "
                f"{name.replace('_', ' ')}; expected as many of each"
            )


def require_pairs(texts: Ragged, hypotheses: Ragged) -> None:
    """Check that every text has a hypothesis, because kernels do not check bounds."""
    require_equal_lengths(hypotheses=hypotheses, texts=texts)
