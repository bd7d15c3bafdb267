"""Systems of several seeds: scored, compared with each other, and tabled by datasets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain, combinations
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import brief, named
from rte_baselines.evaluation.comparison.run_comparison import (
    LEVEL,
    Compared,
    OnCommonPairs,
    Verdict,
    labelled_by_all,
    one_reason,
    verdict_on,
)
from rte_baselines.evaluation.inputs.gold import Gold, unlabelled_note
from rte_baselines.evaluation.inputs.parts import Parts
from rte_baselines.evaluation.measures.accuracy import (
    AccuracyOfAll,
    headline,
    headline_in_title,
    with_reason,
)
from rte_baselines.evaluation.measures.base import Measure, available_measures, select_measures
from rte_baselines.evaluation.report.scoring import SystemScores, score_trivial, signature
from rte_baselines.evaluation.resampling.bootstrap import Estimate, keeping_weights
from rte_baselines.evaluation.scores import (
    MISSING,
    Printed,
    difference_cell,
    estimate_cell,
    gap_notes,
    notes_on_conflated,
    notes_on_schemes,
    p_value_text,
    score_table,
    two_way_beside_three_way,
    with_a_value,
)
from rte_baselines.evaluation.seeds.estimates import (
    Resampled,
    ResampledDifference,
    SeedDifference,
    SeedEstimate,
    difference_over_seeds,
    estimates_over_seeds,
    macro_estimate,
    resampled_differences,
    resampled_means,
    together,
)
from rte_baselines.evaluation.seeds.systems import (
    SeededJudgments,
    System,
    judge_all,
    measures_of_systems,
    refuse_repeated_names,
    scheme_of_systems,
    why_not_pooled,
)
from rte_baselines.evaluation.significance.chance import trivial_systems
from rte_baselines.evaluation.significance.exact import holm
from rte_baselines.evaluation.significance.stochastic_order import StochasticOrder, stochastic_order
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.rendering.tables import Table, decimal

MACRO, MICRO = "macro average", "micro average"
"""The names of the columns of averages over datasets, and of values on the pairs of all."""

DEFAULT_MEASURES = ("accuracy",)
"""The measures of which datasets are tabled if none are selected."""

FEW_SEEDS = 5
"""Below this number of seeds, there is a note on almost stochastic order."""

_INTERVALS = (
    "ranges: 95% confidence intervals of the mean over seeds, over seeds and pairs (of single "
    "runs, over pairs alone, so that they do not say what another seed would reach); sd: standard "
    "deviation over seeds"
)
_ORDER = (
    "order: upper bound of the violation ratio of almost stochastic order (Dror et al. 2019), at "
    "5% over all comparisons, by Bonferroni's correction; A is almost stochastically greater than "
    "B if it is below 0.5, and clearly if it is below 0.2; it takes the values of the seeds as "
    "exact, whatever the number of pairs"
)
_MARK = "†"
_DIFFERENT_PAIRS = (
    "systems label different pairs: each value is of the pairs that all runs of the system label, "
    "and may be higher for one that leaves difficult pairs out; bold compares every two systems "
    "on the pairs that all runs of both label"
)
_DIFFERENT_SCHEMES = (
    "the values of some systems are two-way, those of others three-way: none is in bold, as they "
    "do not say which system is better"
)

Both = tuple[str, str]
"""The names of two systems that are compared."""


@dataclass(frozen=True, repr=False)
class _OnOneDataset(Printed):
    """Systems on one dataset.

    `pairs` and `unlabelled` are the numbers of gold pairs with and without a label, of which the
    latter are left out; `signature` is all that the figures depend on besides the runs.
    """

    systems: tuple[SeededJudgments, ...]
    pairs: int
    unlabelled: int
    signature: str

    def _facts(self) -> dict[str, Any]:
        names = ("pairs", "unlabelled", "signature")
        found = {name: getattr(self, name) for name in names}
        return found | {"headline": headline(_schemes(self.systems).values()).name}

    def __repr__(self) -> str:
        names = ", ".join(system.name for system in self.systems)
        return named(self, names, counted(self.pairs, "pair"))


@dataclass(frozen=True, repr=False)
class SeedScores(_OnOneDataset):
    """The scores of systems, each with one seed or several, and the expected ones of trivial ones.

    `estimates` and `unavailable`, the reasons why there is no value, are by system and measure;
    `asked` are the names of all selected measures.
    """

    estimates: Mapping[str, Mapping[str, SeedEstimate]]
    unavailable: Mapping[str, Mapping[str, str]]
    trivial: tuple[SystemScores, ...]
    asked: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "systems": [
                {
                    **_facts_of(system),
                    "measures": _as_dicts(self.estimates[system.name]),
                    "unavailable": dict(self.unavailable[system.name]),
                    "training": [
                        {"run": run, **finding.to_dict()} for run, finding in system.findings
                    ],
                }
                for system in self.systems
            ],
            "trivial": [
                {"system": system.name, "measures": _as_dicts(system.overall.measures)}
                for system in self.trivial
            ],
            **self._facts(),
        }

    def tables(self) -> Iterator[Table]:
        """Yield a table of means, and one of each run."""
        names = with_a_value(self.asked, self.estimates.values())
        if not names:
            return
        keys = ["system", "seeds"]
        rows = [([of.name, str(len(of.seeds))], self.estimates[of.name]) for of in self.systems]
        title = f"All {counted(self.pairs, 'pair')}, mean over seeds"
        title += headline_in_title(_schemes(self.systems), names)
        means = score_table(title, keys, rows, names, cell=seed_cell)
        expected = [([of.name, MISSING], of.overall.measures) for of in self.trivial]
        trivial = score_table("", keys, expected, names)
        yield replace(means, rows=[*means.rows, *trivial.rows])
        by_seed = [
            (
                [system.name, seed],
                {name: of.by_seed[seed] for name, of in self.estimates[system.name].items()},
            )
            for system in self.systems
            for seed in system.seeds
            if len(system.seeds) > 1
        ]
        if by_seed:
            yield score_table("By seed", ["system", "seed"], by_seed, names, cell=_number_cell)

    def notes(self) -> Iterator[str]:
        """Yield the notes below the tables."""
        yield _INTERVALS
        yield from unlabelled_note(self.unlabelled, self.pairs)
        yield from _seed_notes(self.systems)
        yield from _score_notes(self.systems, self.pairs)
        yield from gap_notes(
            (measure, system, reason)
            for system, reasons in self.unavailable.items()
            for measure, reason in reasons.items()
        )
        yield self.signature


def evaluate_systems(
    gold: Iterable[Pair] | Any,
    systems: Iterable[System],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    partial: bool = False,
) -> SeedScores:
    """Score systems with several seeds each: mean, standard deviation and interval.

    Parameters
    ----------
    gold : iterable of Pair, or data frame, dataset or list of mapping
        As in `evaluate`.
    systems : iterable of System
        Of different names.
    measures, partial
        As in `evaluate`. A system is scored on the pairs that all of its runs label; if these
        are not all pairs, accuracies of all pairs are added beside accuracies.

    Raises
    ------
    InputError
        If there is no system or two have one name, and as in `evaluate`.
    RunError
        As in `evaluate`.

    Warns
    -----
    InputWarning
        As `evaluate`.
    """
    chosen = select_measures(measures)
    standard = Gold.from_pairs(gold)
    judged = judge_all(systems, standard, partial=partial)
    chosen = measures_of_systems(chosen, judged)
    found = _scored(chosen, judged)
    scheme = scheme_of_systems(judged)
    labels = standard.labels_in(scheme)
    return SeedScores(
        tuple(judged),
        len(standard.ids),
        standard.unlabelled,
        signature(standard, scheme, chosen),
        {name: of.estimates for name, of in found.items()},
        {name: of.reasons for name, of in found.items()},
        tuple(
            score_trivial(system, labels, scheme, Parts({}, {}), chosen)
            for system in trivial_systems(labels, scheme)
        ),
        tuple(measure.name for measure in chosen),
    )


@dataclass(frozen=True)
class _Scored:
    """What a system reaches on a dataset, or why it has no value, by the name of the measure."""

    estimates: dict[str, SeedEstimate]
    reasons: dict[str, str]
    means: dict[str, Resampled]


def _scored(
    measures: Sequence[Measure], systems: Sequence[SeededJudgments], *, with_means: bool = False
) -> dict[str, _Scored]:
    """Score systems on a dataset; resampled means are needed to average over datasets only."""
    found = {}
    with keeping_weights():
        for system in systems:
            of = _Scored({}, system.reasons(measures), {})
            defined = [measure for measure in measures if measure.name not in of.reasons]
            for judged, counting in system.by_judgments(defined):
                of.estimates.update(estimates_over_seeds(counting, judged))
                if with_means:
                    of.means.update(resampled_means(counting, judged))
            found[system.name] = of
    return found


@dataclass(frozen=True, repr=False)
class SeedComparison(_OnOneDataset):
    """Every two of the systems compared by each measure.

    `differences` and `unavailable`, the reasons why there is none, are by the name of the measure
    and those of both systems; so are `orders`, where both have several seeds whose values are not
    all equal. `directions` are those of the measures.
    """

    directions: Mapping[str, Any]
    differences: Mapping[str, Mapping[Both, SeedDifference]]
    orders: Mapping[str, Mapping[Both, StochasticOrder]]
    unavailable: Mapping[str, Mapping[Both, str]]

    @property
    def verdicts(self) -> list[Verdict]:
        """Which system is best by each measure, and which differences are more than chance."""
        return [
            self._verdict(measure, found) for measure, found in self.differences.items() if found
        ]

    def _verdict(self, measure: str, found: Mapping[Both, SeedDifference]) -> Verdict:
        pairs, of_all = self._common_pairs(), len(labelled_by_all(s.answered for s in self.systems))
        if isinstance(available_measures().get(measure), AccuracyOfAll):
            pairs, of_all = dict.fromkeys(pairs, self.pairs), self.pairs
        compared = {
            both: Compared(of.a, of.b, of.p_value, pairs[both]) for both, of in found.items()
        }
        is_on_same_pairs = all(of.pairs == of_all for of in compared.values())
        # The values on the pairs that all label are not known here, so that no system is best.
        common = None if is_on_same_pairs else OnCommonPairs(of_all, {})
        return verdict_on(measure, self.directions[measure], compared, common)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as a JSON object."""
        return {
            "verdicts": [verdict.to_dict() for verdict in self.verdicts],
            "comparisons": [
                {"a": a, "b": b, "pairs": pairs, "measures": dict(self._measures_of((a, b)))}
                for (a, b), pairs in self._common_pairs().items()
            ],
            "systems": [_facts_of(system) for system in self.systems],
            **self._facts(),
        }

    def _measures_of(self, both: Both) -> Iterator[tuple[str, dict[str, Any]]]:
        for measure, found in self.differences.items():
            if both in found:
                order = self.orders[measure].get(both)
                yield (
                    measure,
                    {
                        **asdict(found[both]),
                        "direction": self.directions[measure],
                        "stochastic_order": order and asdict(order),
                    },
                )

    def lead(self) -> Iterator[str]:
        """Yield the verdicts in plain words."""
        yield from (verdict.text() for verdict in self.verdicts)

    def tables(self) -> Iterator[Table]:
        """Yield a table for each measure."""
        names = "A,B,A,B,difference,p,p corrected,order A>B,order B>A".split(",")
        schemes = _schemes(self.systems)
        for measure, found in self.differences.items():
            rows = []
            for both, of in found.items():
                order = self.orders[measure].get(both)
                bounds = (order.bound, order.bound_of_reverse) if order else (None, None)
                difference = difference_cell(of.difference, of.low, of.high)
                p_values = map(p_value_text, (of.p_value, of.p_holm))
                values = decimal(of.a), decimal(of.b)
                rows.append([*both, *values, difference, *p_values, *map(_number_cell, bounds)])
            if rows:
                title = f"{with_reason(measure, schemes)}: mean over seeds of A less that of B"
                yield Table(title, names, rows, keys=2)

    def notes(self) -> Iterator[str]:
        """Yield what the tables leave open."""
        comparisons = len(self.systems) * (len(self.systems) - 1) // 2
        yield (
            "difference: with its 95% interval; p: two-sided; both over pairs and seeds, or over "
            "pairs alone of single runs; p corrected: by Holm's method for "
            f"{counted(comparisons, 'comparison')} of two systems; more than chance: below "
            f"{LEVEL}, so corrected"
        )
        for a, b in combinations(self.systems, 2):
            if len(a.seeds) > 1 or len(b.seeds) > 1:
                yield f"{a.name} and {b.name}: {_pairing(a, b)}"
        if any(self.orders.values()):
            yield _ORDER
            few = [system.name for system in self.systems if 1 < len(system.seeds) < FEW_SEEDS]
            if few:
                yield (
                    f"{', '.join(few)}: with fewer than {FEW_SEEDS} seeds, almost stochastic order "
                    "is found much too often between equal systems (docs/development/coverage.md)"
                )
        yield from unlabelled_note(self.unlabelled, self.pairs)
        yield from _seed_notes(self.systems)
        for (first, second), common in self._common_pairs().items():
            if common < self.pairs:
                yield (
                    f"{first} and {second} are compared on the {common} of "
                    f"{counted(self.pairs, 'pair')} that all runs of both label; by accuracies of "
                    "all pairs on all"
                )
        yield from notes_on_conflated(two_way_beside_three_way(_schemes(self.systems)))
        gaps = (
            (measure, " and ".join(both), reason)
            for measure, reasons in self.unavailable.items()
            for both, reason in reasons.items()
        )
        yield from gap_notes(gaps, comparisons)
        yield self.signature

    def _common_pairs(self) -> dict[Both, int]:
        """Return how many pairs all runs of both systems label."""
        return {
            (a.name, b.name): len(np.intersect1d(a.answered, b.answered, assume_unique=True))
            for a, b in combinations(self.systems, 2)
        }


