"""A table of systems by datasets, with averages over the datasets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import brief, named
from rte_baselines.evaluation.comparison.run_comparison import LEVEL
from rte_baselines.evaluation.inputs.gold import Gold, unlabelled_note
from rte_baselines.evaluation.measures.base import Measure, select_measures
from rte_baselines.evaluation.report.printed import Printed, two_way_beside_three_way
from rte_baselines.evaluation.report.scoring import signature
from rte_baselines.evaluation.resampling.bootstrap import keeping_weights
from rte_baselines.evaluation.seeds.comparing import Both, corrected, resampled_comparisons
from rte_baselines.evaluation.seeds.estimates import (
    INTERVALS,
    Resampled,
    ResampledDifference,
    SeedDifference,
    SeedEstimate,
    difference_over_seeds,
    estimates_over_seeds,
    macro_estimate,
    resampled_means,
    score_notes,
    seed_cell,
    seed_notes,
)
from rte_baselines.evaluation.seeds.scoring import judge_all, scheme_of_systems
from rte_baselines.evaluation.seeds.systems import (
    SeededJudgments,
    System,
    measures_of_systems,
    refuse_repeated_names,
    why_not_pooled,
)
from rte_baselines.pairs import Pair
from rte_baselines.rendering.tables import Table

MACRO = "macro average"
"""The name of the column of averages over datasets."""

MICRO = "micro average"
"""The name of the column of values on the pairs of all datasets."""

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

DEFAULT_MEASURES = ("accuracy_2way",)
"""The measures that are shown if none are selected: one table each."""


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
            "systems": {name: found.to_dict() for name, found in self.estimates.items()},
            "differences": [
                {"of": a, "less": b, **found.to_dict()}
                for (a, b), found in self.differences.items()
            ],
            "best": self.best,
            "note": self.note or None,
        }


@dataclass(frozen=True, repr=False)
class DatasetTable(Printed):
    """Systems by datasets: a table for each measure.

    Parameters
    ----------
    systems : tuple of str
    columns : mapping of str to mapping of str to Column
        By the name of the measure, and that of the dataset, `MACRO` or `MICRO`.
    unavailable : mapping of str to mapping of (str, str) to str
        By measure, the system and the dataset for which there is no value, and why.
    runs : mapping of str to tuple of SeededJudgments
        By dataset.
    pairs, unlabelled : mapping of str to int
        The numbers of gold pairs of each dataset with a label, and of those without, which are
        left out.
    signatures : mapping of str to str
        By dataset, everything that its figures depend on besides the runs.
    without_micro : mapping of str to str
        By measure, why several datasets have no micro average.
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
        return {
            "measures": {
                measure: {
                    "datasets": {
                        name: of.to_dict()
                        for name, of in columns.items()
                        if name not in (MACRO, MICRO)
                    },
                    "macro": columns[MACRO].to_dict() if MACRO in columns else None,
                    "micro": columns[MICRO].to_dict() if MICRO in columns else None,
                    "micro_unavailable": self.without_micro.get(measure),
                    "unavailable": [
                        {"system": system, "dataset": dataset, "reason": reason}
                        for (system, dataset), reason in self.unavailable[measure].items()
                    ],
                }
                for measure, columns in self.columns.items()
            },
            "datasets": {
                name: {
                    "pairs": self.pairs[name],
                    "unlabelled": self.unlabelled[name],
                    "signature": self.signatures[name],
                }
                for name in self.pairs
            },
        }

    def tables(self) -> Iterator[Table]:
        """Yield a table for each measure, with a row for each system."""
        for measure, columns in self.columns.items():
            rows = [
                [system, *(seed_cell(of.estimates.get(system)) for of in columns.values())]
                for system in self.systems
            ]
            bold = {
                (self.systems.index(of.best), place)
                for place, of in enumerate(columns.values(), start=1)
                if of.best is not None
            }
            header = [f"{name}{_MARK}" if of.note else name for name, of in columns.items()]
            footnotes = dict.fromkeys(f"{_MARK} {of.note}" for of in columns.values() if of.note)
            yield Table(
                measure,
                ["system", *header],
                rows,
                bold=frozenset(bold),
                footnotes=tuple(footnotes),
            )

    def notes(self) -> Iterator[str]:
        """Yield what the tables leave open."""
        yield (
            "bold (* in plain text): better than each other system of the column by more than "
            f"chance, that is, at {LEVEL} by the paired bootstrap over pairs and seeds, with "
            "Holm's correction for every two systems of the column"
        )
        yield INTERVALS
        if any(MACRO in columns for columns in self.columns.values()):
            yield (
                f"{MACRO}: each dataset counts the same; seeds of the same names on all datasets "
                "are taken to be the same trained systems"
            )
        if any(MICRO in columns for columns in self.columns.values()):
            yield (
                f"{MICRO}: the value on the pairs of all datasets together, in which each pair "
                "counts the same; only for systems with one run, or the same seeds, and with one "
                "scheme on all datasets, and not for measures that rank pairs by entailment; "
                "confidences are taken to be comparable across datasets"
            )
        for measure, reason in self.without_micro.items():
            yield f"no {MICRO} of {measure}: {reason}"
        yield from self._notes_on_runs()
        for measure, reasons in self.unavailable.items():
            for (system, dataset), reason in reasons.items():
                where = f"in the {MICRO}" if dataset == MICRO else f"on {dataset}"
                yield f"{measure} of {system} {where}: {reason}"
        yield from (f"{name}: {of}" for name, of in self.signatures.items())

    def __repr__(self) -> str:
        return named(self, ", ".join(self.systems), counted(len(self.pairs), "dataset"))

    def _notes_on_runs(self) -> Iterator[str]:
        """Yield each note on runs once, with the datasets that it is about."""
        datasets: dict[str, list[str]] = {}
        for dataset, systems in self.runs.items():
            pairs = self.pairs[dataset]
            notes = chain(
                unlabelled_note(self.unlabelled[dataset], pairs),
                seed_notes(systems),
                score_notes(systems, pairs),
            )
            for note in notes:
                datasets.setdefault(note, []).append(dataset)
        yield from (f"{', '.join(names)}: {note}" for note, names in datasets.items())


