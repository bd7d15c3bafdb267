"""The pairs that two runs both label, on which they are compared, and those that all label."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation.inputs.gold import Gold, judgments_of
from rte_baselines.evaluation.inputs.judgments import ANOTHER_IS_TWO_WAY, Judgments
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.significance.randomization import comparable
from rte_baselines.kernels.ragged import BoolArray, IntArray
from rte_baselines.runs import Run

COUNTS_UNANSWERED = "it counts pairs without a label; runs are compared on those that both label"
"""Why a measure such as coverage is not compared between partial runs."""


@dataclass(frozen=True)
class ScoredRun:
    """A run with its judgments, in the order of the gold pairs.

    `answered` are the positions of the pairs that the run labels; `judgments` are of these.
    """

    run: Run
    judgments: Judgments
    answered: IntArray

    @classmethod
    def of(cls, run: Run, gold: Gold, *, partial: bool = True) -> "ScoredRun":
        """Judge a run, which may leave pairs out if `partial`, by the gold labels."""
        checked = gold.check(run, partial=partial)
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

    def limited_to(self, places: IntArray) -> "ScoredRun":
        """Return the run on some of the pairs that it labels."""
        judgments = self.judgments.select(np.flatnonzero(np.isin(self.answered, places)))
        return replace(self, judgments=judgments, answered=places)


def on_common_pairs(
    a: ScoredRun, b: ScoredRun, pairs: int
) -> tuple[IntArray, Judgments, Judgments]:
    """Return the pairs that two runs both label, and the judgments of each in one scheme.

    The pairs are positions among the gold pairs, of which there are `pairs`. It is an error if
    there are none in common.
    """
    common = np.intersect1d(a.answered, b.answered, assume_unique=True)
    if not len(common):
        raise RunError(f"{a.name} and {b.name} label no pair in common; expected one at least")
    of_a, of_b = (
        run.judgments.select(
            np.flatnonzero(np.isin(run.answered, common)), unanswered=pairs - len(common)
        )
        for run in (a, b)
    )
    of_a, of_b = comparable(of_a, of_b)
    return common, of_a, of_b


@dataclass(frozen=True)
class OnCommonPairs:
    """Every two runs by a measure on the pairs that all runs label, whose number is `pairs`.

    `values` has the values of two runs by their names, without those of which one has no value.
    """

    pairs: int
    values: Mapping[tuple[str, str], tuple[float, float]]


def labelled_by_all(answered: Iterable[IntArray]) -> IntArray:
    """Return the positions of the pairs that all runs label, given those that each labels."""
    return reduce(np.intersect1d, answered)


def score_on_common_pairs(
    runs: Sequence[ScoredRun], measures: Sequence[Measure], pairs: int
) -> dict[str, OnCommonPairs]:
    """Score every two runs on the pairs that all runs label, by the name of each measure.

    `pairs` is the number of gold pairs.
    """
    common = labelled_by_all(run.answered for run in runs)
    found: dict[str, dict[tuple[str, str], tuple[float, float]]] = {
        measure.name: {} for measure in measures
    }
    limited = [run.limited_to(common) for run in runs] if len(common) else []
    for a, b in combinations(limited, 2):
        _, of_a, of_b = on_common_pairs(a, b, pairs)
        for measure in measures:
            if not (why_not_compared(measure, of_a) or why_not_compared(measure, of_b)):
                found[measure.name][a.name, b.name] = measure.score(of_a), measure.score(of_b)
    return {name: OnCommonPairs(len(common), values) for name, values in found.items()}


def one_reason(reasons: Mapping[str, str | None]) -> str | None:
    """Return why a measure has no value on one or more systems, naming them if not all lack it.

    `reasons` is by the names of the systems, None where there is a value; so is the result if
    there is a value on each.
    """
    if len(set(reasons.values())) == 1:
        return next(iter(reasons.values()))
    missing = {name: reason for name, reason in reasons.items() if reason}
    # If one system is two-way, only its own reason is given, and not that of the others, which are
    # scored two-way because of it.
    own = {name: reason for name, reason in missing.items() if reason != ANOTHER_IS_TWO_WAY}
    return "; ".join(f"{reason} ({name})" for name, reason in (own or missing).items())


def why_not_compared(measure: Measure, judged: Judgments) -> str | None:
    """Return why a measure has no value on the pairs that two runs both label, or None.

    The judgments are those that `on_common_pairs` returns.
    """
    if measure.counts_unanswered and judged.unanswered:
        # The pairs without a label would be those that either of the two leaves out.
        return COUNTS_UNANSWERED
    return measure.why_undefined(judged)
