"""Subsumption of concept graphs as an optimization problem (desalvobraz2006)."""

from rte_baselines.features.subsumption.feature import ConceptSubsumption

__all__ = ["ConceptSubsumption"]
