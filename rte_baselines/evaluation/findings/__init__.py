"""What a run's output shows besides its scores."""

from rte_baselines.evaluation.findings.finding import Finding, find

__all__ = ["Finding", "find"]
