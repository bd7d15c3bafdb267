"""From features to labels, with confidence and an entailment score to rank by."""

from rte_baselines.heads.base import Decisions, Head

__all__ = ["Decisions", "Head"]
