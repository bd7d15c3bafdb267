"""Runs scored against the labels of several annotators."""

from rte_baselines.evaluation.disagreement.report import DisagreementReport, evaluate_disagreement

__all__ = ["DisagreementReport", "evaluate_disagreement"]