def _pairing(a: SeededJudgments, b: SeededJudgments) -> str:
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
    chosen = select_measures(measures)
    standard = Gold.from_pairs(gold)
    judged = judge_all(systems, standard, partial=partial)
    if len(judged) < 2:
        raise InputError("one system to compare; expected two or more")
    chosen = measures_of_systems(chosen, judged)
    found, unavailable = _resampled_comparisons(chosen, judged, len(standard.ids))
    comparisons = len(judged) * (len(judged) - 1) // 2
    return SeedComparison(
        tuple(judged),
        len(standard.ids),
        standard.unlabelled,
        signature(standard, scheme_of_systems(judged), chosen),
        {measure.name: measure.direction for measure in chosen},
        {measure.name: _tested([found[measure.name]]) for measure in chosen},
        {measure.name: _orders(measure, found[measure.name], comparisons) for measure in chosen},
        unavailable,
    )


def _resampled_comparisons(
    measures: Sequence[Measure], systems: Sequence[SeededJudgments], pairs: int
) -> tuple[dict[str, dict[Both, ResampledDifference]], dict[str, dict[Both, str]]]:
    """Return the resampled difference of every two systems by each measure, and why there is none.

    Both are by the name of the measure. `pairs` is the number of gold pairs: accuracies of all
    pairs are compared on these, other measures on the pairs that all runs of both label.
    """
    differences: dict[str, dict[Both, ResampledDifference]] = {m.name: {} for m in measures}
    unavailable: dict[str, dict[Both, str]] = {m.name: {} for m in measures}
    of_all: list[Measure] = [of for of in measures if isinstance(of, AccuracyOfAll)]
    others = [measure for measure in measures if measure not in of_all]
    for first, second in combinations(systems, 2):
        sides = [(others, together(first, second, pairs))]
        if of_all:
            sides.append((of_all, together(first.on_all_pairs(), second.on_all_pairs(), pairs)))
        for counting, (a, b) in sides:
            defined = []
            for measure in counting:
                reason = one_reason({of.name: of.why_undefined(measure) for of in (a, b)})
                if reason:
                    unavailable[measure.name][a.name, b.name] = reason
                else:
                    defined.append(measure)
            for name, found in resampled_differences(defined, a, b).items():
                differences[name][a.name, b.name] = found
    return differences, unavailable


