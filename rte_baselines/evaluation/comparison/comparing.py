"""Compare runs, or systems of several seeds: how they differ, whether by chance, and where."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import chain, combinations
from typing import Any

import numpy as np

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.quoting import counted, quoted, shortened
from rte_baselines.core.representing import named, plain
from rte_baselines.evaluation.comparison.agreement import agreement
from rte_baselines.evaluation.comparison.verdicts import (
    Groups,
    OnCommonPairs,
    Outcomes,
    RunComparison,
    Verdict,
    accuracy_tests,
    differing_pairs,
    length_groups,
    outcomes,
    outcomes_by_group,
    score_on_common_pairs,
    verdict_on,
)
from rte_baselines.evaluation.inputs.gold import Gold, gold_pairs, labelled_by_all
from rte_baselines.evaluation.inputs.judgments import LABELS
from rte_baselines.evaluation.measures.accuracy import headline_in_title, with_reason
from rte_baselines.evaluation.measures.base import Measure, select_measures
from rte_baselines.evaluation.measures.coverage import AccuracyOfAll
from rte_baselines.evaluation.report.scoring import signature
from rte_baselines.evaluation.resampling.bootstrap import resamples_of
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
    refuse_repeated_names,
    score_table,
    two_way_beside_three_way,
)
from rte_baselines.evaluation.significance.exact import LEVEL, McNemar
from rte_baselines.evaluation.significance.power import POWER
from rte_baselines.evaluation.significance.randomization import approximate_randomizations
from rte_baselines.evaluation.systems.estimates import (
    BOOTSTRAP,
    MCNEMAR,
    RANDOMIZATION,
    Both,
    Difference,
    SeedEstimate,
    difference_over_seeds,
    estimates_over_seeds,
    resampled_differences,
    with_holm,
)
from rte_baselines.evaluation.systems.judged import (
    JudgedDataset,
    JudgedSystem,
    System,
    judge_datasets,
    sides,
    together,
)
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.rendering.tables import Table, decimal
from rte_baselines.runs import Run
from rte_baselines.runs.prediction import withheld_text

_LONGEST_NAMES = 200
_TEST_HEADERS = {BOOTSTRAP: "p bootstrap", RANDOMIZATION: "p swaps", MCNEMAR: "p mcnemar"}


def _outcomes_table(comparison: RunComparison, of_all: Outcomes) -> Table:
    """Return a row for all pairs, each task and each quartile of length: which run is right."""
    groups = {"all": of_all, **comparison.by_task}
    groups |= {f"{words} words": found for words, found in comparison.by_length.items()}
    return Table(
        f"Which of {comparison.a} and {comparison.b} is right, {comparison.scheme}",
        [
            *("on", "pairs", "labels differ", "both right"),
            *(f"only {run}" for run in (comparison.a, comparison.b)),
            "neither right",
        ],
        [[group, *map(str, astuple(found))] for group, found in groups.items()],
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

    `comparisons` are the first one with each later one, then the second, and so on. `dataset` has
    the judged systems, of which a run is one of a single seed, and the gold pairs. `selected` are
    the measures, and `on_common_pairs` has the values on the pairs that all label, by measure, if
    not every two are compared on just these. `signature` is what another person needs to get the
    same figures.
    """

    comparisons: tuple[RunComparison, ...]
    dataset: JudgedDataset
    selected: tuple[Measure, ...]
    on_common_pairs: Mapping[str, OnCommonPairs] | None
    signature: str

    @property
    def pairs(self) -> int:
        """The number of gold pairs with a label."""
        return self.dataset.pairs

    @property
    def labelled(self) -> dict[str, int]:
        """How many of the pairs all runs of each system label."""
        return {system.name: len(system.answered) for system in self.dataset.systems}

    @property
    def common_pairs(self) -> int:
        """How many pairs all label."""
        return len(labelled_by_all(system.answered for system in self.dataset.systems))

    @property
    def withheld(self) -> dict[str, Mapping[str, int]]:
        """How many answers of a run are no labels, by kind."""
        return {run: of for system in self.dataset.systems for run, of in system.withheld.items()}

    def estimates(self, found: RunComparison, measure: str) -> tuple[SeedEstimate, SeedEstimate]:
        """Return the values of two systems with their intervals, given their comparison."""
        chosen = [of for of in self.selected if of.name == measure]
        systems = {system.name: system for system in self.dataset.systems}
        (both,) = (of for of in sides(chosen, systems[found.a], systems[found.b]) if of.measures)
        of_a, of_b = (estimates_over_seeds(chosen, of)[measure] for of in (both.a, both.b))
        return of_a, of_b

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
                "a": found.a,
                "b": found.b,
                "measure": measure,
                "pairs": of.pairs,
                "value_a": of.a,
                "value_b": of.b,
                "difference": of.difference,
                "low": of.low,
                "high": of.high,
                **{f"p_{test}": of.p_values.get(test) for test in _TEST_HEADERS},
                "p_holm": of.p_holm,
            }
            for found in self.comparisons
            for measure, of in found.measures.items()
        ]
        types = dict.fromkeys(rows[0] if rows else (), np.float64)
        return frame_of(rows, types | {"a": str, "b": str, "measure": str, "pairs": np.int64})

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON has it, with all differences."""
        return {
            "verdicts": [verdict.to_dict() for verdict in self.verdicts],
            "comparisons": [found.to_dict() for found in self.comparisons],
            "pairs": self.pairs,
            "unlabelled": self.dataset.unlabelled,
            "labelled": self.labelled,
            "seeds": {system.name: list(system.seeds) for system in self.dataset.systems},
            "common_pairs": self.common_pairs,
            "headline": self.dataset.headline,
            "training": [
                f"{run}: {finding.text}"
                for system in self.dataset.systems
                for run, finding in system.findings
            ],
            "withheld": plain(self.withheld),
            "signature": self.signature,
        }

    def __repr__(self) -> str:
        names = shortened(", ".join(self.labelled), _LONGEST_NAMES)
        return named(self, names, counted(self.pairs, "pair"))

    def _repr_html_(self, **shown: Any) -> str:
        """Return what a notebook shows: every two runs by themselves if there are only two."""
        return super()._repr_html_(pairwise=len(self.comparisons) == 1, **shown)

    @property
    def verdicts(self) -> list[Verdict]:
        """Which run is best by each measure, and which differences are more than chance."""
        common = self.on_common_pairs or {}
        return [
            verdict_on(measure, compared, common.get(measure))
            for measure, compared in _by_measure(self.comparisons).items()
        ]

    def lead(self) -> Iterator[str]:
        """Yield the verdicts in plain words, if there are more than two runs.

        Who is best depends on which pairs are labelled, so that it is said before.
        """
        partial = {run: count for run, count in self.labelled.items() if count < self.pairs}
        if partial:
            counts = ", ".join(f"{run} labels {count}" for run, count in partial.items())
            others = len(self.labelled) - len(partial)
            who_else = "the other labels" if others == 1 else f"{others} others label"
            rest = f"; {who_else} all" if others else ""
            who = "Both runs" if len(self.labelled) == 2 else "All runs"
            yield (
                f"Of {counted(self.pairs, 'pair')}, {counts}{rest}. {who} label "
                f"{self.common_pairs} of them."
            )
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
        for found in self.comparisons if pairwise else ():
            yield self._measures_table(found)
            if found.outcomes:
                yield _outcomes_table(found, found.outcomes)
            if found.differing and differences > 0:
                yield _differing_table(found, differences)
        if any(found.agreement for found in self.comparisons):
            yield self._agreement_table()

    def _differences_table(self, verdict: Verdict) -> Table:
        """Return a table of the differences: the run in the row less the run in the column."""
        runs = list(verdict.differences)
        pairs = ""
        if not verdict.is_on_same_pairs:
            on = counted(verdict.pairs, "pair")
            pairs = f", and the number of pairs that both label; value: on the {on} that all label"

        def cell(of: Difference | None) -> str:
            if of is None:
                return MISSING
            on = f"\non {of.pairs}" if pairs else ""
            return f"{of.difference:+.3f}\n{p_value_text(of.p_holm)}{on}"

        return Table(
            f"{with_reason(verdict.measure, self.dataset.schemes)}: run in the row less run in the "
            f"column, below it the p-value of the difference {self._corrected}{pairs}",
            ["run", "value", *runs],
            [
                [
                    run,
                    number_cell(verdict.values[run]),
                    *(cell(verdict.differences[run].get(other)) for other in runs),
                ]
                for run in runs
            ],
        )

    @property
    def _corrected(self) -> str:
        return f"corrected for {counted(len(self.comparisons), 'comparison')}"

    def _measures_table(self, comparison: RunComparison) -> Table:
        """Return a row for each measure: both values, their difference, and what the tests say."""
        measures, pairs = comparison.measures, comparison.pairs
        title = f"{comparison.a} and {comparison.b}, on {counted(pairs, 'pair')}"
        if two_way := ", ".join(comparison.two_way_beside_three_way):
            title += f", {Scheme.TWO_WAY} ({two_way} has no three-way labels)"
        else:
            title += headline_in_title(self.dataset.schemes, measures)
        of_all = ", ".join(name for name, of in measures.items() if of.pairs != pairs)
        names = list(_TEST_HEADERS) if comparison.outcomes else [BOOTSTRAP]
        tests = [_TEST_HEADERS[name] for name in names]
        if is_corrected := len(self.comparisons) > 1:
            tests.append(f"p {self._corrected}")
        return Table(
            title,
            ["measure", comparison.a, comparison.b, "difference", *tests],
            [
                [
                    name,
                    decimal(of.a),
                    decimal(of.b),
                    difference_cell(of.difference, of.low, of.high),
                    *(
                        p_value_text(of.p_values[test]) if test in of.p_values else MISSING
                        for test in names
                    ),
                    *([p_value_text(of.p_holm)] if is_corrected else []),
                ]
                for name, of in measures.items()
            ],
            footnotes=(f"{of_all}: on {counted(self.pairs, 'pair')}",) if of_all else (),
        )

    def _agreement_table(self) -> Table:
        """Return a row for each two runs, a column for each coefficient of agreement."""
        scores = [
            Score(found.a, name, of, found.pairs, groups={"other run": found.b})
            for found in self.comparisons
            if found.agreement
            for name, of in found.agreement.coefficients.items()
        ]
        return score_table(
            "How far the labels agree, right or wrong",
            {"run": SYSTEM, "other run": group("other run")},
            scores,
            list(dict.fromkeys(score.measure for score in scores)),
        )

    def notes(self, *, differences: int = 10, pairwise: bool = True) -> Iterator[str]:
        """Yield what the tables leave open: tests, missing values, and the signature."""
        systems = self.dataset.systems
        if not pairwise:
            yield (
                "not shown: every two runs by themselves, with intervals, all tests, tasks, "
                "lengths and the pairs that they label differently "
                f"({how_to_state('pairwise=True', '--all')})"
            )
        elif any(found.outcomes for found in self.comparisons):
            yield (
                "difference: the first run's value less the second's, with its 95% interval by the "
                "paired bootstrap; p: two-sided, by the paired bootstrap, by approximate "
                "randomization (labels of the two runs swapped pair by pair), and by McNemar's "
                "exact test"
            )
        if any(len(system.seeds) > 1 for system in systems):
            yield (
                "of systems with several seeds: values are means over seeds; difference and p "
                "bootstrap: over pairs and seeds; there are no other tests, and no tables of labels"
            )
        for a, b in combinations(systems, 2):
            if len(a.seeds) > 1 or len(b.seeds) > 1:
                yield f"{a.name} and {b.name}: {_pairing(a, b)}"
        yield from self._power_notes()
        yield from self.dataset.notes()
        if len(self.comparisons) > 1:
            yield (
                f"corrected p-values: by Holm's method for the {len(self.comparisons)} comparisons "
                f"of two runs, by each measure; more than chance: below {LEVEL}, so corrected; by "
                "McNemar's test for accuracies, else by approximate randomization, and for several "
                "seeds by the paired bootstrap"
            )
        lower = (
            name
            for found in self.comparisons
            for name, of in found.measures.items()
            if of.direction == "lower"
        )
        if names := ", ".join(dict.fromkeys(lower)):
            yield f"lower is better: {names}"
        two_way = dict.fromkeys(
            chain.from_iterable(found.two_way_beside_three_way for found in self.comparisons)
        )
        if two_way and len(self.comparisons) > 1:
            yield (
                f"{', '.join(two_way)}: without three-way labels, and compared two-way with all "
                "others"
            )
        gaps = (
            (measure, f"{found.a} and {found.b}", reason)
            for found in self.comparisons
            for measure, reason in (
                *found.unavailable.items(),
                *(found.agreement.unavailable.items() if found.agreement else ()),
            )
        )
        yield from gap_notes(gaps, len(self.comparisons))
        for name, counts in self.withheld.items():
            yield (
                f"{name} has no label for {sum(counts.values())} of {counted(self.pairs, 'pair')} "
                f"({withheld_text(counts)}); runs are compared on pairs that both label, by "
                "accuracies of all pairs on all"
            )
        yield self.signature

    def _power_notes(self) -> Iterator[str]:
        """Yield the smallest difference that is shown, of single runs and of several seeds."""
        single = [found for found in self.comparisons if found.outcomes]
        on = "on the pairs of two runs"
        if len(single) == 1 and (of := single[0].outcomes):
            discordant = of.only_a_right + of.only_b_right
            agreement = decimal(1 - discordant / of.pairs)
            on = f"on {counted(of.pairs, 'pair')}, on {discordant} of which only one run is right"
            on = f"{on} (agreement {agreement} in `rte-baselines power`)"
        if single and all(found.smallest_difference is None for found in single):
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
        found = [
            (size, str(of.scheme))
            for of in self.comparisons
            if (of.outcomes is None) is over_seeds and (size := of.smallest_difference) is not None
        ]
        return [size for size, _ in found], " or ".join(sorted({scheme for _, scheme in found}))


def _pairing(a: JudgedSystem, b: JudgedSystem) -> str:
    """Return whether the seeds of two systems are paired, and why not."""
    single = [system.name for system in (a, b) if len(system.seeds) == 1]
    if single:
        return f"paired over pairs; {single[0]} is a single run, whose seed is not varied"
    if a.seeds == b.seeds:
        return f"paired over pairs and over their {counted(len(a.seeds), 'seed')}"
    if len(a.seeds) != len(b.seeds):
        return (
            f"paired over pairs, but not over seeds, of which {a.name} has {len(a.seeds)} and "
            f"{b.name} {len(b.seeds)}"
        )
    return "paired over pairs, but not over seeds, which have other names"


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
        label, as if no other had been labelled; which is best is decided on the pairs that all
        label.

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
    refuse_repeated_names([system.name for system in systems], "runs")
    lengths: list[int] = []
    standard = Gold.from_pairs(_noting_lengths(gold_pairs(gold), lengths))
    datasets, chosen = judge_datasets(
        {"": (standard, systems)}, select_measures(measures), partial=partial
    )
    (dataset,) = datasets.values()
    by_length = length_groups(np.array(lengths))
    found = [
        _compare(a, b, standard, chosen, by_length) for a, b in combinations(dataset.systems, 2)
    ]
    # The p-values of the deciding tests are adjusted by each measure for all comparisons.
    holm = {name: with_holm(compared) for name, compared in _by_measure(found).items()}
    schemes = [comparison.scheme for comparison in found]
    scheme = Scheme.THREE_WAY if Scheme.THREE_WAY in schemes else Scheme.TWO_WAY
    on_labelled = [measure for measure in chosen if not isinstance(measure, AccuracyOfAll)]
    has_swaps = any(comparison.outcomes for comparison in found)
    swaps = f"|swaps:{resamples_of(len(standard.ids))}" if has_swaps else ""
    return Comparison(
        comparisons=tuple(
            replace(of, measures={name: holm[name][of.a, of.b] for name in of.measures})
            for of in found
        ),
        dataset=dataset,
        selected=tuple(chosen),
        on_common_pairs=score_on_common_pairs(dataset.systems, on_labelled),
        signature=signature(standard, scheme, chosen) + swaps,
    )


def _as_system(number: int, run: Run | System) -> System:
    if isinstance(run, System):
        return run
    if not isinstance(run, Run):
        raise RunError(f"run {number}: {quoted(run)} is no Run; expected one, as of read_run")
    return System(run.name, (run,), (run.name,))


def _by_measure(comparisons: Iterable[RunComparison]) -> dict[str, dict[Both, Difference]]:
    """Return the differences of every two runs by each measure that has a value on any two."""
    found: dict[str, dict[Both, Difference]] = {}
    for both in comparisons:
        for measure, difference in both.measures.items():
            found.setdefault(measure, {})[both.a, both.b] = difference
    return found


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
    found: dict[str, Difference] = {}
    reasons: dict[str, str] = {}
    split: dict[str, McNemar] = {}
    are_single = len(first.seeds) == len(second.seeds) == 1
    for both in sides(measures, first, second):
        reasons |= both.unavailable
        drawn = resampled_differences(both.measures, both.a, both.b)
        swaps = {}
        if are_single:
            (a,), (b,) = both.a.judgments, both.b.judgments
            split |= accuracy_tests(both.measures, a, b)
            swaps = approximate_randomizations(both.measures, a, b)
        for name, of_both in drawn.items():
            of = difference_over_seeds([of_both])
            p_values = dict(of.p_values)
            if are_single:
                p_values[RANDOMIZATION] = swaps[name]
            if name in split:
                p_values[MCNEMAR] = split[name].p_value
            found[name] = replace(of, pairs=len(both.a.answered), p_values=p_values)
    a, b = (system.judgments[0] for system in together(first, second))
    compared = labelled_by_all([first.answered, second.answered])
    schemes = {of.name: of.judgments[0].scheme for of in (first, second)}
    comparison = RunComparison(
        a=first.name,
        b=second.name,
        pairs=len(compared),
        scheme=a.scheme or b.scheme or Scheme.TWO_WAY,
        measures={of.name: found[of.name] for of in measures if of.name in found},
        unavailable=reasons,
        two_way_beside_three_way=tuple(two_way_beside_three_way(schemes)),
    )
    if not are_single:
        return comparison
    return replace(
        comparison,
        mcnemar=split,
        agreement=agreement([[LABELS[code] for code in judged.labels] for judged in (a, b)]),
        outcomes=outcomes(a, b),
        by_task=outcomes_by_group(a, b, gold.tasks(), compared),
        by_length=outcomes_by_group(a, b, by_length, compared),
        differing=differing_pairs(a, b, gold, compared),
    )
