"""Features: named numbers computed from a text and a hypothesis, one module for each family."""

from rte_baselines.features.base import (
    Alignment,
    BagFeature,
    Feature,
    Illustration,
    Output,
    PairFeature,
)
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.table import FeatureSet, FeatureTable

__all__ = [
    "Alignment",
    "BagFeature",
    "Feature",
    "FeatureSet",
    "FeatureTable",
    "Illustration",
    "Output",
    "PairBatch",
    "PairFeature",
]
