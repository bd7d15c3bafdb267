"""Scores as tables."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.inputs.parts import FEW_PAIRS, Phenomenon
from rte_baselines.evaluation.measures.accuracy import ThreeWayAccuracy, TwoWayAccuracy
from rte_baselines.evaluation.measures.base import available_measures
from rte_baselines.evaluation.measures.information import information
from rte_baselines.evaluation.report.printed import notes_on_common_scheme
from rte_baselines.evaluation.report.scoring import GroupScore, Scores, SystemScores
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.evaluation.scores import MISSING, estimate_cell, p_value_text, with_a_value
from rte_baselines.evaluation.significance.chance import ChanceTest
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.pairs import Scheme
from rte_baselines.rendering.tables import Table, aligned, decimal

_LABELLED = "labelled"
_SAME_PAIRS = (
    "guessing and the best trivial system are on the pairs of the value; in the tables of scores, "
    "trivial systems are on all pairs"
)
_PARTIAL_GROUPS = (
    "a run is scored on the groups of which it labels all pairs, trivial systems on all groups: "
    "shares of different groups do not say which is better"
)


def overall_table(
    runs: Sequence[SystemScores], trivial: Sequence[SystemScores], pairs: int
) -> Table:
    """Return a row for each run and each trivial system, a column for each measure.

    If a run leaves pairs out, a column says how many each system labels.
    """
    names = measured(runs)
    is_partial = are_partial(runs)
    title = "The only pair" if pairs == 1 else f"All {pairs} pairs"
    if is_partial:
        title = f"{counted(pairs, 'pair')}, of which each run is scored on those that it labels"
    return Table(
        title,
        ["run", *([_LABELLED] if is_partial else []), *names],
        [
            [
                system.name,
                *([_labelled(system.overall)] if is_partial else []),
                *_cells(system.overall, names),
            ]
            for system in (*runs, *trivial)
        ],
        keys=2 if is_partial else 1,
        footnotes=_footnotes_on_labelled(runs),
    )


def brief_lines(runs: Sequence[SystemScores], pairs: int) -> str:
    """Return a line for each run: its name, and each measure with its value, aligned.

    `pairs` is the number of gold pairs. If a run leaves some out, each line has the number of pairs
    that its run labels.
    """
    names = measured(runs)
    is_partial = are_partial(runs)
    rows = [
        [
            run.name,
            *([f"{run.overall.pairs} of {counted(pairs, 'pair')}"] if is_partial else []),
            *(f"{name} {_value(run.overall.measures.get(name))}" for name in names),
        ]
        for run in runs
    ]
    return "\n".join(aligned(rows))


def task_table(runs: Sequence[SystemScores]) -> Table:
    """Return a row for each run on each task of which it labels a pair.

    A single run's name is not repeated. If a run leaves pairs out, rows say how many are labelled.
    """
    names = measured(runs)
    is_partial = are_partial(runs)
    keys = ["task", _LABELLED if is_partial else "pairs", "run"][: 2 if len(runs) == 1 else 3]
    rows = [
        [
            *(task, _labelled(scores) if is_partial else str(scores.pairs), run.name)[: len(keys)],
            *_cells(scores, names),
        ]
        for task in sorted({task for run in runs for task in run.tasks})
        for run in runs
        if (scores := run.tasks.get(task)) is not None
    ]
    footnotes = _footnotes_on_labelled(runs)
    return Table("By task", [*keys, *names], rows, keys=len(keys), footnotes=footnotes)


def are_partial(runs: Sequence[SystemScores]) -> bool:
    """Return whether a run leaves pairs out."""
    return any(run.overall.unlabelled for run in runs)


def _labelled(scores: Scores) -> str:
    """Return the number of labelled pairs and the number of all pairs."""
    return f"{scores.pairs} of {scores.pairs + scores.unlabelled}"


def _footnotes_on_labelled(runs: Sequence[SystemScores]) -> tuple[str, ...]:
    """Return a footnote on the pairs that each measure is of; none if runs label all pairs."""
    if not are_partial(runs):
        return ()
    available = available_measures()
    of_all = [n for n in measured(runs) if n in available and available[n].counts_unanswered]
    listed = f"{', '.join(of_all)}: of all pairs; other" if of_all else "all"
    return (f"{listed} measures: of the labelled pairs",)


def phenomenon_tables(
    runs: Sequence[SystemScores], trivial: Sequence[SystemScores]
) -> Iterator[Table]:
    """Yield a table for each kind of phenomenon, with the accuracy of each run on its pairs.

    A column has the highest expected accuracy of a trivial system on these pairs. Numbers of pairs
    that are too small to distinguish systems are in brackets.
    """
    return _part_tables(lambda system: system.phenomena, TwoWayAccuracy.name, runs, trivial)


def slice_tables(runs: Sequence[SystemScores], trivial: Sequence[SystemScores]) -> Iterator[Table]:
    """Yield a table for each property, with the accuracy of each run on the pairs of each value.

    An asterisk marks slices on which a run differs significantly from all other pairs.
    """
    is_three_way = {run.scheme for run in runs if run.scheme} == {Scheme.THREE_WAY}
    name = ThreeWayAccuracy.name if is_three_way else TwoWayAccuracy.name
    return _part_tables(lambda system: system.slices, name, runs, trivial)


def _part_tables(
    parts_of: Callable[[SystemScores], Mapping[Phenomenon, Scores]],
    name: str,
    runs: Sequence[SystemScores],
    trivial: Sequence[SystemScores],
) -> Iterator[Table]:
    """Yield a table for each kind of part, with the accuracy of this name of each run."""
    rows: dict[str, list[list[str]]] = {}
    # Trivial systems label all pairs.
    for part, everywhere in parts_of(trivial[0]).items():
        pairs = everywhere.pairs
        best = max(parts_of(system)[part].measures[name].value for system in trivial)
        of_runs = [(run, parts_of(run).get(part)) for run in runs]
        rows.setdefault(part.kind, []).append(
            [
                part.name,
                f"({pairs})" if pairs < FEW_PAIRS else str(pairs),
                decimal(best),
                *(_part_cell(run, scores, part, name, pairs) for run, scores in of_runs),
            ]
        )
    header = ["pairs", "best_trivial", *(run.name for run in runs)]
    for kind, of_kind in rows.items():
        yield Table(f"{name} by {kind}", [kind, *header], of_kind, keys=2)


def _part_cell(
    run: SystemScores, scores: Scores | None, part: Phenomenon, name: str, pairs: int
) -> str:
    """Return an accuracy with the mark of its test, and its number of pairs if not all count."""
    if scores is None:
        return MISSING
    value, *interval = estimate_cell(scores.measures.get(name)).split("\n")
    mark = "*" if run.slice_tests.get(part, 1.0) <= LEVEL else ""
    of = [] if scores.pairs == pairs else [f"of {scores.pairs}"]
    return "\n".join([value + mark, *interval, *of])


def group_table(runs: Sequence[SystemScores], trivial: Sequence[SystemScores]) -> Table:
    """Return the consistent groups of each run and of the best trivial system, by property.

    The title has the scheme in which labels are compared. If a run is scored on only some of the
    groups, its row has their number, and a footnote says that its share cannot be compared.
    """
    runs = [run for run in runs if run.groups]
    names = dict.fromkeys(name for run in runs for name in run.groups)
    rows = []
    are_partial = False
    for name in names:
        best = max((system.groups[name] for system in trivial), key=lambda of: of.consistent.value)
        # Trivial systems label all pairs.
        rows += [[name, run.name, *_group_cells(run.groups[name], best.groups)] for run in runs]
        rows.append([name, "best trivial", *_group_cells(best, best.groups)])
        are_partial |= any(run.groups[name].groups < best.groups for run in runs)
    (scheme,) = {score.scheme for run in runs for score in run.groups.values()}
    return Table(
        f"Groups of which all labels are correct, {scheme}",
        ["groups of", "run", "groups", "share"],
        rows,
        keys=2,
        footnotes=(
            *notes_on_common_scheme({run.name: run.scheme for run in runs}, "shares"),
            *([_PARTIAL_GROUPS] if are_partial else []),
        ),
    )


def _group_cells(score: GroupScore, groups: int) -> list[str]:
    number = str(groups) if score.groups == groups else f"{score.groups} of {groups}"
    return [number, estimate_cell(score.consistent) if score.groups else MISSING]


def confusion_table(run: SystemScores) -> Table:
    """Return a row for each gold label, a column for each label of the run.

    Below each column is the entropy of the gold labels of the pairs with this label. Answers that
    are not labels have columns of their own.
    """
    confusion = run.overall.confusion
    assert confusion is not None
    counts = zip(confusion.labels, confusion.counts.tolist(), strict=True)
    left_to_guess = information(confusion.counts).conditional_entropies
    entropies = [MISSING if np.isnan(h) else decimal(h) for h in left_to_guess]
    return Table(
        f"Gold labels (rows) and labels of {run.name} (columns)",
        ["gold", *map(str, confusion.labels), *run.withheld],
        [
            *(
                [str(label), *map(str, row), *(str(of[label]) for of in run.withheld.values())]
                for label, row in counts
            ),
            ["entropy, bits", *entropies, *[MISSING] * len(run.withheld)],
        ],
    )


def chance_table(runs: Sequence[SystemScores]) -> Table:
    """Return a row for each run and score that is tested against chance.

    If a run leaves pairs out, a column has the number of pairs of each test.
    """
    is_partial = are_partial(runs)
    rows = []
    tested: Counter[str] = Counter()
    for run in runs:
        shown = [test for test in run.chance_tests if test.measure in run.overall.measures]
        measures = dict.fromkeys(test.measure for test in shown)
        tested.update(list(measures))
        for measure in measures:
            tests = [test for test in shown if test.measure == measure]
            cells = [_chance_cell(test, len(runs) > 1) for test in tests]
            missing = [MISSING] * (2 - len(tests))
            pairs = [str(tests[0].pairs)] if is_partial else []
            value = decimal(tests[0].value)
            rows.append([run.name, measure, *pairs, value, *cells, *missing])
    header = ["value", "guessing", "best trivial"]
    return Table(
        f"p-values against systems that do not look at the pairs{_corrected_for(tested)}",
        ["run", "measure", *(["pairs"] if is_partial else []), *header],
        rows,
        keys=3 if is_partial else 2,
        footnotes=(_SAME_PAIRS,) if is_partial else (),
    )


def _corrected_for(tested: Mapping[str, int]) -> str:
    """Return a remark on the number of runs that p-values are corrected for; empty for one run."""
    if len(set(tested.values())) > 1:
        return ", corrected for the runs with the measure"
    runs = max(tested.values(), default=1)
    return f", corrected for {runs} runs" if runs > 1 else ""


def _chance_cell(test: ChanceTest, is_corrected: bool) -> str:
    p_value = p_value_text(test.p_holm if is_corrected else test.p_value)
    side = "below" if test.value < test.chance else "above"
    return f"{p_value}\n{'at' if test.value == test.chance else side} {decimal(test.chance)}"


def measured(runs: Sequence[SystemScores]) -> list[str]:
    """Return the names of the measures that have a value for any run, in the selected order."""
    asked = (name for run in runs for name in run.overall.asked)
    return with_a_value(asked, [run.overall.measures for run in runs])


def _cells(scores: Scores, names: Sequence[str]) -> list[str]:
    return [estimate_cell(scores.measures.get(name)) for name in names]


def _value(estimate: Estimate | None) -> str:
    """Return the value without its interval; a missing value is padded to the usual width."""
    return f"{MISSING:>5}" if estimate is None else decimal(estimate.value)
