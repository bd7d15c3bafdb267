"""Subsumption of concept graphs as optimization, by desalvobraz2006; a module a step."""

from rte_baselines.features.subsumption.feature import ConceptSubsumption

__all__ = ["ConceptSubsumption"]
