"""How two runs or systems differ on common pairs, and which of several is best."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Literal

import numpy as np

from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import brief, plain
from rte_baselines.evaluation.comparison.agreement import Agreement
from rte_baselines.evaluation.inputs.gold import Gold, labelled_by_all
from rte_baselines.evaluation.inputs.judgments import LABELS, Judgments
from rte_baselines.evaluation.measures.accuracy import ThreeWayAccuracy, TwoWayAccuracy, headline
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.measures.coverage import AccuracyOfAll
from rte_baselines.evaluation.significance.exact import LEVEL, McNemar, mcnemar
from rte_baselines.evaluation.significance.power import (
    smallest_difference,
    smallest_difference_by_interval,
)
from rte_baselines.evaluation.significance.randomization import ROUNDING
from rte_baselines.evaluation.systems.estimates import Both, Difference, Direction, with_holm
from rte_baselines.evaluation.systems.judged import JudgedSystem, sides
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.rendering.tables import decimal

Groups = Mapping[str, IntArray]
"""The positions of each group's pairs, by its name."""

_SHOWN = ("a", "b", "direction", "difference", "low", "high", "pairs", "p_values", "p_holm")


@dataclass(frozen=True)
class Outcomes:
    """On how many pairs each of two runs is right; `pairs` is the sum of the last four."""

    pairs: int
    differ: int
    both_right: int
    only_a_right: int
    only_b_right: int
    both_wrong: int


@dataclass(frozen=True)
class DifferingPair:
    """A pair that two runs label differently."""

    id: str
    task: str | None
    gold: Label
    label_a: Label
    label_b: Label
    right: Literal["a", "b", "neither"]


def length_groups(lengths: IntArray) -> dict[str, IntArray]:
    """Return the positions of the pairs of each quartile of length; empty if no text was kept.

    `lengths`, shape (n,), are the words of each pair. The key of a quartile has its shortest and
    its longest length, such as "12-19"; of equally long pairs, it may be narrower or missing.
    """
    if not lengths.any():
        return {}
    last = np.unique(np.quantile(lengths, [0.25, 0.5, 0.75, 1], method="inverted_cdf"))
    first = [lengths.min(), *(last[:-1] + 1)]
    quartiles = np.searchsorted(last, lengths)
    return {
        f"{low:.0f}-{high:.0f}": np.flatnonzero(quartiles == quartile)
        for quartile, (low, high) in enumerate(zip(first, last, strict=True))
    }


def accuracy_tests(measures: Iterable[Measure], a: Judgments, b: Judgments) -> dict[str, McNemar]:
    """Return McNemar's tests of the accuracies among some measures, by name.

    Here and below, judgments are those that `comparable` returns, and `compared`, shape (n,), are
    the positions of their pairs in the gold standard. Accuracies of all pairs need all of them.
    """
    found = {}
    for measure in measures:
        accuracy = measure.accuracy if isinstance(measure, AccuracyOfAll) else measure
        if isinstance(accuracy, TwoWayAccuracy):
            found[measure.name] = mcnemar(a.correct, b.correct)
        elif isinstance(accuracy, ThreeWayAccuracy):
            found[measure.name] = mcnemar(a.right, b.right)
    return found


def outcomes(a: Judgments, b: Judgments) -> Outcomes:
    """Count the pairs by which of two systems is right."""
    a_right, b_right = a.right, b.right
    return Outcomes(
        pairs=len(a.gold),
        differ=int((a.labels != b.labels).sum()),
        both_right=int((a_right & b_right).sum()),
        only_a_right=int((a_right & ~b_right).sum()),
        only_b_right=int((b_right & ~a_right).sum()),
        both_wrong=int((~a_right & ~b_right).sum()),
    )


def outcomes_by_group(
    a: Judgments, b: Judgments, groups: Groups, compared: IntArray
) -> dict[str, Outcomes]:
    """Return the outcomes on the pairs of each group that has any."""
    members = {name: np.flatnonzero(np.isin(compared, places)) for name, places in groups.items()}
    return {
        name: outcomes(a.select(places), b.select(places))
        for name, places in members.items()
        if len(places)
    }


def differing_pairs(
    a: Judgments, b: Judgments, gold: Gold, compared: IntArray
) -> tuple[DifferingPair, ...]:
    """Return the pairs with different labels, in the order of the gold standard."""
    a_right, b_right = a.right, b.right
    return tuple(
        DifferingPair(
            gold.ids[compared[place]],
            gold.task_names[compared[place]],
            LABELS[a.gold[place]],
            LABELS[a.labels[place]],
            LABELS[b.labels[place]],
            "a" if a_right[place] else "b" if b_right[place] else "neither",
        )
        for place in np.flatnonzero(a.labels != b.labels).tolist()
    )


@brief
@dataclass(frozen=True)
class RunComparison:
    """The comparison of runs or systems A and B on the pairs that all runs of both label.

    Labels are compared with the gold labels in `scheme`. `unavailable` says why a selected measure
    has no value on both. `two_way_beside_three_way` names the run with two-way labels if the
    other's three-way labels are conflated. The rest compares the labels of two single runs, pair by
    pair, and is empty for systems of several seeds: `agreement` is between the labels, whether
    right or wrong, and `by_length` is by quartile of length in words.
    """

    a: str
    b: str
    pairs: int
    scheme: Scheme
    measures: Mapping[str, Difference]
    unavailable: Mapping[str, str]
    two_way_beside_three_way: tuple[str, ...] = ()
    mcnemar: Mapping[str, McNemar] = field(default_factory=dict)
    agreement: Agreement | None = None
    outcomes: Outcomes | None = None
    by_task: Mapping[str, Outcomes] = field(default_factory=dict)
    by_length: Mapping[str, Outcomes] = field(default_factory=dict)
    differing: tuple[DifferingPair, ...] = ()

    @property
    def smallest_difference(self) -> float | None:
        """The smallest difference in accuracy that is shown; None if none is, or if not measured.

        McNemar's test shows it at the level 0.05 with a power of 80%, if on as many pairs as here,
        in the same scheme, only one of two runs is right. For systems of several seeds, it follows
        from the interval over pairs and seeds (`smallest_difference_by_interval`).
        """
        if found := self.outcomes:
            agreement = (found.both_right + found.both_wrong) / found.pairs
            return smallest_difference(found.pairs, agreement)
        of = self.measures.get(headline([self.scheme]).name)
        return smallest_difference_by_interval(of.low, of.high) if of else None

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON has it."""
        measures = {name: of.to_dict(*_SHOWN) for name, of in self.measures.items()}
        smallest = self.smallest_difference
        return {**plain(self), "measures": measures, "smallest_difference": smallest}


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
            a if (of_a < of_b) == (first.direction == "higher") else b
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
