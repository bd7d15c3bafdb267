"""Rasch analysis: abilities of systems and difficulties of pairs."""

from rte_baselines.evaluation.rasch.analysis import RaschAnalysis, rasch_analysis, responses_of

__all__ = ["RaschAnalysis", "rasch_analysis", "responses_of"]
