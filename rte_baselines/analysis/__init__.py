"""Linguistic analysis of a snippet of text, in layers that are computed on demand."""

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import Analyzer
from rte_baselines.analysis.layer import Layer, WordwiseLayer

__all__ = ["Analysis", "Analyzer", "Layer", "WordwiseLayer"]
