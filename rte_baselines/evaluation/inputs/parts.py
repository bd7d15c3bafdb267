"""The subsets of the gold pairs that scores are broken down by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from rte_baselines.evaluation.inputs.phenomena import Phenomenon

_Part = TypeVar("_Part")
_Other = TypeVar("_Other")


@dataclass(frozen=True)
class Parts(Generic[_Part]):
    """One object for the pairs of each task and of each phenomenon.

    Parameters
    ----------
    tasks : mapping of str to object
    phenomena : mapping of Phenomenon to object
    """

    tasks: Mapping[str, _Part]
    phenomena: Mapping[Phenomenon, _Part]

    def map(self, function: Callable[[_Part], _Other]) -> "Parts[_Other]":
        """Return the results of a function for all parts."""
        return Parts(
            {task: function(part) for task, part in self.tasks.items()},
            {phenomenon: function(part) for phenomenon, part in self.phenomena.items()},
        )
