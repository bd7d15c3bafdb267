"""Graph matching: constituents of the hypothesis anchored in the text's, and what that gives."""

from rte_baselines.features.graph_matching.distance_space import DistanceSpace
from rte_baselines.features.graph_matching.graph_similarity import GraphSimilarity

__all__ = ["DistanceSpace", "GraphSimilarity"]
