"""Two runs on the pairs that both label, and which of several is best."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import reduce
from itertools import combinations
from typing import Any, Literal

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.comparison.agreement import Agreement
from rte_baselines.evaluation.inputs.gold import Gold, judgments_of
from rte_baselines.evaluation.inputs.judgments import (
    ANOTHER_IS_TWO_WAY,
    ENTAILMENT,
    LABELS,
    NO_ENTAILMENT,
    Judgments,
)
from rte_baselines.evaluation.measures.accuracy import (
    AccuracyOfAll,
    ThreeWayAccuracy,
    TwoWayAccuracy,
)
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.significance.exact import McNemar, holm, mcnemar
from rte_baselines.evaluation.significance.power import smallest_difference
from rte_baselines.evaluation.significance.randomization import ROUNDING, comparable
from rte_baselines.kernels.ragged import BoolArray, IntArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.rendering.tables import decimal
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

    def completed(self, gold: Gold) -> Judgments:
        """Return judgments of all gold pairs, with a wrong label for each that the run leaves out.

        They have labels alone: no ranks, confidences and probabilities.
        """
        scheme = self.judgments.scheme
        other = NO_ENTAILMENT if scheme is Scheme.TWO_WAY else LABELS.index(Label.UNKNOWN)
        labels = np.where(gold.labels == ENTAILMENT, other, ENTAILMENT).astype(np.int8)
        labels[self.answered] = self.judgments.labels
        return Judgments(gold.labels, labels, known_scheme=scheme)

    def limited_to(self, places: IntArray) -> "ScoredRun":
        """Return the run on some of the pairs that it labels."""
        judgments = self.judgments.select(np.flatnonzero(np.isin(self.answered, places)))
        return replace(self, judgments=judgments, answered=places)


def refuse_repeated_runs(names: Sequence[str]) -> None:
    """Raise an error if two runs have one name."""
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise RunError(f"two runs are called {repeated!r}; expected a name of its own for each")


def on_common_pairs(
    a: ScoredRun, b: ScoredRun, pairs: int
) -> tuple[IntArray, Judgments, Judgments]:
    """Return the pairs that two runs both label, and the judgments of each in one scheme.

    The pairs are positions among the gold pairs, of which there are `pairs`. It is an error if
    there are none in common.
    """
    common, selected = on_pairs_of_all([a.judgments, b.judgments], [a.answered, b.answered], pairs)
    if not len(common):
        raise RunError(f"{a.name} and {b.name} label no pair in common; expected one at least")
    of_a, of_b = comparable(*selected)
    return common, of_a, of_b


def on_pairs_of_all(
    judgments: Sequence[Judgments], answered: Sequence[IntArray], pairs: int
) -> tuple[IntArray, list[Judgments]]:
    """Return the positions of the pairs that all runs label, and their judgments on these.

    `answered` are the positions of the pairs of each, among gold pairs whose number is `pairs`.
    """
    common = labelled_by_all(answered)
    return common, [
        judged.select(np.flatnonzero(np.isin(places, common)), unanswered=pairs - len(common))
        for judged, places in zip(judgments, answered, strict=True)
    ]


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


Groups = Mapping[str, IntArray]
"""The positions of each group's pairs, by its name."""


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
    """Return the positions of the pairs of each quartile of length.

    `lengths`, shape (n,), are the words of each pair, text and hypothesis together. The key of a
    quartile has its shortest and its longest length, such as "12-19". If many pairs are equally
    long, a quartile may be narrower or missing. Empty if no pair has a word, for example if the
    texts were not kept.
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

    The judgments are those that `comparable` returns; for accuracies of all pairs, of all pairs.
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
    """Count the pairs by which of two systems is right.

    The judgments are those that `comparable` returns.
    """
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
    """Return the outcomes on the pairs of each group that has any.

    The judgments are those that `comparable` returns, and `compared`, shape (n,), the positions of
    their pairs in the gold standard. `groups` has the positions of each group's pairs there.
    """
    members = {name: np.flatnonzero(np.isin(compared, places)) for name, places in groups.items()}
    return {
        name: outcomes(a.select(places), b.select(places))
        for name, places in members.items()
        if len(places)
    }


def differing_pairs(
    a: Judgments, b: Judgments, gold: Gold, compared: IntArray
) -> tuple[DifferingPair, ...]:
    """Return the pairs with different labels, in the order of the gold standard.

    The judgments are those that `comparable` returns, and `compared`, shape (n,), the positions of
    their pairs in the gold standard.
    """
    a_right, b_right = a.right, b.right
    found = []
    for place in np.flatnonzero(a.labels != b.labels).tolist():
        pair = compared[place]
        found.append(
            DifferingPair(
                gold.ids[pair],
                gold.task_names[pair],
                LABELS[a.gold[place]],
                LABELS[a.labels[place]],
                LABELS[b.labels[place]],
                "a" if a_right[place] else "b" if b_right[place] else "neither",
            )
        )
    return tuple(found)


BOOTSTRAP, RANDOMIZATION, MCNEMAR = "bootstrap", "randomization", "mcnemar"
"""The tests of a difference, by the names that they have in JSON."""


@brief
@dataclass(frozen=True)
class MeasureComparison:
    """Two runs by one measure.

    The difference is ``a - b``, on so many `pairs`, with its 95% confidence interval by the paired
    bootstrap. The p-values are two-sided, by the names of the tests; `holm` has them adjusted by
    Holm's method for all pairs of runs that are compared.
    """

    a: float
    b: float
    direction: Literal["higher", "lower", "neither"]
    difference: float
    low: float
    high: float
    pairs: int
    p_values: Mapping[str, float]
    holm: Mapping[str, float] = field(default_factory=dict)


@brief
@dataclass(frozen=True)
class RunComparison:
    """The comparison of runs A and B on the pairs that both label.

    Labels are compared with each other and with the gold labels in `scheme`; `agreement` is between
    the labels of the two, whether right or wrong. `unavailable` says why a selected measure has no
    value on both runs. `by_length` is by quartile of length in words. `two_way_beside_three_way`
    names the run with two-way labels if the other's three-way labels are conflated.
    """

    a: str
    b: str
    scheme: Scheme
    measures: Mapping[str, MeasureComparison]
    unavailable: Mapping[str, str]
    mcnemar: Mapping[str, McNemar]
    agreement: Agreement
    outcomes: Outcomes
    by_task: Mapping[str, Outcomes]
    by_length: Mapping[str, Outcomes]
    differing: tuple[DifferingPair, ...]
    two_way_beside_three_way: tuple[str, ...] = ()

    @property
    def why_two_way(self) -> str:
        """The scheme if three-way labels are conflated, and why; otherwise an empty string."""
        names = ", ".join(self.two_way_beside_three_way)
        return f"{Scheme.TWO_WAY} ({names} has no three-way labels)" if names else ""

    @property
    def smallest_difference(self) -> float | None:
        """The smallest difference in accuracy that McNemar's test shows; None if it shows none.

        It does so at the level 0.05 with a power of 80%, if on as many pairs as here, in the same
        scheme, only one of the two runs is right.
        """
        found = self.outcomes
        agreement = (found.both_right + found.both_wrong) / found.pairs
        return smallest_difference(found.pairs, agreement)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON has it."""
        found = asdict(self)
        found["scheme"] = str(self.scheme)
        found["agreement"] = self.agreement.to_dict()
        found["smallest_difference"] = self.smallest_difference
        for pair in found["differing"]:
            pair.update({name: str(pair[name]) for name in ("gold", "label_a", "label_b")})
        return found


