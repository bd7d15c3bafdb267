"""Experiments: recognizers trained and tested on datasets, and what came out."""

from rte_baselines.reproduction.experiment import (
    DatasetResults,
    families_at_hand,
    run_experiments,
)
from rte_baselines.reproduction.summary import summary_table

__all__ = ["DatasetResults", "families_at_hand", "run_experiments", "summary_table"]
