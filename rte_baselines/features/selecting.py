"""What features have in common that compare selected words at some level."""

from collections.abc import Sequence

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Feature, Output
from rte_baselines.features.batch import Drop, Level, Selection
from rte_baselines.kernels.ragged import IntArray


class SelectingFeature(Feature):
    """A feature with the parameters `level` and `drop`, which say what it compares."""

    level: Level
    drop: Drop

    @property
    def selection(self) -> Selection:
        """Which words are compared, and at which level."""
        return Selection(self.level, self.drop)

    @property
    def layers(self) -> tuple[str, ...]:
        """The level as numbers, and the marks of what is left out."""
        return self.selection.layers

    def selected(self, analysis: Analysis) -> tuple[IntArray, IntArray]:
        """Return the selected words of one snippet as numbers, and where they stand."""
        positions = self.selection.positions(analysis)
        return analysis.ids(self.level)[positions], positions


def outputs_of(measures: Sequence[str]) -> tuple[Output, ...]:
    """Return a share for each measure, without a name if there is one only."""
    return (Output(""),) if len(measures) == 1 else tuple(map(Output, measures))
