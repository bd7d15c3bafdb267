"""Subsumption of concept graphs as an optimization problem (desalvobraz2006)."""
