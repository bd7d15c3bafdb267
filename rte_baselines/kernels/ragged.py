"""Ragged arrays: sequences of different lengths, concatenated in one array for kernels."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
VectorArray = NDArray[np.float16]


@dataclass(frozen=True)
class Ragged:
    """Concatenated sequences of integers.

    Parameters
    ----------
    values : ndarray of int64, shape (total length,)
    offsets : ndarray of int64, shape (sequences + 1,)
        Sequence i is ``values[offsets[i]:offsets[i + 1]]``.
    """

    values: IntArray
    offsets: IntArray

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
        if not blocks:
            return cls.concatenate([])
        lengths = np.concatenate([block.lengths for block in blocks])
        return cls(np.concatenate([block.values for block in blocks]), offsets_of(lengths))

    def select(self, rows: IntArray) -> "Ragged":
        """Return some of the sequences, given as indices, which may repeat."""
        lengths = self.lengths[rows]
        offsets = offsets_of(lengths)
        starts = np.repeat(self.offsets[:-1][rows] - offsets[:-1], lengths)
        return Ragged(self.values[starts + np.arange(offsets[-1])], offsets)

    def keep(self, mask: BoolArray) -> "Ragged":
        """Drop the values where the flat `mask` is False; sequences may become empty."""
        kept = np.zeros(len(mask) + 1, np.int64)
        np.cumsum(mask, out=kept[1:])
        return Ragged(self.values[mask], kept[self.offsets])

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
