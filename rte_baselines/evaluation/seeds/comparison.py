"""Systems of several seeds compared with each other on one dataset."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import named, plain
from rte_baselines.evaluation.comparison.systems import JudgedSystem, labelled_by_all, sides
from rte_baselines.evaluation.comparison.verdicts import (
    Compared,
    OnCommonPairs,
    Verdict,
    verdict_on,
)
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.measures.accuracy import AccuracyOfAll, with_reason
from rte_baselines.evaluation.measures.base import Measure, available_measures, select_measures
from rte_baselines.evaluation.scores import (
    Printed,
    difference_cell,
    gap_notes,
    notes_on_conflated,
    p_value_text,
    two_way_beside_three_way,
)
from rte_baselines.evaluation.seeds.estimates import (
    ResampledDifference,
    SeedDifference,
    difference_over_seeds,
    resampled_differences,
)
from rte_baselines.evaluation.seeds.systems import JudgedDataset, System, judge_datasets
from rte_baselines.evaluation.significance.exact import LEVEL, holm
from rte_baselines.pairs import Pair
from rte_baselines.rendering.tables import Table, decimal

Both = tuple[str, str]
"""The names of two systems that are compared."""


@dataclass(frozen=True, repr=False)
class SeedComparison(Printed):
    """Every two of the systems compared by each measure.

    `differences` and `unavailable`, the reasons why there is none, are by the name of the measure
    and those of both systems. `directions` are those of the measures.
    """

    dataset: JudgedDataset
    directions: Mapping[str, Any]
    differences: Mapping[str, Mapping[Both, SeedDifference]]
    unavailable: Mapping[str, Mapping[Both, str]]

    @property
    def verdicts(self) -> list[Verdict]:
        """Which system is best by each measure, and which differences are more than chance."""
        return [
            self._verdict(measure, found) for measure, found in self.differences.items() if found
        ]

    def _verdict(self, measure: str, found: Mapping[Both, SeedDifference]) -> Verdict:
        pairs = self._common_pairs()
        of_all = len(labelled_by_all(system.answered for system in self.dataset.systems))
        if isinstance(available_measures().get(measure), AccuracyOfAll):
            pairs, of_all = dict.fromkeys(pairs, self.dataset.pairs), self.dataset.pairs
        values = {both: Compared(of.a, of.b, of.p_value, pairs[both]) for both, of in found.items()}
        is_on_same_pairs = all(of.pairs == of_all for of in values.values())
        # The values on the pairs that all label are not known here, so that no system is best.
        common = None if is_on_same_pairs else OnCommonPairs(of_all, {})
        return verdict_on(measure, self.directions[measure], values, common)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as a JSON object."""
        return {
            "verdicts": [verdict.to_dict() for verdict in self.verdicts],
            "comparisons": [
                {"a": a, "b": b, "pairs": pairs, "measures": dict(self._measures_of((a, b)))}
                for (a, b), pairs in self._common_pairs().items()
            ],
            "systems": self.dataset.facts_of_systems(),
            **self.dataset.facts(),
            "headline": self.dataset.headline,
        }

    def __repr__(self) -> str:
        names = ", ".join(system.name for system in self.dataset.systems)
        return named(self, names, counted(self.dataset.pairs, "pair"))

    def _measures_of(self, both: Both) -> Iterator[tuple[str, dict[str, Any]]]:
        for measure, found in self.differences.items():
            if both in found:
                yield measure, {**plain(found[both]), "direction": self.directions[measure]}

    def lead(self) -> Iterator[str]:
        """Yield the verdicts in plain words."""
        yield from (verdict.text() for verdict in self.verdicts)

    def tables(self) -> Iterator[Table]:
        """Yield a table for each measure."""
        names = "A,B,A,B,difference,p,p corrected".split(",")
        schemes = self.dataset.schemes
        for measure, found in self.differences.items():
            rows = []
            for both, of in found.items():
                difference = difference_cell(of.difference, of.low, of.high)
                p_values = map(p_value_text, (of.p_value, of.p_holm))
                values = decimal(of.a), decimal(of.b)
                rows.append([*both, *values, difference, *p_values])
            if rows:
                title = f"{with_reason(measure, schemes)}: mean over seeds of A less that of B"
                yield Table(title, names, rows, keys=2)

    def notes(self) -> Iterator[str]:
        """Yield what the tables leave open."""
        comparisons = len(self.dataset.systems) * (len(self.dataset.systems) - 1) // 2
        yield (
            "difference: with its 95% interval; p: two-sided; both over pairs and seeds, or over "
            "pairs alone of single runs; p corrected: by Holm's method for "
            f"{counted(comparisons, 'comparison')} of two systems; more than chance: below "
            f"{LEVEL}, so corrected"
        )
        for a, b in combinations(self.dataset.systems, 2):
            if len(a.seeds) > 1 or len(b.seeds) > 1:
                yield f"{a.name} and {b.name}: {_pairing(a, b)}"
        yield from self.dataset.notes()
        pairs = self.dataset.pairs
        for (first, second), common in self._common_pairs().items():
            if common < pairs:
                yield (
                    f"{first} and {second} are compared on the {common} of "
                    f"{counted(pairs, 'pair')} that all runs of both label; by accuracies of all "
                    "pairs on all"
                )
        yield from notes_on_conflated(two_way_beside_three_way(self.dataset.schemes))
        gaps = (
            (measure, " and ".join(both), reason)
            for measure, reasons in self.unavailable.items()
            for both, reason in reasons.items()
        )
        yield from gap_notes(gaps, comparisons)
        yield self.dataset.signature

    def _common_pairs(self) -> dict[Both, int]:
        """Return how many pairs all runs of both systems label."""
        return {
            (a.name, b.name): len(np.intersect1d(a.answered, b.answered, assume_unique=True))
            for a, b in combinations(self.dataset.systems, 2)
        }


