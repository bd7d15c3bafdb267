"""The tables of scores that head the page."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

import numpy as np

from rte_baselines.evaluation.measure import Measure, available_measures
from rte_baselines.evaluation.measures.coverage import Coverage
from rte_baselines.evaluation.report import Report
from rte_baselines.evaluation.tables import (
    measured,
    overall_table,
    phenomenon_tables,
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
    """A table as the page has it.

    Parameters
    ----------
    table : Table
    best : frozenset of (int, int)
        The cells of the best trivial systems.
    short : frozenset of (int, int)
        The cells of runs that are no better than these.
    """

    table: Table
    best: Collection[Cell] = field(default_factory=frozenset)
    short: Collection[Cell] = field(default_factory=frozenset)

    def blocks(self) -> Iterator["MarkedTable"]:
        """Yield the table in blocks of columns, each narrow enough for a sheet of paper.

        There is none where no measure has a value.
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
    """Return all systems' scores on all pairs, compared with the best trivial system's."""
    best: set[Cell] = set()
    short: set[Cell] = set()
    table = _table_of_all(report)
    for column, goodness in enumerate(_goodness(report), start=table.keys):
        trivial = goodness[len(report.runs) :]
        if np.isnan(trivial).all():
            continue
        # Expectations that are equal may differ by rounding.
        to_reach = np.nanmax(trivial) - _ROUNDING
        for row in range(len(goodness)):
            if row >= len(report.runs) and goodness[row] >= to_reach:
                best.add((row, column))
            elif row < len(report.runs) and goodness[row] <= to_reach + 2 * _ROUNDING:
                short.add((row, column))
    return MarkedTable(table, best, short)


def tasks_table(report: Report) -> MarkedTable | None:
    """Return the runs' scores on the pairs of each task; None where pairs have no task."""
    has_tasks = any(run.tasks for run in report.runs)
    return MarkedTable(task_table(report.runs)) if has_tasks else None


def phenomena_tables(report: Report) -> list[MarkedTable]:
    """Return the runs' accuracies by syntactic phenomenon; none where these are not known."""
    return [MarkedTable(table) for table in phenomenon_tables(report.runs, report.trivial)]


def shown_measures(report: Report) -> list[Measure]:
    """Return the registered measures that the tables show."""
    available = available_measures()
    return [available[name] for name in measured(report.runs) if name in available]


def _table_of_all(report: Report) -> Table:
    """Return all systems' scores, and on how many pairs where a run leaves some out."""
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
    """Yield, for each measure shown, all systems' values, negative where less is better.

    They are NaN where there is no value, or it makes no system the better: where neither end
    of the measure is, and for how many pairs a system answers, which for trivial ones is all.
    """
    signs = {"higher": 1.0, "lower": -1.0, "neither": np.nan}
    available = available_measures()
    for name in measured(report.runs):
        is_judged = name in available and name != Coverage.name
        sign = signs[available[name].direction] if is_judged else np.nan
        estimates = [system.overall.measures.get(name) for system in report.runs + report.trivial]
        yield sign * np.array([np.nan if found is None else found.value for found in estimates])


def _moved(cells: Collection[Cell], columns: Sequence[int]) -> frozenset[Cell]:
    return frozenset(
        (row, place) for place, column in enumerate(columns) for row, c in cells if c == column
    )
