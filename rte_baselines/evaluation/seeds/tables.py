"""Systems of one seed or several by datasets, with averages over these."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import brief, named, plain
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.measures.accuracy import OF_ALL_PAIRS, with_reason
from rte_baselines.evaluation.measures.base import Measure, select_measures
from rte_baselines.evaluation.resampling.bootstrap import Estimate, keeping_weights
from rte_baselines.evaluation.scores import (
    SYSTEM,
    Score,
    ScoreReport,
    gap_notes,
    group,
    refuse_repeated_names,
    score_table,
    two_way_beside_three_way,
)
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.evaluation.systems.estimates import (
    Both,
    Difference,
    Resampled,
    ResampledDifference,
    SeedEstimate,
    difference_over_seeds,
    estimates_over_seeds,
    macro_estimate,
    resampled_differences,
    resampled_means,
    with_holm,
)
from rte_baselines.evaluation.systems.judged import (
    JudgedDataset,
    JudgedSystem,
    System,
    judge_datasets,
    sides,
    why_not_pooled,
)
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.rendering.tables import Table

MACRO, MICRO = "macro average", "micro average"
"""The names of the columns of averages over datasets, and of values on the pairs of all."""

_SHOWN = ("a", "b", "difference", "low", "high", "p_value", "is_paired", "p_holm")
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
    differences: Mapping[Both, Difference]
    best: str | None
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the column as a JSON object."""
        return {
            "systems": plain(self.estimates),
            "differences": [
                {"of": a, "less": b, **found.to_dict(*_SHOWN)}
                for (a, b), found in self.differences.items()
            ],
            "best": self.best,
            "note": self.note or None,
        }


@dataclass(frozen=True)
class _Dataset:
    """Systems on the pairs of one dataset: their values, or why there is none, and differences.

    All are by the name of the measure, then by that of the system, or of two of them.
    """

    systems: Sequence[JudgedSystem]
    estimates: Mapping[str, dict[str, SeedEstimate]]
    means: Mapping[str, dict[str, Resampled]]
    reasons: Mapping[str, dict[str, str]]
    differences: Mapping[str, dict[Both, ResampledDifference]]

    @classmethod
    def of(cls, measures: Sequence[Measure], systems: Sequence[JudgedSystem]) -> "_Dataset":
        """Score and compare systems."""
        found = cls(systems, *({measure.name: {} for measure in measures} for _ in range(4)))
        for a, b in combinations(systems, 2):
            for both in sides(measures, a, b):
                for name, of in resampled_differences(both.measures, both.a, both.b).items():
                    found.differences[name][a.name, b.name] = of
        with keeping_weights():
            for system in systems:
                defined = []
                for measure in measures:
                    if reason := system.counted_by(measure).why_undefined(measure):
                        found.reasons[measure.name][system.name] = reason
                    else:
                        defined.append(measure)
                for judged in filter(None, (system, system.completed)):
                    counting = [of for of in defined if system.counted_by(of) is judged]
                    drawn = resampled_means(counting, judged)
                    for name, value in estimates_over_seeds(counting, judged, drawn).items():
                        found.estimates[name][system.name] = value
                        found.means[name][system.name] = drawn[name]
        return found

    def notes(self, measure: Measure) -> Iterator[str]:
        """Yield what keeps the values of systems from being compared."""
        found = self.estimates[measure.name]
        counted_by = [of.counted_by(measure) for of in self.systems if of.name in found]
        if any(not np.array_equal(of.answered, counted_by[0].answered) for of in counted_by):
            yield _DIFFERENT_PAIRS
        if measure.follows_scheme and two_way_beside_three_way(
            {of.name: of.judgments[0].scheme for of in counted_by}
        ):
            yield _DIFFERENT_SCHEMES


