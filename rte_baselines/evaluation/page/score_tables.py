"""The tables of scores at the top of the page."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil

import numpy as np

from rte_baselines.evaluation.measures.accuracy import Coverage
from rte_baselines.evaluation.measures.base import Measure, available_measures
from rte_baselines.evaluation.page.verdict import is_in_one_scheme
from rte_baselines.evaluation.report.report import MAIN_MEASURES, MEASURES_OF_PARTIAL_RUNS, Report
from rte_baselines.evaluation.report.tables import (
    are_partial,
    group_table,
    measured,
    overall_table,
    phenomenon_tables,
    slice_tables,
    task_table,
)
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.rendering.tables import Table

_COLUMNS = 8
_MOST_UNFOLDED = 5
_ROUNDING = 1e-9

Cell = tuple[int, int]
"""A row and a column."""


@dataclass(frozen=True)
class MarkedTable:
    """A table as the page shows it, with the positions of cells that it marks.

    `best` are the cells of the best trivial systems, `short` those of runs that are not better, and
    `leading` those of the best of several runs.
    """

    table: Table
    best: Collection[Cell] = field(default_factory=frozenset)
    short: Collection[Cell] = field(default_factory=frozenset)
    leading: Collection[Cell] = field(default_factory=frozenset)

    def of(self, names: Collection[str], title: str | None = None) -> "MarkedTable":
        """Return the table with the columns of some measures only, beside those of the keys."""
        table = self.table
        columns = [
            column
            for column, name in enumerate(table.header)
            if column < table.keys or name in names
        ]
        return self._selected(columns, title or table.title)

    def blocks(self) -> Iterator["MarkedTable"]:
        """Yield the table in blocks of columns, each narrow enough for a printed page.

        There are no blocks if no measure has a value.
        """
        table = self.table
        others = np.arange(table.keys, len(table.header))
        number = ceil(len(others) / _COLUMNS)
        for block in np.array_split(others, number) if number else ():
            columns = [*range(table.keys), *block.tolist()]
            is_first = block[0] == table.keys
            yield self._selected(columns, table.title if is_first else f"{table.title}, continued")

    def _selected(self, columns: Sequence[int], title: str) -> "MarkedTable":
        table = self.table
        return MarkedTable(
            Table(
                title,
                [table.header[column] for column in columns],
                [[row[column] for column in columns] for row in table.rows],
                table.keys,
                footnotes=table.footnotes,
            ),
            _moved(self.best, columns),
            _moved(self.short, columns),
            _moved(self.leading, columns),
        )


@dataclass(frozen=True)
class FoldedTable:
    """A table of scores with its most important measures, and the others behind a fold.

    `others` are blocks of columns, none if all measures are in the main table.
    """

    main: MarkedTable
    others: Sequence[MarkedTable]


def folded(table: MarkedTable, report: Report) -> FoldedTable:
    """Return a table whose columns are measures, those that the challenges rank by first."""
    names = measured(report.runs)
    first = (
        (*MAIN_MEASURES, *MEASURES_OF_PARTIAL_RUNS) if are_partial(report.runs) else MAIN_MEASURES
    )
    main = [name for name in names if name in first]
    if len(names) <= _MOST_UNFOLDED:
        main = names
    elif not main:
        main = names[:_MOST_UNFOLDED]
    others = [name for name in names if name not in main]
    title = f"{table.table.title}, other measures"
    return FoldedTable(table.of(main), list(table.of(others, title).blocks()) if others else [])


def summary_table(report: Report) -> MarkedTable:
    """Return the scores of all systems on all pairs, the best run and trivial system marked.

    The marks compare only values on the same pairs and in the same scheme. By a measure of labelled
    pairs, no run is marked as best if a run with a value leaves pairs out, and a run that leaves
    pairs out is not compared with the trivial systems, which label all pairs. By a measure that
    follows the scheme of the run, no run is marked as best if the runs have different schemes, and
    a run in another scheme than the trivial systems is not compared with them.
    """
    best: set[Cell] = set()
    short: set[Cell] = set()
    leading: set[Cell] = set()
    table = overall_table(report.runs, report.trivial, report.pairs)
    for column, (measure, goodness) in enumerate(_goodness(report), start=table.keys):
        if measure is None:
            continue
        of_runs, trivial = np.split(goodness, [len(report.runs)])
        of_all = _are_of_all_pairs(report, measure)
        comparable = of_all & _are_in_scheme_of_report(report, measure)
        if (of_all | np.isnan(of_runs)).all() and is_in_one_scheme(report, measure):
            leading |= {(row, column) for row in _highest(of_runs)}
        if np.isnan(trivial).all():
            continue
        # Equal expectations may differ by rounding.
        target, close = np.nanmax(trivial) - _ROUNDING, np.nanmax(trivial) + _ROUNDING
        for row in range(len(goodness)):
            if row >= len(report.runs) and goodness[row] >= target:
                best.add((row, column))
            elif row < len(report.runs) and comparable[row] and goodness[row] <= close:
                short.add((row, column))
    return MarkedTable(table, best, short, leading)


def _are_of_all_pairs(report: Report, measure: Measure) -> BoolArray:
    """Return which runs have a value of all pairs."""
    is_whole = np.array([run.overall.pairs == report.pairs for run in report.runs])
    return is_whole | measure.counts_unanswered


def _are_in_scheme_of_report(report: Report, measure: Measure) -> BoolArray:
    """Return which runs have a value in the scheme of the trivial systems."""
    is_same = np.array([run.scheme in (None, report.scheme) for run in report.runs])
    return is_same | (not measure.follows_scheme)


def _highest(goodness: FloatArray) -> list[int]:
    """Return the places of the highest values; none if fewer than two runs have one."""
    if (~np.isnan(goodness)).sum() < 2:
        return []
    places: list[int] = np.flatnonzero(goodness >= np.nanmax(goodness) - _ROUNDING).tolist()
    return places


def tasks_table(report: Report) -> MarkedTable | None:
    """Return the runs' scores by task, None if the pairs have no task."""
    has_tasks = any(run.tasks for run in report.runs)
    return MarkedTable(task_table(report.runs)) if has_tasks else None


