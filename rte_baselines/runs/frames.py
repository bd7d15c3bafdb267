"""Runs as data frames, with the columns of run files that are tables."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rte_baselines.data_frames import pandas_frame
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs.digest import digest_text
from rte_baselines.runs.columns import LABELS, Column, RunColumns
from rte_baselines.runs.table_writing import table_columns
from rte_baselines.runs.training import SEEN, UNKNOWN
from rte_baselines.runs.withheld import WithheldAnswers


def run_frame(columns: RunColumns, withheld: WithheldAnswers) -> Any:
    """Return the predictions and withheld answers of a run as a data frame; see `Run.to_pandas`."""
    models, seen = columns.training.models, columns.training.seen.tolist()
    probabilities = [_numbers(columns.probabilities)[:, place] for place in range(len(LABELS))]
    values = [
        list(columns.ids),
        [LABELS[code].value for code in columns.codes.tolist()],
        _numbers(columns.confidences),
        _numbers(columns.scores),
        *probabilities,
        [digest_text(digest) if digest else None for digest in columns.digests.tolist()],
        [models[place] if place >= 0 else None for place in columns.training.of_prediction],
        np.array([None if code == UNKNOWN else code == SEEN for code in seen], dtype=np.object_),
    ]
    names, is_shown = table_columns(columns)
    rows = zip(names, values, is_shown, strict=True)
    frame = {name: column for name, column, has_value in rows if has_value}
    of_withheld = {"id": list(withheld), "label": list(map(str, withheld.values()))}
    return pandas_frame(
        {
            name: _extended(column, of_withheld.get(name, [None] * len(withheld)))
            for name, column in frame.items()
        }
    )


def _extended(column: Any, others: Sequence[str | None]) -> Any:
    """Return a column with further values at its end; None among numbers is NaN."""
    if isinstance(column, list):
        return [*column, *others]
    return np.append(column, np.array(others, dtype=column.dtype))


def _numbers(column: Column) -> FloatArray:
    """Return the numbers of a column, NaN where there is none."""
    return np.where(column.given, column.values, np.nan)
