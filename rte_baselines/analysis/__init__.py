"""What is known of a snippet of text: layers, computed when first asked for."""

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import Analyzer
from rte_baselines.analysis.layer import Layer, WordwiseLayer

__all__ = ["Analysis", "Analyzer", "Layer", "WordwiseLayer"]
