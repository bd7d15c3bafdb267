"""Systems with several random seeds, on one dataset or several."""

from rte_baselines.evaluation.seeds.comparing import SeedComparison, compare_systems
from rte_baselines.evaluation.seeds.datasets import DatasetRuns, DatasetTable, tabulate_systems
from rte_baselines.evaluation.seeds.scoring import SeedScores, evaluate_systems
from rte_baselines.evaluation.seeds.systems import System

__all__ = [
    "DatasetRuns",
    "DatasetTable",
    "SeedComparison",
    "SeedScores",
    "System",
    "compare_systems",
    "evaluate_systems",
    "tabulate_systems",
]
