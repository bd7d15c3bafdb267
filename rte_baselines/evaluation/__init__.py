"""Evaluation of runs, from any system, against gold labels: measures, tests and reports."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

# The module that defines each name. Names are imported when first used, so that listing the
# measures does not import the tests and the tables of reports.
_MODULES = {
    "Comparison": "comparison",
    "Measure": "measures.base",
    "Report": "report.report",
    "available_measures": "measures.base",
    "compare": "comparison",
    "evaluate": "evaluator",
    "evaluate_arrays": "evaluator",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
