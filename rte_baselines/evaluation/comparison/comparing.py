"""Compare runs with each other: how far apart they are, whether by chance, and where."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.quoting import counted, quoted, shortened
from rte_baselines.core.representing import named
from rte_baselines.evaluation.comparison.agreement import agreement
from rte_baselines.evaluation.comparison.run_comparison import (
    BOOTSTRAP,
    MCNEMAR,
    RANDOMIZATION,
    Groups,
    MeasureComparison,
    RunComparison,
    accuracy_tests,
    differing_pairs,
    length_groups,
    outcomes,
    outcomes_by_group,
    verdicts,
)
from rte_baselines.evaluation.comparison.systems import (
    JudgedSystem,
    ScoredRun,
    Sides,
    labelled_by_all,
    sides,
    together,
)
from rte_baselines.evaluation.comparison.verdicts import (
    Compared,
    OnCommonPairs,
    Verdict,
    score_on_common_pairs,
)
from rte_baselines.evaluation.findings.finding import training_findings, warn_of_training_pairs
from rte_baselines.evaluation.inputs.gold import Gold, gold_pairs, unlabelled_note
from rte_baselines.evaluation.inputs.judgments import LABELS
from rte_baselines.evaluation.measures.accuracy import (
    AccuracyOfAll,
    by_headline,
    headline,
    headline_in_title,
    with_accuracies_of_all,
    with_reason,
)
from rte_baselines.evaluation.measures.base import Measure, estimate, select_measures
from rte_baselines.evaluation.report.scoring import signature
from rte_baselines.evaluation.resampling.bootstrap import Estimate, resamples_of
from rte_baselines.evaluation.scores import (
    MISSING,
    SYSTEM,
    Printed,
    Score,
    difference_cell,
    frame_of,
    gap_notes,
    group,
    notes_on_conflated,
    number_cell,
    p_value_text,
    refuse_repeated_names,
    score_table,
    two_way_beside_three_way,
)
from rte_baselines.evaluation.significance.exact import LEVEL, McNemar, holm
from rte_baselines.evaluation.significance.power import POWER
from rte_baselines.evaluation.significance.randomization import (
    approximate_randomizations,
    paired_bootstraps,
)
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.rendering.tables import Table, decimal
from rte_baselines.runs import Run
from rte_baselines.runs.prediction import withheld_counts, withheld_text

_TEST_HEADERS = {BOOTSTRAP: "p bootstrap", RANDOMIZATION: "p swaps", MCNEMAR: "p mcnemar"}


def outcomes_table(comparison: RunComparison) -> Table:
    """Return a row for all pairs, each task and each quartile of length: which run is right."""
    groups = {"all": comparison.outcomes, **comparison.by_task}
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


def differing_table(comparison: RunComparison, most: int) -> Table:
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


_LONGEST_NAMES = 200
_TESTS = (
    "difference: the first run's value less the second's, with its 95% interval by the "
    "paired bootstrap; p: two-sided, by the paired bootstrap, by approximate randomization "
    "(labels of the two runs swapped pair by pair), and by McNemar's exact test"
)
_NOT_SHOWN = (
    "not shown: every two runs by themselves, with intervals, all tests, tasks, lengths and the "
    "pairs that they label differently ({})"
)


@dataclass(frozen=True, repr=False)
class Comparison(Printed):
    """The comparison of every two of several runs, and its output as text, LaTeX, JSON or a frame.

    `comparisons` are the first run with each later one, then the second, and so on. `pairs` and
    `unlabelled` are the numbers of gold pairs with a label, and of those without, which are left
    out; `labelled` is how many of them each run labels, `common_pairs` how many all label, None if
    that is not known, and `withheld` how many answers of a run are no labels, by kind.
    `on_common_pairs` has the values on the pairs that all label, by measure, if not every two runs
    are compared on just these. `training` names the trained models of runs, and says whether they
    have seen the pairs; `signature` is what another person needs to get the same figures; `schemes`
    are those in which runs are scored, None for what fits both; `systems` are the judged runs,
    and `selected` the measures.
    """

    comparisons: tuple[RunComparison, ...]
    pairs: int
    signature: str
    training: tuple[str, ...] = ()
    withheld: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    labelled: Mapping[str, int] = field(default_factory=dict)
    common_pairs: int | None = None
    on_common_pairs: Mapping[str, OnCommonPairs] | None = None
    unlabelled: int = 0
    schemes: Mapping[str, Scheme | None] = field(default_factory=dict)
    systems: Mapping[str, JudgedSystem] = field(default_factory=dict, compare=False)
    selected: tuple[Measure, ...] = field(default=(), compare=False)

    def estimates(self, found: RunComparison, measure: str) -> tuple[Estimate, Estimate]:
        """Return the values of two runs with their intervals, given the runs' comparison."""
        chosen = [of for of in self.selected if of.name == measure]
        for both in sides(chosen, self.systems[found.a], self.systems[found.b], self.pairs):
            if both.measures:
                (a,), (b,) = both.a.judgments, both.b.judgments
        return estimate(chosen, a)[measure], estimate(chosen, b)[measure]

    def to_pandas(self) -> Any:
        """Return the comparisons by each measure as a data frame.

        Returns
        -------
        pandas.DataFrame
            A row for each two runs and measure, with the columns ``a``, ``b``, ``measure``,
            ``pairs``, the number of pairs that the values are of, ``value_a``, ``value_b``,
            ``difference``, ``low`` and ``high``, its 95% confidence interval, and for each test
            ``p_bootstrap``, ``p_randomization`` and ``p_mcnemar``, and the same with ``_holm`` for
            all pairs of runs; NaN where there is none.

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
                **{f"p_{test}_holm": of.holm.get(test) for test in _TEST_HEADERS},
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
            "unlabelled": self.unlabelled,
            "labelled": dict(self.labelled),
            "common_pairs": self.common_pairs,
            "headline": self.headline,
            "training": list(self.training),
            "withheld": {name: dict(counts) for name, counts in self.withheld.items()},
            "signature": self.signature,
        }

    def __repr__(self) -> str:
        names = dict.fromkeys(name for found in self.comparisons for name in (found.a, found.b))
        return named(self, shortened(", ".join(names), _LONGEST_NAMES), counted(self.pairs, "pair"))

    def _repr_html_(self, **shown: Any) -> str:
        """Return what a notebook shows: every two runs by themselves if there are only two."""
        return super()._repr_html_(pairwise=len(self.comparisons) == 1, **shown)

    @property
    def headline(self) -> str:
        """The name of the accuracy that leads: three-way if gold labels and all runs are so."""
        return headline(self.schemes.values()).name

    @property
    def verdicts(self) -> list[Verdict]:
        """Which run is best by each measure, and which differences are more than chance."""
        return verdicts(self.comparisons, self.on_common_pairs)

    def lead(self) -> Iterator[str]:
        """Yield the verdicts in plain words, if there are more than two runs.

        Who is best depends on which pairs are labelled, so that it is said before.
        """
        partial = {run: count for run, count in self.labelled.items() if count < self.pairs}
        if partial:
            counts = ", ".join(f"{run} labels {count}" for run, count in partial.items())
            others = len(self.labelled) - len(partial)
            verb = "other labels" if others == 1 else "others label"
            rest = f"; {others} {verb} all" if others else ""
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
            yield outcomes_table(found)
            if found.differing and differences > 0:
                yield differing_table(found, differences)
        yield self._agreement_table()

    def _differences_table(self, verdict: Verdict) -> Table:
        """Return a table of the differences: the run in the row less the run in the column.

        If runs are compared on different pairs, each difference has their number.
        """
        runs = list(verdict.differences)
        pairs = ""
        if not verdict.is_on_same_pairs:
            on = counted(verdict.pairs or 0, "pair")
            pairs = f", and the number of pairs that both label; value: on the {on} that all label"

        def cell(of: Compared | None) -> str:
            if of is None:
                return MISSING
            on = f"\non {of.pairs}" if pairs else ""
            return f"{of.value:+.3f}\n{p_value_text(of.p_value)}{on}"

        return Table(
            f"{with_reason(verdict.measure, self.schemes)}: run in the row less run in the column, "
            f"below it the p-value of the difference {self._corrected}{pairs}",
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
        """Return a row for each measure: both values, their difference, and what the tests say.

        If there are several comparisons, each test has a second column with corrected p-values.
        """
        measures, pairs = comparison.measures, comparison.outcomes.pairs
        why = comparison.why_two_way
        lead = "" if why else headline_in_title(self.schemes, measures)
        of_all = ", ".join(name for name, of in measures.items() if of.pairs != pairs)
        title = f"{comparison.a} and {comparison.b}, on {counted(pairs, 'pair')}"
        tests = list(_TEST_HEADERS.values())
        if is_corrected := len(self.comparisons) > 1:
            tests += [f"{header} {self._corrected}" for header in tests]
        return Table(
            ", ".join(filter(None, (title, why))) + lead,
            ["measure", comparison.a, comparison.b, "difference", *tests],
            [
                [
                    name,
                    decimal(of.a),
                    decimal(of.b),
                    difference_cell(of.difference, of.low, of.high),
                    *(
                        p_value_text(found[test]) if test in found else MISSING
                        for found in ([of.p_values, of.holm] if is_corrected else [of.p_values])
                        for test in _TEST_HEADERS
                    ),
                ]
                for name, of in measures.items()
            ],
            footnotes=(f"{of_all}: on {counted(self.pairs, 'pair')}",) if of_all else (),
        )

    def _agreement_table(self) -> Table:
        """Return a row for each two runs, a column for each coefficient of agreement."""
        scores = [
            Score(found.a, name, of, found.outcomes.pairs, groups={"other run": found.b})
            for found in self.comparisons
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
        yield _TESTS if pairwise else _NOT_SHOWN.format(how_to_state("pairwise=True", "--all"))
        yield self._power_note()
        yield from unlabelled_note(self.unlabelled, self.pairs)
        if len(self.comparisons) > 1:
            yield (
                f"corrected p-values: by Holm's method for the {len(self.comparisons)} comparisons "
                f"of two runs, by each measure and test; more than chance: below {LEVEL}, so "
                "corrected, by McNemar's test for accuracies, else by approximate randomization"
            )
        lower = [
            name
            for found in self.comparisons
            for name, values in found.measures.items()
            if values.direction == "lower"
        ]
        if lower:
            yield f"lower is better: {', '.join(dict.fromkeys(lower))}"
        if len(self.comparisons) > 1:
            yield from notes_on_conflated(
                name for found in self.comparisons for name in found.two_way_beside_three_way
            )
        gaps = (
            (measure, f"{found.a} and {found.b}", reason)
            for found in self.comparisons
            for measure, reason in (
                *found.unavailable.items(),
                *found.agreement.unavailable.items(),
            )
        )
        yield from gap_notes(gaps, len(self.comparisons))
        yield from self.training
        for name, counts in self.withheld.items():
            yield (
                f"{name} has no label for {sum(counts.values())} of {counted(self.pairs, 'pair')} "
                f"({withheld_text(counts)}); runs are compared on pairs that both label, by "
                "accuracies of all pairs on all"
            )
        yield self.signature

    def _power_note(self) -> str:
        """Return the smallest difference that the pairs could show, of two runs or of every two."""
        found = [each.smallest_difference for each in self.comparisons]
        shown = [size for size in found if size is not None]
        if not shown:
            return "power: only one of two runs is right on too few pairs to show any difference"
        sizes = " to ".join(dict.fromkeys(map(decimal, (min(shown), max(shown)))))
        on, until = "on the pairs of two runs", ", depending on the runs and before correction"
        if len(found) == 1:
            of = self.comparisons[0].outcomes
            discordant = of.only_a_right + of.only_b_right
            on = f"on {counted(of.pairs, 'pair')}, on {discordant} of which only one run is right"
            until = ""
        schemes = {each.scheme for each in self.comparisons}
        accuracy = f"{schemes.pop()} accuracy" if len(schemes) == 1 else "accuracy"
        return (
            f"power: {on}, McNemar's test shows a true difference in {accuracy} of {sizes} or "
            f"more with a probability of {POWER:.0%} at {LEVEL}{until}"
        )


def compare(
    gold: Iterable[Pair] | Any,
    runs: Iterable[Run],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    partial: bool = False,
) -> Comparison:
    """Compare every two of two or more runs.

    Two runs are compared in one scheme: three-way if both and the gold labels are, else
    all labels are conflated.

    Parameters
    ----------
    gold : iterable of Pair, or data frame, dataset or list of mapping
        As in `evaluate`; the lengths of texts are noted as the pairs come.
    runs : iterable of Run
        Two or more, of different names.
    measures : str, or iterable of str or Measure, optional
        As in `evaluate`.
    partial : bool
        Whether runs may leave pairs out. Two runs are then compared on the pairs that
        both label, as if neither had labelled any other; which run is best is decided on the
        pairs that all label.

    Raises
    ------
    InputError
        If there are fewer than two runs, no pair has a label, one has a repeated id, or a
        measure is unknown.
    RunError
        If a run has no labels or does not fit the pairs, two have one name, or two label no pair in
        common.

    Warns
    -----
    InputWarning
        As `evaluate`.
    """
    given = [runs] if isinstance(runs, Run) or not isinstance(runs, Iterable) else list(runs)
    _refuse_incomparable(given)
    chosen = select_measures(measures)
    lengths: list[int] = []
    standard = Gold.from_pairs(_noting_lengths(gold_pairs(gold), lengths))
    scored = [ScoredRun.of(run, standard, partial=partial) for run in given]
    schemes = {run.name: run.judgments.scheme for run in scored}
    chosen = by_headline(chosen, schemes.values())
    if any(len(run.answered) < len(standard.ids) for run in scored):
        chosen = with_accuracies_of_all(chosen)
    on_labelled = [measure for measure in chosen if not isinstance(measure, AccuracyOfAll)]
    checked = [of.run for of in scored]
    training = {run.name: training_findings(run) for run in checked}
    for run in checked:
        warn_of_training_pairs(run, training[run.name])
    by_length = length_groups(np.array(lengths))
    systems = [run.system for run in scored]
    found = [_compare(a, b, standard, chosen, by_length) for a, b in combinations(systems, 2)]
    is_three_way = any(comparison.scheme is Scheme.THREE_WAY for comparison in found)
    scheme = Scheme.THREE_WAY if is_three_way else Scheme.TWO_WAY
    swaps = resamples_of(len(standard.ids))
    common = len(labelled_by_all(run.answered for run in scored))
    is_on_same_pairs = all(comparison.outcomes.pairs == common for comparison in found)
    return Comparison(
        comparisons=tuple(_with_holm(found)),
        pairs=len(standard.ids),
        signature=f"{signature(standard, scheme, chosen)}|swaps:{swaps}",
        training=tuple(
            f"{name}: {finding.text}" for name, findings in training.items() for finding in findings
        ),
        withheld={run.name: withheld_counts(run.withheld) for run in checked if run.withheld},
        labelled={run.name: len(run.answered) for run in scored},
        common_pairs=common,
        on_common_pairs=(
            None
            if is_on_same_pairs
            else score_on_common_pairs(systems, on_labelled, len(standard.ids))
        ),
        unlabelled=standard.unlabelled,
        schemes=schemes,
        systems={system.name: system for system in systems},
        selected=tuple(chosen),
    )


def _refuse_incomparable(runs: Sequence[Run]) -> None:
    if len(runs) < 2:
        raise InputError(f"{len(runs)} run to compare; expected two or more")
    for number, run in enumerate(runs, start=1):
        if not isinstance(run, Run):
            raise RunError(f"run {number}: {quoted(run)} is no Run; expected one, as of read_run")
        run.require_labels()
    refuse_repeated_names([run.name for run in runs], "runs")


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
    found: dict[str, MeasureComparison] = {}
    reasons: dict[str, str] = {}
    split: dict[str, McNemar] = {}
    for both in sides(measures, first, second, len(gold.ids)):
        reasons |= both.unavailable
        if both.measures:
            tests = accuracy_tests(both.measures, both.a.judgments[0], both.b.judgments[0])
            split |= tests
            found |= _compare_by(both, tests)
    on_common = together(first, second, len(gold.ids))
    compared, (a, b) = on_common[0].answered, [of.judgments[0] for of in on_common]
    schemes = {of.name: of.judgments[0].scheme for of in (first, second)}
    return RunComparison(
        a=first.name,
        b=second.name,
        scheme=a.scheme or b.scheme or Scheme.TWO_WAY,
        measures={of.name: found[of.name] for of in measures if of.name in found},
        unavailable=reasons,
        mcnemar=split,
        agreement=agreement([[LABELS[code] for code in judged.labels] for judged in (a, b)]),
        outcomes=outcomes(a, b),
        by_task=outcomes_by_group(a, b, gold.tasks(), compared),
        by_length=outcomes_by_group(a, b, by_length, compared),
        differing=differing_pairs(a, b, gold, compared),
        two_way_beside_three_way=tuple(two_way_beside_three_way(schemes)),
    )


def _compare_by(both: Sides, split: Mapping[str, McNemar]) -> dict[str, MeasureComparison]:
    (a,), (b,) = both.a.judgments, both.b.judgments
    bootstraps = paired_bootstraps(both.measures, a, b)
    randomizations = approximate_randomizations(both.measures, a, b)
    found = {}
    for measure in both.measures:
        name, drawn = measure.name, bootstraps[measure.name]
        p_values = {BOOTSTRAP: drawn.p_value, RANDOMIZATION: randomizations[name]}
        if name in split:
            p_values[MCNEMAR] = split[name].p_value
        found[name] = MeasureComparison(
            *both.values(measure),
            direction=measure.direction,
            difference=drawn.difference,
            low=drawn.low,
            high=drawn.high,
            pairs=len(a.gold),
            p_values=p_values,
        )
    return found


def _with_holm(comparisons: Sequence[RunComparison]) -> list[RunComparison]:
    """Adjust the p-values of each test by each measure for all comparisons that have one."""
    given: dict[tuple[str, str], list[float]] = {}
    for comparison in comparisons:
        for measure, found in comparison.measures.items():
            for test, p_value in found.p_values.items():
                given.setdefault((measure, test), []).append(p_value)
    adjusted = {key: iter(holm(p_values).tolist()) for key, p_values in given.items()}
    return [
        replace(
            comparison,
            measures={
                measure: replace(
                    found, holm={test: next(adjusted[measure, test]) for test in found.p_values}
                )
                for measure, found in comparison.measures.items()
            },
        )
        for comparison in comparisons
    ]
