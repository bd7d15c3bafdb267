"""Which of several runs is best, and which differences are more than chance."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from rte_baselines.evaluation.comparison.run_comparison import (
    MCNEMAR,
    RANDOMIZATION,
    MeasureComparison,
    RunComparison,
)
from rte_baselines.evaluation.significance.randomization import ROUNDING

Direction = Literal["higher", "lower", "neither"]

LEVEL = 0.05
"""The level: differences with a lower adjusted p-value are taken to be more than chance."""


@dataclass(frozen=True)
class Difference:
    """The difference between a run and another by one measure.

    Parameters
    ----------
    value : float
        The value of the run less that of the other.
    p_value : float
        Two-sided, by McNemar's exact test for accuracies and by approximate randomization for
        other measures, adjusted by Holm's method for all pairs of runs that are compared.
    """

    value: float
    p_value: float


@dataclass(frozen=True)
class Compared:
    """The values of two runs or systems by a measure, on the pairs that both label.

    Parameters
    ----------
    a, b : float
    p_value : float
        As that of `Difference`.
    """

    a: float
    b: float
    p_value: float


@dataclass(frozen=True)
class Verdict:
    """The verdict on several runs by one measure.

    Parameters
    ----------
    measure : str
    direction : {"higher", "lower", "neither"}
        Which value is the better.
    differences : dict of str to dict of str to Difference
        By the names of a run and of the other that it is compared with.
    values : dict of str to float or None
        The value of each run; None if it varies between comparisons, since partial runs are
        compared on the pairs that both label.
    best : tuple of str
        The runs that no other run is better than; empty if there is no such run, or if neither
        higher nor lower values are better.
    better : dict of str to tuple of str
        For each run, the runs that it is better than by more than chance. The run that is better
        than the most others comes first.
    """

    measure: str
    direction: Direction
    differences: dict[str, dict[str, Difference]]
    values: dict[str, float | None]
    best: tuple[str, ...]
    better: dict[str, tuple[str, ...]]

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as JSON has it, with what it says in plain words."""
        return {**asdict(self), "text": self.text()}

    def text(self) -> str:
        """Return the verdict in plain words."""
        ahead = [f"{run} than {listed_in_words(others)}" for run, others in self.better.items()]
        comparisons = sum(map(len, self.differences.values())) // 2
        if ahead:
            by_chance = f"Better by more than chance: {'; '.join(ahead)}"
        else:
            by_chance = f"None of the {comparisons} differences is more than chance"
            if comparisons == 1:
                by_chance = "The difference may be chance"
        return f"{self.measure}: {self._who_is_best()}. {by_chance}."

    def _who_is_best(self) -> str:
        if self.direction == "neither":
            return "neither higher nor lower values are better"
        if not self.best:
            return "no run is as good as all others"
        value = self.values[self.best[0]]
        shown = "" if value is None else f" ({value:.3f})"
        return f"{listed_in_words(self.best)} {'is' if len(self.best) == 1 else 'are'} best{shown}"


def verdicts(comparisons: Sequence[RunComparison]) -> list[Verdict]:
    """Return the verdict by each measure that has a value on any two of the runs."""
    measures = dict.fromkeys(name for found in comparisons for name in found.measures)
    return [_verdict(measure, comparisons) for measure in measures]


def _verdict(measure: str, comparisons: Sequence[RunComparison]) -> Verdict:
    found = {
        (comparison.a, comparison.b): comparison.measures[measure]
        for comparison in comparisons
        if measure in comparison.measures
    }
    direction = next(iter(found.values())).direction
    compared = {
        runs: Compared(values.a, values.b, values.holm[_deciding_test(values)])
        for runs, values in found.items()
    }
    return verdict_on(measure, direction, compared)


def _deciding_test(found: MeasureComparison) -> str:
    """Return McNemar's test for accuracies, else approximate randomization.

    Swapping the outputs of two runs changes their accuracies only through the pairs that only one
    of them gets right. Approximate randomization therefore estimates the p-value of McNemar's test.
    Its lowest estimate is limited by the number of repetitions; corrected for many comparisons,
    even this estimate may be above the level.
    """
    return MCNEMAR if MCNEMAR in found.holm else RANDOMIZATION


def verdict_on(
    measure: str, direction: Direction, compared: Mapping[tuple[str, str], Compared]
) -> Verdict:
    """Return the verdict on runs or systems, of which every two are compared by one measure.

    Parameters
    ----------
    measure : str
    direction : {"higher", "lower", "neither"}
        Which value is the better.
    compared : mapping of (str, str) to Compared
        By the names of the two.
    """
    runs = list(dict.fromkeys(run for both in compared for run in both))
    differences: dict[str, dict[str, Difference]] = {run: {} for run in runs}
    for (a, b), found in compared.items():
        differences[a][b] = Difference(found.a - found.b, found.p_value)
        differences[b][a] = Difference(found.b - found.a, found.p_value)
    sign = {"higher": 1, "lower": -1, "neither": 0}[direction]
    best = [
        run
        for run, others in differences.items()
        if sign and all(found.value * sign >= 0 for found in others.values())
    ]
    better = {
        run: tuple(
            other
            for other, found in differences[run].items()
            if found.value * sign > 0 and found.p_value < LEVEL
        )
        for run in runs
    }
    ordered = sorted(runs, key=lambda run: -len(better[run]))
    return Verdict(
        measure,
        direction,
        differences,
        {run: _value(run, compared) for run in runs},
        tuple(best),
        {run: better[run] for run in ordered if better[run]},
    )


def _value(run: str, compared: Mapping[tuple[str, str], Compared]) -> float | None:
    values = [found.a for (a, _), found in compared.items() if a == run]
    values += [found.b for (_, b), found in compared.items() if b == run]
    return values[0] if max(values) - min(values) <= ROUNDING else None


def listed_in_words(names: Sequence[str]) -> str:
    """Return names with commas, and "and" before the last."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