def _pairing(a: JudgedSystem, b: JudgedSystem) -> str:
    """Return whether the seeds of two systems are paired, and why not."""
    single = [system.name for system in (a, b) if len(system.seeds) == 1]
    if single:
        return f"paired over pairs; {single[0]} is a single run, whose seed is not varied"
    if set(a.seeds) == set(b.seeds):
        return f"paired over pairs and over their {counted(len(a.seeds), 'seed')}"
    if len(a.seeds) != len(b.seeds):
        return (
            f"paired over pairs, but not over seeds, of which {a.name} has {len(a.seeds)} and "
            f"{b.name} {len(b.seeds)}"
        )
    return "paired over pairs, but not over seeds, which have other names"


def compare_systems(
    gold: Iterable[Pair] | Any,
    systems: Iterable[System],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    partial: bool = False,
) -> SeedComparison:
    """Compare every two systems, with one seed or several each.

    Two systems are compared on the pairs that all runs of both label, three-way if all of these
    and the gold labels are, else two-way.

    Parameters
    ----------
    gold, measures, partial
        As in `evaluate`.
    systems : iterable of System
        Two or more, of different names.

    Raises
    ------
    InputError
        If there are fewer than two systems or two have one name, and as in `evaluate`.
    RunError
        As in `evaluate`, or if no pair is labelled by all runs of two systems.

    Warns
    -----
    InputWarning
        As `evaluate`.
    """
    datasets, chosen = judge_datasets(
        {"": (Gold.from_pairs(gold), systems)}, select_measures(measures), partial=partial
    )
    (dataset,) = datasets.values()
    if len(dataset.systems) < 2:
        raise InputError("one system to compare; expected two or more")
    found, unavailable = compared(chosen, dataset.systems, dataset.pairs)
    return SeedComparison(
        dataset,
        {measure.name: measure.direction for measure in chosen},
        {measure.name: tested([found[measure.name]]) for measure in chosen},
        unavailable,
    )


def compared(
    measures: Sequence[Measure], systems: Sequence[JudgedSystem], pairs: int
) -> tuple[dict[str, dict[Both, ResampledDifference]], dict[str, dict[Both, str]]]:
    """Return the resampled difference of every two systems by each measure, and why there is none.

    Both are by the name of the measure. `pairs` is the number of gold pairs: accuracies of all
    pairs are compared on these, other measures on the pairs that all runs of both label.
    """
    differences: dict[str, dict[Both, ResampledDifference]] = {m.name: {} for m in measures}
    unavailable: dict[str, dict[Both, str]] = {m.name: {} for m in measures}
    for first, second in combinations(systems, 2):
        for both in sides(measures, first, second, pairs):
            for name, reason in both.unavailable.items():
                unavailable[name][first.name, second.name] = reason
            for name, found in resampled_differences(both.measures, both.a, both.b).items():
                differences[name][first.name, second.name] = found
    return differences, unavailable


def tested(
    datasets: Sequence[Mapping[Both, ResampledDifference]],
) -> dict[Both, SeedDifference]:
    """Return the mean difference over datasets of every two systems compared on each of them.

    The p-values are corrected by Holm's method for all of them.
    """
    found = {
        both: difference_over_seeds([of[both] for of in datasets])
        for both in datasets[0]
        if all(both in of for of in datasets)
    }
    p_values = holm([of.p_value for of in found.values()]).tolist()
    return {
        both: replace(of, p_holm=p_value)
        for (both, of), p_value in zip(found.items(), p_values, strict=True)
    }
