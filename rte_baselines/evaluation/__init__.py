"""Evaluation of runs, from any system, against gold labels: measures, tests and reports."""

from typing import TYPE_CHECKING

from rte_baselines.core.importing import imported_when_used

if TYPE_CHECKING:
    from rte_baselines.evaluation.arrays import evaluate_arrays
    from rte_baselines.evaluation.comparison.comparing import Comparison, compare
    from rte_baselines.evaluation.evaluator import evaluate
    from rte_baselines.evaluation.measures.base import Measure, available_measures
    from rte_baselines.evaluation.report.report import Report
    from rte_baselines.evaluation.scorers import (
        EntailmentMetric,
        accuracy_2way_score,
        accuracy_3way_score,
        average_precision_tac,
        cws_score,
        measure_score,
        measure_scorer,
    )

__all__ = [
    "Comparison",
    "EntailmentMetric",
    "Measure",
    "Report",
    "accuracy_2way_score",
    "accuracy_3way_score",
    "available_measures",
    "average_precision_tac",
    "compare",
    "cws_score",
    "evaluate",
    "evaluate_arrays",
    "measure_score",
    "measure_scorer",
]

# The module that defines each name. Names are imported when first used, so that listing the
# measures does not import the tests and the tables of reports.
_MODULES = {
    "Comparison": "comparison.comparing",
    "Measure": "measures.base",
    "Report": "report.report",
    "available_measures": "measures.base",
    "compare": "comparison.comparing",
    "evaluate": "evaluator",
    "evaluate_arrays": "arrays",
    **dict.fromkeys(
        (
            *("EntailmentMetric", "accuracy_2way_score", "accuracy_3way_score"),
            *("average_precision_tac", "cws_score", "measure_score", "measure_scorer"),
        ),
        "scorers",
    ),
}
__getattr__, __dir__ = imported_when_used(__name__, _MODULES)
