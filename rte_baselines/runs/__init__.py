"""Runs: what a system predicted, the files that hold it, and the check against the pairs."""

from rte_baselines.runs.checking import check_run
from rte_baselines.runs.judgments import parse_judgments
from rte_baselines.runs.reading import read_run, read_runs
from rte_baselines.runs.run import Prediction, Run
from rte_baselines.runs.writing import write_run

__all__ = [
    "Prediction",
    "Run",
    "check_run",
    "parse_judgments",
    "read_run",
    "read_runs",
    "write_run",
]
