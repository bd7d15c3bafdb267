"""Numbers of strings and other keys, for kernels and for looking each distinct one up once."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import TypeVar

import numpy as np

from rte_baselines.kernels.ragged import IntArray

Key = TypeVar("Key", bound=Hashable)


def numbered(keys: Iterable[Key], count: int) -> tuple[list[Key], IntArray]:
    """Return the distinct keys in the order in which they first occur, and the number of each key.

    Parameters
    ----------
    keys : iterable of hashable
    count : int
        The number of keys.

    Returns
    -------
    distinct : list of hashable
    numbers : ndarray of int64, shape (count,)
        The index of each key in `distinct`.
    """
    numbers: defaultdict[Key, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    of_keys = np.fromiter(map(numbers.__getitem__, keys), np.int64, count)
    return list(numbers), of_keys
