"""Findings: properties of a run that its scores do not show."""

from rte_baselines.evaluation.findings.finding import Finding, find

__all__ = ["Finding", "find"]
