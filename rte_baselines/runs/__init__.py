"""Runs: the predictions of a system, run files, and the check against the pairs."""

from typing import TYPE_CHECKING

from rte_baselines.core.importing import imported_when_used

if TYPE_CHECKING:
    from rte_baselines.runs.checking import check_run, check_run_on_ids
    from rte_baselines.runs.prediction import Prediction, Withheld
    from rte_baselines.runs.reading import read_gold, read_run, read_runs
    from rte_baselines.runs.run import Run
    from rte_baselines.runs.writing import write_run

__all__ = [
    "Prediction",
    "Run",
    "Withheld",
    "check_run",
    "check_run_on_ids",
    "read_gold",
    "read_run",
    "read_runs",
    "write_run",
]

__getattr__, __dir__ = imported_when_used(
    __name__,
    {
        "Prediction": "prediction",
        "Run": "run",
        "Withheld": "prediction",
        "check_run": "checking",
        "check_run_on_ids": "checking",
        "read_gold": "reading",
        "read_run": "reading",
        "read_runs": "reading",
        "write_run": "writing",
    },
)
