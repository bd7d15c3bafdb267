"""Systems with several random seeds, on one dataset or several."""

from rte_baselines.evaluation.seeds.reports import (
    DatasetRuns,
    DatasetTable,
    SeedComparison,
    SeedScores,
    compare_systems,
    evaluate_systems,
    tabulate_systems,
)
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
