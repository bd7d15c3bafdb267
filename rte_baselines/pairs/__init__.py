"""Pairs of text and hypothesis: what they are, and how they are read and written."""

from typing import TYPE_CHECKING

from rte_baselines.core.importing import imported_when_used
from rte_baselines.pairs.datasets import dataset_names
from rte_baselines.pairs.format import PairFormat, Record, WritableFormat, format_names
from rte_baselines.pairs.labels import (
    Label,
    LabelMeanings,
    LabelReader,
    Scheme,
    conflate,
    parse_label,
    scheme_of,
)
from rte_baselines.pairs.pair import Pair, pair_digest
from rte_baselines.pairs.reading import load_pairs, read_pairs
from rte_baselines.pairs.stream import PairStream
from rte_baselines.records.columns import Columns

if TYPE_CHECKING:
    from rte_baselines.pairs.writing import write_pairs

__all__ = [
    "Columns",
    "Label",
    "LabelMeanings",
    "LabelReader",
    "Pair",
    "PairFormat",
    "PairStream",
    "Record",
    "Scheme",
    "WritableFormat",
    "conflate",
    "dataset_names",
    "format_names",
    "load_pairs",
    "pair_digest",
    "parse_label",
    "read_pairs",
    "scheme_of",
    "write_pairs",
]

__getattr__, __dir__ = imported_when_used(__name__, {"write_pairs": "writing"})
