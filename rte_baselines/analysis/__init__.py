"""What is known of a snippet of text: layers, computed when first asked for."""

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import Analyzer, Layer

__all__ = ["Analysis", "Analyzer", "Layer"]