Direction = Literal["higher", "lower", "neither"]

LEVEL = 0.05
"""The level: differences with a lower adjusted p-value are taken to be more than chance."""


@dataclass(frozen=True)
class Compared:
    """The values of two runs or systems by one measure, on the pairs that both label.

    The p-value is two-sided, by McNemar's exact test for accuracies and by approximate
    randomization for other measures, adjusted by Holm's method for all pairs of runs that are
    compared. `pairs` is None if their number is not known.
    """

    a: float
    b: float
    p_value: float
    pairs: int | None = None

    @property
    def value(self) -> float:
        """The difference of A less B."""
        return self.a - self.b

    def to_dict(self) -> dict[str, Any]:
        """Return the difference as JSON has it."""
        return {"value": self.value, "p_value": self.p_value, "pairs": self.pairs}


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
    differences: dict[str, dict[str, Compared]]
    values: dict[str, float | None]
    best: tuple[str, ...]
    better: dict[str, tuple[str, ...]]
    pairs: int | None = None
    is_on_same_pairs: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as JSON has it, with what it says in plain words."""
        differences = {
            run: {other: found.to_dict() for other, found in others.items()}
            for run, others in self.differences.items()
        }
        return {**asdict(self), "differences": differences, "text": self.text()}

    def text(self) -> str:
        """Return the verdict in plain words."""
        ahead = [f"{run} than {listed_in_words(others)}" for run, others in self.better.items()]
        comparisons = sum(map(len, self.differences.values())) // 2
        if ahead:
            by_chance = f"Better by more than chance{self._on_which()}: {'; '.join(ahead)}"
        else:
            of_all = f"None of the {comparisons} differences{self._on_which()}"
            by_chance = f"{of_all} is more than chance"
            if comparisons == 1:
                by_chance = "The difference may be chance"
        return f"{self.measure}: {self._who_is_best()}. {by_chance}."

    def _who_is_best(self) -> str:
        if self.direction == "neither":
            return "neither higher nor lower values are better"
        if not (self.best or self.is_on_same_pairs):
            return self._why_none_is_best()
        if not self.best:
            return "no run is as good as all others"
        value = self.values[self.best[0]]
        shown = "" if value is None else f" ({decimal(value)})"
        said = f"{listed_in_words(self.best)} {'is' if len(self.best) == 1 else 'are'} best{shown}"
        return said if self.is_on_same_pairs else f"{self._where_all_label()}, {said}"

    def _why_none_is_best(self) -> str:
        if not self.pairs:
            return "no run is called best, as no pair is labelled by all"
        if all(value is None for value in self.values.values()):
            return "no run is called best, as runs are compared on different pairs"
        return f"{self._where_all_label()}, no run is as good as all others"

    def _where_all_label(self) -> str:
        return f"on the {counted(self.pairs or 0, 'pair')} that all runs label"

    def _on_which(self) -> str:
        """Return on how many pairs two runs are compared, if that is not the same for all."""
        if self.is_on_same_pairs:
            return ""
        return f" on the pairs that both label ({pairs_in_words(self)})"


def pairs_in_words(verdict: Verdict) -> str:
    """Return on how many pairs every two runs are compared, such as "3 to 40"."""
    found = [of.pairs for others in verdict.differences.values() for of in others.values()]
    known = sorted({pairs for pairs in found if pairs is not None})
    return " to ".join(map(str, dict.fromkeys([known[0], known[-1]]))) if known else ""


def verdicts(
    comparisons: Sequence[RunComparison], common: Mapping[str, OnCommonPairs] | None = None
) -> list[Verdict]:
    """Return the verdict by each measure that has a value on any two of the runs.

    `common` is by measure, as `score_on_common_pairs` returns it; by default, all comparisons are
    on the same pairs.
    """
    verdicts = []
    for measure in dict.fromkeys(name for found in comparisons for name in found.measures):
        compared = {}
        for both in comparisons:
            if found := both.measures.get(measure):
                direction = found.direction
                # Swapping the outputs of two runs changes their accuracies only through the pairs
                # that only one of them gets right, so that approximate randomization estimates the
                # p-value of McNemar's test. Its lowest estimate is limited by the number of
                # repetitions, and may be above the level when it is corrected.
                test = MCNEMAR if MCNEMAR in found.p_values else RANDOMIZATION
                p_value = found.p_values[test]
                compared[both.a, both.b] = Compared(found.a, found.b, p_value, found.pairs)
        verdicts.append(verdict_on(measure, direction, compared, (common or {}).get(measure)))
    return verdicts


def verdict_on(
    measure: str,
    direction: Direction,
    compared: Mapping[tuple[str, str], Compared],
    common: OnCommonPairs | None = None,
) -> Verdict:
    """Return the verdict on runs or systems, of which every two are compared by one measure.

    `direction` says which value is the better, and `compared` is by the names of two systems, with
    p-values that are corrected here by Holm's method for all of them.
    `common` has the values on the pairs that all label, if not all of `compared` are on these:
    values on different pairs do not say which is best, as a run that labels few and easy pairs
    would be.
    """
    runs = list(dict.fromkeys(run for both in compared for run in both))
    differences: dict[str, dict[str, Compared]] = {run: {} for run in runs}
    p_values = holm([found.p_value for found in compared.values()]).tolist()
    for ((a, b), found), p_value in zip(compared.items(), p_values, strict=True):
        differences[a][b] = replace(found, p_value=p_value)
        differences[b][a] = Compared(found.b, found.a, p_value, found.pairs)
    sign = {"higher": 1, "lower": -1, "neither": 0}[direction]
    values = common.values if common else {both: (of.a, of.b) for both, of in compared.items()}
    # A run without a value on the pairs that all label cannot be ranked among the others.
    is_complete = compared.keys() <= values.keys()
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
        {run: _value(run, values) for run in runs},
        _best(runs, values, sign) if is_complete else (),
        {run: better[run] for run in ordered if better[run]},
        common.pairs if common else next(iter(compared.values())).pairs,
        is_on_same_pairs=common is None,
    )


def _best(
    runs: Sequence[str], values: Mapping[tuple[str, str], tuple[float, float]], sign: int
) -> tuple[str, ...]:
    worse = {
        a if of_a * sign < of_b * sign else b
        for (a, b), (of_a, of_b) in values.items()
        if of_a != of_b
    }
    return tuple(run for run in runs if sign and run not in worse)


def _value(run: str, values: Mapping[tuple[str, str], tuple[float, float]]) -> float | None:
    found = [both[names.index(run)] for names, both in values.items() if run in names]
    return found[0] if found and max(found) - min(found) <= ROUNDING else None


def listed_in_words(names: Sequence[str]) -> str:
    """Return names with commas, and "and" before the last."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
