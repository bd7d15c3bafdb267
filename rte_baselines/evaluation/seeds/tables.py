"""Systems of one seed or several by datasets, with averages over these."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import brief, named, plain
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.measures.accuracy import OF_ALL_PAIRS, with_reason
from rte_baselines.evaluation.measures.base import Measure, select_measures
from rte_baselines.evaluation.measures.coverage import AccuracyOfAll
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
    Difference,
    Names,
    Resampled,
    ResampledDifference,
    SeedEstimate,
    better_than,
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
    can_be_pooled,
    judge_datasets,
    scorable,
)
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.rendering.tables import Table

MACRO, MICRO = "macro average", "micro average"
"""The names of the columns of averages over datasets, and of values on the pairs of all."""

_NO_MACRO = "there is no value on each dataset"
_NO_MICRO = "its seeds, or the schemes of its labels, are not the same on all datasets"
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
    Holm's correction for all of the column; `reasons` say why others have no value. `best`
    is significantly better than every other system; None if there is none, or if the values have
    different schemes. `note` says which pairs are used if systems label different ones, and whether
    systems have different schemes; else empty.
    """

    estimates: Mapping[str, SeedEstimate]
    reasons: Mapping[str, str]
    differences: Mapping[Names, Difference]
    best: str | None
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the column as a JSON object."""
        return {
            "systems": plain(self.estimates),
            "differences": [
                {"of": a, "less": b, **difference.to_dict(*_SHOWN)}
                for (a, b), difference in self.differences.items()
            ],
            "best": self.best,
            "note": self.note or None,
        }


class _Dataset:
    """Systems on the pairs of one dataset: their values, or why there is none, and differences.

    All are by the name of the measure, then by that of the system, or of two of them. `means` are
    in resamples, as `differences` are.
    """

    def __init__(self, measures: Sequence[Measure], systems: Sequence[JudgedSystem]) -> None:
        self.systems = systems
        names = [measure.name for measure in measures]
        self.estimates: dict[str, dict[str, SeedEstimate]] = {name: {} for name in names}
        self.means: dict[str, dict[str, Resampled]] = {name: {} for name in names}
        self.reasons: dict[str, dict[str, str]] = {name: {} for name in names}
        self.differences: dict[str, dict[Names, ResampledDifference]] = {name: {} for name in names}
        for a, b in combinations(systems, 2):
            for scored in scorable(measures, a, b):
                for name, drawn in resampled_differences(scored.measures, *scored.systems).items():
                    self.differences[name][a.name, b.name] = drawn
        with keeping_weights():
            for system in systems:
                for scored in scorable(measures, system):
                    (judged,) = scored.systems
                    means = resampled_means(scored.measures, judged)
                    values = estimates_over_seeds(scored.measures, judged, means)
                    for name, value in values.items():
                        self.estimates[name][system.name] = value
                        self.means[name][system.name] = means[name]
                    for name, reason in scored.unavailable.items():
                        self.reasons[name][system.name] = reason

    def notes(self, measure: Measure) -> Iterator[str]:
        """Yield what keeps the values of systems from being compared."""
        scored = [system for system in self.systems if system.name in self.estimates[measure.name]]
        pairs = {system.answered.tobytes() for system in scored}
        if len(pairs) > 1 and not isinstance(measure, AccuracyOfAll):
            yield _DIFFERENT_PAIRS
        schemes = {system.name: system.judgments[0].scheme for system in scored}
        if measure.follows_scheme and two_way_beside_three_way(schemes):
            yield _DIFFERENT_SCHEMES


@dataclass(frozen=True, repr=False)
class DatasetTable(ScoreReport):
    """Systems by datasets: a table for each measure.

    `columns` are by the name of the measure, and that of the dataset, `MACRO` or `MICRO`.
    """

    systems: tuple[str, ...]
    datasets: Mapping[str, JudgedDataset]
    columns: Mapping[str, Mapping[str, Column]]

    def to_dict(self) -> dict[str, Any]:
        """Return the tables as a JSON object."""
        measures = {}
        for measure, columns in self.columns.items():
            by_dataset = {name: column.to_dict() for name, column in columns.items()}
            macro, micro = by_dataset.pop(MACRO, None), by_dataset.pop(MICRO, None)
            measures[measure] = {
                "datasets": by_dataset,
                "macro": macro,
                "micro": micro,
                "unavailable": [
                    {"system": system, "dataset": name, "reason": reason}
                    for name, column in columns.items()
                    for system, reason in column.reasons.items()
                ],
            }
        datasets = {
            name: {"pairs": data.pairs, "unlabelled": data.unlabelled, "signature": data.signature}
            for name, data in self.datasets.items()
        }
        return {"measures": measures, "datasets": datasets}

    def scores(self) -> Iterator[Score]:
        """Yield the scores on each dataset and their averages, those with each seed after each."""
        for measure, columns in self.columns.items():
            for name, column in columns.items():
                own = self.datasets.get(name)
                datasets = [own] if own else list(self.datasets.values())
                for place, system in enumerate(self.systems):
                    labelled = sum(len(dataset.systems[place].answered) for dataset in datasets)
                    found = column.estimates.get(system)
                    score = Score(
                        system,
                        measure,
                        found.estimate if found else None,
                        labelled,
                        sum(dataset.pairs for dataset in datasets) - labelled,
                        {"dataset": name},
                        sd=found.sd if found else None,
                        reason=None if found else column.reasons.get(system, _NO_MACRO),
                        counts_unanswered=measure in OF_ALL_PAIRS.values(),
                    )
                    yield score
                    by_seed = found.by_seed if found and found.sd is not None else {}
                    for seed, value in by_seed.items():
                        groups = {"dataset": name, "seed": seed}
                        yield replace(score, estimate=Estimate(value), sd=None, groups=groups)

    def tables(self) -> Iterator[Table]:
        """Yield a table for each measure, with a row for each system."""
        schemes, scores = self._schemes_of_runs(), list(self.scores())
        for measure, columns in self.columns.items():
            notes = dict.fromkeys(column.note for column in columns.values() if column.note)
            table = score_table(
                with_reason(measure, schemes),
                {"system": SYSTEM},
                (cell for cell in scores if cell.measure == measure and "seed" not in cell.groups),
                list(columns),
                by=group("dataset"),
                footnotes=tuple(f"{_MARK} {note}" for note in notes),
            )
            headers = [f"{name}{_MARK if column.note else ''}" for name, column in columns.items()]
            best = (
                (self.systems.index(column.best), place)
                for place, column in enumerate(columns.values(), start=1)
                if column.best is not None
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
        if len(self.datasets) > 1:
            yield (
                f"{MACRO}: each dataset counts the same; seeds of the same names on all datasets "
                "are taken to be the same trained systems"
            )
            yield (
                f"{MICRO}: the value on the pairs of all datasets together, in which each pair "
                "counts the same; only for systems with one run, or the same seeds, and with one "
                "scheme on all datasets, and for measures that have a value on each and do not "
                "rank pairs by entailment; confidences are taken to be comparable across datasets"
            )
        # Each note on runs once, with the datasets that it is about.
        datasets: dict[str, list[str]] = {}
        for name, dataset in self.datasets.items():
            for note in chain(dataset.notes(), dataset.notes_on_scores()):
                datasets.setdefault(note, []).append(name)
        yield from (f"{', '.join(names)}: {note}" for note, names in datasets.items())
        where = {name: f"on {name}" for name in self.datasets} | {MICRO: f"in the {MICRO}"}
        yield from gap_notes(
            (measure, f"{system} {where[name]}", reason)
            for measure, columns in self.columns.items()
            for name, column in columns.items()
            for system, reason in column.reasons.items()
        )
        yield from (f"{name}: {dataset.signature}" for name, dataset in self.datasets.items())

    def __repr__(self) -> str:
        return named(self, ", ".join(self.systems), counted(len(self.datasets), "dataset"))

    def _schemes_of_runs(self) -> dict[str, Scheme | None]:
        """Return the scheme of each system on each dataset; of all, where they are the same."""
        schemes: dict[str, Scheme | None] = {}
        for name, dataset in self.datasets.items():
            if set(dataset.schemes.values()) == {Scheme.TWO_WAY}:
                schemes[name] = Scheme.TWO_WAY
            else:
                schemes |= {f"{run} on {name}": scheme for run, scheme in dataset.schemes.items()}
        return schemes


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
            dataset.name: (
                Gold.from_pairs(dataset.gold),
                sorted(dataset.systems, key=lambda system: names.index(system.name)),
            )
            for dataset in given
        },
        select_measures("accuracy" if measures is None else measures),
        partial=partial,
    )
    scored = {name: _Dataset(chosen, dataset.systems) for name, dataset in judged.items()}
    columns = {
        measure.name: {name: _column(measure, [dataset]) for name, dataset in scored.items()}
        for measure in chosen
    }
    if len(scored) > 1:
        every = list(scored.values())
        pooled = _pooled(chosen, every)
        for measure in chosen:
            columns[measure.name][MACRO] = _column(measure, every)
            if measure.name in pooled.estimates:
                columns[measure.name][MICRO] = _column(measure, [pooled])
    return DatasetTable(tuple(names), judged, columns)


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


def _pooled(measures: Sequence[Measure], datasets: Sequence[_Dataset]) -> _Dataset:
    """Return the systems on the pairs of all datasets, and the measures with a value there."""
    by_system = list(zip(*(dataset.systems for dataset in datasets), strict=True))
    systems = [JudgedSystem.pooled(judged) for judged in by_system if can_be_pooled(judged)]
    chosen = [
        measure
        for measure in measures
        # Ranks of one dataset say nothing of another's.
        if systems and "ranking" not in measure.needs
        if not any(dataset.reasons[measure.name] for dataset in datasets)
    ]
    pooled = _Dataset(chosen, systems)
    others = {judged[0].name: _NO_MICRO for judged in by_system if not can_be_pooled(judged)}
    for reasons in pooled.reasons.values():
        reasons.update(others)
    return pooled


def _column(measure: Measure, datasets: Sequence[_Dataset]) -> Column:
    """Return the column of a dataset, or of the macro average of several."""
    estimates, reasons = datasets[0].estimates[measure.name], datasets[0].reasons[measure.name]
    if len(datasets) > 1:
        means = [dataset.means[measure.name] for dataset in datasets]
        estimates = {
            system: macro_estimate(measure, [values[system] for values in means])
            for system in estimates
            if all(system in values for values in means)
        }
        reasons = {}
    compared = [dataset.differences[measure.name] for dataset in datasets]
    differences = with_holm(
        {
            names: difference_over_seeds([drawn[names] for drawn in compared])
            for names in compared[0]
            if all(names in drawn for drawn in compared)
        }
    )
    notes = {note for dataset in datasets for note in dataset.notes(measure)}
    better = {} if _DIFFERENT_SCHEMES in notes else better_than(differences)
    others = len(estimates) - 1
    best = next((name for name, worse in better.items() if len(worse) == others), None)
    shown = [note for note in (_DIFFERENT_PAIRS, _DIFFERENT_SCHEMES) if note in notes]
    return Column(estimates, reasons, differences, best, "; ".join(shown))
