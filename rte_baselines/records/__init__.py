"""Rows with named fields, from files of any kind, tables in memory and arrays.

Pairs and runs are read from the same rows, by columns that have default names or are named by the
user (`rte_baselines.records.columns`).
"""

from rte_baselines.records.columns import PAIR_NAMES, RUN_NAMES, Columns, parse_columns
from rte_baselines.records.rows import Row
from rte_baselines.records.sources import Source, SourcePart

__all__ = [
    "PAIR_NAMES",
    "RUN_NAMES",
    "Columns",
    "Row",
    "Source",
    "SourcePart",
    "parse_columns",
]
