"""Runs as data frames, with the columns of run files that are tables."""

from typing import Any

import numpy as np

from rte_baselines.core.data_frames import pandas_frame
from rte_baselines.runs.columns import RunColumns
from rte_baselines.runs.lines import table_columns, values_of
from rte_baselines.runs.training import IN_TRAINING_NAME
from rte_baselines.runs.withheld import WithheldAnswers

_TEXTS = 2
_DIGEST = -3


def run_frame(columns: RunColumns, withheld: WithheldAnswers) -> Any:
    """Return the predictions and withheld answers of a run as a data frame; see `Run.to_pandas`."""
    names, is_shown = table_columns(columns)
    rows = [values_of(prediction) for prediction in columns]
    empty = [None] * (len(names) - _TEXTS)
    rows += [[pair_id, str(kind), *empty] for pair_id, kind in withheld.items()]
    frame = {}
    for place, (name, shown) in enumerate(zip(names, is_shown, strict=True)):
        values: Any = [row[place] for row in rows]
        if _TEXTS <= place < len(names) + _DIGEST:
            values = np.array(values, dtype=np.float64)
        elif name == IN_TRAINING_NAME:
            values = np.array(values, dtype=np.object_)
        if shown:
            frame[name] = values
    return pandas_frame(frame)
