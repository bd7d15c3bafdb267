"""A run with its judgments, as the page shows it pair by pair and in plots."""

from dataclasses import dataclass

from rte_baselines.evaluation.inputs.gold import Gold, judgments_of
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.kernels.ragged import BoolArray, IntArray
from rte_baselines.runs import Run


@dataclass(frozen=True)
class ScoredRun:
    """A run in the order of the gold pairs.

    `answered` are the positions of the pairs that the run answers, which `judgments` are of.
    """

    run: Run
    judgments: Judgments
    answered: IntArray

    @classmethod
    def of(cls, run: Run, gold: Gold) -> "ScoredRun":
        """Judge a run, which may leave pairs out, by the gold labels."""
        checked = gold.check(run, partial=True)
        answered = gold.answered_by(checked)
        return cls(checked, judgments_of(checked, gold, answered), answered)

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.run.name

    @property
    def right(self) -> BoolArray:
        """Which labels are correct, in the scheme in which the run is scored."""
        return self.judgments.right
