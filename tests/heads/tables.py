"""Tables of features, made by hand."""

import numpy as np

from rte_baselines.features import FeatureTable
from rte_baselines.features.base import Output


def table_of(values, tasks=None, low=0.0, high=1.0):
    """The table of scores, tasks and ranges, with columns f0, f1, ..."""
    values = np.array(values, dtype=float)
    if values.ndim == 1:
        values = values[:, np.newaxis]
    count = len(values)
    return FeatureTable(
        ids=tuple(str(number) for number in range(count)),
        tasks=tuple(tasks) if tasks else (None,) * count,
        columns=tuple(Output(f"f{i}", low, high) for i in range(values.shape[1])),
        values=values,
    )