@dataclass
class _Collected:
    """The estimates and resampled values of one measure, by dataset."""

    estimates: dict[str, dict[str, SeedEstimate]] = field(default_factory=dict)
    means: dict[str, dict[str, Resampled]] = field(default_factory=dict)
    differences: dict[str, dict[Both, ResampledDifference]] = field(default_factory=dict)
    unavailable: dict[tuple[str, str], str] = field(default_factory=dict)
    with_different_pairs: set[str] = field(default_factory=set)
    """The datasets on which systems with a value label different pairs."""
    with_different_schemes: set[str] = field(default_factory=set)
    """The datasets on which values are two-way for some systems and three-way for others."""
    without_micro: str = ""


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
        As in `evaluate`; by default two-way accuracy. If a run leaves pairs out, accuracies of
        all pairs are added beside accuracies.
    partial : bool
        As in `evaluate`.

    Returns
    -------
    DatasetTable

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
    runs = {of.name: tuple(judge_all(of.systems, golds[of.name], partial=partial)) for of in given}
    pairs = {name: len(gold.ids) for name, gold in golds.items()}
    chosen = measures_of_systems(chosen, chain.from_iterable(runs.values()))
    collected = {measure.name: _Collected() for measure in chosen}
    for name, judged in runs.items():
        _collect(name, chosen, judged, pairs[name], collected)
    if len(given) > 1:
        _collect_pooled(chosen, runs, pairs, collected)
    return DatasetTable(
        tuple(system.name for system in given[0].systems),
        {measure.name: _columns(measure, collected[measure.name]) for measure in chosen},
        {name: of.unavailable for name, of in collected.items()},
        runs,
        pairs,
        {name: gold.unlabelled for name, gold in golds.items()},
        {
            name: signature(gold, scheme_of_systems(runs[name]), chosen)
            for name, gold in golds.items()
        },
        {name: of.without_micro for name, of in collected.items() if of.without_micro},
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


def _collect(
    dataset: str,
    measures: Sequence[Measure],
    systems: Sequence[SeededJudgments],
    pairs: int,
    collected: Mapping[str, _Collected],
) -> None:
    """Add the estimates and resampled values on one dataset to those on others."""
    with keeping_weights():
        for system in systems:
            reasons = system.reasons(measures)
            for name, reason in reasons.items():
                collected[name].unavailable[system.name, dataset] = reason
            defined = [measure for measure in measures if measure.name not in reasons]
            for judged, counting in system.by_judgments(defined):
                for name, found in estimates_over_seeds(counting, judged).items():
                    collected[name].estimates.setdefault(dataset, {})[system.name] = found
                for name, means in resampled_means(counting, judged).items():
                    collected[name].means.setdefault(dataset, {})[system.name] = means
    for measure in measures:
        of_measure = collected[measure.name]
        with_value = [
            system.counted_by(measure)
            for system in systems
            if system.name in of_measure.estimates.get(dataset, {})
        ]
        if any(not np.array_equal(of.answered, with_value[0].answered) for of in with_value):
            of_measure.with_different_pairs.add(dataset)
        schemes = {of.name: of.judgments[0].scheme for of in with_value}
        if measure.follows_scheme and two_way_beside_three_way(schemes):
            of_measure.with_different_schemes.add(dataset)
    differences, _ = resampled_comparisons(measures, systems, pairs)
    for name, found_differences in differences.items():
        collected[name].estimates.setdefault(dataset, {})
        collected[name].means.setdefault(dataset, {})
        collected[name].differences[dataset] = found_differences


def _collect_pooled(
    measures: Sequence[Measure],
    runs: Mapping[str, Sequence[SeededJudgments]],
    pairs: Mapping[str, int],
    collected: Mapping[str, _Collected],
) -> None:
    """Add the values on the pairs of all datasets together, for systems that can be pooled."""
    by_system = list(zip(*runs.values(), strict=True))
    reasons = {of[0].name: why_not_pooled(dict(zip(runs, of, strict=True))) for of in by_system}
    defined = []
    for measure in measures:
        reason = _why_no_micro(measure, collected[measure.name], reasons)
        if reason is None:
            defined.append(measure)
        else:
            collected[measure.name].without_micro = reason
    if not defined:
        return
    sizes = list(pairs.values())
    pooled = [SeededJudgments.pooled(of, sizes) for of in by_system if not reasons[of[0].name]]
    _collect(MICRO, defined, pooled, sum(sizes), collected)
    for measure in defined:
        collected[measure.name].unavailable |= {
            (system, MICRO): reason for system, reason in reasons.items() if reason
        }


def _why_no_micro(
    measure: Measure, collected: _Collected, reasons: Mapping[str, str | None]
) -> str | None:
    """Return why there is no value on the pairs of all datasets, None if there is one.

    `collected` has the values of the measure on each dataset, and `reasons` why the datasets of
    each system cannot be pooled.
    """
    if "ranking" in measure.needs:
        return "it orders pairs by entailment, and ranks of one dataset say nothing of another's"
    if collected.unavailable:
        system, dataset = next(iter(collected.unavailable))
        return f"{system} has no value on {dataset}"
    if all(reasons.values()):
        return "; ".join(f"{system}: {reason}" for system, reason in reasons.items())
    return None


def _columns(measure: Measure, collected: _Collected) -> dict[str, Column]:
    columns = {
        dataset: _column(
            measure,
            estimates,
            {
                both: difference_over_seeds([of], measure)
                for both, of in collected.differences[dataset].items()
            },
            has_different_pairs=dataset in collected.with_different_pairs,
            has_different_schemes=dataset in collected.with_different_schemes,
        )
        for dataset, estimates in collected.estimates.items()
    }
    pooled = columns.pop(MICRO, None)
    if len(columns) > 1:
        columns[MACRO] = _macro_column(measure, collected)
    if pooled is not None:
        columns[MICRO] = pooled
    return columns


def _macro_column(measure: Measure, collected: _Collected) -> Column:
    means = [of for dataset, of in collected.means.items() if dataset != MICRO]
    differences = [of for dataset, of in collected.differences.items() if dataset != MICRO]
    estimates = {
        system: macro_estimate(measure, [of[system] for of in means])
        for system in means[0]
        if all(system in of for of in means)
    }
    macro_differences = {
        both: difference_over_seeds([of[both] for of in differences], measure)
        for both in differences[0]
        if all(both in of for of in differences)
    }
    return _column(
        measure,
        estimates,
        macro_differences,
        has_different_pairs=bool(collected.with_different_pairs - {MICRO}),
        has_different_schemes=bool(collected.with_different_schemes - {MICRO}),
    )


def _column(
    measure: Measure,
    estimates: Mapping[str, SeedEstimate],
    differences: Mapping[Both, SeedDifference],
    *,
    has_different_pairs: bool,
    has_different_schemes: bool,
) -> Column:
    tested = corrected(differences)
    notes = [_DIFFERENT_PAIRS] if has_different_pairs else []
    notes += [_DIFFERENT_SCHEMES] if has_different_schemes else []
    best = None if has_different_schemes else _best(measure, estimates, tested)
    return Column(estimates, tested, best, "; ".join(notes))


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
