"""Heads: classifiers from features to labels, confidences and entailment scores."""

from rte_baselines.heads.base import Decisions, Head

__all__ = ["Decisions", "Head"]
