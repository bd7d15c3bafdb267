"""Evaluation: gold labels and runs, from whatever system, to measures and reports."""

from rte_baselines.evaluation.evaluator import evaluate
from rte_baselines.evaluation.measure import Measure, available_measures
from rte_baselines.evaluation.report import Report

__all__ = ["Measure", "Report", "available_measures", "evaluate"]