@dataclass(frozen=True, repr=False)
class DatasetTable(ScoreReport):
    """Systems by datasets: a table for each measure.

    `columns` are by the name of the measure, and that of the dataset, `MACRO` or `MICRO`;
    `unavailable` has, by measure, the system and the dataset for which there is no value, and why,
    and `without_micro` why several datasets have no micro average.
    """

    systems: tuple[str, ...]
    datasets: Mapping[str, JudgedDataset]
    columns: Mapping[str, Mapping[str, Column]]
    unavailable: Mapping[str, Mapping[tuple[str, str], str]]
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
            name: {"pairs": of.pairs, "unlabelled": of.unlabelled, "signature": of.signature}
            for name, of in self.datasets.items()
        }
        return {"measures": measures, "datasets": datasets}

    def scores(self) -> Iterator[Score]:
        """Yield the scores on each dataset and their averages, those with each seed after each."""
        for measure, columns in self.columns.items():
            for name, column in columns.items():
                own = self.datasets.get(name)
                datasets = [own] if own else list(self.datasets.values())
                for place, system in enumerate(self.systems):
                    labelled = sum(len(of.systems[place].answered) for of in datasets)
                    score = Score(
                        system,
                        measure,
                        None,
                        labelled,
                        sum(of.pairs for of in datasets) - labelled,
                        {"dataset": name},
                        reason=self.unavailable[measure].get(
                            (system, name), "there is no value on each dataset"
                        ),
                        counts_unanswered=measure in OF_ALL_PAIRS.values(),
                    )
                    yield from _over_seeds(score, column.estimates.get(system))

    def tables(self) -> Iterator[Table]:
        """Yield a table for each measure, with a row for each system."""
        schemes, scores = self._schemes_of_runs(), list(self.scores())
        for measure, columns in self.columns.items():
            footnotes = dict.fromkeys(f"{_MARK} {of.note}" for of in columns.values() if of.note)
            table = score_table(
                with_reason(measure, schemes),
                {"system": SYSTEM},
                (of for of in scores if of.measure == measure and "seed" not in of.groups),
                list(columns),
                by=group("dataset"),
                footnotes=tuple(footnotes),
            )
            headers = [f"{name}{_MARK}" if of.note else name for name, of in columns.items()]
            best = (
                (self.systems.index(of.best), place)
                for place, of in enumerate(columns.values(), start=1)
                if of.best is not None
            )
            yield replace(table, header=["system", *headers], bold=frozenset(best))

    def notes(self) -> Iterator[str]:
        """Yield what the tables leave open."""
        yield (
            "bold (* in plain text): better than each other system of the column by more than "
            f"chance, that is, at {LEVEL} by the paired bootstrap over pairs and seeds, with "
            "Holm's correction for every two systems of the column"
        )
        yield (
            "ranges: 95% confidence intervals of the mean over seeds, over seeds and pairs (of "
            "single runs, over pairs alone, so that they do not say what another seed would "
            "reach); sd: standard deviation over seeds"
        )
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
        # Each note on runs once, with the datasets that it is about.
        datasets: dict[str, list[str]] = {}
        for name, dataset in self.datasets.items():
            for note in chain(dataset.notes(), dataset.notes_on_scores()):
                datasets.setdefault(note, []).append(name)
        yield from (f"{', '.join(names)}: {note}" for note, names in datasets.items())
        yield from gap_notes(
            (measure, f"{system} {f'in the {MICRO}' if of == MICRO else f'on {of}'}", reason)
            for measure, reasons in self.unavailable.items()
            for (system, of), reason in reasons.items()
        )
        yield from (f"{name}: {of.signature}" for name, of in self.datasets.items())

    def __repr__(self) -> str:
        return named(self, ", ".join(self.systems), counted(len(self.datasets), "dataset"))

    def _schemes_of_runs(self) -> dict[str, Scheme | None]:
        """Return the scheme of each system on each dataset; of all, where they are the same."""
        found: dict[str, Scheme | None] = {}
        for name, dataset in self.datasets.items():
            if set(dataset.schemes.values()) == {Scheme.TWO_WAY}:
                found[name] = Scheme.TWO_WAY
            else:
                found |= {f"{system} on {name}": of for system, of in dataset.schemes.items()}
        return found


