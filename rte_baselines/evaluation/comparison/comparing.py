"""Compare runs, or systems of several seeds: how they differ, whether by chance, and where."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import named
from rte_baselines.evaluation.comparison.agreement import agreement
from rte_baselines.evaluation.comparison.verdicts import (
    Groups,
    Outcomes,
    RunComparison,
    Verdict,
    accuracy_tests,
    differing_pairs,
    length_groups,
    outcomes,
    outcomes_by_group,
    verdict_on,
)
from rte_baselines.evaluation.inputs.gold import Gold, gold_pairs, labelled_by_all
from rte_baselines.evaluation.inputs.judgments import LABELS
from rte_baselines.evaluation.measures.accuracy import OF_ALL_PAIRS, headline_in_title, with_reason
from rte_baselines.evaluation.measures.base import Measure, select_measures
from rte_baselines.evaluation.report.scoring import signature
from rte_baselines.evaluation.scores import (
    MISSING,
    SYSTEM,
    Printed,
    Score,
    difference_cell,
    frame_of,
    gap_notes,
    group,
    number_cell,
    p_value_text,
    score_table,
    two_way_beside_three_way,
)
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.evaluation.significance.power import POWER
from rte_baselines.evaluation.significance.randomization import approximate_randomizations
from rte_baselines.evaluation.systems.estimates import (
    BOOTSTRAP,
    MCNEMAR,
    RANDOMIZATION,
    Difference,
    Names,
    SeedEstimate,
    difference_over_seeds,
    estimates_over_seeds,
    resampled_differences,
)
from rte_baselines.evaluation.systems.judged import (
    JudgedDataset,
    JudgedSystem,
    System,
    judge_datasets,
    scorable,
    together,
)
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.rendering.tables import Table, decimal
from rte_baselines.runs import Run

_ON_DIFFERENT_PAIRS = f"{MISSING} for a value: it differs with the pairs that both runs label"
_TEST_HEADERS = {BOOTSTRAP: "p bootstrap", RANDOMIZATION: "p swaps", MCNEMAR: "p mcnemar"}


def _outcomes_table(comparison: RunComparison, overall: Outcomes) -> Table:
    """Return a row for all pairs, each task and each quartile of length: which run is right."""
    groups = {"all": overall, **comparison.by_task}
    groups |= {f"{words} words": counts for words, counts in comparison.by_length.items()}
    return Table(
        f"Which of {comparison.a} and {comparison.b} is right, {comparison.scheme}",
        [
            *("on", "pairs", "labels differ", "both right"),
            *(f"only {run}" for run in (comparison.a, comparison.b)),
            "neither right",
        ],
        [[name, *map(str, astuple(counts))] for name, counts in groups.items()],
    )


def _differing_table(comparison: RunComparison, most: int) -> Table:
    """Return a row for each of the first `most` pairs that the two label differently."""
    shown = comparison.differing[:most]
    return Table(
        f"First {len(shown)} of {counted(len(comparison.differing), 'pair')} that "
        f"{comparison.a} and {comparison.b} label differently",
        ["id", "task", "gold", comparison.a, comparison.b, "right"],
        [
            [
                pair.id,
                pair.task or MISSING,
                *map(str, (pair.gold, pair.label_a, pair.label_b)),
                {"a": comparison.a, "b": comparison.b}.get(pair.right, pair.right),
            ]
            for pair in shown
        ],
        keys=6,
    )


@dataclass(frozen=True, repr=False)
class Comparison(Printed):
    """The comparison of every two of several runs or systems, and its output in every form.

    `comparisons` are the first one with each later one, then the second, and so on; `verdicts` say
    by each measure which one is best, and which differences are more than chance. `dataset` has the
    judged systems, of which a run is one of a single seed, and the gold pairs. `selected` are the
    measures, and `signature` is what another person needs to get the same figures.
    """

    comparisons: tuple[RunComparison, ...]
    verdicts: tuple[Verdict, ...]
    dataset: JudgedDataset
    selected: tuple[Measure, ...]
    signature: str

    @property
    def pairs(self) -> int:
        """The number of gold pairs with a label."""
        return self.dataset.pairs

    @property
    def labelled(self) -> dict[str, int]:
        """How many of the pairs all runs of each system label."""
        return {system.name: len(system.answered) for system in self.dataset.systems}

    def estimates(self, compared: RunComparison, measure: str) -> tuple[SeedEstimate, SeedEstimate]:
        """Return the values of two compared systems by a measure, with their intervals."""
        chosen = [selected for selected in self.selected if selected.name == measure]
        systems = {system.name: system for system in self.dataset.systems}
        on_pairs = scorable(chosen, systems[compared.a], systems[compared.b])
        (judged,) = (scored.systems for scored in on_pairs if scored.measures)
        a, b = (estimates_over_seeds(chosen, system)[measure] for system in judged)
        return a, b

    def to_pandas(self) -> Any:
        """Return the comparisons by each measure as a data frame.

        Returns
        -------
        pandas.DataFrame
            A row for each two runs and measure, with the columns ``a``, ``b``, ``measure``,
            ``pairs``, the number of pairs that the values are of, ``value_a``, ``value_b``,
            ``difference``, ``low`` and ``high``, its 95% confidence interval, and for each test
            ``p_bootstrap``, ``p_randomization`` and ``p_mcnemar``, NaN where there is none, and
            ``p_holm``, that of the deciding test corrected for all pairs of runs.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        rows = [
            {
                "a": comparison.a,
                "b": comparison.b,
                "measure": measure,
                "pairs": difference.pairs,
                "value_a": difference.a,
                "value_b": difference.b,
                "difference": difference.difference,
                "low": difference.low,
                "high": difference.high,
                **{f"p_{test}": difference.p_values.get(test) for test in _TEST_HEADERS},
                "p_holm": difference.p_holm,
            }
            for comparison in self.comparisons
            for measure, difference in comparison.measures.items()
        ]
        types = dict.fromkeys(rows[0] if rows else (), np.float64)
        return frame_of(rows, types | {"a": str, "b": str, "measure": str, "pairs": np.int64})

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON has it, with all differences."""
        return {
            "verdicts": [verdict.to_dict() for verdict in self.verdicts],
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
            "pairs": self.pairs,
            "unlabelled": self.dataset.unlabelled,
            "labelled": self.labelled,
            "seeds": {system.name: list(system.seeds) for system in self.dataset.systems},
            "common_pairs": self.dataset.common_pairs,
            "headline": self.dataset.headline,
            "training": [
                f"{run}: {finding.text}"
                for system in self.dataset.systems
                for run, finding in system.findings
            ],
            "signature": self.signature,
        }

    def __repr__(self) -> str:
        return named(self, ", ".join(self.labelled), counted(self.pairs, "pair"))

    def _repr_html_(self, **shown: Any) -> str:
        """Return what a notebook shows: every two runs by themselves if there are only two."""
        return super()._repr_html_(pairwise=len(self.comparisons) == 1, **shown)

    def lead(self) -> Iterator[str]:
        """Yield the verdicts in plain words, if there are more than two runs.

        Who is best depends on which pairs are labelled, so that it is said before.
        """
        partial = {run: count for run, count in self.labelled.items() if count < self.pairs}
        if partial:
            counts = ", ".join(f"{run} labels {count}" for run, count in partial.items())
            pairs = counted(self.pairs, "pair")
            yield f"Of {pairs}, {counts}. All runs label {self.dataset.common_pairs} of them."
        if len(self.comparisons) > 1:
            yield from (verdict.text() for verdict in self.verdicts)

    def tables(self, *, differences: int = 10, pairwise: bool = True) -> Iterator[Table]:
        """Yield the tables of all runs, then those of every two runs.

        Parameters
        ----------
        differences : int
            How many of the pairs that two runs label differently are listed.
        pairwise : bool
            Whether to add the tables of every two runs.
        """
        if len(self.comparisons) > 1:
            yield from map(self._differences_table, self.verdicts)
        for comparison in self.comparisons if pairwise else ():
            yield self._measures_table(comparison)
            if comparison.outcomes:
                yield _outcomes_table(comparison, comparison.outcomes)
            if comparison.differing and differences > 0:
                yield _differing_table(comparison, differences)
        if any(comparison.agreement for comparison in self.comparisons):
            yield self._agreement_table()

    def _differences_table(self, verdict: Verdict) -> Table:
        """Return a table of the differences: the run in the row less the run in the column."""
        runs = list(verdict.differences)
        numbers = {cell.pairs for row in verdict.differences.values() for cell in row.values()}
        pairs = "" if numbers == {self.pairs} else ", and the number of pairs that both label"
        comparisons = sum(map(len, verdict.differences.values())) // 2

        def cell(difference: Difference | None) -> str:
            if difference is None:
                return MISSING
            on = f"\non {difference.pairs}" if pairs else ""
            return f"{difference.difference:+.3f}\n{p_value_text(difference.p_holm)}{on}"

        return Table(
            f"{with_reason(verdict.measure, self.dataset.schemes)}: run in the row less run in the "
            f"column, below it the p-value of the difference corrected for "
            f"{counted(comparisons, 'comparison')}{pairs}",
            ["run", "value", *runs],
            [
                [
                    run,
                    number_cell(verdict.values[run]),
                    *(cell(verdict.differences[run].get(column)) for column in runs),
                ]
                for run in runs
            ],
            footnotes=() if verdict.is_on_same_pairs else (_ON_DIFFERENT_PAIRS,),
        )

    def _measures_table(self, comparison: RunComparison) -> Table:
        """Return a row for each measure: both values, their difference, and what the tests say."""
        measures, pairs = comparison.measures, comparison.pairs
        title = f"{comparison.a} and {comparison.b}, on {counted(pairs, 'pair')}"
        title += headline_in_title(self.dataset.schemes, measures)
        on_all = ", ".join(name for name, row in measures.items() if row.pairs != pairs)
        names = list(_TEST_HEADERS) if comparison.outcomes else [BOOTSTRAP]
        tests = [_TEST_HEADERS[name] for name in names]
        if is_corrected := len(self.comparisons) > 1:
            tests.append("p corrected")
        return Table(
            title,
            ["measure", comparison.a, comparison.b, "difference", *tests],
            [
                [
                    name,
                    decimal(row.a),
                    decimal(row.b),
                    difference_cell(row.difference, row.low, row.high),
                    *(
                        p_value_text(row.p_values[test]) if test in row.p_values else MISSING
                        for test in names
                    ),
                    *([p_value_text(row.p_holm)] if is_corrected else []),
                ]
                for name, row in measures.items()
            ],
            footnotes=(f"{on_all}: on {counted(self.pairs, 'pair')}",) if on_all else (),
        )

    def _agreement_table(self) -> Table:
        """Return a row for each two runs, a column for each coefficient of agreement."""
        scores = [
            Score(comparison.a, name, value, comparison.pairs, groups={"other run": comparison.b})
            for comparison in self.comparisons
            if comparison.agreement
            for name, value in comparison.agreement.coefficients.items()
        ]
        return score_table(
            "How far the labels agree, right or wrong",
            {"run": SYSTEM, "other run": group("other run")},
            scores,
            list(dict.fromkeys(score.measure for score in scores)),
        )

    def notes(self, *, differences: int = 10, pairwise: bool = True) -> Iterator[str]:
        """Yield what the tables leave open: tests, missing values, and the signature."""
        if not pairwise:
            yield (
                "not shown: every two runs by themselves, with intervals, all tests, tasks, "
                "lengths and the pairs that they label differently "
                f"({how_to_state('pairwise=True', '--all')})"
            )
        elif any(comparison.outcomes for comparison in self.comparisons):
            yield (
                "difference: the first run's value less the second's, with its 95% interval by the "
                "paired bootstrap; p: two-sided, by the paired bootstrap, by approximate "
                "randomization (labels of the two runs swapped pair by pair), and by McNemar's "
                "exact test"
            )
        if any(len(system.seeds) > 1 for system in self.dataset.systems):
            yield (
                "of systems with several seeds: values are means over seeds; difference and p "
                "bootstrap: over pairs and seeds, paired over seeds if both have the same (a "
                "single run's seed is not varied); there are no other tests, and no tables of "
                "labels"
            )
        yield from self._power_notes()
        yield from self.dataset.notes()
        if len(self.comparisons) > 1:
            yield (
                "corrected p-values: by Holm's method for all comparisons by the measure; "
                f"more than chance: below {LEVEL}, so corrected; by McNemar's test for accuracies, "
                "else by approximate randomization, and for several seeds by the paired bootstrap"
            )
        lower = [verdict.measure for verdict in self.verdicts if verdict.direction == "lower"]
        if lower:
            yield f"lower is better: {', '.join(lower)}"
        if names := ", ".join(two_way_beside_three_way(self.dataset.schemes)):
            yield f"{names}: without three-way labels, and compared two-way with all others"
        gaps = (
            (measure, f"{comparison.a} and {comparison.b}", reason)
            for comparison in self.comparisons
            for measure, reason in (
                *comparison.unavailable.items(),
                *(comparison.agreement.unavailable.items() if comparison.agreement else ()),
            )
        )
        yield from gap_notes(gaps, len(self.comparisons))
        yield self.signature

    def _power_notes(self) -> Iterator[str]:
        """Yield the smallest difference that is shown, of single runs and of several seeds."""
        single = [comparison for comparison in self.comparisons if comparison.outcomes]
        on = "on the pairs of two runs"
        if len(single) == 1 and (counts := single[0].outcomes):
            discordant = counts.only_a_right + counts.only_b_right
            agreement = decimal(1 - discordant / counts.pairs)
            on = f"on {counted(counts.pairs, 'pair')}, on {discordant} of which only one run is "
            on += f"right (agreement {agreement} in `rte-baselines power`)"
        if single and all(comparison.smallest_difference is None for comparison in single):
            yield "power: only one of two runs is right on too few pairs to show any difference"
        until = ", before correction" if len(self.comparisons) > 1 else ""
        for over_seeds, how, about in (
            (False, f"{on}, McNemar's test", ""),
            (True, "by intervals over seeds, the bootstrap", "about "),
        ):
            shown, schemes = self.smallest_differences(over_seeds=over_seeds)
            if shown:
                sizes = " to ".join(dict.fromkeys(map(decimal, (min(shown), max(shown)))))
                yield (
                    f"power: {how} shows a true difference in {schemes} accuracy of {about}{sizes} "
                    f"or more with a probability of {POWER:.0%} at {LEVEL}{until}"
                )

    def smallest_differences(self, *, over_seeds: bool) -> tuple[list[float], str]:
        """Return those that two single runs show, or systems of seeds, and in which schemes."""
        sizes = [
            (comparison.smallest_difference, str(comparison.scheme))
            for comparison in self.comparisons
            if (comparison.outcomes is None) is over_seeds
        ]
        shown = [(size, scheme) for size, scheme in sizes if size is not None]
        return [size for size, _ in shown], " or ".join(sorted({scheme for _, scheme in shown}))


def compare(
    gold: Iterable[Pair] | Any,
    runs: Iterable[Run | System],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    partial: bool = False,
) -> Comparison:
    """Compare every two of two or more runs, or systems of several seeds.

    Two of them are compared in one scheme: three-way if all of their runs and the gold labels are,
    else all labels are conflated. Systems of several seeds are compared by the mean over seeds, and
    tested over pairs and seeds.

    Parameters
    ----------
    gold : iterable of Pair, or data frame, dataset or list of mapping
        As in `evaluate`; the lengths of texts are noted as the pairs come.
    runs : iterable of Run or System
        Two or more, of different names.
    measures : str, or iterable of str or Measure, optional
        As in `evaluate`.
    partial : bool
        Whether runs may leave pairs out. Two are then compared on the pairs that all runs of both
        label, as if no other had been labelled; none is called best if these differ.

    Raises
    ------
    InputError
        If there are fewer than two, no pair has a label, one has a repeated id, or a measure is
        unknown.
    RunError
        If a run has no labels or does not fit the pairs, two have one name, or two label no pair in
        common.

    Warns
    -----
    InputWarning
        As `evaluate`.
    """
    given = [runs] if isinstance(runs, Run) or not isinstance(runs, Iterable) else list(runs)
    if len(given) < 2:
        raise InputError(f"{len(given)} run to compare; expected two or more")
    systems = [_as_system(number, run) for number, run in enumerate(given, start=1)]
    lengths: list[int] = []
    standard = Gold.from_pairs(_noting_lengths(gold_pairs(gold), lengths))
    datasets, chosen = judge_datasets(
        {"": (standard, systems)}, select_measures(measures), partial=partial
    )
    (dataset,) = datasets.values()
    by_length = length_groups(np.array(lengths))
    comparisons = [
        _compare(a, b, standard, chosen, by_length) for a, b in combinations(dataset.systems, 2)
    ]
    verdicts = _verdicts(comparisons, dataset)
    schemes = [comparison.scheme for comparison in comparisons]
    scheme = Scheme.THREE_WAY if Scheme.THREE_WAY in schemes else Scheme.TWO_WAY
    corrected = []
    for comparison in comparisons:
        a, b = comparison.a, comparison.b
        differences = {name: verdicts[name].differences[a][b] for name in comparison.measures}
        corrected.append(replace(comparison, measures=differences))
    return Comparison(
        comparisons=tuple(corrected),
        verdicts=tuple(verdicts.values()),
        dataset=dataset,
        selected=tuple(chosen),
        signature=signature(standard, scheme, chosen),
    )


def _as_system(number: int, run: Run | System) -> System:
    if isinstance(run, System):
        return run
    if not isinstance(run, Run):
        raise RunError(f"run {number}: {quoted(run)} is no Run; expected one, as of read_run")
    return System(run.name, (run,), (run.name,))


def _verdicts(comparisons: Iterable[RunComparison], dataset: JudgedDataset) -> dict[str, Verdict]:
    """Return the verdict by each measure, which adjusts p-values for all comparisons."""
    compared: dict[str, dict[Names, Difference]] = {}
    for comparison in comparisons:
        for measure, difference in comparison.measures.items():
            compared.setdefault(measure, {})[comparison.a, comparison.b] = difference
    verdicts = {}
    for measure, differences in compared.items():
        on_all = measure in OF_ALL_PAIRS.values()
        counting = [system.on_all_pairs() if on_all else system for system in dataset.systems]
        answered = {system.name: system.answered for system in counting}
        verdicts[measure] = verdict_on(measure, differences, answered)
    return verdicts


def _noting_lengths(pairs: Iterable[Pair], lengths: list[int]) -> Iterator[Pair]:
    """Pass pairs on, and note how many words text and hypothesis have if there is a label."""
    for pair in pairs:
        if pair.label is not None:
            lengths.append(len(pair.text.split()) + len(pair.hypothesis.split()))
        yield pair


def _compare(
    first: JudgedSystem,
    second: JudgedSystem,
    gold: Gold,
    measures: Sequence[Measure],
    by_length: Groups,
) -> RunComparison:
    differences: dict[str, Difference] = {}
    reasons: dict[str, str] = {}
    are_single = len(first.seeds) == len(second.seeds) == 1
    for scored in scorable(measures, first, second):
        reasons |= scored.unavailable
        pairs = len(scored.systems[0].answered)
        drawn = resampled_differences(scored.measures, *scored.systems)
        tests: dict[str, dict[str, float]] = {}
        if are_single:
            a, b = (system.judgments[0] for system in scored.systems)
            tests[RANDOMIZATION] = approximate_randomizations(scored.measures, a, b)
            tests[MCNEMAR] = accuracy_tests(scored.measures, a, b)
        for name, resampled in drawn.items():
            mean = difference_over_seeds([resampled])
            others = {test: p_values[name] for test, p_values in tests.items() if name in p_values}
            differences[name] = replace(mean, pairs=pairs, p_values={**mean.p_values, **others})
    a, b = (system.judgments[0] for system in together(first, second))
    compared = labelled_by_all([first.answered, second.answered])
    names = [measure.name for measure in measures if measure.name in differences]
    comparison = RunComparison(
        a=first.name,
        b=second.name,
        pairs=len(compared),
        scheme=a.scheme or b.scheme or Scheme.TWO_WAY,
        measures={name: differences[name] for name in names},
        unavailable=reasons,
    )
    if not are_single:
        return comparison
    return replace(
        comparison,
        agreement=agreement([[LABELS[code] for code in judged.labels] for judged in (a, b)]),
        outcomes=outcomes(a, b),
        by_task=outcomes_by_group(a, b, gold.tasks(), compared),
        by_length=outcomes_by_group(a, b, by_length, compared),
        differing=differing_pairs(a, b, gold, compared),
    )
