"""Systems with several random seeds, on one dataset or several."""

from rte_baselines.evaluation.seeds.tables import DatasetRuns, DatasetTable, tabulate_systems
from rte_baselines.evaluation.systems.judged import System

__all__ = [
    "DatasetRuns",
    "DatasetTable",
    "System",
    "tabulate_systems",
]
