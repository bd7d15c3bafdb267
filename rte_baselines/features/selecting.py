"""Base class of features with parameters that select the words to compare."""

from collections.abc import Sequence

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Feature, Output
from rte_baselines.features.batch import Drop, Level, Selection
from rte_baselines.kernels.ragged import IntArray


class SelectingFeature(Feature):
    """A feature with the parameters `level` and `drop`, which select the words to compare."""

    level: Level
    drop: Drop

    @property
    def selection(self) -> Selection:
        """Which words are compared, and by which layer of strings."""
        return Selection(self.level, self.drop)

    @property
    def layers(self) -> tuple[str, ...]:
        """The level's ids, and the layers that mark excluded words."""
        return self.selection.layers

    def selected(self, analysis: Analysis) -> tuple[IntArray, IntArray]:
        """Return the ids and the positions of the selected words of one snippet."""
        positions = self.selection.positions(analysis)
        return analysis.ids(self.level)[positions], positions


def outputs_of(measures: Sequence[str]) -> tuple[Output, ...]:
    """Return an output from 0 to 1 for each measure; a single one has no name."""
    return (Output(""),) if len(measures) == 1 else tuple(map(Output, measures))
