"""Graph matching: features of the anchors between two extended dependency graphs."""

from rte_baselines.features.graph_matching.distance_space import DistanceSpace
from rte_baselines.features.graph_matching.graph_similarity import GraphSimilarity

__all__ = ["DistanceSpace", "GraphSimilarity"]
