"""Pairs with equal texts and different labels."""

from array import array

import numpy as np

from rte_baselines.pairs.digest import pair_digest
from rte_baselines.pairs.labels import Label
from rte_baselines.pairs.pair import Pair
from rte_baselines.quoting import counted

_LABELS = tuple(Label)


class ConflictingLabels:
    """Finds pairs with equal texts and different labels, in 17 bytes for each labelled pair."""

    def __init__(self) -> None:
        self._count = 0
        self._digests, self._codes, self._positions = array("Q"), array("b"), array("Q")

    def add(self, pair: Pair) -> None:
        """Add a pair; one without texts or label is only counted."""
        self._count += 1
        digest = pair_digest(pair)
        if digest is None or pair.label is None:
            return
        self._digests.append(digest)
        self._codes.append(_LABELS.index(pair.label))
        self._positions.append(self._count)

    def warning(self) -> str | None:
        """Return a warning with an example; None if no equal pairs have different labels."""
        digests = np.array(self._digests, dtype=np.uint64)
        codes = np.array(self._codes, dtype=np.int8)
        order = np.lexsort((codes, digests))
        is_equal = digests[order[1:]] == digests[order[:-1]]
        found = np.flatnonzero(is_equal & (codes[order[1:]] != codes[order[:-1]]))
        if not len(found):
            return None
        first, second = sorted(order[found[0] : found[0] + 2].tolist())
        number = len(np.unique(digests[order[found]]))
        places = f"{self._positions[first]} and {self._positions[second]}"
        labels = f"{_LABELS[codes[first]]} and {_LABELS[codes[second]]}"
        return (
            f"{counted(number, 'pair')} of text and hypothesis {'is' if number == 1 else 'are'} "
            f"given several times with different labels, such as {labels} (pairs {places} of the "
            "file); correct the labels, or leave these pairs out"
        )
