"""Scores as tables."""

from collections.abc import Sequence

from rte_baselines.evaluation.scores import Estimate, Scores, SystemScores
from rte_baselines.tables import Table

_MISSING = "-"


def overall_table(
    runs: Sequence[SystemScores], trivial: Sequence[SystemScores], pairs: int
) -> Table:
    """Return a row for each run and each trivial system, a column for each measure."""
    names = measured(runs)
    return Table(
        "The only pair" if pairs == 1 else f"All {pairs} pairs",
        ["run", *names],
        [[system.name, *_cells(system.overall, names)] for system in (*runs, *trivial)],
    )


def task_table(runs: Sequence[SystemScores]) -> Table:
    """Return a row for each run on each task of which it labels a pair.

    A single run's name is not repeated.
    """
    names = measured(runs)
    keys = ["task", "pairs", "run"][: 2 if len(runs) == 1 else 3]
    rows = [
        [
            *(task, str(run.tasks[task].pairs), run.name)[: len(keys)],
            *_cells(run.tasks[task], names),
        ]
        for task in sorted({task for run in runs for task in run.tasks})
        for run in runs
        if task in run.tasks
    ]
    return Table("By task", [*keys, *names], rows, keys=len(keys))


def confusion_table(run: SystemScores) -> Table:
    """Return a row for each gold label, a column for each label of the run."""
    confusion = run.overall.confusion
    assert confusion is not None
    counts = zip(confusion.labels, confusion.counts.tolist(), strict=True)
    return Table(
        f"Gold labels (rows) and labels of {run.name} (columns)",
        ["gold", *map(str, confusion.labels)],
        [[str(label), *map(str, row)] for label, row in counts],
    )


def measured(runs: Sequence[SystemScores]) -> list[str]:
    """Return the names of the measures that have a value for any run."""
    return list(dict.fromkeys(name for run in runs for name in run.overall.measures))


def _cells(scores: Scores, names: Sequence[str]) -> list[str]:
    return [_cell(scores.measures.get(name)) for name in names]


def _cell(estimate: Estimate | None) -> str:
    if estimate is None:
        return _MISSING
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.3f}"
    return f"{estimate.value:.3f}\n{estimate.low:.3f}-{estimate.high:.3f}"
