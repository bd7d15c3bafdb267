"""Reports as data frames."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rte_baselines.core.data_frames import pandas_frame
from rte_baselines.evaluation.report.scores import Scores, SystemScores

_STRINGS = ("run", "part", "value_of_part", "measure")
_NAMES = (*_STRINGS, "is_trivial", "pairs", "value", "low", "high")
_Row = tuple[str, str, str | None, str, bool, int, float, float | None, float | None]


def report_frame(runs: Sequence[SystemScores], trivial: Sequence[SystemScores]) -> Any:
    """Return scores as a data frame of pandas; see `Report.to_pandas`."""
    rows = [
        *(row for system in runs for row in _rows(system, is_trivial=False)),
        *(row for system in trivial for row in _rows(system, is_trivial=True)),
    ]
    columns: dict[str, Any] = dict(zip(_NAMES, map(list, zip(*rows, strict=True)), strict=False))
    columns = {name: columns.get(name, []) for name in _NAMES}
    kinds = {"is_trivial": np.bool_, "pairs": np.int64}
    for name in _NAMES[len(_STRINGS) :]:
        columns[name] = np.array(columns[name], dtype=kinds.get(name, np.float64))
    return pandas_frame(columns)


def _rows(system: SystemScores, *, is_trivial: bool) -> Iterator[_Row]:
    for part, value, scores in _parts(system):
        for measure, found in scores.measures.items():
            numbers = (found.value, found.low, found.high)
            yield (system.name, part, value, measure, is_trivial, scores.pairs, *numbers)


def _parts(system: SystemScores) -> Iterator[tuple[str, str | None, Scores]]:
    yield "all", None, system.overall
    yield from (("task", task, scores) for task, scores in system.tasks.items())
    for by_part in (system.phenomena, system.slices):
        yield from ((part.kind, part.name, scores) for part, scores in by_part.items())
