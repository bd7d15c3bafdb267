"""Systems with several random seeds, on one dataset or several."""

from rte_baselines.evaluation.seeds.systems import System
from rte_baselines.evaluation.seeds.tables import DatasetRuns, DatasetTable, tabulate_systems

__all__ = [
    "DatasetRuns",
    "DatasetTable",
    "System",
    "tabulate_systems",
]
