"""Metamorphic tests of recognizers: what must hold of rewritten pairs, whatever their labels."""

from rte_baselines.evaluation.metamorphic.checking import CheckReport, check
from rte_baselines.evaluation.metamorphic.relations import RELATIONS, Relation

__all__ = ["RELATIONS", "CheckReport", "Relation", "check"]
