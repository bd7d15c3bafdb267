"""Strings as whole numbers, so that kernels can compare words."""

from collections.abc import Iterable
from hashlib import blake2b

import numpy as np

from rte_baselines.kernels.ragged import IntArray


class TokenIds(dict[str, int]):
    """Numbers strings by a 64-bit digest: the same in every process and on every machine.

    Two of a million distinct strings share a number with a chance of 1 in 37 million.
    The digest of each distinct string is computed once and kept.
    """

    def __missing__(self, string: str) -> int:
        digest = blake2b(string.encode(), digest_size=8).digest()
        self[string] = number = int.from_bytes(digest, "little", signed=True)
        return number

    def __call__(self, strings: Iterable[str]) -> IntArray:
        """Return the numbers of the strings, shape (strings,)."""
        return np.array([self[string] for string in strings], dtype=np.int64)
