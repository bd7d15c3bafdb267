"""Predicate-argument structures, and the tense, modality and negation of predicates."""