def tabulate_systems(
    datasets: Iterable[DatasetRuns],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    partial: bool = False,
) -> DatasetTable:
    """Score systems, with one seed or several, on datasets, and average over these.

    The average over datasets weights each dataset equally, and exists for systems with a value
    on each. Differences are tested as by `compare`. Those of averages are tested alike,
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
        As in `compare`.
    """
    given = list(datasets)
    _refuse(given)
    # In the order of the first dataset, so that pooled runs, and differences, are of one system.
    names = [system.name for system in given[0].systems]
    judged, chosen = judge_datasets(
        {
            of.name: (
                Gold.from_pairs(of.gold),
                sorted(of.systems, key=lambda system: names.index(system.name)),
            )
            for of in given
        },
        select_measures("accuracy" if measures is None else measures),
        partial=partial,
    )
    found = {name: _Dataset.of(chosen, of.systems) for name, of in judged.items()}
    averaged = {name: [dataset] for name, dataset in found.items()}
    without_micro: dict[str, str] = {}
    if len(given) > 1:
        pooled, without_micro = _pooled(chosen, judged, found)
        averaged |= {MACRO: list(found.values()), MICRO: [pooled]}
    columns = {
        measure.name: {
            name: _column(measure, of)
            for name, of in averaged.items()
            if measure.name in of[0].estimates
        }
        for measure in chosen
    }
    unavailable = {
        measure.name: {
            (system, name): reason
            for name, of in averaged.items()
            if name != MACRO
            for system, reason in of[0].reasons.get(measure.name, {}).items()
        }
        for measure in chosen
    }
    return DatasetTable(tuple(names), judged, columns, unavailable, without_micro)


def _over_seeds(score: Score, found: SeedEstimate | None) -> Iterator[Score]:
    """Yield a score with a system's mean over seeds, if any, and those with each of several."""
    if found is None:
        yield score
        return
    score = replace(score, reason=None)
    yield replace(score, estimate=found.estimate, sd=found.sd)
    if found.sd is not None:
        for seed, value in found.by_seed.items():
            yield replace(score, estimate=Estimate(value), groups={**score.groups, "seed": seed})


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
    datasets: Mapping[str, JudgedDataset],
    found: Mapping[str, _Dataset],
) -> tuple[_Dataset, dict[str, str]]:
    """Return the systems on the pairs of all datasets, and why measures have no value there."""
    by_system = list(zip(*(of.systems for of in datasets.values()), strict=True))
    reasons = {of[0].name: why_not_pooled(dict(zip(datasets, of, strict=True))) for of in by_system}
    without = {
        measure.name: reason
        for measure in measures
        if (reason := _why_no_micro(measure, found, reasons))
    }
    systems = [JudgedSystem.pooled(of) for of in by_system if not reasons[of[0].name]]
    pooled = _Dataset.of([of for of in measures if of.name not in without], systems)
    for of_measure in pooled.reasons.values():
        of_measure.update((name, why) for name, why in reasons.items() if why)
    return pooled, without


def _why_no_micro(
    measure: Measure, found: Mapping[str, _Dataset], reasons: Mapping[str, str | None]
) -> str | None:
    """Return why no system has a value on the pairs of all datasets, None if one has."""
    if "ranking" in measure.needs:
        return "it orders pairs by entailment, and ranks of one dataset say nothing of another's"
    for name, dataset in found.items():
        for system in dataset.reasons[measure.name]:
            return f"{system} has no value on {name}"
    if all(reasons.values()):
        return "; ".join(f"{system}: {reason}" for system, reason in reasons.items())
    return None


def _column(measure: Measure, datasets: Sequence[_Dataset]) -> Column:
    """Return the column of a dataset, or of the macro average of several."""
    estimates = datasets[0].estimates[measure.name]
    if len(datasets) > 1:
        means = [of.means[measure.name] for of in datasets]
        estimates = {
            system: macro_estimate(measure, [of[system] for of in means])
            for system in estimates
            if all(system in of for of in means)
        }
    compared = [of.differences[measure.name] for of in datasets]
    differences = with_holm(
        {
            both: difference_over_seeds([of[both] for of in compared])
            for both in compared[0]
            if all(both in of for of in compared)
        }
    )
    notes = {note for dataset in datasets for note in dataset.notes(measure)}
    best = None if _DIFFERENT_SCHEMES in notes else _best(estimates, differences)
    shown = [note for note in (_DIFFERENT_PAIRS, _DIFFERENT_SCHEMES) if note in notes]
    return Column(estimates, differences, best, "; ".join(shown))


def _best(
    estimates: Mapping[str, SeedEstimate], differences: Mapping[Both, Difference]
) -> str | None:
    """Return the system that is better than each other by more than chance, if there is one."""
    ahead = Counter(
        a if of.ahead > 0 else b
        for (a, b), of in differences.items()
        if of.ahead and of.p_holm < LEVEL
    )
    return next((name for name in estimates if ahead[name] == len(estimates) - 1 > 0), None)
