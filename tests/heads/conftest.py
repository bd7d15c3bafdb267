import numpy as np
import pytest

from rte_baselines.features import FeatureTable
from rte_baselines.features.base import Output


@pytest.fixture(scope="session")
def table_of():
    """A function of scores, tasks and ranges to a feature table with columns f0, f1, ..."""

    def table(values, tasks=None, low=0.0, high=1.0):
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

    return table
