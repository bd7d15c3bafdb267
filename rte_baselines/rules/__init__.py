"""Entailment rules between templates: reading, indexing of corpora, learning, and matching."""
