"""Systems with several random seeds, on one dataset or several."""

from rte_baselines.evaluation.seeds.scores import SeedScores, evaluate_systems
from rte_baselines.evaluation.seeds.systems import System
from rte_baselines.evaluation.seeds.tables import DatasetRuns, DatasetTable, tabulate_systems

__all__ = [
    "DatasetRuns",
    "DatasetTable",
    "SeedScores",
    "System",
    "evaluate_systems",
    "tabulate_systems",
]
