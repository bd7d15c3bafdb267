"""Which of several runs is best, and which differences are more than chance."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from rte_baselines.evaluation.comparison.run_comparison import (
    RANDOMIZATION,
    MeasureComparison,
    RunComparison,
)

LEVEL = 0.05
"""Below which adjusted p-value a difference is taken to be more than chance."""


@dataclass(frozen=True)
class Difference:
    """What a run has more, or less, than another by one measure.

    Parameters
    ----------
    value : float
        The value of the run less that of the other.
    p_value : float
        Two-sided, by approximate randomization, adjusted by Holm's method for all pairs of
        runs that are compared.
    """

    value: float
    p_value: float


@dataclass(frozen=True)
class Verdict:
    """What there is to say of several runs by one measure.

    Parameters
    ----------
    measure : str
    direction : {"higher", "lower", "neither"}
        Which value is the better.
    differences : dict of str to dict of str to Difference
        By the names of a run and of the other that it is compared with.
    values : dict of str to float or None
        Each run's value; None if it is another in each comparison, as partial runs are
        compared on the pairs that both label.
    best : tuple of str
        The runs that no other is better than; empty if there is none, or if neither of
        higher and lower values is better.
    better : dict of str to tuple of str
        Under the name of each run, those that it is better than by more than chance; the
        run that is better than most comes first.
    """

    measure: str
    direction: Literal["higher", "lower", "neither"]
    differences: dict[str, dict[str, Difference]]
    values: dict[str, float | None]
    best: tuple[str, ...]
    better: dict[str, tuple[str, ...]]

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as JSON has it, with what it says in plain words."""
        return {**asdict(self), "text": self.text()}

    def text(self) -> str:
        """Return the verdict in plain words."""
        ahead = [f"{run} than {_listed(others)}" for run, others in self.better.items()]
        comparisons = sum(map(len, self.differences.values())) // 2
        if ahead:
            by_chance = f"Better by more than chance: {'; '.join(ahead)}"
        else:
            by_chance = f"None of the {comparisons} differences is more than chance"
        return f"{self.measure}: {self._who_is_best()}. {by_chance}."

    def _who_is_best(self) -> str:
        if self.direction == "neither":
            return "neither higher nor lower values are better"
        if not self.best:
            return "no run is as good as all others"
        value = self.values[self.best[0]]
        shown = "" if value is None else f" ({value:.3f})"
        return f"{_listed(self.best)} {'is' if len(self.best) == 1 else 'are'} best{shown}"


def verdicts(comparisons: Sequence[RunComparison]) -> list[Verdict]:
    """Return what there is to say of each measure that has a value on any two of the runs."""
    measures = dict.fromkeys(name for found in comparisons for name in found.measures)
    return [_verdict(measure, comparisons) for measure in measures]


def _verdict(measure: str, comparisons: Sequence[RunComparison]) -> Verdict:
    compared = {
        (found.a, found.b): found.measures[measure]
        for found in comparisons
        if measure in found.measures
    }
    return verdict_of(
        measure,
        next(iter(compared.values())).direction,
        {
            both: Difference(found.difference, found.holm[RANDOMIZATION])
            for both, found in compared.items()
        },
        {run: _value(run, compared) for both in compared for run in both},
    )


def verdict_of(
    measure: str,
    direction: Literal["higher", "lower", "neither"],
    compared: Mapping[tuple[str, str], Difference],
    values: Mapping[str, float | None],
) -> Verdict:
    """Return what there is to say of several runs or systems, given what each two differ by.

    Parameters
    ----------
    measure : str
    direction : {"higher", "lower", "neither"}
    compared : mapping of tuple of (str, str) to Difference
        By the names of the two: the first less the second.
    values : mapping of str to float or None
    """
    runs = list(dict.fromkeys(run for both in compared for run in both))
    differences: dict[str, dict[str, Difference]] = {run: {} for run in runs}
    for (a, b), found in compared.items():
        differences[a][b] = found
        differences[b][a] = Difference(-found.value, found.p_value)
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
        {run: values[run] for run in runs},
        tuple(best),
        {run: better[run] for run in ordered if better[run]},
    )


def _value(run: str, compared: dict[tuple[str, str], MeasureComparison]) -> float | None:
    values = {found.a for (a, _), found in compared.items() if a == run}
    values |= {found.b for (_, b), found in compared.items() if b == run}
    return values.pop() if len(values) == 1 else None


def _listed(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
