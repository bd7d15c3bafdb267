"""What `--by` and `--groups` add to a report: tables of phenomena, of slices and of groups."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter

from rte_baselines.evaluation.inputs.parts import Phenomenon
from rte_baselines.evaluation.measures.accuracy import OF_ALL_PAIRS, TwoWayAccuracy
from rte_baselines.evaluation.report.groups import GroupScore
from rte_baselines.evaluation.report.scoring import Scores, SystemScores
from rte_baselines.evaluation.scores import MISSING, estimate_cell, two_way_beside_three_way
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.rendering.tables import Table, decimal

Systems = Sequence[SystemScores]

_FEW_PAIRS = 10
"""Of fewer pairs, vanderwende2006 gives no shares."""

PHENOMENA_NOTE = (
    "phenomena: as two linguists annotated RTE-1's test set (vanderwende2006, Tables 2 to 5); "
    f"a pair may have several; a number of pairs in brackets is below {_FEW_PAIRS}, and too small "
    "to distinguish systems"
)

SLICES_NOTE = (
    "slices: * marks those on which a run differs from all other pairs, by Fisher's exact test at "
    "5% with Holm's correction over all slices of the run; a number of pairs in brackets is below "
    f"{_FEW_PAIRS}"
)


def breakdown_notes(runs: Systems) -> Iterator[str]:
    """Yield how the tables of phenomena and of slices are to be read, if there are any."""
    if any(run.phenomena for run in runs):
        yield PHENOMENA_NOTE
    if any(run.slices for run in runs):
        yield SLICES_NOTE


def phenomenon_tables(runs: Systems, trivial: Systems) -> Iterator[Table]:
    """Yield a table of accuracies for each kind of phenomenon; few pairs are in brackets."""
    return _part_tables(runs, trivial, attrgetter("phenomena"), TwoWayAccuracy.name)


def slice_tables(runs: Systems, trivial: Systems, headline: str) -> Iterator[Table]:
    """Yield a table of the headline accuracy for each property, then one of groups, if any."""
    yield from _part_tables(runs, trivial, attrgetter("slices"), headline)
    if grouped := [run for run in runs if run.groups]:
        yield _group_table(grouped, trivial)


def _part_tables(
    runs: Systems,
    trivial: Systems,
    parts_of: Callable[[SystemScores], Mapping[Phenomenon, Scores]],
    name: str,
) -> Iterator[Table]:
    """Yield a table for each kind of part, with the accuracy of this name of each run."""
    by_kind: dict[str, list[list[str]]] = {}
    # Trivial systems label all pairs.
    for part, everywhere in parts_of(trivial[0]).items():
        pairs = everywhere.pairs
        best = max(parts_of(system)[part].measures[name].value for system in trivial)
        by_kind.setdefault(part.kind, []).append(
            [
                part.name,
                f"({pairs})" if pairs < _FEW_PAIRS else str(pairs),
                decimal(best),
                *(_part_cell(run, parts_of(run).get(part), part, name, pairs) for run in runs),
            ]
        )
    header = ["pairs", "best_trivial", *(run.name for run in runs)]
    for kind, rows in by_kind.items():
        yield Table(f"{name} by {kind}", [kind, *header], rows, keys=2)


def _part_cell(
    run: SystemScores, scores: Scores | None, part: Phenomenon, name: str, pairs: int
) -> str:
    """Return an accuracy with the mark of its test, and that of all pairs if some are left out."""
    if scores is None:
        return MISSING
    value, *lines = estimate_cell(scores.measures.get(name)).split("\n")
    mark = "*" if run.slice_tests.get(part, 1.0) <= LEVEL else ""
    if scores.pairs < pairs:
        overall = scores.measures[OF_ALL_PAIRS[name]].value
        lines += [f"of {scores.pairs}", f"{decimal(overall)} of {pairs}"]
    return "\n".join([value + mark, *lines])


def _group_table(runs: Systems, trivial: Systems) -> Table:
    """Return the consistent groups of each run and of the best trivial system, by property."""
    rows, notes = [], []
    if two_way := ", ".join(two_way_beside_three_way({run.name: run.scheme for run in runs})):
        notes.append(f"the labels of {two_way} are two-way, and so are the shares of all runs")
    are_partial = False
    for name in runs[0].groups:
        best = max((system.groups[name] for system in trivial), key=attrgetter("consistent.value"))
        # Trivial systems label all pairs.
        rows += [[name, run.name, *_group_cells(run.groups[name], best.groups)] for run in runs]
        rows.append([name, "best trivial", *_group_cells(best, best.groups)])
        are_partial |= any(run.groups[name].groups < best.groups for run in runs)
    if are_partial:
        notes.append(
            "a run is scored on the groups of which it labels all pairs, trivial systems on "
            "all groups: shares of different groups do not say which is better"
        )
    return Table(
        f"Groups of which all labels are correct, {best.scheme}",
        ["groups of", "run", "groups", "share"],
        rows,
        keys=2,
        footnotes=tuple(notes),
    )


def _group_cells(score: GroupScore, groups: int) -> list[str]:
    number = str(groups) if score.groups == groups else f"{score.groups} of {groups}"
    return [number, estimate_cell(score.consistent) if score.groups else MISSING]
