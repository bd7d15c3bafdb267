"""Evaluation of runs, from any system, against gold labels: measures, tests and reports."""

from rte_baselines.evaluation.comparison import Comparison, compare
from rte_baselines.evaluation.evaluator import evaluate, evaluate_arrays
from rte_baselines.evaluation.measures.base import Measure, available_measures
from rte_baselines.evaluation.report.report import Report

__all__ = [
    "Comparison",
    "Measure",
    "Report",
    "available_measures",
    "compare",
    "evaluate",
    "evaluate_arrays",
]
