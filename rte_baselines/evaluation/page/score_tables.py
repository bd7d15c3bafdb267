"""The tables of scores at the top of the page."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

import numpy as np

from rte_baselines.evaluation.measures.base import Measure, available_measures
from rte_baselines.evaluation.measures.coverage import Coverage
from rte_baselines.evaluation.report.report import Report
from rte_baselines.evaluation.report.tables import (
    group_table,
    measured,
    overall_table,
    phenomenon_tables,
    slice_tables,
    task_table,
)
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.tables import Table

_COLUMNS = 8
_ROUNDING = 1e-9

Cell = tuple[int, int]
"""A row and a column."""


@dataclass(frozen=True)
class MarkedTable:
    """A table as the page shows it.

    Parameters
    ----------
    table : Table
    best : frozenset of (int, int)
        The cells of the best trivial systems.
    short : frozenset of (int, int)
        The cells of runs that are not better than the best trivial system.
    """

    table: Table
    best: Collection[Cell] = field(default_factory=frozenset)
    short: Collection[Cell] = field(default_factory=frozenset)

    def blocks(self) -> Iterator["MarkedTable"]:
        """Yield the table in blocks of columns, each narrow enough for a printed page.

        There are no blocks if no measure has a value.
        """
        table = self.table
        others = np.arange(table.keys, len(table.header))
        number = ceil(len(others) / _COLUMNS)
        for block in np.array_split(others, number) if number else ():
            columns = [*range(table.keys), *block.tolist()]
            yield MarkedTable(
                Table(
                    table.title if block[0] == table.keys else f"{table.title}, continued",
                    [table.header[column] for column in columns],
                    [[row[column] for column in columns] for row in table.rows],
                    table.keys,
                ),
                _moved(self.best, columns),
                _moved(self.short, columns),
            )


def summary_table(report: Report) -> MarkedTable:
    """Return the scores of all systems on all pairs, marked by the best trivial system."""
    best: set[Cell] = set()
    short: set[Cell] = set()
    table = _table_of_all(report)
    for column, goodness in enumerate(_goodness(report), start=table.keys):
        trivial = goodness[len(report.runs) :]
        if np.isnan(trivial).all():
            continue
        # Equal expectations may differ by rounding.
        target = np.nanmax(trivial) - _ROUNDING
        for row in range(len(goodness)):
            if row >= len(report.runs) and goodness[row] >= target:
                best.add((row, column))
            elif row < len(report.runs) and goodness[row] <= target + 2 * _ROUNDING:
                short.add((row, column))
    return MarkedTable(table, best, short)


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
        tables.append(group_table(report.runs))
    return list(map(MarkedTable, tables))


def shown_measures(report: Report) -> list[Measure]:
    """Return the registered measures that the tables show."""
    available = available_measures()
    return [available[name] for name in measured(report.runs) if name in available]


def _table_of_all(report: Report) -> Table:
    """Return the scores of all systems, with their numbers of pairs if a run is partial."""
    table = overall_table(report.runs, report.trivial, report.pairs)
    labelled = [system.overall.pairs for system in report.runs + report.trivial]
    if min(labelled) == report.pairs:
        return table
    return replace(
        table,
        title=f"{report.pairs} pairs, of which each run is scored on those that it labels",
        header=[table.header[0], "pairs_labelled", *table.header[1:]],
        rows=[
            [row[0], str(pairs), *row[1:]] for pairs, row in zip(labelled, table.rows, strict=True)
        ],
        keys=2,
    )


def _goodness(report: Report) -> Iterator[FloatArray]:
    """Yield, for each shown measure, the values of all systems, negated if lower is better.

    Missing values are NaN. All values are NaN for measures without a better direction, and for
    coverage, which is 1 for trivial systems.
    """
    signs = {"higher": 1.0, "lower": -1.0, "neither": np.nan}
    available = available_measures()
    for name in measured(report.runs):
        is_judged = name in available and name != Coverage.name
        sign = signs[available[name].direction] if is_judged else np.nan
        estimates = [system.overall.measures.get(name) for system in report.runs + report.trivial]
        yield sign * np.array([np.nan if e is None else e.value for e in estimates])


def _moved(cells: Collection[Cell], columns: Sequence[int]) -> frozenset[Cell]:
    return frozenset(
        (row, index) for index, column in enumerate(columns) for row, c in cells if c == column
    )