def phenomena_tables(report: Report) -> list[MarkedTable]:
    """Return the runs' accuracies by syntactic phenomenon, if these are known."""
    return [MarkedTable(table) for table in phenomenon_tables(report.runs, report.trivial)]


def slices_tables(report: Report) -> list[MarkedTable]:
    """Return the runs' accuracies by slice, and their consistent groups, if there are any."""
    tables = list(slice_tables(report.runs, report.trivial))
    if any(run.groups for run in report.runs):
        tables.append(group_table(report.runs, report.trivial))
    return list(map(MarkedTable, tables))


def shown_measures(report: Report) -> list[Measure]:
    """Return the registered measures that the tables show."""
    available = available_measures()
    return [available[name] for name in measured(report.runs) if name in available]


def _goodness(report: Report) -> Iterator[tuple[Measure | None, FloatArray]]:
    """Yield each shown measure with the values of all systems, negated if lower is better.

    Missing values are NaN. All values are NaN for measures without a better direction, and for
    coverage, which is 1 for trivial systems.
    """
    signs = {"higher": 1.0, "lower": -1.0, "neither": np.nan}
    available = available_measures()
    for name in measured(report.runs):
        is_judged = name in available and name != Coverage.name
        sign = signs[available[name].direction] if is_judged else np.nan
        estimates = [system.overall.measures.get(name) for system in report.runs + report.trivial]
        values = np.array([np.nan if e is None else e.value for e in estimates])
        yield available.get(name), sign * values


def _moved(cells: Collection[Cell], columns: Sequence[int]) -> frozenset[Cell]:
    return frozenset(
        (row, index) for index, column in enumerate(columns) for row, c in cells if c == column
    )
