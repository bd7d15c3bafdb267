"""Which of several runs or systems is best by a measure, and what is more than chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import plain
from rte_baselines.evaluation.inputs.scored_run import labelled_by_all
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.evaluation.significance.randomization import ROUNDING
from rte_baselines.evaluation.systems.estimates import Both, Difference, Direction, with_holm
from rte_baselines.evaluation.systems.judged import JudgedSystem, sides
from rte_baselines.rendering.tables import decimal


@dataclass(frozen=True)
class OnCommonPairs:
    """Every two runs by a measure on the pairs that all runs label, whose number is `pairs`.

    `values` has the values of two runs by their names, without those of which one has no value.
    """

    pairs: int
    values: Mapping[Both, tuple[float, float]]


@dataclass(frozen=True)
class Verdict:
    """The verdict on several runs by one measure.

    `differences` is by the names of a run and of the other. `values` and `pairs` are on the pairs
    that all runs label; a value is None if there is none, or if it varies between comparisons,
    since these may be in different schemes. `best` has the runs that no other is better than on
    these pairs: none if neither higher nor lower values are better, or if a run has no value.
    `better` has, for each run, those that it is better than by more than chance, on the pairs that
    both label; the run that is better than the most others comes first. `is_on_same_pairs` says
    whether the pairs of each difference are those that all runs label.
    """

    measure: str
    direction: Direction
    differences: dict[str, dict[str, Difference]]
    values: dict[str, float | None]
    best: tuple[str, ...]
    better: dict[str, tuple[str, ...]]
    pairs: int = 0
    is_on_same_pairs: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as JSON has it, with what it says in plain words."""
        differences = {
            run: {
                other: {"value": found.difference, "p_value": found.p_holm, "pairs": found.pairs}
                for other, found in others.items()
            }
            for run, others in self.differences.items()
        }
        return {**plain(self), "differences": differences, "text": self.text()}

    def text(self) -> str:
        """Return the verdict in plain words."""
        ahead = [f"{run} than {listed_in_words(others)}" for run, others in self.better.items()]
        comparisons = sum(map(len, self.differences.values())) // 2
        on = ""
        if not self.is_on_same_pairs:
            on = f" on the pairs that both label ({pairs_in_words(self)})"
        by_chance = f"None of the {comparisons} differences{on} is more than chance"
        if ahead:
            by_chance = f"Better by more than chance{on}: {'; '.join(ahead)}"
        elif comparisons == 1:
            by_chance = "The difference may be chance"
        return f"{self.measure}: {self._who_is_best()}. {by_chance}."

    def _who_is_best(self) -> str:
        if self.direction == "neither":
            return "neither higher nor lower values are better"
        if not (self.best or self.is_on_same_pairs):
            if not self.pairs:
                return "no run is called best, as no pair is labelled by all"
            if all(value is None for value in self.values.values()):
                return "no run is called best, as runs are compared on different pairs"
        said = "no run is as good as all others"
        if self.best:
            value = self.values[self.best[0]]
            shown = "" if value is None else f" ({decimal(value)})"
            verb = "is" if len(self.best) == 1 else "are"
            said = f"{listed_in_words(self.best)} {verb} best{shown}"
        if self.is_on_same_pairs:
            return said
        return f"on the {counted(self.pairs, 'pair')} that all runs label, {said}"


def pairs_in_words(verdict: Verdict) -> str:
    """Return on how many pairs every two runs are compared, such as "3 to 40"."""
    found = [of.pairs for others in verdict.differences.values() for of in others.values()]
    return " to ".join(map(str, dict.fromkeys([min(found), max(found)])))


def verdict_on(
    measure: str, compared: Mapping[Both, Difference], common: OnCommonPairs | None = None
) -> Verdict:
    """Return the verdict on runs or systems, of which every two are compared by one measure.

    `common` has the values on the pairs that all label, if not all of `compared` are on these:
    values on different pairs do not say which is best, as a run that labels few and easy pairs
    would be.
    """
    runs = list(dict.fromkeys(run for both in compared for run in both))
    differences: dict[str, dict[str, Difference]] = {run: {} for run in runs}
    for (a, b), found in with_holm(compared).items():
        differences[a][b] = found
        differences[b][a] = found.reversed()
    first = next(iter(compared.values()))
    values = common.values if common else {both: (of.a, of.b) for both, of in compared.items()}
    best: tuple[str, ...] = ()
    # A run without a value on the pairs that all label cannot be ranked among the others.
    if first.direction != "neither" and compared.keys() <= values.keys():
        worse = {
            a if (of_a < of_b) is (first.direction == "higher") else b
            for (a, b), (of_a, of_b) in values.items()
            if of_a != of_b
        }
        best = tuple(run for run in runs if run not in worse)
    better = {
        run: tuple(name for name, of in others.items() if of.ahead > 0 and of.p_holm < LEVEL)
        for run, others in differences.items()
    }
    ordered = sorted(filter(better.get, runs), key=lambda run: -len(better[run]))
    return Verdict(
        measure,
        first.direction,
        differences,
        {run: _value(run, values) for run in runs},
        best,
        {run: better[run] for run in ordered},
        common.pairs if common else first.pairs,
        is_on_same_pairs=common is None,
    )


def _value(run: str, values: Mapping[Both, tuple[float, float]]) -> float | None:
    found = [both[names.index(run)] for names, both in values.items() if run in names]
    return found[0] if found and max(found) - min(found) <= ROUNDING else None


def listed_in_words(names: Sequence[str]) -> str:
    """Return names with commas, and "and" before the last."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def score_on_common_pairs(
    systems: Sequence[JudgedSystem], measures: Sequence[Measure]
) -> dict[str, OnCommonPairs] | None:
    """Score every two systems on the pairs that all label, by measure; None if these are all."""
    common = labelled_by_all(system.answered for system in systems)
    of_two = (labelled_by_all((a.answered, b.answered)) for a, b in combinations(systems, 2))
    if all(len(places) == len(common) for places in of_two):
        return None
    found: dict[str, dict[Both, tuple[float, float]]] = {of.name: {} for of in measures}
    limited = [system.limited_to(common) for system in systems] if len(common) else []
    for first, second in combinations(limited, 2):
        for both in sides(measures, first, second):
            for measure in both.measures:
                found[measure.name][first.name, second.name] = both.values(measure)
    return {name: OnCommonPairs(len(common), values) for name, values in found.items()}
