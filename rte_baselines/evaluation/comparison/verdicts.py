"""How two runs or systems differ on common pairs, and which of several is best."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from rte_baselines.core.representing import brief, plain
from rte_baselines.evaluation.comparison.agreement import Agreement
from rte_baselines.evaluation.inputs.gold import Gold, labelled_by_all
from rte_baselines.evaluation.inputs.judgments import LABELS, Judgments
from rte_baselines.evaluation.measures.accuracy import ThreeWayAccuracy, TwoWayAccuracy, headline
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.measures.coverage import AccuracyOfAll
from rte_baselines.evaluation.significance.exact import mcnemar
from rte_baselines.evaluation.significance.power import (
    smallest_difference,
    smallest_difference_by_interval,
)
from rte_baselines.evaluation.significance.randomization import ROUNDING
from rte_baselines.evaluation.systems.estimates import (
    Difference,
    Direction,
    Names,
    better_than,
    with_holm,
)
from rte_baselines.kernels.ragged import BoolArray, IntArray
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


def accuracy_tests(measures: Iterable[Measure], a: Judgments, b: Judgments) -> dict[str, float]:
    """Return the p-values of McNemar's test of the accuracies among some measures, by name.

    Here and below, judgments are those that `comparable` returns, and `compared`, shape (n,), are
    the positions of their pairs in the gold standard. Accuracies of all pairs need all of them.
    """
    found = {}
    for measure in measures:
        accuracy = measure.accuracy if isinstance(measure, AccuracyOfAll) else measure
        if isinstance(accuracy, TwoWayAccuracy):
            found[measure.name] = mcnemar(a.correct, b.correct).p_value
        elif isinstance(accuracy, ThreeWayAccuracy):
            found[measure.name] = mcnemar(a.right, b.right).p_value
    return found


def outcomes(a: Judgments, b: Judgments, chosen: BoolArray | None = None) -> Outcomes:
    """Count the pairs, by default all, by which of two systems is right."""
    places = slice(None) if chosen is None else chosen
    a_right, b_right = a.right[places], b.right[places]
    differ = (a.labels != b.labels)[places]
    cases = (a_right & b_right, a_right & ~b_right, b_right & ~a_right, ~a_right & ~b_right)
    return Outcomes(len(a_right), *(int(case.sum()) for case in (differ, *cases)))


def outcomes_by_group(
    a: Judgments, b: Judgments, groups: Groups, compared: IntArray
) -> dict[str, Outcomes]:
    """Return the outcomes on the pairs of each group that has any."""
    members = {name: np.isin(compared, places) for name, places in groups.items()}
    return {name: outcomes(a, b, chosen) for name, chosen in members.items() if chosen.any()}


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

    Labels are compared with the gold labels in `scheme`, which is two-way if those of either are.
    `unavailable` says why a selected measure has no value on both. The rest compares the labels of
    two single runs, pair by pair, and is empty for systems of several seeds: `agreement` is between
    the labels, whether right or wrong, and `by_length` is by quartile of length in words.
    """

    a: str
    b: str
    pairs: int
    scheme: Scheme
    measures: Mapping[str, Difference]
    unavailable: Mapping[str, str]
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
        if counts := self.outcomes:
            agreement = (counts.both_right + counts.both_wrong) / counts.pairs
            return smallest_difference(counts.pairs, agreement)
        accuracy = self.measures.get(headline([self.scheme]).name)
        return smallest_difference_by_interval(accuracy.low, accuracy.high) if accuracy else None

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON has it."""
        measures = {name: difference.to_dict(*_SHOWN) for name, difference in self.measures.items()}
        smallest = self.smallest_difference
        return {**plain(self), "measures": measures, "smallest_difference": smallest}


@dataclass(frozen=True)
class Verdict:
    """The verdict on several runs by one measure.

    `differences` is by the names of a run and of the other, on the pairs that both label. `values`
    are None where they vary between comparisons, since these may be on different pairs or in
    different schemes. `best` has the runs that no other is better than: none if neither higher nor
    lower values are better, or if not all differences are on the same pairs (`is_on_same_pairs`),
    as a run that labels few and easy pairs would be best. `better` has, for each run, those that it
    is better than by more than chance; the run that is better than the most others comes first.
    """

    measure: str
    direction: Direction
    differences: dict[str, dict[str, Difference]]
    values: dict[str, float | None]
    best: tuple[str, ...]
    better: dict[str, tuple[str, ...]]
    is_on_same_pairs: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as JSON has it, in plain words as well, without the differences."""
        found = plain(self) | {"text": self.text()}
        return {name: value for name, value in found.items() if name != "differences"}

    def text(self) -> str:
        """Return the verdict in plain words."""
        ahead = [f"{run} than {listed_in_words(others)}" for run, others in self.better.items()]
        comparisons = sum(map(len, self.differences.values())) // 2
        by_chance = f"None of the {comparisons} differences is more than chance"
        if ahead:
            by_chance = f"Better by more than chance: {'; '.join(ahead)}"
        elif comparisons == 1:
            by_chance = "The difference may be chance"
        return f"{self.measure}: {self._who_is_best()}. {by_chance}."

    def _who_is_best(self) -> str:
        if self.direction == "neither":
            return "neither higher nor lower values are better"
        if not self.is_on_same_pairs:
            return "no run is called best, as runs are compared on different pairs"
        if not self.best:
            return "no run is as good as all others"
        value = self.values[self.best[0]]
        shown = "" if value is None else f" ({decimal(value)})"
        verb = "is" if len(self.best) == 1 else "are"
        return f"{listed_in_words(self.best)} {verb} best{shown}"


def verdict_on(
    measure: str,
    compared: Mapping[Names, Difference],
    answered: Mapping[str, IntArray],
) -> Verdict:
    """Return the verdict on runs or systems, of which every two are compared by one measure.

    `answered` are the positions of the pairs that count for each, by its name.
    """
    differences: dict[str, dict[str, Difference]] = {run: {} for names in compared for run in names}
    corrected = with_holm(compared)
    for (a, b), difference in corrected.items():
        differences[a][b] = difference
        differences[b][a] = difference.reversed()
    first = next(iter(compared.values()))
    common = labelled_by_all(answered[run] for run in differences)
    is_on_same_pairs = all(cell.pairs == len(common) for cell in compared.values())
    best: tuple[str, ...] = ()
    if first.direction != "neither" and is_on_same_pairs:
        best = tuple(
            run for run, row in differences.items() if all(cell.ahead >= 0 for cell in row.values())
        )
    better = better_than(corrected)
    ordered = sorted(filter(better.get, differences), key=lambda run: -len(better[run]))
    return Verdict(
        measure,
        first.direction,
        differences,
        {run: _only_value([cell.a for cell in row.values()]) for run, row in differences.items()},
        best,
        {run: tuple(better[run]) for run in ordered},
        is_on_same_pairs,
    )


def _only_value(values: Sequence[float]) -> float | None:
    return values[0] if max(values) - min(values) <= ROUNDING else None


def listed_in_words(names: Sequence[str]) -> str:
    """Return names with commas, and "and" before the last."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
