"""The tables of the page, with signs behind values: scores, differences, confusion matrices."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.comparison.verdicts import Verdict
from rte_baselines.evaluation.measures.accuracy import OF_ALL_PAIRS
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.measures.coverage import Coverage
from rte_baselines.evaluation.page.verdict import is_in_one_scheme, ranks_systems
from rte_baselines.evaluation.report.report import MAIN_MEASURES, Report
from rte_baselines.evaluation.report.scoring import SystemScores
from rte_baselines.evaluation.scores import MISSING, number_cell, p_value_text
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.evaluation.systems.estimates import Difference
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.rendering.pages.typesetting import (
    BETTER,
    LEADING,
    RIGHT,
    SHORT,
    TRIVIAL,
    WORSE,
    capitalized,
)
from rte_baselines.rendering.tables import Table, percentage

_MOST_COLUMNS = 8
_MOST_UNFOLDED = 5
_ROUNDING = 1e-9


def folded(table: Table, report: Report) -> list[Table]:
    """Return a table of the measures that the challenges rank by, and blocks of the others."""
    names = report.measured
    further = (Coverage.name, *OF_ALL_PAIRS.values()) if report.is_partial else ()
    main = [name for name in names if name in (*MAIN_MEASURES, *further)]
    if len(names) <= _MOST_UNFOLDED or not main:
        main = names[:_MOST_UNFOLDED]
    places = range(table.keys, len(table.header))
    shown = [place for place in places if table.header[place] in main]
    others = [place for place in places if place not in shown]
    rest = _with_columns(table, others, f"{table.title}, other measures")
    return [_with_columns(table, shown, table.title), *(blocks(rest) if others else ())]


def blocks(table: Table) -> Iterator[Table]:
    """Yield a table in blocks of columns, each narrow enough for a printed page."""
    places = np.arange(table.keys, len(table.header))
    for block in np.array_split(places, ceil(len(places) / _MOST_COLUMNS)):
        continued = "" if block[0] == table.keys else ", continued"
        yield _with_columns(table, block.tolist(), f"{table.title}{continued}")


def _with_columns(table: Table, places: Sequence[int], title: str) -> Table:
    """Return the key columns of a table and those at some places."""
    places = [*range(table.keys), *places]
    header, *rows = ([row[place] for place in places] for row in (table.header, *table.rows))
    return replace(table, title=title, header=header, rows=rows)


def summary_table(report: Report) -> Table:
    """Return the scores of all systems on all pairs, with signs for the best ones.

    The signs compare only values on the same pairs and in the same scheme. By a measure of labelled
    pairs, no run is marked as best if a run with a value leaves pairs out, and a run that leaves
    pairs out is not compared with the trivial systems, which label all pairs. By a measure that
    follows the scheme of the run, no run is marked as best if the runs have different schemes, and
    a run in another scheme than the trivial systems is not compared with them.
    """
    table = report.overall_table()
    rows = [list(row) for row in table.rows]
    for column, measure in enumerate(report.measures, start=table.keys):
        for row, signs in zip(rows, _signs(report, measure), strict=True):
            value, *lines = row[column].split("\n")
            row[column] = "\n".join([f"{value} {signs}".rstrip(), *lines])
    return replace(table, rows=rows)


def _signs(report: Report, measure: Measure) -> list[str]:
    """Return the signs of each run and of each trivial system, behind their values by a measure."""
    if not ranks_systems(measure):
        return [""] * (len(report.runs) + len(report.trivial))
    runs, trivial = (_goodness(systems, measure) for systems in (report.runs, report.trivial))
    best_run, best_trivial = (np.nanmax(values, initial=-np.inf) for values in (runs, trivial))
    on_all_pairs = [measure.counts_unanswered or not run.overall.unlabelled for run in report.runs]
    with_value = np.flatnonzero(~np.isnan(runs)).tolist()
    has_best = len(with_value) > 1 and all(on_all_pairs[place] for place in with_value)
    has_best = has_best and is_in_one_scheme(report, measure)
    signs = []
    for run, value, is_on_all in zip(report.runs, runs.tolist(), on_all_pairs, strict=True):
        is_in_scheme = run.scheme in (None, report.scheme) or not measure.follows_scheme
        # Equal values may differ by rounding.
        is_leading = has_best and value >= best_run - _ROUNDING
        is_short = is_on_all and is_in_scheme and value <= best_trivial + _ROUNDING
        signs.append(f"{LEADING if is_leading else ''}{SHORT if is_short else ''}")
    are_best = (trivial >= best_trivial - _ROUNDING).tolist()
    return signs + [TRIVIAL if is_best else "" for is_best in are_best]


def _goodness(systems: Sequence[SystemScores], measure: Measure) -> FloatArray:
    """Return the value of each system, negated if lower is better, and NaN if missing."""
    estimates = [system.overall.measures.get(measure.name) for system in systems]
    values = np.array([np.nan if estimate is None else estimate.value for estimate in estimates])
    return values if measure.direction == "higher" else -values


def difference_table(verdict: Verdict, noun: str) -> Table:
    """Return the difference of the run in the row less the run in the column, and its p-value."""

    def cell(found: Difference | None) -> str:
        if found is None:
            return MISSING
        sign = ""
        if found.p_holm < LEVEL and found.ahead:
            sign = f" {BETTER if found.ahead > 0 else WORSE}"
        # A difference that is rounded to zero has no sign.
        shown = f"{found.difference:+.3f}" if abs(found.difference) >= 0.0005 else "0.000"
        pairs = "" if verdict.is_on_same_pairs else f"\n{counted(found.pairs, 'pair')}"
        return f"{shown}{sign}\np {p_value_text(found.p_holm)}{pairs}"

    runs = list(verdict.differences)
    return Table(
        f"{capitalized(noun)} of the run in the row less that of the run in the column, "
        f"with corrected p-values; {BETTER} and {WORSE} mark differences that are more than chance",
        ["run", "value", *runs],
        [
            [run, number_cell(verdict.values[run]), *(cell(row.get(column)) for column in runs)]
            for run, row in verdict.differences.items()
        ],
    )


def confusion_table(run: SystemScores) -> Table | None:
    """Return how often a run gives each label to the pairs of each gold label; None without any."""
    confusion = run.overall.confusion
    if confusion is None:
        return None
    labels = list(map(str, confusion.labels))
    rows = []
    for gold, counts in zip(labels, confusion.counts.tolist(), strict=True):
        pairs = sum(counts)
        shares = (f"{percentage(count / max(pairs, 1))}%" for count in counts)
        signs = (f" {RIGHT}" if label == gold else "" for label in labels)
        cells = map("{}{}\n{}".format, counts, signs, shares)
        others = (str(withheld[gold]) for withheld in run.withheld.values())
        rows.append([gold, *cells, str(pairs), *others])
    return Table(
        f"Confusion matrix of {run.name}: gold labels in rows, the run's in columns, with shares "
        f"of the row; {RIGHT} marks correct labels",
        ["gold", *labels, "all", *run.withheld],
        rows,
    )
