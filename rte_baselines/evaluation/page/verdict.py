"""By which measure the page ranks runs, the first sentences on that, and the tables of scores."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil
from typing import NamedTuple

import numpy as np

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.comparison.verdicts import (
    Verdict,
    accuracy_tests,
    listed_in_words,
    pairs_in_words,
    score_on_common_pairs,
    verdict_on,
)
from rte_baselines.evaluation.findings.finding import EXCHANGE, TRAINING
from rte_baselines.evaluation.inputs.gold import ScoredRun, labelled_by_all
from rte_baselines.evaluation.measures.accuracy import OF_ALL_PAIRS
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.measures.coverage import AccuracyOfAll, Coverage
from rte_baselines.evaluation.page.templates import decimal, typeset
from rte_baselines.evaluation.paper import NOUNS, noun_of, value_in_words
from rte_baselines.evaluation.report.report import MAIN_MEASURES, Report
from rte_baselines.evaluation.report.scoring import SystemScores
from rte_baselines.evaluation.scores import p_value_text, two_way_beside_three_way
from rte_baselines.evaluation.significance.chance import ChanceTest
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.evaluation.significance.randomization import approximate_randomizations
from rte_baselines.evaluation.systems.estimates import MCNEMAR, RANDOMIZATION, Difference
from rte_baselines.evaluation.systems.judged import JudgedSystem, Sides, sides
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.rendering.tables import Table

_MOST_NAMES = 6
_MOST_COLUMNS = 8
_MOST_UNFOLDED = 5
_ROUNDING = 1e-9


def main_measure(report: Report) -> Measure | None:
    """Return the measure that runs are ranked by, None if no such measure is shown.

    It is the headline (`Report.headline`), the other accuracy if that is not shown, or else the
    first shown measure of which either higher or lower values are better. Measures that all runs
    have come first. If a run leaves pairs out, it is the accuracy of all pairs, in which these
    count as wrong: accuracies of different pairs do not rank runs. Neither do values in different
    schemes, so that measures such as kappa are passed over if some runs are two-way and others
    three-way.
    """
    shown = [
        measure
        for measure in report.measures
        if _ranks(measure) and is_in_one_scheme(report, measure)
    ]
    first = sorted(OF_ALL_PAIRS, key=lambda name: name != report.headline)
    if report.is_partial:
        first = [*(OF_ALL_PAIRS[name] for name in first), *first]

    def precedence(measure: Measure) -> tuple[int, int]:
        missing = sum(measure.name not in run.overall.measures for run in report.runs)
        return missing, first.index(measure.name) if measure.name in first else len(first)

    return min(shown, key=precedence, default=None)


def _ranks(measure: Measure) -> bool:
    """Return whether a measure ranks systems; coverage, which is 1 for guesses, does not."""
    return measure.direction != "neither" and measure.name != Coverage.name


def is_of_same_pairs(report: Report, measure: Measure) -> bool:
    """Return whether the values of all runs are of the same pairs, so that they can be ranked."""
    return measure.counts_unanswered or not report.is_partial


def is_in_one_scheme(report: Report, measure: Measure) -> bool:
    """Return whether the values of all runs are in the same scheme, so that they can be ranked."""
    schemes = {run.name: run.scheme for run in report.runs if measure.name in run.overall.measures}
    return not (measure.follows_scheme and two_way_beside_three_way(schemes))


def best_first(systems: Sequence[SystemScores], measure: Measure) -> list[SystemScores]:
    """Return the systems that have a value, the best first, equal ones in their order."""
    sign = -1 if measure.direction == "higher" else 1
    with_value = [system for system in systems if measure.name in system.overall.measures]
    return sorted(with_value, key=lambda system: sign * system.overall.measures[measure.name].value)


def verdict_on_runs(runs: Sequence[JudgedSystem], measure: Measure) -> Verdict | None:
    """Compare every two runs by a measure; None if no two have a value on the pairs compared.

    An accuracy of all pairs is compared on all pairs, and pairs without a label count as wrong.
    Other measures are compared on the pairs that both runs label. Accuracies are compared by
    McNemar's exact test, other measures by approximate randomization, with Holm's correction. Which
    run is best is decided on the pairs that all label.
    """
    counting = [run.counted_by(measure) for run in runs]
    compared = {
        (a.name, b.name): _compared(both, measure)
        for a, b in combinations(counting, 2)
        if len(labelled_by_all((a.answered, b.answered)))
        for both in sides([measure], a, b)
        if both.measures
    }
    if not compared:
        return None
    with_value = {name for both in compared for name in both}
    common = score_on_common_pairs([of for of in counting if of.name in with_value], [measure])
    return verdict_on(measure.name, compared, (common or {}).get(measure.name))


def _compared(both: Sides, measure: Measure) -> Difference:
    """Return the difference of two runs by the deciding test alone, as it is on the page."""
    (a,), (b,) = both.a.judgments, both.b.judgments
    tests = accuracy_tests([measure], a, b)
    if tests:
        p_values = {MCNEMAR: tests[measure.name].p_value}
    else:
        p_values = {RANDOMIZATION: approximate_randomizations([measure], a, b)[measure.name]}
    return Difference(measure.direction, *both.values(measure), p_values, len(a.gold))


class MatrixCell(NamedTuple):
    """The difference of the run in the row less the run in the column.

    `kind` is "better" or "worse" if it is more than chance, else empty. `pairs` says on how many
    pairs, such as "40 pairs"; empty if all differences are on as many.
    """

    difference: str
    p_value: str
    kind: str
    pairs: str


class MatrixRow(NamedTuple):
    """A run, its value, and its difference from each run.

    A cell is None for the run itself, and where two runs have no pairs in common.
    """

    name: str
    value: str
    cells: Sequence[MatrixCell | None]


def matrix_of(verdict: Verdict) -> list[MatrixRow]:
    """Return the rows of the matrix, which are the runs in its columns."""
    numbers = {found.pairs for row in verdict.differences.values() for found in row.values()}

    def cell(found: Difference | None) -> MatrixCell | None:
        if found is None:
            return None
        kind = ""
        if found.p_holm < LEVEL and found.ahead:
            kind = "better" if found.ahead > 0 else "worse"
        # A difference that is rounded to zero has no sign.
        shown = f"{found.difference:+.3f}" if abs(found.difference) >= 0.0005 else "0.000"
        pairs = counted(found.pairs, "pair") if len(numbers) > 1 else ""
        return MatrixCell(typeset(shown), f"p {p_value_text(found.p_holm)}", kind, pairs)

    return [
        MatrixRow(
            run,
            "-" if (value := verdict.values[run]) is None else decimal(value),
            [cell(differences.get(other)) for other in verdict.differences],
        )
        for run, differences in verdict.differences.items()
    ]


class Ranking(NamedTuple):
    """The runs by the main measure, None if no shown measure ranks runs.

    `sentences` say which run is best, and how the runs compare with the best trivial system;
    `cautions` are findings that call the scores of a run into question; `tests` says which tests
    decide what is more than chance, and is empty if there are none. `names` are the runs that have
    a value, the best first; `best` is the one that is better than each other by more than chance,
    if there is one. `verdict` is None if no two runs can be compared.
    """

    sentences: Sequence[str]
    cautions: Sequence[str]
    measure: Measure | None = None
    tests: str = ""
    names: Sequence[str] = ()
    verdict: Verdict | None = None
    best: Sequence[str] = ()
    matrix: Sequence[MatrixRow] = ()


def ranking_of(report: Report, scored: Sequence[ScoredRun]) -> Ranking:
    """Rank the runs of a report, and say what is found."""
    measure = main_measure(report)
    cautions = list(_cautions(report, measure))
    if measure is None:
        none = "None of the shown measures has a value by which runs can be ranked."
        return Ranking([none], cautions)
    systems = [JudgedSystem.of_run(run) for run in scored]
    verdict = verdict_on_runs(systems, measure)
    ranked = best_first(report.runs, measure)
    tests = {
        run.name: test
        for run in ranked
        for test in run.chance_tests
        if test.measure == measure.name and not test.is_against_guessing
    }
    best, matrix = [], []
    if verdict is not None:
        first = verdict.text()
        better, others = verdict.better, len(scored) - 1
        best = [run for run in verdict.best if len(better.get(run, ())) == others]
        matrix = matrix_of(verdict)
    elif len(ranked) > 1:
        first = "No two runs can be compared, as they label no pair in common."
    else:
        (run,) = ranked
        value = value_in_words(run.overall.measures[measure.name])
        pairs = counted(report.pairs if measure.counts_unanswered else run.overall.pairs, "pair")
        first = f"The {noun_of(measure.name)} of {run.name} is {value} on {pairs}."
    sentences = [first, *_trivial(report, measure, tests)]
    if isinstance(measure, AccuracyOfAll) and report.is_partial:
        left_out = _names(_left_out(report, measure.accuracy))
        sentences.append(f"Pairs without a label count as wrong: {left_out}.")
        common = labelled_by_all(system.answered for system in systems)
        limited = [system.limited_to(common) for system in systems] if len(common) else []
        if on_common := verdict_on_runs(limited, measure.accuracy):
            pairs = counted(len(common), "pair")
            sentences.append(f"On the {pairs} that all runs label, {on_common.text()}")
    used = " ".join(_tests(report, measure, verdict, tests))
    names = [run.name for run in ranked]
    return Ranking(sentences, cautions, measure, used, names, verdict, best, matrix)


def _left_out(report: Report, accuracy: Measure) -> Iterator[str]:
    """Yield how many pairs each partial run leaves out, and its accuracy on the others."""
    for run in report.runs:
        if run.overall.pairs < report.pairs:
            found = run.overall.measures.get(accuracy.name)
            among = f" ({decimal(found.value)} of the labels are correct)" if found else ""
            number = report.pairs - run.overall.pairs
            yield f"{run.name} leaves out {number} of {report.pairs}{among}"


def _trivial(report: Report, measure: Measure, tests: Mapping[str, ChanceTest]) -> Iterator[str]:
    """Yield which runs are better or worse than the best trivial system by more than chance."""
    trivial = best_first(report.trivial, measure)
    if not trivial:
        return
    if not tests:
        value = decimal(trivial[0].overall.measures[measure.name].value)
        which = f"The best trivial system, {trivial[0].name}, has {value}"
        yield f"{which}; there is no test of differences from it."
        return
    runs: dict[str, list[str]] = {}
    for run, test in tests.items():
        kind = "the difference may be chance for"
        if test.p_holm < LEVEL:
            kind = f"{'better' if test.value > test.chance else 'worse'} by more than chance:"
        runs.setdefault(kind, []).append(run)
    found = "; ".join(f"{kind} {_names(names)}" for kind, names in sorted(runs.items()))
    # Partial runs may have other opponents, of which the tables have the values.
    opponents = {f" ({test.system}, {decimal(test.chance)})" for test in tests.values()}
    which = opponents.pop() if len(opponents) == 1 else ""
    yield f"Against the best trivial system{which}: {found}."


def _tests(
    report: Report, measure: Measure, verdict: Verdict | None, tests: dict[str, ChanceTest]
) -> Iterator[str]:
    if verdict is not None:
        comparisons = sum(map(len, verdict.differences.values())) // 2
        corrected = f", with Holm's correction for {comparisons} comparisons"
        corrected = corrected if comparisons > 1 else ""
        test = "McNemar's exact test" if verdict.measure in NOUNS else "approximate randomization"
        yield f"Differences between runs: {test}, two-sided{corrected}."
        if not is_of_same_pairs(report, measure):
            pairs = "" if verdict.is_on_same_pairs else f" ({pairs_in_words(verdict)})"
            yield f"Two runs are compared on the pairs that both label{pairs}, if there are any."
    if tests:
        corrected = f", with Holm's correction for {len(tests)} runs" if len(tests) > 1 else ""
        yield f"Differences from the trivial system: exact binomial test, two-sided{corrected}."
    if verdict is not None or tests:
        yield f"More than chance: a p-value below {LEVEL}."


def _cautions(report: Report, measure: Measure | None) -> Iterator[str]:
    if measure is not None:
        missing = [run.name for run in report.runs if measure.name not in run.overall.measures]
        if missing:
            verb = "has" if len(missing) == 1 else "have"
            yield f"{_names(missing)} {verb} no {noun_of(measure.name)}, and cannot be compared."
    for run in report.runs:
        for finding in run.findings:
            is_seen = finding.about == TRAINING and finding.details["seen"]
            if is_seen or finding.about == EXCHANGE:
                yield f"{run.name}: {finding.text}."


def _names(names: Iterable[str]) -> str:
    """Return names in words, at most so many that a sentence can be read."""
    given = list(names)
    if len(given) <= _MOST_NAMES:
        return listed_in_words(given)
    return listed_in_words([*given[: _MOST_NAMES - 1], f"{len(given) - _MOST_NAMES + 1} others"])


Cell = tuple[int, int]
"""A row and a column."""


@dataclass(frozen=True)
class MarkedTable:
    """A table as the page shows it, with the positions of cells that it marks.

    `best` are the cells of the best trivial systems, `short` those of runs that are not better, and
    `leading` those of the best of several runs.
    """

    table: Table
    best: Collection[Cell] = frozenset()
    short: Collection[Cell] = frozenset()
    leading: Collection[Cell] = frozenset()

    def of(self, names: Collection[str], title: str | None = None) -> "MarkedTable":
        """Return the table with the columns of some measures only, beside those of the keys."""
        header, keys = self.table.header, self.table.keys
        columns = [place for place, name in enumerate(header) if place < keys or name in names]
        return self._selected(columns, title or self.table.title)

    def blocks(self) -> Iterator["MarkedTable"]:
        """Yield the table in blocks of columns, each narrow enough for a printed page.

        There are no blocks if no measure has a value.
        """
        table = self.table
        others = np.arange(table.keys, len(table.header))
        number = ceil(len(others) / _MOST_COLUMNS)
        for block in np.array_split(others, number) if number else ():
            columns = [*range(table.keys), *block.tolist()]
            is_first = block[0] == table.keys
            yield self._selected(columns, table.title if is_first else f"{table.title}, continued")

    def _selected(self, columns: Sequence[int], title: str) -> "MarkedTable":
        def moved(cells: Collection[Cell]) -> frozenset[Cell]:
            return frozenset((row, columns.index(c)) for row, c in cells if c in columns)

        header, *rows = (
            [row[column] for column in columns] for row in (self.table.header, *self.table.rows)
        )
        table = replace(self.table, title=title, header=header, rows=rows)
        return MarkedTable(table, moved(self.best), moved(self.short), moved(self.leading))


class FoldedTable(NamedTuple):
    """A table of scores with its most important measures, and blocks of the others, if any."""

    main: MarkedTable
    others: Sequence[MarkedTable]


def folded(table: MarkedTable, report: Report) -> FoldedTable:
    """Return a table whose columns are measures, those that the challenges rank by first."""
    names = report.measured
    of_partial = (Coverage.name, *OF_ALL_PAIRS.values()) if report.is_partial else ()
    main = [name for name in names if name in (*MAIN_MEASURES, *of_partial)]
    if len(names) <= _MOST_UNFOLDED or not main:
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
    table = report.overall_table()
    is_whole = np.array([run.overall.pairs == report.pairs for run in report.runs])
    is_in_scheme = np.array([run.scheme in (None, report.scheme) for run in report.runs])

    def cells(column: int, is_marked: BoolArray, first_row: int = 0) -> set[Cell]:
        return {(row, column) for row in (first_row + np.flatnonzero(is_marked)).tolist()}

    for column, measure in enumerate(report.measures, start=table.keys):
        if not _ranks(measure):
            continue
        of_runs, trivial = (_goodness(of, measure) for of in (report.runs, report.trivial))
        has_value = ~np.isnan(of_runs)
        of_all = is_whole | measure.counts_unanswered
        is_fair = (of_all | ~has_value).all() and is_in_one_scheme(report, measure)
        # Equal values may differ by rounding.
        if is_fair and has_value.sum() > 1:
            leading |= cells(column, of_runs >= np.nanmax(of_runs) - _ROUNDING)
        if np.isnan(trivial).all():
            continue
        highest = np.nanmax(trivial)
        best |= cells(column, trivial >= highest - _ROUNDING, len(report.runs))
        comparable = of_all & (is_in_scheme | (not measure.follows_scheme))
        short |= cells(column, comparable & (of_runs <= highest + _ROUNDING))
    return MarkedTable(table, best, short, leading)


def _goodness(systems: Sequence[SystemScores], measure: Measure) -> FloatArray:
    """Return the value of each system, negated if lower is better, and NaN if missing."""
    found = [system.overall.measures.get(measure.name) for system in systems]
    values = np.array([np.nan if of is None else of.value for of in found])
    return values if measure.direction == "higher" else -values
