"""A run with its judgments on the gold pairs."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

import numpy as np

from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, LABELS, NO_ENTAILMENT, Judgments
from rte_baselines.kernels.ragged import BoolArray, IntArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.runs import Run


@dataclass(frozen=True)
class ScoredRun:
    """A run with its judgments, in the order of the gold pairs.

    `answered` are the positions of the pairs that the run labels; `judgments` are of these. The run
    of a system that is given as arrays has a name alone.
    """

    run: Run
    judgments: Judgments
    answered: IntArray
    gold: Gold

    @classmethod
    def of(cls, run: Run, gold: Gold, *, partial: bool = True) -> "ScoredRun":
        """Judge a run, which may leave pairs out if `partial`, by the gold labels."""
        checked = gold.check(run, partial=partial)
        answered = np.arange(len(gold.ids))
        if len(checked) < len(gold.ids):
            labelled = set(checked.ids)
            answered = np.flatnonzero([pair_id in labelled for pair_id in gold.ids])
        judgments = Judgments.of_run(
            gold.labels[answered], checked, gold.scheme, unanswered=len(gold.ids) - len(answered)
        )
        return cls(checked, judgments, answered, gold)

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.run.name

    @property
    def right(self) -> BoolArray:
        """Which labels are correct, in the scheme in which the run is scored."""
        return self.judgments.right

    def on(self, positions: IntArray) -> Judgments:
        """Return the judgments of the pairs at some positions of the gold standard."""
        return self.judgments.select(
            np.flatnonzero(np.isin(self.answered, positions)),
            unanswered=len(positions) - int(np.isin(positions, self.answered).sum()),
        )

    @property
    def completed(self) -> Judgments:
        """The labels of all gold pairs, a wrong one for each pair that the run leaves out."""
        gold, scheme = self.gold.labels, self.judgments.scheme
        other = NO_ENTAILMENT if scheme is Scheme.TWO_WAY else LABELS.index(Label.UNKNOWN)
        labels = np.where(gold == ENTAILMENT, other, ENTAILMENT).astype(np.int8)
        labels[self.answered] = self.judgments.labels
        has_labels = self.judgments.has_labels
        return Judgments(gold, labels, known_scheme=scheme, has_labels=has_labels)


def labelled_by_all(answered: Iterable[IntArray]) -> IntArray:
    """Return the positions of the pairs that all runs label, given those that each labels."""
    return reduce(np.intersect1d, answered)
