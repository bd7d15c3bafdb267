"""Comparison of runs: how much they differ, and on which pairs."""

from rte_baselines.evaluation.comparison.comparing import Comparison, compare

__all__ = ["Comparison", "compare"]
