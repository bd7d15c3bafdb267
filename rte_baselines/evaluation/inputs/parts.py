"""The subsets of the gold pairs that scores are broken down by: tasks, phenomena, slices."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.ragged import IntArray

_NUMBER = re.compile(r"[0-9]+")
_DIGITS = 20  # of numbers that are sorted by size


class Phenomenon(NamedTuple):
    """A syntactic phenomenon, or another property by which pairs are grouped.

    The kind is "phenomenon" of the text or hypothesis, "alternation" between the two, "mismatch" of
    a part of the hypothesis without a counterpart in the text, "group" of pairs, or the name of a
    property. The name is "any" for all pairs of a kind.
    """

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"


@dataclass(frozen=True)
class Parts:
    """The positions of the pairs of each task, of each phenomenon and of each slice.

    Slices are by property of the pairs and value.
    """

    tasks: Mapping[str, IntArray]
    phenomena: Mapping[Phenomenon, IntArray]
    slices: Mapping[Phenomenon, IntArray] = field(default_factory=dict)


def slices_of(properties: Mapping[str, Sequence[str | None]]) -> dict[Phenomenon, IntArray]:
    """Return the positions of the pairs with each value of each property, in `natural` order."""
    found = {}
    for name, column in properties.items():
        positions: dict[str, list[int]] = {}
        for place, value in enumerate(column):
            if value is not None:
                positions.setdefault(value, []).append(place)
        for value in sorted(positions, key=natural):
            found[Phenomenon(name, value)] = np.array(positions[value])
    return found


def natural(name: str) -> str:
    """Return a key by which numbers in names are sorted by size."""
    return _NUMBER.sub(lambda number: number[0].zfill(_DIGITS), name)
