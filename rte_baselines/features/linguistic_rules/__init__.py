"""VENSES: linguistic rules over augmented head-dependent structures (delmonte2006)."""

from rte_baselines.features.linguistic_rules.feature import LinguisticRules

__all__ = ["LinguisticRules"]
