"""Vocabularies: the strings of a resource, numbered as rows of its arrays."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.core.quoting import quoted
from rte_baselines.core.resources.arrays import ArrayChecks
from rte_baselines.kernels.ragged import IntArray

NOT_FOUND = -1
"""The row of a string that the vocabulary lacks."""


class Vocabulary:
    """Strings numbered from 0, looked up by digest.

    The digests, in ascending order, are those of the ``.ids`` layers of analysis, so that a feature
    can look words up without their strings; `rows` has the row of each. `characters` are the
    strings in UTF-8, concatenated in the order of their rows, which start at `offsets`.
    """

    def __init__(
        self,
        digests: IntArray,
        rows: NDArray[np.int32],
        characters: NDArray[np.uint8],
        offsets: NDArray[np.int32],
    ) -> None:
        self._digests = digests
        self._rows = rows
        self._characters = characters
        self._offsets = offsets
        self._token_ids = TokenIds()

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[Any]], prefix: str = "vocabulary"
    ) -> "Vocabulary":
        """Return the vocabulary in the arrays of `vocabulary_arrays` with a prefix."""
        names = ("digests", "rows", "characters", "offsets")
        return cls(*(arrays[f"{prefix}_{name}"] for name in names))

    def rows_of_ids(self, ids: IntArray) -> IntArray:
        """Return the row of each digest; `NOT_FOUND` if there is none; shape as `ids`."""
        if not len(self._digests):
            return np.full(ids.shape, NOT_FOUND, np.int64)
        indices = np.searchsorted(self._digests, ids)
        indices[indices == len(self._digests)] = 0
        is_known = self._digests[indices] == ids
        return np.where(is_known, self._rows[indices], NOT_FOUND).astype(np.int64)

    def rows(self, strings: Sequence[str]) -> IntArray:
        """Return the row of each string; `NOT_FOUND` if there is none; shape (strings,)."""
        return self.rows_of_ids(self._token_ids(strings))

    def row(self, string: str) -> int:
        """Return the row of a string; `NOT_FOUND` if it has none."""
        return int(self.rows([string])[0])

    def string(self, row: int) -> str:
        """Return the string of a row."""
        characters = self._characters[self._offsets[row] : self._offsets[row + 1]]
        return characters.tobytes().decode("utf-8")

    def __len__(self) -> int:
        return len(self._digests)

    def __contains__(self, string: str) -> bool:
        return self.row(string) != NOT_FOUND


def vocabulary_arrays(
    strings: Sequence[str], prefix: str = "vocabulary"
) -> dict[str, NDArray[Any]]:
    """Return distinct strings as arrays for `Vocabulary.from_arrays`; row i is the i-th string."""
    encoded = [string.encode() for string in strings]
    digests = TokenIds()(strings)
    order = np.argsort(digests, kind="stable")
    if (np.diff(digests[order]) == 0).any():
        raise ValueError("strings of a vocabulary are repeated, or two have the same digest")
    lengths = np.array([0, *map(len, encoded)], dtype=np.int64)
    return {
        f"{prefix}_digests": digests[order],
        f"{prefix}_rows": order.astype(np.int32),
        f"{prefix}_characters": np.frombuffer(b"".join(encoded), dtype=np.uint8),
        f"{prefix}_offsets": np.cumsum(lengths).astype(np.int32),
    }


def check_vocabulary(checks: ArrayChecks, prefix: str = "vocabulary") -> int:
    """Check the arrays of `vocabulary_arrays` with a prefix, and return the number of strings."""
    digests = checks.array(f"{prefix}_digests", ["int64"])
    checks.ascending(f"{prefix}_digests", digests)
    rows = checks.rows(f"{prefix}_rows", ["int32"], len(digests), below=len(digests))
    first_of_row = np.zeros(len(digests), np.bool_)
    first_of_row[np.unique(rows, return_index=True)[1]] = True
    checks.require(f"{prefix}_rows", first_of_row, "expected each row once")
    characters = checks.array(f"{prefix}_characters", ["uint8"])
    offsets = checks.offsets(f"{prefix}_offsets", "int32", len(digests), len(characters))
    name, encoded = f"{prefix}_characters", characters.tobytes()
    try:
        strings = [encoded[start:end].decode() for start, end in pairwise(offsets.tolist())]
    except UnicodeDecodeError:
        checks.refuse(name, "holds strings that are not UTF-8")
    wrong = np.flatnonzero(TokenIds()(strings) != digests[np.argsort(rows)])
    if len(wrong):
        string = quoted(strings[int(wrong[0])])
        checks.refuse(name, f"has {string} in row {wrong[0]}, which {prefix}_digests lacks there")
    return len(digests)