def _tested(
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


def _orders(
    measure: Measure, found: Mapping[Both, ResampledDifference], comparisons: int
) -> dict[Both, StochasticOrder]:
    orders = {}
    sign = {"higher": 1, "lower": -1, "neither": 0}[measure.direction]
    for both, of in found.items():
        a, b = ([sign * value for value in side.by_seed.values()] for side in (of.a, of.b))
        if sign and min(len(a), len(b)) > 1:
            order = stochastic_order(a, b, comparisons=comparisons)
            if order is not None:
                orders[both] = order
    return orders


@brief
@dataclass(frozen=True)
class DatasetRuns:
    """A dataset and the systems' runs on it.

    Parameters
    ----------
    name : str
    gold : iterable of Pair, or data frame, dataset or list of mapping
        As in `evaluate`.
    systems : sequence of System
        Of the same names on every dataset.
    """

    name: str
    gold: Iterable[Pair] | Any
    systems: Sequence[System]


@brief
@dataclass(frozen=True)
class Column:
    """The values of all systems on a dataset, or their averages over datasets, by one measure.

    `estimates` are those of the systems with a value, and `differences` of every two of them, with
    Holm's correction for all of the column. `best` is significantly better than every other system;
    None if there is none, or if the values have different schemes. `note` says which pairs are used
    if systems label different ones, and whether systems have different schemes; else empty.
    """

    estimates: Mapping[str, SeedEstimate]
    differences: Mapping[Both, SeedDifference]
    best: str | None
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the column as a JSON object."""
        return {
            "systems": _as_dicts(self.estimates),
            "differences": [
                {"of": a, "less": b, **asdict(found)} for (a, b), found in self.differences.items()
            ],
            "best": self.best,
            "note": self.note or None,
        }


@brief
@dataclass(frozen=True)
class _Dataset:
    """Systems on the pairs of one dataset: scores by system, differences by measure."""

    systems: Sequence[SeededJudgments]
    scores: Mapping[str, _Scored]
    differences: Mapping[str, Mapping[Both, ResampledDifference]]

    @classmethod
    def of(
        cls, measures: Sequence[Measure], systems: Sequence[SeededJudgments], pairs: int
    ) -> "_Dataset":
        """Score and compare systems; `pairs` is the number of gold pairs."""
        differences, _ = _resampled_comparisons(measures, systems, pairs)
        return cls(systems, _scored(measures, systems, with_means=True), differences)

    def estimates(self, measure: Measure) -> dict[str, SeedEstimate]:
        """Return the values of the systems that have one."""
        return {
            name: of.estimates[measure.name]
            for name, of in self.scores.items()
            if measure.name in of.estimates
        }

    def notes(self, measure: Measure) -> Iterator[str]:
        """Yield what keeps the values of systems from being compared."""
        found = self.estimates(measure)
        counted_by = [of.counted_by(measure) for of in self.systems if of.name in found]
        if any(not np.array_equal(of.answered, counted_by[0].answered) for of in counted_by):
            yield _DIFFERENT_PAIRS
        if measure.follows_scheme and two_way_beside_three_way(_schemes(counted_by)):
            yield _DIFFERENT_SCHEMES


@dataclass(frozen=True, repr=False)
class DatasetTable(Printed):
    """Systems by datasets: a table for each measure.

    `columns` are by the name of the measure, and that of the dataset, `MACRO` or `MICRO`;
    `unavailable` has, by measure, the system and the dataset for which there is no value, and why,
    and `without_micro` why several datasets have no micro average. By dataset, there are the `runs`
    of the systems, the numbers of gold `pairs` with a label, and of those without, which are left
    out, and `signatures`, all that figures depend on besides the runs.
    """

    systems: tuple[str, ...]
    columns: Mapping[str, Mapping[str, Column]]
    unavailable: Mapping[str, Mapping[tuple[str, str], str]]
    runs: Mapping[str, tuple[SeededJudgments, ...]]
    pairs: Mapping[str, int]
    unlabelled: Mapping[str, int]
    signatures: Mapping[str, str]
    without_micro: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Return the tables as a JSON object."""
        measures = {}
        for measure, columns in self.columns.items():
            found = {name: of.to_dict() for name, of in columns.items()}
            macro, micro = found.pop(MACRO, None), found.pop(MICRO, None)
            measures[measure] = {
                "datasets": found,
                "macro": macro,
                "micro": micro,
                "micro_unavailable": self.without_micro.get(measure),
                "unavailable": [
                    {"system": system, "dataset": dataset, "reason": reason}
                    for (system, dataset), reason in self.unavailable[measure].items()
                ],
            }
        datasets = {
            name: {
                "pairs": self.pairs[name],
                "unlabelled": self.unlabelled[name],
                "signature": self.signatures[name],
            }
            for name in self.pairs
        }
        return {"measures": measures, "datasets": datasets}

    def tables(self) -> Iterator[Table]:
        """Yield a table for each measure, with a row for each system."""
        schemes = self._schemes_of_runs()
        for measure, columns in self.columns.items():
            footnotes = dict.fromkeys(f"{_MARK} {of.note}" for of in columns.values() if of.note)
            yield Table(
                with_reason(measure, schemes),
                [
                    "system",
                    *(f"{name}{_MARK}" if of.note else name for name, of in columns.items()),
                ],
                [
                    [system, *(seed_cell(of.estimates.get(system)) for of in columns.values())]
                    for system in self.systems
                ],
                bold=frozenset(
                    (self.systems.index(of.best), place)
                    for place, of in enumerate(columns.values(), start=1)
                    if of.best is not None
                ),
                footnotes=tuple(footnotes),
            )

    def notes(self) -> Iterator[str]:
        """Yield what the tables leave open."""
        yield (
            "bold (* in plain text): better than each other system of the column by more than "
            f"chance, that is, at {LEVEL} by the paired bootstrap over pairs and seeds, with "
            "Holm's correction for every two systems of the column"
        )
        yield _INTERVALS
        names = set(chain.from_iterable(self.columns.values()))
        if MACRO in names:
            yield (
                f"{MACRO}: each dataset counts the same; seeds of the same names on all datasets "
                "are taken to be the same trained systems"
            )
        if MICRO in names:
            yield (
                f"{MICRO}: the value on the pairs of all datasets together, in which each pair "
                "counts the same; only for systems with one run, or the same seeds, and with one "
                "scheme on all datasets, and not for measures that rank pairs by entailment; "
                "confidences are taken to be comparable across datasets"
            )
        for measure, reason in self.without_micro.items():
            yield f"no {MICRO} of {measure}: {reason}"
        yield from self._notes_on_runs()
        yield from gap_notes(
            (measure, f"{system} {f'in the {MICRO}' if of == MICRO else f'on {of}'}", reason)
            for measure, reasons in self.unavailable.items()
            for (system, of), reason in reasons.items()
        )
        yield from (f"{name}: {of}" for name, of in self.signatures.items())

    def __repr__(self) -> str:
        return named(self, ", ".join(self.systems), counted(len(self.pairs), "dataset"))

    def _schemes_of_runs(self) -> dict[str, Scheme | None]:
        """Return the scheme of each system on each dataset; of all, where they are the same."""
        found: dict[str, Scheme | None] = {}
        for dataset, systems in self.runs.items():
            schemes = _schemes(systems)
            if set(schemes.values()) == {Scheme.TWO_WAY}:
                found[dataset] = Scheme.TWO_WAY
            else:
                found |= {f"{system} on {dataset}": of for system, of in schemes.items()}
        return found

    def _notes_on_runs(self) -> Iterator[str]:
        """Yield each note on runs once, with the datasets that it is about."""
        datasets: dict[str, list[str]] = {}
        for dataset, systems in self.runs.items():
            pairs = self.pairs[dataset]
            for note in chain(
                unlabelled_note(self.unlabelled[dataset], pairs),
                _seed_notes(systems),
                _score_notes(systems, pairs),
            ):
                datasets.setdefault(note, []).append(dataset)
        yield from (f"{', '.join(names)}: {note}" for note, names in datasets.items())


def tabulate_systems(
    datasets: Iterable[DatasetRuns],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    partial: bool = False,
) -> DatasetTable:
    """Score systems, with one seed or several, on datasets, and average over these.

    The average over datasets weights each dataset equally, and exists for systems with a value
    on each. Differences are tested as by `compare_systems`. Those of averages are tested alike,
    with the pairs of each dataset resampled independently.

    Parameters
    ----------
    datasets : iterable of DatasetRuns
        One or more, of different names, with the same systems.
    measures : str, or iterable of str or Measure, optional
        As in `evaluate`; by default `accuracy`, which is three-way if gold labels and runs of all
        datasets are. If a run leaves pairs out, accuracies of all pairs are added beside
        accuracies.
    partial : bool
        As in `evaluate`.

    Raises
    ------
    InputError
        If there is no dataset, two have one name, one has other systems than the first, and as
        in `evaluate`.
    RunError
        As in `compare_systems`.
    """
    chosen = select_measures(DEFAULT_MEASURES if measures is None else measures)
    given = list(datasets)
    _refuse(given)
    golds = {dataset.name: Gold.from_pairs(dataset.gold) for dataset in given}
    # In the order of the first dataset, so that pooled runs, and differences, are of one system.
    names = [system.name for system in given[0].systems]
    runs = {
        of.name: tuple(
            sorted(
                judge_all(of.systems, golds[of.name], partial=partial),
                key=lambda system: names.index(system.name),
            )
        )
        for of in given
    }
    pairs = {name: len(gold.ids) for name, gold in golds.items()}
    chosen = measures_of_systems(chosen, chain.from_iterable(runs.values()))
    found = {name: _Dataset.of(chosen, judged, pairs[name]) for name, judged in runs.items()}
    unavailable = {
        measure.name: {
            (system, name): of.reasons[measure.name]
            for name, dataset in found.items()
            for system, of in dataset.scores.items()
            if measure.name in of.reasons
        }
        for measure in chosen
    }
    pooled: _Dataset | None = None
    without_micro: dict[str, str] = {}
    if len(given) > 1:
        pooled, without_micro = _pooled(chosen, runs, pairs, unavailable)
    return DatasetTable(
        tuple(names),
        {
            measure.name: _columns(
                measure, found, None if measure.name in without_micro else pooled
            )
            for measure in chosen
        },
        unavailable,
        runs,
        pairs,
        {name: gold.unlabelled for name, gold in golds.items()},
        {
            name: signature(gold, scheme_of_systems(runs[name]), chosen)
            for name, gold in golds.items()
        },
        without_micro,
    )


def _refuse(datasets: Sequence[DatasetRuns]) -> None:
    if not datasets:
        raise InputError("no datasets to score systems on; expected one or more")
    refuse_repeated_names([dataset.name for dataset in datasets], "datasets")
    expected = {system.name for system in datasets[0].systems}
    for dataset in datasets:
        if {system.name for system in dataset.systems} != expected:
            raise InputError(
                f"{dataset.name}: has other systems than {datasets[0].name}; expected the same on "
                "every dataset"
            )
        if dataset.name in (MACRO, MICRO):
            raise InputError(f"a dataset is called {dataset.name}; expected another name")


def _pooled(
    measures: Sequence[Measure],
    runs: Mapping[str, Sequence[SeededJudgments]],
    pairs: Mapping[str, int],
    unavailable: Mapping[str, dict[tuple[str, str], str]],
) -> tuple[_Dataset | None, dict[str, str]]:
    """Return the systems that can be pooled on the pairs of all datasets, None if no measure can.

    Also return why measures have no value there, by name, and add why systems have none to those
    that are `unavailable`.
    """
    by_system = list(zip(*runs.values(), strict=True))
    reasons = {of[0].name: why_not_pooled(dict(zip(runs, of, strict=True))) for of in by_system}
    without = {
        measure.name: reason
        for measure in measures
        if (reason := _why_no_micro(measure, unavailable[measure.name], reasons))
    }
    defined = [measure for measure in measures if measure.name not in without]
    if not defined:
        return None, without
    sizes = list(pairs.values())
    systems = [SeededJudgments.pooled(of, sizes) for of in by_system if not reasons[of[0].name]]
    pooled = _Dataset.of(defined, systems, sum(sizes))
    for measure in defined:
        of_micro = {name: of.reasons.get(measure.name) for name, of in pooled.scores.items()}
        unavailable[measure.name].update(
            ((name, MICRO), why)
            for missing in (of_micro, reasons)
            for name, why in missing.items()
            if why
        )
    return pooled, without


def _why_no_micro(
    measure: Measure,
    unavailable: Mapping[tuple[str, str], str],
    reasons: Mapping[str, str | None],
) -> str | None:
    """Return why there is no value on the pairs of all datasets, None if there is one.

    `unavailable` is by system and dataset, and `reasons` say why the datasets of each system cannot
    be pooled.
    """
    if "ranking" in measure.needs:
        return "it orders pairs by entailment, and ranks of one dataset say nothing of another's"
    if unavailable:
        system, dataset = next(iter(unavailable))
        return f"{system} has no value on {dataset}"
    if all(reasons.values()):
        return "; ".join(f"{system}: {reason}" for system, reason in reasons.items())
    return None


def _columns(
    measure: Measure, datasets: Mapping[str, _Dataset], pooled: _Dataset | None
) -> dict[str, Column]:
    columns = {name: _column(measure, [dataset]) for name, dataset in datasets.items()}
    if len(datasets) > 1:
        columns[MACRO] = _column(measure, list(datasets.values()))
    if pooled is not None:
        columns[MICRO] = _column(measure, [pooled])
    return columns


def _column(measure: Measure, datasets: Sequence[_Dataset]) -> Column:
    """Return the column of a dataset, or of the macro average of several."""
    estimates = datasets[0].estimates(measure)
    if len(datasets) > 1:
        estimates = {
            system: macro_estimate(
                measure, [of.scores[system].means[measure.name] for of in datasets]
            )
            for system in estimates
            if all(measure.name in of.scores[system].means for of in datasets)
        }
    tested = _tested([of.differences[measure.name] for of in datasets])
    notes = {note for dataset in datasets for note in dataset.notes(measure)}
    best = None if _DIFFERENT_SCHEMES in notes else _best(measure, estimates, tested)
    shown = [note for note in (_DIFFERENT_PAIRS, _DIFFERENT_SCHEMES) if note in notes]
    return Column(estimates, tested, best, "; ".join(shown))


def _best(
    measure: Measure,
    estimates: Mapping[str, SeedEstimate],
    differences: Mapping[Both, SeedDifference],
) -> str | None:
    """Return the system that is better than each other by more than chance, if there is one."""
    sign = {"higher": 1, "lower": -1, "neither": 0}[measure.direction]
    for system in estimates:
        ahead = [
            sign * found.difference * (1 if a == system else -1) > 0 and found.p_holm < LEVEL
            for (a, b), found in differences.items()
            if system in (a, b)
        ]
        if len(ahead) == len(estimates) - 1 > 0 and all(ahead):
            return system
    return None


def seed_cell(estimate: SeedEstimate | None) -> str:
    """Return a mean with its interval and its standard deviation below it."""
    if estimate is None:
        return MISSING
    cell = estimate_cell(Estimate(estimate.mean, estimate.low, estimate.high))
    return cell if estimate.sd is None else f"{cell}\nsd {decimal(estimate.sd)}"


def _number_cell(value: float | None) -> str:
    return MISSING if value is None else decimal(value)


def _as_dicts(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: asdict(of) for name, of in found.items()}


def _facts_of(system: SeededJudgments) -> dict[str, Any]:
    return {"system": system.name, "seeds": list(system.seeds), "pairs": len(system.answered)}


def _schemes(systems: Iterable[SeededJudgments]) -> dict[str, Scheme | None]:
    return {system.name: system.judgments[0].scheme for system in systems}


def _seed_notes(systems: Iterable[SeededJudgments]) -> Iterator[str]:
    """Yield the seeds of each system, and what is known of its training."""
    for system in systems:
        if len(system.seeds) > 1:
            yield f"{system.name}: {counted(len(system.seeds), 'seed')}, {', '.join(system.seeds)}"
        yield from (f"{run}: {finding.text}" for run, finding in system.findings)


def _score_notes(systems: Sequence[SeededJudgments], pairs: int) -> Iterator[str]:
    """Yield which systems are scored on some of the gold pairs, or in different schemes."""
    for system in systems:
        if len(system.answered) < pairs:
            yield (
                f"{system.name} is scored on the {len(system.answered)} of "
                f"{counted(pairs, 'pair')} that all of its runs label; accuracies of all pairs are "
                "of all, and count those without a label as wrong"
            )
    yield from notes_on_schemes(_schemes(systems), "systems")
