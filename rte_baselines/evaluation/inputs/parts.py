"""The subsets of the gold pairs that scores are broken down by."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from rte_baselines.evaluation.inputs.phenomena import Phenomenon
from rte_baselines.kernels.ragged import IntArray

_NUMBER = re.compile(r"[0-9]+")
_DIGITS = 20  # of numbers that are sorted by size
_Part = TypeVar("_Part")
_Other = TypeVar("_Other")


@dataclass(frozen=True)
class Parts(Generic[_Part]):
    """One object for the pairs of each task, of each phenomenon and of each slice.

    Slices are by property of the pairs and value.
    """

    tasks: Mapping[str, _Part]
    phenomena: Mapping[Phenomenon, _Part]
    slices: Mapping[Phenomenon, _Part] = field(default_factory=dict)

    def map(self, function: Callable[[_Part], _Other]) -> "Parts[_Other]":
        """Return the results of a function for all parts."""
        return Parts(
            {task: function(part) for task, part in self.tasks.items()},
            {phenomenon: function(part) for phenomenon, part in self.phenomena.items()},
            {part_of: function(part) for part_of, part in self.slices.items()},
        )


def slices_of(properties: Mapping[str, Sequence[str | None]]) -> dict[Phenomenon, IntArray]:
    """Return the positions of the pairs with each value of each property.

    `properties` have values for each pair, as in `Gold.columns_of`, None where there is none.
    Slices are in the order of the properties, and of their values, with numbers in them by size.
    """
    found = {}
    for name, column in properties.items():
        positions: dict[str, list[int]] = {}
        for place, value in enumerate(column):
            if value is not None:
                positions.setdefault(value, []).append(place)
        for value in sorted(positions, key=_natural):
            found[Phenomenon(name, value)] = np.array(positions[value])
    return found


def _natural(value: str) -> str:
    """Return a key by which numbers in values are sorted by size."""
    return _NUMBER.sub(lambda number: number[0].zfill(_DIGITS), value)
