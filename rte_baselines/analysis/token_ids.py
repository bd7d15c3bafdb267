"""Integer ids of strings, so that kernels can compare words."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import TypeVar

import numpy as np

from rte_baselines.analysis.layer import KEPT_WORDS, WordwiseLayer
from rte_baselines.kernels.ragged import IntArray

Key = TypeVar("Key", bound=Hashable)


def numbered(keys: Iterable[Key], count: int) -> tuple[list[Key], IntArray]:
    """Return the distinct keys in the order in which they first occur, and the number of each key.

    `count` is the number of keys; the numbers are indices into the distinct keys.
    """
    numbers: defaultdict[Key, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    of_keys = np.fromiter(map(numbers.__getitem__, keys), np.int64, count)
    return list(numbers), of_keys


class TokenIds(dict[str, int]):
    """Maps strings to 64-bit digests, which are equal in all processes and on all machines.

    The probability that any two of a million distinct strings have the same digest is 1 in 37
    million. The digests of frequent strings are cached.
    """

    def __missing__(self, string: str) -> int:
        digest = blake2b(string.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        number = int.from_bytes(digest, "little", signed=True)
        # The first strings of a corpus include most of its frequent ones.
        if len(self) < KEPT_WORDS:
            self[string] = number
        return number

    def __call__(self, strings: Sequence[str]) -> IntArray:
        """Return the ids of the strings, shape (strings,)."""
        return np.fromiter(map(self.__getitem__, strings), np.int64, len(strings))


class TokenIdLayer(WordwiseLayer):
    """The integer ids of the strings of a layer, which is `level`."""

    def __init__(self, level: str, token_ids: TokenIds) -> None:
        self.reads = level
        self.provides = (f"{level}.ids",)
        self._token_ids = token_ids

    def values(self, strings: Sequence[str]) -> Mapping[str, IntArray]:
        """Return the ids of the strings."""
        return {f"{self.reads}.ids": self._token_ids(strings)}
